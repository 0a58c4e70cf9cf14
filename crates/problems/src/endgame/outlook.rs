//! What is won or lost by force: a search for mates and material.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use chess::{Board, Move, Piece, balance, insufficient_material, value_of};

use super::lookahead::has_move;
use super::plies::Plies;

/// More than all pieces are worth. A mate is this and the plies that were left.
pub const MATE: i32 = 1000;

/// Beyond any value.
const INFINITE: i32 = 2 * MATE;

/// The most moves of any position is 218.
type Moves = ArrayVec<Move, 218>;

/// What the side to move gets by force within this many plies: the balance of material,
/// [`MATE`] or more if it mates, -`MATE` or less if it is mated, 0 for stalemate or too
/// few pieces to mate.
///
/// The value is that of full minimax. Replies to a check are not counted as plies, so
/// that a row of checks is followed to its end; after the last ply captures and
/// promotions go on until the side to move prefers to stop. A function of the position
/// alone: neither repetition nor the fifty moves matter.
pub fn outlook(board: &Board, plies: u8) -> i32 {
    search(board, plies, -INFINITE, INFINITE)
}

/// Whether the [`outlook`] is the present balance: neither side gains by force.
pub fn is_quiet(board: &Board, plies: Plies) -> bool {
    let now = balance(board, board.side_to_move());
    search(board, plies.get(), now - 1, now + 1) == now
}

/// What a legal move gets by force: the [`outlook`] at the end of this many plies, the
/// move being the first.
pub fn of_move(board: &Board, mv: Move, plies: Plies) -> i32 {
    -search(
        &after(board, mv),
        left(board, plies.get()),
        -INFINITE,
        INFINITE,
    )
}

/// The move that gets the most by force; the first of equals.
pub fn best(board: &Board, moves: impl IntoIterator<Item = Move>, plies: Plies) -> Option<Move> {
    let left = left(board, plies.get());
    let mut best: Option<(i32, Move)> = None;
    for mv in moves {
        let after = after(board, mv);
        let more = best.is_none_or(|(value, _)| -search(&after, left, -value - 1, -value) > value);
        if more {
            best = Some((of_move(board, mv, plies), mv));
        }
    }
    best.map(|(_, mv)| mv)
}

fn after(board: &Board, mv: Move) -> Board {
    let mut after = board.clone();
    after.play_unchecked(mv);
    after
}

/// The plies that are left after a move: the answer to a check is not counted. Two
/// sides cannot answer checks with checks forever, so every line comes to an end.
fn left(board: &Board, plies: u8) -> u8 {
    match board.checkers().is_empty() {
        true => plies.saturating_sub(1),
        false => plies,
    }
}

/// Alpha-beta, fail-soft: exact between the bounds, else a bound itself.
fn search(board: &Board, plies: u8, mut alpha: i32, beta: i32) -> i32 {
    let checked = !board.checkers().is_empty();
    if !has_move(board) {
        return match checked {
            true => -MATE - i32::from(plies),
            false => 0,
        };
    }
    if insufficient_material(board) {
        return 0;
    }
    let still = plies == 0 && !checked;
    let mut best = -INFINITE;
    if still {
        best = balance(board, board.side_to_move());
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
    }
    let known = match still {
        true => None,
        false => recall(board, plies),
    };
    if let Some(known) = known {
        let decides = match known.bound {
            Bound::Exact => true,
            Bound::AtLeast => known.value >= beta,
            Bound::AtMost => known.value <= alpha,
        };
        if decides {
            return known.value;
        }
    }
    let mut moves = Moves::new();
    board.generate_moves(|group| {
        let wanted = |mv: &Move| !still || is_capture_or_promotion(board, group.piece, *mv);
        moves.extend(group.into_iter().filter(wanted));
        false
    });
    let first = known.map(|known| known.mv);
    moves.sort_by_key(|&mv| {
        let taken = board.piece_on(mv.to).map_or(0, value_of);
        (Some(mv) != first, -taken)
    });
    let left = left(board, plies);
    let (floor, mut choice) = (alpha, moves.first().copied());
    for &mv in &moves {
        let value = -search(&after(board, mv), left, -beta, -alpha);
        if value > best {
            best = value;
            choice = Some(mv);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
    }
    if let Some(mv) = choice.filter(|_| !still) {
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= floor => Bound::AtMost,
            _ => Bound::Exact,
        };
        remember(
            board,
            plies,
            Known {
                value: best,
                bound,
                mv,
            },
        );
    }
    best
}

fn is_capture_or_promotion(board: &Board, piece: Piece, mv: Move) -> bool {
    let passing = piece == Piece::Pawn && mv.from.file() != mv.to.file();
    let enemy = board.colors(!board.side_to_move());
    enemy.has(mv.to) || mv.promotion.is_some() || passing
}

/// What a search found in a position.
#[derive(Clone, Copy)]
struct Known {
    value: i32,
    bound: Bound,
    mv: Move,
}

#[derive(Clone, Copy)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// Searches that a thread remembers: a power of two.
const REMEMBERED: usize = 1 << 17;

type Slot = Option<(u64, u8, Known)>;

thread_local! {
    static SEEN: RefCell<Vec<Slot>> = RefCell::new(vec![None; REMEMBERED]);
}

/// Plies are part of the place, so that searches of different depths do not replace
/// each other.
fn place(key: u64, plies: u8) -> usize {
    (key as usize).wrapping_add(usize::from(plies) * 0x9E37_79B9) % REMEMBERED
}

/// What was found at the same depth: other depths would change the value.
fn recall(board: &Board, plies: u8) -> Option<Known> {
    let key = board.hash();
    SEEN.with_borrow(|seen| match seen[place(key, plies)] {
        Some((other, depth, known)) if (other, depth) == (key, plies) => Some(known),
        _ => None,
    })
}

fn remember(board: &Board, plies: u8, known: Known) {
    let key = board.hash();
    SEEN.with_borrow_mut(|seen| seen[place(key, plies)] = Some((key, plies, known)));
}
