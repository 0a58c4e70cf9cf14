//! Ending games whose result is clear.

use chess::{Board, Color, Game, balance};
use engine::search::Score;

use crate::{Draw, Ending, Played, Rules};

/// Watches a game's material and scores.
#[derive(Debug)]
pub struct Judge<'a> {
    rules: &'a Rules,
    /// Half moves in a row that White has been far ahead in material.
    white_ahead: usize,
    /// Half moves in a row that Black has been far ahead in material.
    black_ahead: usize,
    /// Half moves in a row that White has been winning by the scores.
    white_wins: usize,
    /// Half moves in a row that Black has been winning by the scores.
    black_wins: usize,
    /// Half moves in a row that neither side has been better.
    even: usize,
}

impl<'a> Judge<'a> {
    /// A judge of one game.
    pub fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            white_ahead: 0,
            black_ahead: 0,
            white_wins: 0,
            black_wins: 0,
            even: 0,
        }
    }

    /// Notes the position after a move and the score that the mover gave for it. A
    /// move without a score breaks every row of scores.
    pub fn note(&mut self, board: &Board, score: Option<Score>) {
        let mover = !board.side_to_move();
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
        let Rules {
            material,
            resign,
            draw,
            ..
        } = *self.rules;
        if let Some(material) = material {
            let (lead, far) = (balance(board, Color::White), material.lead as i32);
            count(&mut self.white_ahead, lead >= far);
            count(&mut self.black_ahead, -lead >= far);
        }
        let wins = |cp: i64| resign.is_some_and(|resign| cp >= resign.cp.into());
        let is_even = |cp: i64| draw.is_some_and(|draw| cp.abs() <= draw.cp.into());
        count(&mut self.white_wins, white_cp.is_some_and(wins));
        count(&mut self.black_wins, white_cp.is_some_and(|cp| wins(-cp)));
        count(&mut self.even, white_cp.is_some_and(is_even));
    }

    /// How the game has ended, `None` while it goes on.
    pub fn ending(&self, game: &Game) -> Option<Ending> {
        let Rules {
            material,
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
        // Tables do not know how many moves already count towards the fifty.
        let tables = tables.as_ref().filter(|_| board.halfmove_clock() == 0);
        if let Some(outcome) = tables.and_then(|tables| tables.outcome(board)) {
            return Some(Ending::Tablebase(outcome));
        }
        let has_won = |row| material.is_some_and(|material| row >= 2 * material.moves);
        let resigned = |row| resign.is_some_and(|resign| row >= 2 * resign.moves);
        let agreed = |draw: Draw| self.even >= 2 * draw.moves && number > draw.from_move;
        let winner = |[white, black]: [bool; 2]| match (white, black) {
            (true, _) => Some(Color::White),
            (_, true) => Some(Color::Black),
            _ => None,
        };
        if let Some(winner) = winner([self.white_ahead, self.black_ahead].map(has_won)) {
            Some(Ending::Material { winner })
        } else if let Some(winner) = winner([self.white_wins, self.black_wins].map(resigned)) {
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

impl Played {
    /// How this game would have ended by these rules, and after how many half moves
    /// of the players; `None` if they do not end it before it did.
    pub fn ending_by(&self, rules: &Rules) -> Option<(Ending, usize)> {
        let moves = self.game.moves();
        let (opening, moves) = moves.split_at(moves.len() - self.thoughts.len());
        let mut game = Game::new(self.game.start().clone());
        let play = |game: &mut Game, mv| game.play(mv).expect("it was played");
        opening.iter().for_each(|&mv| play(&mut game, mv));
        let mut judge = Judge::new(rules);
        for (plies, (&mv, timed)) in moves.iter().zip(&self.thoughts).enumerate() {
            if let Some(ending) = judge.ending(&game) {
                return Some((ending, plies));
            }
            play(&mut game, mv);
            judge.note(game.board(), timed.thought.score);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Material, Resign};
    use Color::{Black, White};
    use Score::{Centipawns, Mate};

    /// What is said of a game in which nothing moves but the scores.
    fn judge(
        rules: &Rules,
        scores: impl IntoIterator<Item = (Color, Score)>,
        fen: &str,
    ) -> Option<Ending> {
        let mut judge = Judge::new(rules);
        for (mover, score) in scores {
            let after = if mover == White { " b " } else { " w " };
            let board = chess::fen::parse(&fen.replace(" w ", after)).unwrap();
            judge.note(&board, Some(score));
        }
        judge.ending(&Game::new(chess::fen::parse(fen).unwrap()))
    }

    #[test]
    fn scores_end_no_game_unless_that_is_asked_for() {
        let fen = "4k2r/8/8/8/8/8/8/4KQ2 w - - 0 60";
        for score in [Centipawns(0), Centipawns(30_000), Mate(1)] {
            for other in [Centipawns(0), Centipawns(-30_000), Mate(0)] {
                let scores = [(White, score), (Black, other)].repeat(50);
                assert_eq!(judge(&Rules::default(), scores, fen), None);
            }
        }
    }

    #[test]
    fn material_ends_a_game_whatever_the_scores() {
        let rules = Rules {
            material: Some(Material { lead: 9, moves: 2 }),
            ..Rules::default()
        };
        let queen = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 20";
        for score in [Centipawns(0), Centipawns(-5000), Mate(-1), Mate(3)] {
            let two = [(White, score), (Black, score)].repeat(2);
            let wins = Some(Ending::Material { winner: White });
            assert_eq!(judge(&rules, two.clone(), queen), wins);
            assert_eq!(judge(&rules, two.into_iter().skip(1), queen), None);
        }
        let scores = [(White, Mate(3)), (Black, Mate(0))].repeat(2);
        let less = "4k3/7p/8/8/8/8/8/4KQ2 w - - 0 20";
        assert_eq!(judge(&rules, scores.clone(), less), None);
        let black = "4kq2/8/8/8/8/8/8/4K3 w - - 0 20";
        let wins = Some(Ending::Material { winner: Black });
        assert_eq!(judge(&rules, scores, black), wins);
    }

    #[test]
    fn both_sides_must_agree() {
        let fen = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 20";
        let rules = Rules {
            material: None,
            resign: Some(Resign { cp: 1000, moves: 3 }),
            ..Rules::default()
        };
        let both = [(White, Mate(4)), (Black, Centipawns(-1000))];
        let resigns = Some(Ending::Resignation { winner: White });
        assert_eq!(judge(&rules, both.repeat(3), fen), resigns);
        assert_eq!(judge(&rules, both.repeat(3).into_iter().take(5), fen), None);
        let disagree = [(White, Mate(4)), (Black, Centipawns(-999))];
        assert_eq!(judge(&rules, disagree.repeat(9), fen), None);
        let black = [(White, Mate(0)), (Black, Centipawns(5000))];
        let resigns = Some(Ending::Resignation { winner: Black });
        assert_eq!(judge(&rules, black.repeat(3), fen), resigns);
    }

    #[test]
    fn draws_are_agreed_late_only() {
        let rules = Rules {
            material: None,
            draw: Some(Draw {
                cp: 8,
                moves: 8,
                from_move: 40,
            }),
            ..Rules::default()
        };
        let even = [(White, Centipawns(8)), (Black, Centipawns(-8))].repeat(8);
        let early = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 40";
        let late = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 41";
        assert_eq!(judge(&rules, even.clone(), early), None);
        assert_eq!(judge(&rules, even.clone(), late), Some(Ending::Agreement));
        assert_eq!(judge(&rules, even.into_iter().skip(1), late), None);
        let long = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 201";
        assert_eq!(judge(&rules, [], long), Some(Ending::MoveLimit));
        let mate = "4k3/4Q3/4K3/8/8/8/8/8 b - - 0 201";
        assert!(matches!(judge(&rules, [], mate), Some(Ending::Rules(_))));
    }
}
