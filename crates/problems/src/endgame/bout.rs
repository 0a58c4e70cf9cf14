//! Games between strategies, and what they are worth.

use std::ops::{Add, AddAssign};

use chess::{Board, Color, End, Game, balance};
use serde::{Deserialize, Serialize};

use super::strategy::Strategy;

/// How a game went for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// It mated.
    Mate,
    /// It was ahead in material when the game was broken off.
    Ahead,
    /// Neither.
    Draw,
    /// It was behind in material when the game was broken off.
    Behind,
    /// It was mated.
    Mated,
}

impl Verdict {
    /// How it went for the other.
    pub const fn other(self) -> Self {
        match self {
            Self::Mate => Self::Mated,
            Self::Ahead => Self::Behind,
            Self::Draw => Self::Draw,
            Self::Behind => Self::Ahead,
            Self::Mated => Self::Mate,
        }
    }
}

/// What the verdicts are worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ mate = 1, ahead = 0.75, draw = 0.5, behind = 0, mated = 0 }`"
)]
pub struct Points {
    /// A mate.
    pub mate: f64,
    /// More material at the end, without a mate.
    pub ahead: f64,
    /// A draw.
    pub draw: f64,
    /// Less material at the end.
    pub behind: f64,
    /// A loss.
    pub mated: f64,
}

impl Points {
    /// As the paper scores its players: a mate is a point, more material three
    /// quarters of one, a draw a half.
    pub const PAPER: Self = Self {
        mate: 1.0,
        ahead: 0.75,
        draw: 0.5,
        behind: 0.0,
        mated: 0.0,
    };

    /// Whether all are finite numbers.
    pub fn are_finite(&self) -> bool {
        let Self {
            mate,
            ahead,
            draw,
            behind,
            mated,
        } = *self;
        [mate, ahead, draw, behind, mated]
            .iter()
            .all(|points| points.is_finite())
    }

    const fn of(&self, verdict: Verdict) -> f64 {
        match verdict {
            Verdict::Mate => self.mate,
            Verdict::Ahead => self.ahead,
            Verdict::Draw => self.draw,
            Verdict::Behind => self.behind,
            Verdict::Mated => self.mated,
        }
    }
}

/// The games of one of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// How many ended with each verdict, in the order of [`Verdict`].
    counts: [u32; 5],
}

impl Standing {
    /// How many games ended like this.
    pub const fn count(&self, verdict: Verdict) -> u32 {
        self.counts[verdict as usize]
    }

    /// Adds a game.
    pub const fn count_in(&mut self, verdict: Verdict) {
        self.counts[verdict as usize] += 1;
    }

    /// The same games, seen by the other player.
    pub const fn other(&self) -> Self {
        let [mate, ahead, draw, behind, mated] = self.counts;
        Self {
            counts: [mated, behind, draw, ahead, mate],
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u32 {
        self.counts
            .iter()
            .fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// What they were worth.
    pub fn points(&self, points: &Points) -> f64 {
        self.sum(|verdict| points.of(verdict))
    }

    /// The standard error of [`points`](Self::points), if the games are independent.
    pub fn stderr(&self, points: &Points) -> f64 {
        let games = f64::from(self.games().max(2));
        let mean = self.points(points) / games;
        let squares = self.sum(|verdict| {
            let apart = points.of(verdict) - mean;
            apart * apart
        });
        (squares * games / (games - 1.0)).sqrt()
    }

    fn sum(&self, of: impl Fn(Verdict) -> f64) -> f64 {
        let verdicts = [
            Verdict::Mate,
            Verdict::Ahead,
            Verdict::Draw,
            Verdict::Behind,
            Verdict::Mated,
        ];
        let counts = self.counts.iter().map(|&count| f64::from(count));
        counts
            .zip(verdicts)
            .map(|(n, verdict)| n * of(verdict))
            .sum()
    }
}

impl Add for Standing {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            counts: std::array::from_fn(|at| self.counts[at] + other.counts[at]),
        }
    }
}

impl AddAssign for Standing {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The games of a meeting, and the work they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// How they went for the first of the two.
    pub tally: Standing,
    /// Positions judged by both.
    pub positions: u64,
}

/// Plays a start twice, each player with both colours.
pub fn pair(first: &Strategy, second: &Strategy, start: &Board, longest: u32) -> Results {
    let mut record = Results::default();
    for side in Color::ALL {
        let players = match side {
            Color::White => [first, second],
            Color::Black => [second, first],
        };
        let (winner, positions) = play(players, start, longest);
        record.tally.count_in(match side {
            Color::White => winner,
            Color::Black => winner.other(),
        });
        record.positions += positions;
    }
    record
}

/// One game, White's strategy first: how it went for White, and the positions
/// judged. It ends by the rules, or after the move with the number `longest`.
fn play(players: [&Strategy; 2], start: &Board, longest: u32) -> (Verdict, u64) {
    let mut game = Game::new(start.clone());
    let mut positions = 0;
    while u32::from(game.board().fullmove_number()) <= longest && game.end().is_none() {
        let player = players[game.board().side_to_move() as usize];
        let (mv, judged) = player.choose(&game);
        positions += judged;
        game.play(mv).expect("the move is legal");
    }
    (verdict(&game), positions)
}

/// How a game that is over or broken off went for White.
///
/// Mate is a win; stalemate, or too few pieces to mate, is a draw. Any other end
/// breaks the game off, and the side with more material is ahead.
pub fn verdict(game: &Game) -> Verdict {
    match game.end() {
        Some(End::Checkmate { winner }) => match winner {
            Color::White => Verdict::Mate,
            Color::Black => Verdict::Mated,
        },
        Some(End::Stalemate | End::InsufficientMaterial) => Verdict::Draw,
        Some(End::Repetition | End::FiftyMoves) | None => {
            match balance(game.board(), Color::White) {
                0 => Verdict::Draw,
                more if more > 0 => Verdict::Ahead,
                _ => Verdict::Behind,
            }
        }
    }
}
