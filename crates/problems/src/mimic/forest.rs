//! Positions made ready for scoring: for every legal move a small tree of what
//! may follow it, each node holding only how its features differ from its
//! parent's.
//!
//! Nothing here depends on an organism. All organisms are scored on the same trees
//! afterwards, see [`super::scorer`].

use chess::{Board, Move, Piece, key};
use engine::eval::UNIT;

use super::capture::{self, Noise};
use super::linear::Linear;

/// How far a look after each move goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(
    rename_all = "kebab-case",
    expecting = "`\"static\"`, `\"exchange\"` or `\"quiescence\"`"
)]
pub enum Horizon {
    /// The position as it stands.
    Static,
    /// The position less what the opponent's best exchange takes.
    Exchange,
    /// Captures and promotions for a few plies, and every way out of check.
    Quiescence,
}

/// Plies of captures after a move in [`Horizon::Quiescence`].
pub const QUIESCENCE_PLIES: u8 = 3;

/// A tree is at most this many plies deep, its root included.
pub const MAX_DEPTH: usize = QUIESCENCE_PLIES as usize + 1;

/// A feature and by how much it differs from the parent's, in sixteenths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Delta {
    pub param: u8,
    pub amount: f32,
}

/// What a node is worth before its children are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Stand {
    /// Its evaluation: no side is forced to capture.
    Pat,
    /// Nothing: the side to move is in check and must find a way out.
    InCheck,
}

/// A position in a tree. Nodes are listed parents first, so that a node's
/// children are those that follow it one ply deeper.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    pub deltas: u8,
    pub ply: u8,
    pub stand: Stand,
}

/// One legal move of a position.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// Where its nodes begin, and where its deltas do.
    nodes: u32,
    deltas: u32,
    node_count: u16,
    delta_count: u16,
    /// Whether it is preferred to the played move where the two score the same.
    pub wins_ties: bool,
}

/// Positions ready for scoring, in flat lists that are read from front to back.
#[derive(Debug, Default)]
pub struct Captures {
    /// Where each position's candidates begin.
    positions: Vec<u32>,
    candidates: Vec<Candidate>,
    nodes: Vec<Node>,
    deltas: Vec<Delta>,
}

impl Captures {
    /// Adds a position in which `played` was chosen.
    pub fn plant<L: Linear>(&mut self, board: &Board, played: Move, look: Horizon) {
        let mut grown = Self::default();
        grown.grow::<L>(board, played, look);
        self.positions.push(self.candidates.len() as u32);
        for (index, candidate) in grown.candidates.iter().enumerate() {
            if index == 0 || !L::NEVER_NEGATIVE || !grown.is_hopeless(index) {
                self.transplant(&grown, candidate);
            }
        }
    }

    /// Adds all moves of a position, the played one first.
    fn grow<L: Linear>(&mut self, board: &Board, played: Move, look: Horizon) {
        let mut moves = vec![played];
        board.generate_moves(|group| {
            moves.extend(group.into_iter().filter(|&mv| mv != played));
            false
        });
        let here = L::features(board);
        let origin = key(board);
        let tie = tie_break(origin, played);
        for mv in moves {
            let (nodes, deltas) = (self.nodes.len(), self.deltas.len());
            let mut after = board.clone();
            after.play_unchecked(mv);
            match look {
                // What is drawn has no features, whatever they were before.
                _ if is_stalemate(&after) => self.push::<L>(&here, &L::NOTHING, 0, Stand::Pat),
                Horizon::Static => self.add_leaf::<L>(&after, &here, None),
                Horizon::Exchange => {
                    self.add_leaf::<L>(&after, &here, capture::best_exchange(&after));
                }
                Horizon::Quiescence => {
                    self.add_tree::<L>(&after, &here, 0);
                }
            }
            self.candidates.push(Candidate {
                nodes: nodes as u32,
                deltas: deltas as u32,
                node_count: (self.nodes.len() - nodes) as u16,
                delta_count: (self.deltas.len() - deltas) as u16,
                wins_ties: tie_break(origin, mv) > tie,
            });
        }
    }

    /// Whether there is a candidate at least as good as this one whatever the weights
    /// are, as long as none is negative: then no organism prefers this one alone.
    fn is_hopeless(&self, index: usize) -> bool {
        let one = &self.candidates[index];
        let (nodes, deltas) = self.tree(one);
        // The opponent may leave the position as it is: no more than that is won.
        if nodes[0].stand == Stand::InCheck {
            return false;
        }
        let most = &deltas[..usize::from(nodes[0].deltas)];
        self.candidates.iter().enumerate().any(|(at, other)| {
            let ([leaf], deltas) = self.tree(other) else {
                return false;
            };
            leaf.stand == Stand::Pat
                && other.wins_ties >= one.wins_ties
                && covers(deltas, most)
                // Of two that are the same the first is kept.
                && (at < index || other.wins_ties != one.wins_ties || deltas != most)
        })
    }

    /// Adds a candidate of another forest.
    fn transplant(&mut self, other: &Self, candidate: &Candidate) {
        let (nodes, deltas) = other.tree(candidate);
        self.candidates.push(Candidate {
            nodes: self.nodes.len() as u32,
            deltas: self.deltas.len() as u32,
            ..*candidate
        });
        self.nodes.extend_from_slice(nodes);
        self.deltas.extend_from_slice(deltas);
    }

    /// Adds all positions of another forest.
    pub fn append(&mut self, other: Self) {
        let (candidates, nodes, deltas) = (
            self.candidates.len() as u32,
            self.nodes.len() as u32,
            self.deltas.len() as u32,
        );
        self.positions
            .extend(other.positions.iter().map(|start| start + candidates));
        self.candidates
            .extend(other.candidates.into_iter().map(|candidate| Candidate {
                nodes: candidate.nodes + nodes,
                deltas: candidate.deltas + deltas,
                ..candidate
            }));
        self.nodes.extend(other.nodes);
        self.deltas.extend(other.deltas);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves of a position that an organism may choose, the played one first.
    pub fn candidates(&self, position: usize) -> &[Candidate] {
        let start = self.positions[position] as usize;
        let next = self.positions.get(position + 1);
        &self.candidates[start..next.map_or(self.candidates.len(), |&next| next as usize)]
    }

    /// The tree of a move.
    pub fn tree(&self, candidate: &Candidate) -> (&[Node], &[Delta]) {
        let (nodes, deltas) = (candidate.nodes as usize, candidate.deltas as usize);
        (
            &self.nodes[nodes..nodes + usize::from(candidate.node_count)],
            &self.deltas[deltas..deltas + usize::from(candidate.delta_count)],
        )
    }

    /// A position looked at without moves that follow.
    fn add_leaf<L: Linear>(
        &mut self,
        after: &Board,
        here: &L::Features,
        lost: Option<capture::Exchange>,
    ) {
        let mut seen = turned::<L>(L::features(after));
        if let Some(exchange) = lost {
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::King) {
                seen.as_mut()[L::piece_param(piece)] -= UNIT * exchange[piece as usize];
            }
        }
        self.push::<L>(here, &seen, 0, stand(after));
    }

    /// A position and the captures that may follow it, seen by the player of
    /// the move that led to it. Returns what the side to move wins by them, in
    /// steps of the order of the pieces.
    fn add_tree<L: Linear>(&mut self, board: &Board, parent: &L::Features, ply: u8) -> i32 {
        let opponent_moves = ply.is_multiple_of(2);
        let seen = L::features(board);
        let seen = if opponent_moves {
            turned::<L>(seen)
        } else {
            seen
        };
        let in_check = ply == 0 && !board.checkers().is_empty();
        let stand = if in_check { Stand::InCheck } else { Stand::Pat };
        self.push::<L>(parent, &seen, ply, stand);
        let mut most = 0;
        if ply == QUIESCENCE_PLIES {
            return most;
        }
        let noise = match ply {
            0 if in_check => Noise::Everything,
            0 => Noise::Captures,
            _ if ply + 1 == QUIESCENCE_PLIES => Noise::Gains,
            _ => Noise::Trades,
        };
        for mv in capture::moves(board, noise) {
            let (nodes, deltas) = (self.nodes.len(), self.deltas.len());
            let mut child = board.clone();
            child.play_unchecked(mv);
            let win = capture::gain(board, mv) - self.add_tree::<L>(&child, &seen, ply + 1);
            most = most.max(win);
            // Many captures lose at once, and hardly any organism would make them.
            if noise == Noise::Captures && win < 0 {
                self.nodes.truncate(nodes);
                self.deltas.truncate(deltas);
            }
        }
        most
    }

    fn push<L: Linear>(&mut self, from: &L::Features, to: &L::Features, ply: u8, stand: Stand) {
        let before = self.deltas.len();
        for (param, (from, to)) in from.as_ref().iter().zip(to.as_ref()).enumerate() {
            if from != to {
                self.deltas.push(Delta {
                    param: param as u8,
                    amount: (to - from) as f32,
                });
            }
        }
        let deltas = (self.deltas.len() - before) as u8;
        self.nodes.push(Node { deltas, ply, stand });
    }
}

/// Whether one has at least as much of every feature as the other.
fn covers(one: &[Delta], other: &[Delta]) -> bool {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    loop {
        // Both are in the order of the parameters, and what is missing is nothing.
        let param = match (one.peek(), other.peek()) {
            (Some(one), Some(other)) => one.param.min(other.param),
            (Some(delta), None) | (None, Some(delta)) => delta.param,
            (None, None) => return true,
        };
        let amount = |delta: Option<&Delta>| delta.map_or(0.0, |delta| delta.amount);
        let more = amount(one.next_if(|delta| delta.param == param));
        if more < amount(other.next_if(|delta| delta.param == param)) {
            return false;
        }
    }
}

/// The same features seen by the other side.
fn turned<L: Linear>(mut features: L::Features) -> L::Features {
    for feature in features.as_mut() {
        *feature = -*feature;
    }
    features
}

fn is_stalemate(board: &Board) -> bool {
    board.checkers().is_empty() && !board.generate_moves(|_| true)
}

/// Only mate leaves nothing to stand on where no moves are followed.
fn stand(board: &Board) -> Stand {
    if board.checkers().is_empty() || board.generate_moves(|_| true) {
        Stand::Pat
    } else {
        Stand::InCheck
    }
}

/// Decides between moves that score the same: the same for all organisms, and
/// independent of the order in which moves are generated.
pub fn tie_break(position: u64, mv: Move) -> u64 {
    let promotion = mv.promotion.map_or(0, |piece: Piece| piece as u64);
    let mv = mv.from as u64 | (mv.to as u64) << 6 | promotion << 12;
    // Two rounds of multiply and fold mix every bit of both into the result.
    let mut mixed = position ^ mv.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for _ in 0..2 {
        mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
    mixed ^ mixed >> 32
}
