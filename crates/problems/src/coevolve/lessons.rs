//! What games say of the weights.

use chess::{Board, Color, Game};
use engine::eval::{COUNT, Features, UNIT, Weights};
use evo::Lesson;

use super::contest::Outcome;

/// Makes lessons of games: a position, what the terms see in it, and how the game ended.
#[derive(Debug, Clone)]
pub struct Teacher {
    /// The least value of every weight.
    least: [i32; COUNT],
    /// How far those weights that can vary may be above it.
    ranges: Vec<(usize, f64)>,
}

impl Teacher {
    pub(super) fn new() -> Self {
        let table = Weights::TABLE;
        let range = |index: usize| table.get(index).max - table.get(index).min;
        let ranges = (0..COUNT).map(|index| (index, f64::from(range(index))));
        Self {
            least: std::array::from_fn(|index| table.get(index).min),
            ranges: ranges.filter(|(_, range)| *range > 0.0).collect(),
        }
    }

    /// The lessons of two games from an opening, of their quiet positions: where the
    /// mover is not in check and neither takes nor promotes. Others are not worth what
    /// the terms see in them.
    pub(super) fn lessons(&self, opening: &Game, outcome: &Outcome, to: &mut Vec<Lesson>) {
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
                    to.push(self.lesson(&board, f64::from(half_points) / 2.0));
                }
                board.play(mv);
            }
        }
    }

    fn lesson(&self, board: &Board, result: f64) -> Lesson {
        let Features(seen) = Features::of(board);
        let seen = seen.map(|sixteenths| f64::from(sixteenths) / f64::from(UNIT));
        let least = self.least.iter().zip(seen);
        Lesson {
            constant: least.map(|(&least, seen)| f64::from(least) * seen).sum(),
            slopes: self
                .ranges
                .iter()
                .map(|&(i, range)| range * seen[i])
                .collect(),
            result,
        }
    }
}
