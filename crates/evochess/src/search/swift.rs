//! The moves of f-negascout with a fraction of its nodes: what the ladder plays with.

use std::num::NonZeroU8;

use arrayvec::ArrayVec;
use chess::{Board, Color, Game, Move, Piece, PieceMoves, key, legal_moves, pack};

use super::Found;
use super::ground::{Ground, INFINITE};
use crate::ordering::Killers;
use crate::position::Position;

/// A search that always makes the move of [`Negascout`](super::Negascout), which is the
/// first of the best moves to a fixed depth: the best one of a ply less, then the others
/// as they are generated. Only these two things decide, so within the tree moves may have
/// a better order, and what is known of a position may be remembered.
///
/// What is remembered holds for the same iteration, the same rest of plies and the same
/// earlier positions that may still be repeated, so that it is the same in every line.
#[derive(Clone, Debug)]
pub struct Swift {
    ground: Ground,
    depth: NonZeroU8,
    /// The plies of this iteration.
    plies: usize,
    /// Sets what one iteration remembers apart from all others.
    iteration: u64,
    /// The positions from the root on.
    line: Vec<Board>,
    killers: Vec<Killers>,
    table: Vec<Entry>,
    nodes: u64,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Names the position and all that its value depends on.
    proof: u64,
    /// The best move, which depends on less: it is tried first whatever else has changed.
    best: u16,
    value: i16,
    bound: Bound,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

const ENTRIES: usize = 1 << 16;

/// As many as the players of the ladder have.
const KILLERS: usize = 4;

type Moves = ArrayVec<(i32, Move), 218>;

impl Swift {
    /// A player that looks as far.
    pub fn new(position: Position, depth: NonZeroU8) -> Self {
        let levels = usize::from(depth.get()) + 1;
        Self {
            ground: Ground::new(position),
            depth,
            plies: 0,
            iteration: 0,
            line: Vec::with_capacity(levels),
            killers: vec![Killers::new(KILLERS); levels],
            table: vec![Entry::default(); ENTRIES],
            nodes: 0,
        }
    }

    /// Finds a move in the last position of a game, which has one.
    pub fn search(&mut self, game: &Game) -> Found {
        self.ground.begin(game);
        self.killers.iter_mut().for_each(Killers::clear);
        self.nodes = 0;
        let generated = legal_moves(game.board());
        let (mut best, mut score) = (generated[0], 0);
        for plies in 1..=usize::from(self.depth.get()) {
            self.plies = plies;
            self.iteration += 1;
            let others = generated.iter().copied().filter(|&mv| mv != best);
            let moves: Vec<_> = std::iter::once(best).chain(others).collect();
            (best, score) = self.root(game.board(), &moves);
        }
        Found {
            mv: best,
            score,
            nodes: self.nodes,
            depth: self.depth.get().into(),
        }
    }

    /// The first of the best moves and what it is worth.
    fn root(&mut self, board: &Board, moves: &[Move]) -> (Move, i32) {
        self.line.clear();
        self.line.push(board.clone());
        self.nodes += 1;
        let (mut best, mut score) = (moves[0], -INFINITE);
        for (number, &mv) in moves.iter().enumerate() {
            let is_better = number == 0 || self.after(board, mv, 0, (score, score + 1)) > score;
            if is_better {
                (best, score) = (mv, self.after(board, mv, 0, (score, INFINITE)));
            }
        }
        (best, score)
    }

    /// The value of a move, within a window.
    fn after(&mut self, board: &Board, mv: Move, ply: usize, (alpha, beta): (i32, i32)) -> i32 {
        let mut child = board.clone();
        child.play_unchecked(mv);
        self.ground.push(&child);
        let value = -self.visit(&child, ply + 1, (-beta, -alpha));
        self.ground.pop();
        value
    }

    /// The value of a position: at least this where it is not below the window, at most
    /// this where it is not above.
    fn visit(&mut self, board: &Board, ply: usize, (alpha, beta): (i32, i32)) -> i32 {
        self.nodes += 1;
        if let Some(value) = self.ground.decided(board, ply) {
            return value;
        }
        let rest = self.plies - ply;
        if rest == 0 {
            return self.ground.position.evaluate(board);
        }
        let place = (key(board) >> 32) as usize % ENTRIES;
        let proof = self.proof(board, ply);
        let known = self.table[place];
        // Near the fifty-move rule, values depend on the count of moves.
        let lasts = usize::from(board.halfmove_clock()) + rest < 100;
        if lasts && known.proof == proof {
            let value = i32::from(known.value);
            let holds = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if holds {
                return value;
            }
        }
        self.line.push(board.clone());
        let mut moves = self.moves(board, ply, known.best);
        let (mut best, mut best_move) = (-INFINITE, moves[0].1);
        for number in 0..moves.len() {
            let mv = pick(&mut moves, number);
            let low = alpha.max(best);
            let mut value = 0;
            if number > 0 {
                value = self.after(board, mv, ply, (low, low + 1));
            }
            if number == 0 || value > low && value < beta {
                value = self.after(board, mv, ply, (low, beta));
            }
            if value > best {
                (best, best_move) = (value, mv);
            }
            if best >= beta {
                self.killers[ply].adjust(mv);
                break;
            }
        }
        self.line.pop();
        if lasts {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best <= alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.table[place] = Entry {
                proof,
                best: pack(best_move),
                value: best as i16,
                bound,
            };
        }
        best
    }

    /// Names a position with all that its value in this iteration depends on: how far the
    /// search goes on, and which positions of the line before it may be repeated.
    fn proof(&self, board: &Board, ply: usize) -> u64 {
        let place = self.iteration << 8 | ply as u64;
        let mut proof = key(board) ^ mixed(place);
        // The root is in every line. What is repeated was there at least four plies before.
        let reversible = usize::from(board.halfmove_clock());
        let first = ply.saturating_sub(reversible).max(1);
        let end = ply.min((self.plies + 1).saturating_sub(4));
        for earlier in first..end {
            let before = &self.line[earlier];
            // Plies to the last position with the same side to move.
            let plies = self.plies - ply - (self.plies - earlier) % 2;
            if may_become(board, before, plies) {
                proof ^= mixed(key(before));
            }
        }
        proof
    }

    /// The moves of a position with their ranks.
    fn moves(&self, board: &Board, ply: usize, known: u16) -> Moves {
        let killers = &self.killers[ply];
        let enemy = !board.side_to_move();
        let victims = Piece::ALL.map(|victim| (victim, board.colored_pieces(enemy, victim)));
        let mut moves = Moves::new();
        board.generate_moves(|group| {
            let to = |squares| PieceMoves {
                to: group.to & squares,
                ..group
            };
            for (victim, squares) in victims {
                let rank = CAPTURE + 8 * victim as i32 - group.piece as i32;
                moves.extend(to(squares).into_iter().map(|mv| (rank, mv)));
            }
            let quiet = to(!board.colors(enemy)).into_iter();
            if group.piece == Piece::Pawn || killers.start_from(group.from) {
                let rank = |mv: Move| match killers.rank(mv) {
                    _ if mv.promotion == Some(Piece::Queen) => CAPTURE,
                    Some(killer) => -(killer as i32),
                    None => QUIET,
                };
                moves.extend(quiet.map(|mv| (rank(mv), mv)));
            } else {
                moves.extend(quiet.map(|mv| (QUIET, mv)));
            }
            false
        });
        if let Some(known) = moves.iter().position(|&(_, mv)| pack(mv) == known) {
            moves[known].0 = KNOWN;
        }
        moves
    }
}

/// Ranks of moves; those of killer moves lie between captures and the others.
const KNOWN: i32 = 1000;
const CAPTURE: i32 = 100;
const QUIET: i32 = -100;

/// Brings the first of the best moves from this place on to the place.
fn pick(moves: &mut Moves, place: usize) -> Move {
    let mut best = place;
    for other in place + 1..moves.len() {
        if moves[other].0 > moves[best].0 {
            best = other;
        }
    }
    moves.swap(place, best);
    moves[place].1
}

/// Whether this many plies may lead from a position to one before it: each side needs a
/// move for every piece that stands elsewhere.
fn may_become(now: &Board, before: &Board, plies: usize) -> bool {
    let displaced = |side: Color| -> usize {
        let of = |piece| before.colored_pieces(side, piece) & !now.colored_pieces(side, piece);
        Piece::ALL
            .map(|piece| of(piece).len() as usize)
            .iter()
            .sum()
    };
    let side = now.side_to_move();
    displaced(side) <= plies.div_ceil(2) && displaced(!side) <= plies / 2
}

const fn mixed(number: u64) -> u64 {
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
