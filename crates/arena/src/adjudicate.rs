//! Ending games whose result is clear.

use std::fmt;

use chess::{Color, End, Game, Outcome};
use engine::search::Score;

/// A side this far behind by both sides' scores has lost.
const RESIGN_CP: i32 = 1000;

/// For so many moves of each side in a row.
const RESIGN_MOVES: usize = 3;

/// A game this even by both sides' scores is a draw.
const DRAW_CP: i32 = 8;

/// For so many moves of each side in a row.
const DRAW_MOVES: usize = 8;

/// But not before this move.
const DRAW_FROM_MOVE: u16 = 40;

/// The number of the last move of a game.
const LAST_MOVE: u16 = 200;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of chess.
    Rules(End),
    /// Both sides saw one side far behind for some moves.
    Resignation {
        /// The side ahead.
        winner: Color,
    },
    /// Both sides saw nothing in it for some moves, late in the game.
    Agreement,
    /// The game was too long.
    MoveLimit,
}

impl Ending {
    /// Who won.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Rules(end) => end.outcome(),
            Self::Resignation { winner } => Outcome::Win(winner),
            Self::Agreement | Self::MoveLimit => Outcome::Draw,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(end) => end.fmt(f),
            Self::Resignation {
                winner: Color::White,
            } => f.write_str("Black resigns"),
            Self::Resignation {
                winner: Color::Black,
            } => f.write_str("White resigns"),
            Self::Agreement => f.write_str("draw agreed"),
            Self::MoveLimit => f.write_str("move limit"),
        }
    }
}

/// Watches a game's scores.
#[derive(Debug, Default)]
pub struct Judge {
    /// Half moves in a row that White has been winning.
    white_wins: usize,
    /// Half moves in a row that Black has been winning.
    black_wins: usize,
    /// Half moves in a row that nobody has been better.
    even: usize,
}

impl Judge {
    /// Notes the score that the side to move, `mover`, gave with its move.
    pub fn note(&mut self, mover: Color, score: Score) {
        let mover_cp = match score {
            Score::Centipawns(cp) => cp,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        };
        let white_cp = match mover {
            Color::White => mover_cp,
            Color::Black => mover_cp.saturating_neg(),
        };
        let count = |row: &mut usize, goes_on| *row = if goes_on { *row + 1 } else { 0 };
        count(&mut self.white_wins, white_cp >= RESIGN_CP);
        count(&mut self.black_wins, white_cp <= -RESIGN_CP);
        count(&mut self.even, white_cp.abs() <= DRAW_CP);
    }

    /// How the game has ended, `None` while it goes on.
    pub fn ending(&self, game: &Game) -> Option<Ending> {
        let number = game.board().fullmove_number();
        if let Some(end) = game.end() {
            Some(Ending::Rules(end))
        } else if self.white_wins >= 2 * RESIGN_MOVES {
            let winner = Color::White;
            Some(Ending::Resignation { winner })
        } else if self.black_wins >= 2 * RESIGN_MOVES {
            let winner = Color::Black;
            Some(Ending::Resignation { winner })
        } else if self.even >= 2 * DRAW_MOVES && number > DRAW_FROM_MOVE {
            Some(Ending::Agreement)
        } else if number > LAST_MOVE {
            Some(Ending::MoveLimit)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};
    use Score::{Centipawns, Mate};

    fn judge(scores: impl IntoIterator<Item = (Color, Score)>, fen: &str) -> Option<Ending> {
        let mut judge = Judge::default();
        for (mover, score) in scores {
            judge.note(mover, score);
        }
        judge.ending(&Game::new(chess::fen::parse(fen).unwrap()))
    }

    #[test]
    fn both_sides_must_agree() {
        let fen = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 20";
        let both = [(White, Mate(4)), (Black, Centipawns(-1000))];
        let resigns = Some(Ending::Resignation { winner: White });
        assert_eq!(judge(both.repeat(3), fen), resigns);
        assert_eq!(judge(both.repeat(3).into_iter().take(5), fen), None);
        let disagree = [(White, Mate(4)), (Black, Centipawns(-999))];
        assert_eq!(judge(disagree.repeat(9), fen), None);
        let black = [(White, Mate(0)), (Black, Centipawns(5000))];
        let resigns = Some(Ending::Resignation { winner: Black });
        assert_eq!(judge(black.repeat(3), fen), resigns);
    }

    #[test]
    fn draws_are_agreed_late_only() {
        let even = [(White, Centipawns(8)), (Black, Centipawns(-8))].repeat(8);
        let early = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 40";
        let late = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 41";
        assert_eq!(judge(even.clone(), early), None);
        assert_eq!(judge(even.clone(), late), Some(Ending::Agreement));
        assert_eq!(judge(even.into_iter().skip(1), late), None);
        let long = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 201";
        assert_eq!(judge([], long), Some(Ending::MoveLimit));
        let mate = "4k3/4Q3/4K3/8/8/8/8/8 b - - 0 201";
        assert!(matches!(judge([], mate), Some(Ending::Rules(_))));
    }
}
