//! Fitness in words that mean something to a person.

use crate::{Point, Recipe, Task};

/// How fitness is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The share of positions solved, in percent; fitness is the square of their number.
    Solved {
        /// How many positions there are to breed on.
        train: usize,
        /// How many others.
        test: usize,
    },
    /// The mean distance from the mentor's scores, in centipawns: less is better.
    /// Fitness is 1 / (1 + distance)².
    Distance,
    /// The share of moves that are the master's, in percent; fitness is their
    /// number, in other games every generation.
    Moves,
    /// Points a game: against others of the generation where organisms are bred,
    /// against the master strategy where they are tried.
    Points {
        /// Games of each organism in a generation.
        train: u32,
        /// Games against the master.
        test: u32,
    },
}

impl Measure {
    /// What the runs of this recipe are measured in.
    pub fn of(recipe: &Recipe) -> Self {
        match &recipe.task {
            Task::Mimic(mimic, _) => Self::Solved {
                train: mimic.train.get_ref().get(),
                test: mimic.test.get_ref().get(),
            },
            Task::Mentor(..) => Self::Distance,
            Task::Masters(..) => Self::Moves,
            Task::Endgame(endgame, _) => Self::Points {
                train: endgame.opponents.get_ref() * endgame.starts.get() * 2,
                test: endgame.master.games.get_ref().get(),
            },
        }
    }

    /// What a number of this measure counts.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Solved { .. } => "% of positions solved",
            Self::Distance => "centipawns from the mentor's score",
            Self::Moves => "% of moves as the master's",
            Self::Points { .. } => "points a game",
        }
    }

    /// What the best of a generation is tried on, besides what it was bred on.
    pub const fn trial(self) -> &'static str {
        match self {
            Self::Points { .. } => "against the master",
            _ => "on test",
        }
    }

    /// The score that can be compared with that of another run: points against
    /// one's peers say nothing about other peers.
    pub fn comparable(self, point: &Point) -> f64 {
        match self {
            Self::Points { .. } => point.held_out.unwrap_or(0.0),
            _ => point.best,
        }
    }

    /// Whether a smaller number is a better one.
    pub const fn less_is_better(self) -> bool {
        matches!(self, Self::Distance)
    }

    /// Whether one score is better than another.
    pub fn better(self, one: f64, other: f64) -> bool {
        if self.less_is_better() {
            one < other
        } else {
            one > other
        }
    }

    /// The score of an organism that was judged on so many positions.
    pub fn train(self, fitness: f64, positions: f64) -> f64 {
        match self {
            Self::Solved { train, .. } => 100.0 * fitness.sqrt() / train as f64,
            Self::Distance => distance(fitness),
            Self::Moves => 100.0 * fitness / positions,
            Self::Points { train, .. } => fitness / f64::from(train),
        }
    }

    /// The score on what organisms are not bred on; nothing where that is not tried.
    pub fn test(self, fitness: Option<f64>) -> Option<f64> {
        match self {
            Self::Solved { test, .. } => Some(100.0 * fitness?.sqrt() / test as f64),
            Self::Distance => Some(distance(fitness?)),
            Self::Moves => None,
            Self::Points { test, .. } => Some(fitness? / f64::from(test)),
        }
    }

    /// A number of this measure as text.
    pub fn show(self, value: f64) -> String {
        match self {
            Self::Solved { .. } | Self::Moves => format!("{value:.2} %"),
            Self::Distance => format!("{value:.1} cp"),
            Self::Points { .. } => format!("{value:.3}"),
        }
    }
}

fn distance(fitness: f64) -> f64 {
    1.0 / fitness.sqrt() - 1.0
}
