//! What games say of the weights.

use chess::{Board, Color, Game};
use engine::eval::{Features, UNIT};
use evo::Example;

use super::contest::Outcome;

/// Adds the examples of two games from an opening: of every quiet position, what the
/// terms see in it and how the game ended. A position is quiet where the mover is not
/// in check and neither takes nor promotes; others are not worth what the terms see.
pub fn add(opening: &Game, outcome: &Outcome, examples: &mut Vec<Example>) {
    let games = outcome.moves.iter().zip(outcome.half_points);
    for ((moves, half_points), first) in games.zip(Color::ALL) {
        let mut board = opening.board().clone();
        for &bits in moves {
            let mv = chess::unpack(bits).expect("a move that was played");
            let takes = board.occupied().has(mv.to);
            if board.checkers().is_empty() && !takes && mv.promotion.is_none() {
                let half_points = match board.side_to_move() == first {
                    true => half_points,
                    false => 2 - half_points,
                };
                examples.push(example(&board, f64::from(half_points) / 2.0));
            }
            board.play(mv);
        }
    }
}

fn example(board: &Board, result: f64) -> Example {
    let Features(sixteenths) = Features::of(board);
    let seen = sixteenths.map(|seen| f64::from(seen) / f64::from(UNIT));
    Example {
        features: seen.into(),
        result,
    }
}
