//! Ending games whose result is clear.

use chess::{Color, Game};
use engine::search::Score;

use crate::{Draw, Ending, Rules};

/// Watches a game's scores.
#[derive(Debug)]
pub struct Judge<'a> {
    rules: &'a Rules,
    /// Half moves in a row that White has been winning.
    white_wins: usize,
    /// Half moves in a row that Black has been winning.
    black_wins: usize,
    /// Half moves in a row that nobody has been better.
    even: usize,
}

impl<'a> Judge<'a> {
    /// A judge of one game.
    pub fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            white_wins: 0,
            black_wins: 0,
            even: 0,
        }
    }

    /// Notes the score that the side to move, `mover`, gave with its move. A move
    /// without a score breaks every row.
    pub fn note(&mut self, mover: Color, score: Option<Score>) {
        let white_cp = score.map(|score| {
            let mover_cp = match score {
                Score::Centipawns(cp) => i64::from(cp),
                Score::Mate(moves) if moves > 0 => i64::MAX,
                Score::Mate(_) => -i64::MAX,
            };
            match mover {
                Color::White => mover_cp,
                Color::Black => -mover_cp,
            }
        });
        let count = |row: &mut usize, goes_on: bool| *row = if goes_on { *row + 1 } else { 0 };
        let Rules { resign, draw, .. } = *self.rules;
        let wins = |cp: i64| resign.is_some_and(|resign| cp >= resign.cp.into());
        let is_even = |cp: i64| draw.is_some_and(|draw| cp.abs() <= draw.cp.into());
        count(&mut self.white_wins, white_cp.is_some_and(wins));
        count(&mut self.black_wins, white_cp.is_some_and(|cp| wins(-cp)));
        count(&mut self.even, white_cp.is_some_and(is_even));
    }

    /// How the game has ended, `None` while it goes on.
    pub fn ending(&self, game: &Game) -> Option<Ending> {
        let Rules {
            resign,
            draw,
            last_move,
            ref tables,
            ..
        } = *self.rules;
        let board = game.board();
        let number = board.fullmove_number();
        if let Some(end) = game.end() {
            return Some(Ending::Rules(end));
        }
        // Tables know nothing of the moves already made towards the fifty.
        let tables = tables.as_ref().filter(|_| board.halfmove_clock() == 0);
        if let Some(outcome) = tables.and_then(|tables| tables.outcome(board)) {
            return Some(Ending::Tablebase(outcome));
        }
        let resigned = |row| resign.is_some_and(|resign| row >= 2 * resign.moves);
        let agreed = |draw: Draw| self.even >= 2 * draw.moves && number > draw.from_move;
        if resigned(self.white_wins) {
            let winner = Color::White;
            Some(Ending::Resignation { winner })
        } else if resigned(self.black_wins) {
            let winner = Color::Black;
            Some(Ending::Resignation { winner })
        } else if draw.is_some_and(agreed) {
            Some(Ending::Agreement)
        } else if last_move.is_some_and(|last| number > last) {
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
        let rules = Rules::default();
        let mut judge = Judge::new(&rules);
        for (mover, score) in scores {
            judge.note(mover, Some(score));
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
