//! Moves compared with what is known for certain.

use std::fmt;

use chess::{Board, Color, Game, Move, Outcome, insufficient_material};

/// What a position is worth to a player with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The opponent wins.
    Loss,
    /// Neither side wins.
    Draw,
    /// The player wins.
    Win,
}

/// A move that gave something away.
#[derive(Clone, Debug, PartialEq)]
pub struct Blunder {
    /// The position before the move.
    pub board: Board,
    /// The move.
    pub mv: Move,
    /// What the position was worth.
    pub before: Value,
    /// What was left.
    pub after: Value,
}

/// A player's moves compared with what endgame tables know.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Truth {
    /// Moves in positions that are known.
    pub moves: usize,
    /// Those where another move would have given something away.
    pub choices: usize,
    /// Those that did.
    pub blunders: Vec<Blunder>,
}

impl Truth {
    /// Looks at all moves of one side in a game. `outcome` tells the result of a
    /// position with best play, where it is known.
    pub fn note(&mut self, game: &Game, side: Color, outcome: impl Fn(&Board) -> Option<Outcome>) {
        let value = |board: &Board| value(board, side, &outcome);
        let mut board = game.start().clone();
        for &mv in game.moves() {
            if board.side_to_move() == side
                && let Some(before) = value(&board)
                && let Some(moves) = each_move(&board, value)
            {
                self.moves += 1;
                self.choices += usize::from(moves.iter().any(|&(_, after)| after < before));
                let made = moves.iter().find(|(other, _)| *other == mv);
                let &(_, after) = made.expect("the move was legal");
                if after < before {
                    self.blunders.push(Blunder {
                        board: board.clone(),
                        mv,
                        before,
                        after,
                    });
                }
            }
            board.play_unchecked(mv);
        }
    }
}

/// All moves with the value of the position after each, if all are known.
fn each_move(board: &Board, value: impl Fn(&Board) -> Option<Value>) -> Option<Vec<(Move, Value)>> {
    let mut moves = Vec::new();
    board.generate_moves(|group| {
        moves.extend(group);
        false
    });
    let valued = moves.into_iter().map(|mv| {
        let mut after = board.clone();
        after.play_unchecked(mv);
        Some((mv, value(&after)?))
    });
    valued.collect()
}

fn value(board: &Board, side: Color, outcome: impl Fn(&Board) -> Option<Outcome>) -> Option<Value> {
    let outcome = if !board.generate_moves(|_| true) {
        match board.checkers().is_empty() {
            true => Outcome::Draw,
            false => Outcome::Win(!board.side_to_move()),
        }
    } else if insufficient_material(board) {
        Outcome::Draw
    } else {
        outcome(board)?
    };
    Some(match outcome {
        Outcome::Draw => Value::Draw,
        Outcome::Win(winner) if winner == side => Value::Win,
        Outcome::Win(_) => Value::Loss,
    })
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}
