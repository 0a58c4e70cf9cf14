//! The alpha-beta of the paper's table 1.

use std::time::Instant;

use arrayvec::ArrayVec;
use chess::{Board, Game, Move, Piece};

use super::Found;
use super::bounds::{Allowance, Bounds};
use super::ground::{Ground, INFINITE};
use crate::depth::{Code, Facts, Registers, Terminal};
use crate::ordering::{Killers, Order, Scene};
use crate::position::Position;

/// The most moves a position can have.
const MOST_MOVES: usize = 218;

/// Nodes from one look at the clock to the next.
const NODES_A_LOOK: u64 = 1024;

/// A search that a depth program and an order of moves steer.
#[derive(Clone, Debug)]
pub struct Tree<O> {
    ground: Ground,
    order: O,
    code: Code,
    bounds: Bounds,
    /// For each level.
    killers: Vec<Killers>,
    levels: Vec<f32>,
    search_register: f32,
    game_register: f32,
    facts: Facts,
    nodes: u64,
    allowance: Allowance,
    /// The time is over: what comes back from now on is worth nothing.
    is_late: bool,
    deepest: usize,
    best: Option<Move>,
}

/// What is told of a search while it is under way.
pub trait Witness {
    /// The search comes to a node at this distance from the root, in plies.
    fn visit(&mut self, _depth: usize) {}

    /// A statement of its program was executed.
    fn execute(&mut self, _line: usize) {}

    /// Its program has run.
    fn enter(&mut self, _node: &Entered) {}

    /// A move is the best so far in the node that the search has come back to.
    fn improve(&mut self, _depth: usize, _mv: Move) {}
}

impl Witness for () {}

/// A node in which a depth program has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Plies from the root.
    pub depth: usize,
    /// The rest depth before the program has run.
    pub before: i32,
    /// The rest depth after it.
    pub after: i32,
}

/// The move that led to a node.
#[derive(Clone, Copy, Default)]
struct Step {
    captured: f32,
    number: usize,
    value: f32,
    branching: usize,
}

/// Moves that wait for their turn.
#[derive(Default)]
struct Candidates {
    /// As they are generated.
    moves: ArrayVec<Move, MOST_MOVES>,
    /// The value of each, and how early it was generated.
    ranks: ArrayVec<u64, MOST_MOVES>,
}

impl Candidates {
    fn push(&mut self, mv: Move, value: f32) {
        // The bits of positive numbers have the order of the numbers.
        let value = u64::from(value.max(0.0).to_bits());
        self.ranks
            .push(value << 16 | self.moves.len() as u64 ^ LAST);
        self.moves.push(mv);
    }

    /// The move of this turn with its value. Most searches end after the first moves or
    /// look at all, so that only then it is worth while to sort them.
    #[inline]
    fn take(&mut self, turn: usize) -> (Move, f32) {
        let left = &mut self.ranks[turn..];
        match turn {
            ..PICKED => {
                let best = (0..left.len()).max_by_key(|&number| left[number]);
                left.swap(0, best.expect("a turn for each move"));
            }
            PICKED => left.sort_unstable_by(|one, other| other.cmp(one)),
            _ => {}
        }
        let rank = left[0];
        let number = rank as u16 ^ LAST as u16;
        (
            self.moves[usize::from(number)],
            f32::from_bits((rank >> 16) as u32),
        )
    }
}

/// The number of a last move, whose rank among equals is 0.
const LAST: u64 = 0xffff;

/// How many moves are picked before the others are sorted.
const PICKED: usize = 3;

impl<O: Order> Tree<O> {
    /// A search with these parts.
    pub fn new(position: Position, order: O, code: Code, bounds: Bounds) -> Self {
        let levels = usize::from(bounds.most.get()) + 1;
        Self {
            facts: Facts::new(position.pieces().map(|value| value as f32)),
            ground: Ground::new(position),
            order,
            code,
            bounds,
            killers: vec![Killers::fading(bounds.killers.into()); levels],
            levels: vec![0.0; levels],
            search_register: 0.0,
            game_register: 0.0,
            nodes: 0,
            allowance: Allowance::ALL,
            is_late: false,
            deepest: 0,
            best: None,
        }
    }

    /// Forgets the game before.
    pub const fn new_game(&mut self) {
        self.game_register = 0.0;
    }

    /// Finds a move in the last position of a game, which has one. Where time ends the
    /// search, it is the best of the moves that were looked at.
    pub fn search(
        &mut self,
        game: &Game,
        allowance: Allowance,
        witness: &mut impl Witness,
    ) -> Found {
        self.ground.begin(game);
        self.killers.iter_mut().for_each(Killers::clear);
        self.levels.fill(0.0);
        self.search_register = 0.0;
        (self.nodes, self.allowance, self.is_late) = (0, allowance, false);
        (self.deepest, self.best) = (0, None);
        let rest = self.bounds.rest.into();
        let window = (-INFINITE, INFINITE);
        let score = self.visit(game.board(), Step::default(), 0, rest, window, witness);
        Found {
            mv: self.best.expect("a position with a move"),
            score,
            nodes: self.nodes,
            depth: self.deepest,
        }
    }

    /// The value of a position for the side to move, within a window.
    fn visit<W: Witness>(
        &mut self,
        board: &Board,
        step: Step,
        depth: usize,
        rest: i32,
        (alpha, beta): (i32, i32),
        witness: &mut W,
    ) -> i32 {
        self.nodes += 1;
        witness.visit(depth);
        if self.nodes.is_multiple_of(NODES_A_LOOK)
            && let Some(until) = self.allowance.until
        {
            self.is_late |= Instant::now() >= until;
        }
        if depth > 0
            && let Some(value) = self.ground.decided(board, depth)
        {
            return value;
        }
        self.deepest = self.deepest.max(depth);
        if depth == usize::from(self.bounds.most.get()) {
            return self.ground.position.evaluate(board);
        }
        let mut score = None;
        let before = rest;
        let rest = match self.code.is_empty() {
            true => rest,
            false => {
                if self.code.asks_score() {
                    score = Some(self.ground.position.evaluate(board));
                }
                let window = (alpha, beta);
                rest + self.change(board, step, depth, rest, window, score, witness)
            }
        };
        witness.enter(&Entered {
            depth,
            before,
            after: rest,
        });
        let may_end = depth >= usize::from(self.bounds.least.get());
        if may_end && (rest <= 0 || self.nodes > self.allowance.nodes) {
            return score.unwrap_or_else(|| self.ground.position.evaluate(board));
        }

        let mut moves = self.candidates(board, depth);
        let branching = moves.moves.len();
        let mut value = alpha;
        for number in 0..branching {
            let (mv, worth) = moves.take(number);
            let step = Step {
                captured: self.captured(board, mv),
                number: number + 1,
                value: worth,
                branching,
            };
            let mut child = board.clone();
            child.play_unchecked(mv);
            self.ground.push(&child);
            let window = (-beta, -value);
            let replied = -self.visit(&child, step, depth + 1, rest - 1, window, witness);
            self.ground.pop();
            if self.is_late {
                // Without any value, the first move is the best there is.
                if depth == 0 {
                    self.best.get_or_insert(mv);
                }
                break;
            }
            if replied > value {
                value = replied;
                witness.improve(depth, mv);
                if depth == 0 {
                    self.best = Some(mv);
                }
            }
            if value >= beta {
                self.killers[depth].adjust(mv);
                break;
            }
        }
        value
    }

    /// By how much the program moves the horizon. What it is told of scores is told as
    /// the side to move sees it.
    #[expect(clippy::too_many_arguments, reason = "all that a program can ask")]
    #[inline]
    fn change<W: Witness>(
        &mut self,
        board: &Board,
        step: Step,
        depth: usize,
        rest: i32,
        (alpha, beta): (i32, i32),
        score: Option<i32>,
        witness: &mut W,
    ) -> i32 {
        let count = |piece: Piece| board.pieces(piece).len() as f32;
        let facts = &mut self.facts;
        facts.set_registers(Registers {
            level: self.levels[depth],
            search: self.search_register,
            game: self.game_register,
        });
        let horizon = depth as i32 + rest;
        for (terminal, value) in [
            (Terminal::SearchDepth, depth as f32),
            (Terminal::SearchHorizon, horizon as f32),
            (Terminal::CapturedPiece, step.captured),
            (Terminal::AlphaBound, alpha as f32),
            (Terminal::BetaBound, beta as f32),
            (Terminal::MoveNumber, step.number as f32),
            (Terminal::Knights, count(Piece::Knight)),
            (Terminal::Bishops, count(Piece::Bishop)),
            (Terminal::Rooks, count(Piece::Rook)),
            (Terminal::Pawns, count(Piece::Pawn)),
            (
                Terminal::ExpandedNodes,
                percent(self.nodes, self.allowance.nodes),
            ),
            (Terminal::MoveValue, step.value),
            (Terminal::BranchingFactor, step.branching as f32),
            (Terminal::PositionScore, score.unwrap_or(0) as f32),
        ] {
            facts.set(terminal, value);
        }
        let most = self.bounds.change.into();
        let change = self.code.run(facts, most, |line| witness.execute(line));
        let Registers {
            level,
            search,
            game,
        } = facts.registers();
        self.levels[depth] = level;
        self.search_register = search;
        self.game_register = game;
        change
    }

    /// The moves of a position with their values.
    fn candidates(&self, board: &Board, depth: usize) -> Candidates {
        let scene = Scene::new(board);
        let killers = &self.killers[depth];
        let mut candidates = Candidates::default();
        board.generate_moves(|group| {
            let add = |mv, value| candidates.push(mv, value);
            self.order.values(&scene, group, killers, add);
            false
        });
        candidates
    }

    /// The value of the piece that a move captures.
    #[inline]
    fn captured(&self, board: &Board, mv: Move) -> f32 {
        if self.code.is_empty() || !board.colors(!board.side_to_move()).has(mv.to) {
            return 0.0;
        }
        let victim = board.piece_on(mv.to).expect("a piece of the other side");
        self.facts.pieces[victim as usize]
    }
}

/// Nodes in percent of those allowed.
fn percent(nodes: u64, allowance: u64) -> f32 {
    (100 * nodes) as f32 / allowance.max(1) as f32
}
