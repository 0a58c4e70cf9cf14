//! Counts of game pairs.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use chess::{Color, Outcome};
use serde::{Deserialize, Serialize};

/// How a game ended for one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The other player won.
    Loss,
    /// Neither player won.
    Draw,
    /// The player won.
    Win,
}

impl GameResult {
    /// The result for the player that had this colour.
    pub fn of(outcome: Outcome, player: Color) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(winner) if winner == player => Self::Win,
            Outcome::Win(_) => Self::Loss,
        }
    }
}

/// The results of a player in whole pairs of games against another.
///
/// There are five scores of a pair, hence the name, and six kinds of pair: a win
/// and a loss score as much as two draws.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pentanomial {
    /// Pairs that scored 0.
    pub two_losses: u64,
    /// Pairs that scored ½.
    pub loss_and_draw: u64,
    /// Pairs that scored 1 with a loss and a win.
    pub loss_and_win: u64,
    /// Pairs that scored 1 with two draws.
    pub two_draws: u64,
    /// Pairs that scored 1½.
    pub draw_and_win: u64,
    /// Pairs that scored 2.
    pub two_wins: u64,
}

impl Pentanomial {
    /// One pair, by the half points of the player in both games.
    pub fn of_half_points(pair: [u8; 2]) -> Self {
        let [one, other] = pair.map(|half_points| match half_points {
            0 => GameResult::Loss,
            1 => GameResult::Draw,
            _ => GameResult::Win,
        });
        let mut results = Self::default();
        results.add_pair(one, other);
        results
    }

    /// Counts one more pair; the order of its games does not matter.
    pub fn add_pair(&mut self, one: GameResult, other: GameResult) {
        use GameResult::{Draw, Loss, Win};
        *match (one, other) {
            (Loss, Loss) => &mut self.two_losses,
            (Loss, Draw) | (Draw, Loss) => &mut self.loss_and_draw,
            (Loss, Win) | (Win, Loss) => &mut self.loss_and_win,
            (Draw, Draw) => &mut self.two_draws,
            (Draw, Win) | (Win, Draw) => &mut self.draw_and_win,
            (Win, Win) => &mut self.two_wins,
        } += 1;
    }

    /// The same pairs as the other player sees them.
    pub fn reversed(&self) -> Self {
        Self {
            two_losses: self.two_wins,
            loss_and_draw: self.draw_and_win,
            draw_and_win: self.loss_and_draw,
            two_wins: self.two_losses,
            ..*self
        }
    }

    /// The pairs that scored 0, ½, 1, 1½ and 2.
    pub fn by_score(&self) -> [u64; 5] {
        [
            self.two_losses,
            self.loss_and_draw,
            self.loss_and_win + self.two_draws,
            self.draw_and_win,
            self.two_wins,
        ]
    }

    /// Pairs.
    pub fn pairs(&self) -> u64 {
        self.by_score().iter().sum()
    }

    /// Games: two for each pair.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// Games won.
    pub fn wins(&self) -> u64 {
        2 * self.two_wins + self.draw_and_win + self.loss_and_win
    }

    /// Games drawn.
    pub fn draws(&self) -> u64 {
        2 * self.two_draws + self.loss_and_draw + self.draw_and_win
    }

    /// Games lost.
    pub fn losses(&self) -> u64 {
        self.reversed().wins()
    }

    /// Points: one for a win, half of one for a draw.
    pub fn points(&self) -> f64 {
        self.wins() as f64 + self.draws() as f64 / 2.0
    }

    /// The mean score of a game, from 0 to 1; NaN with no pair.
    pub fn score(&self) -> f64 {
        self.points() / self.games() as f64
    }

    /// The share of games that were drawn; NaN with no pair.
    pub fn draw_ratio(&self) -> f64 {
        self.draws() as f64 / self.games() as f64
    }

    /// Pairs that scored more than 1 for each that scored less. Infinite if there
    /// is none of the latter, NaN if there is neither.
    pub fn pairs_ratio(&self) -> f64 {
        let won = self.draw_and_win + self.two_wins;
        let lost = self.two_losses + self.loss_and_draw;
        won as f64 / lost as f64
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        self.two_losses += other.two_losses;
        self.loss_and_draw += other.loss_and_draw;
        self.loss_and_win += other.loss_and_win;
        self.two_draws += other.two_draws;
        self.draw_and_win += other.draw_and_win;
        self.two_wins += other.two_wins;
    }
}

impl Add for Pentanomial {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Pentanomial {
    fn sum<I: Iterator<Item = Self>>(pairs: I) -> Self {
        pairs.fold(Self::default(), Self::add)
    }
}
