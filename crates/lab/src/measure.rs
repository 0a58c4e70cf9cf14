//! Fitness in units that mean something to a person.

use evo::Effort;
use problems::tactics::FITNESS_NODES;

use crate::{Point, Stage, Task};

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
    /// The share of points won, in percent; fitness is their number.
    Points,
    /// Millions of nodes to the right moves of a suite: less is better. Fitness is
    /// inverse to them; the number of positions solved is reported separately.
    Nodes,
    /// Points a game: against others of the generation where organisms are bred,
    /// against the master strategy where they are tried.
    Score {
        /// Games against the master.
        test: u32,
    },
}

impl Measure {
    /// What the runs of this stage are measured in.
    pub fn of(stage: &Stage) -> Self {
        match &stage.task {
            Task::Mimic(mimic, _) => Self::Solved {
                train: mimic.train.get_ref().get(),
                test: mimic.test.get_ref().get(),
            },
            Task::Mentor(..) => Self::Distance,
            Task::Masters(..) => Self::Moves,
            Task::Coevolve(..) | Task::Final(..) => Self::Points,
            Task::Tactics(..) => Self::Nodes,
            Task::Endgame(endgame, _) => Self::Score {
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
            Self::Points => "% of points against the others",
            Self::Nodes => "million nodes to the right moves",
            Self::Score { .. } => "points a game",
        }
    }

    /// What the best of a generation is tried on, besides what it was bred on.
    pub const fn trial(self) -> &'static str {
        match self {
            Self::Score { .. } => "against the master",
            _ => "on test",
        }
    }

    /// The score that can be compared with that of another run: points against the
    /// organism's peers say nothing about other peers.
    pub fn comparable(self, point: &Point) -> f64 {
        match self {
            Self::Score { .. } => point.held_out.unwrap_or(0.0),
            _ => point.best,
        }
    }

    /// Whether the score of an organism depends on the others of its generation, so
    /// that it cannot be compared with that of another generation or run.
    pub const fn is_among_peers(self) -> bool {
        matches!(self, Self::Points | Self::Score { .. })
    }

    /// Whether a smaller number is a better one.
    pub const fn less_is_better(self) -> bool {
        matches!(self, Self::Distance | Self::Nodes)
    }

    /// Whether one score is better than another.
    pub fn better(self, one: f64, other: f64) -> bool {
        if self.less_is_better() {
            one < other
        } else {
            one > other
        }
    }

    /// The score of one of `count` organisms that were judged with this effort.
    pub fn train(self, fitness: f64, effort: Effort, count: usize) -> f64 {
        match self {
            Self::Solved { train, .. } => 100.0 * fitness.sqrt() / train as f64,
            Self::Distance => distance(fitness),
            Self::Moves => 100.0 * fitness * count as f64 / effort.positions as f64,
            // Two organisms play each game.
            Self::Points => 100.0 * fitness * count as f64 / (2 * effort.games) as f64,
            Self::Score { .. } => fitness * count as f64 / (2 * effort.games) as f64,
            Self::Nodes => FITNESS_NODES / 1e6 / fitness,
        }
    }

    /// The score on what organisms are not bred on; `None` where that is not tried.
    pub fn test(self, fitness: Option<f64>) -> Option<f64> {
        match self {
            Self::Solved { test, .. } => Some(100.0 * fitness?.sqrt() / test as f64),
            Self::Distance => Some(distance(fitness?)),
            Self::Score { test } => Some(fitness? / f64::from(test)),
            Self::Moves | Self::Points | Self::Nodes => None,
        }
    }

    /// How many positions of the suite the best solves, from what was recorded beside
    /// its fitness; `None` where that is something else.
    pub fn solved(self, recorded: Option<f64>) -> Option<f64> {
        recorded.filter(|_| self == Self::Nodes)
    }

    /// The decimal places that are worth showing.
    pub const fn places(self) -> usize {
        match self {
            Self::Solved { .. } | Self::Moves | Self::Points => 2,
            Self::Distance => 1,
            Self::Nodes | Self::Score { .. } => 3,
        }
    }

    /// A number of this measure as text.
    pub fn show(self, value: f64) -> String {
        let number = format!("{value:.*}", self.places());
        match self {
            Self::Solved { .. } | Self::Moves | Self::Points => format!("{number} %"),
            Self::Distance => format!("{number} cp"),
            Self::Nodes => format!("{number} M"),
            Self::Score { .. } => number,
        }
    }

    /// A number of this measure with its unit, both as short as possible.
    pub fn show_with_unit(self, value: f64) -> String {
        let what = match self {
            Self::Solved { .. } => " solved",
            Self::Distance => " off",
            Self::Moves => " of moves",
            Self::Points => " of points",
            Self::Nodes => " nodes",
            Self::Score { .. } => " a game",
        };
        self.show(value) + what
    }
}

fn distance(fitness: f64) -> f64 {
    1.0 / fitness.sqrt() - 1.0
}
