//! Which positions of a game fit.

use std::collections::HashSet;

use chess::pgn::Record;
use chess::{Color, Outcome, key};

use crate::Sample;

/// What a position must be like to be drawn.
///
/// A position with a single legal move fits too, as it did for EVOL*: every organism
/// agrees on it, so it changes no ranking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Criteria {
    /// The lowest rating of the player to move; with `None` no rating is needed.
    pub min_elo: Option<u16>,
    /// Whether the side to move must be the one that won in the end.
    pub winner_to_move: bool,
    /// Half moves at the beginning of each game that are left out.
    pub skip_plies: usize,
}

impl Criteria {
    /// The positions of a game that fit, each once, with how many half moves were
    /// played before.
    pub fn fitting(&self, record: &Record) -> Vec<(usize, Sample)> {
        let winner = match record.result() {
            Some(Outcome::Win(side)) => Some(side),
            _ => None,
        };
        let fits = |side| {
            let strong = self
                .min_elo
                .is_none_or(|least| record.tags.elo(side).is_some_and(|elo| elo >= least));
            strong && (!self.winner_to_move || winner == Some(side))
        };
        let sides = Color::ALL.map(fits);
        if sides == [false, false] {
            return Vec::new();
        }
        let mut board = record.game.start().clone();
        let mut seen = HashSet::new();
        let mut fitting = Vec::new();
        for (ply, &played) in record.game.moves().iter().enumerate() {
            let fits = ply >= self.skip_plies && sides[board.side_to_move() as usize];
            if fits && seen.insert(key(&board)) {
                let board = board.clone();
                fitting.push((ply, Sample { board, played }));
            }
            board.play_unchecked(played);
        }
        fitting
    }
}

#[cfg(test)]
mod tests {
    use chess::pgn::Reader;

    use super::*;

    const GAME: &str = "[WhiteElo \"2600\"]\n[BlackElo \"2599\"]\n\n\
        1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Nf3 Nc6 ";

    fn plies(criteria: Criteria, end: &'static str) -> Vec<usize> {
        let text = std::io::Cursor::new(format!("{GAME}{end}"));
        let record = Reader::new("some.pgn", text).unwrap().next().unwrap();
        let fitting = criteria.fitting(&record.unwrap());
        for (ply, sample) in &fitting {
            assert_eq!(sample.board.side_to_move() as usize, ply % 2);
            assert!(sample.board.is_legal(sample.played));
        }
        fitting.into_iter().map(|(ply, _)| ply).collect()
    }

    #[test]
    fn every_position_fits_once_where_nothing_is_asked() {
        // The start comes back after four half moves.
        let all = Criteria::default();
        assert_eq!(plies(all, "*"), [0, 1, 2, 3, 5, 6, 7]);
    }

    #[test]
    fn the_winner_and_the_strong_are_asked_for_their_own_moves() {
        let criteria = Criteria {
            winner_to_move: true,
            ..Criteria::default()
        };
        assert_eq!(plies(criteria, "1-0"), [0, 2, 6]);
        assert_eq!(plies(criteria, "0-1"), [1, 3, 5, 7]);
        assert_eq!(plies(criteria, "1/2-1/2"), []);
        assert_eq!(plies(criteria, "*"), []);
        let criteria = Criteria {
            min_elo: Some(2600),
            skip_plies: 3,
            ..Criteria::default()
        };
        assert_eq!(plies(criteria, "1/2-1/2"), [4, 6]);
        let criteria = Criteria {
            winner_to_move: true,
            ..criteria
        };
        assert_eq!(plies(criteria, "0-1"), []);
    }
}
