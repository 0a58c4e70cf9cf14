//! What a journal says: plain values.

use evo::{Organism, Stats};
use serde::{Deserialize, Serialize};

/// What a run is: all that it takes to do it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The recipe, word for word.
    pub recipe: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
    /// The command that started it.
    pub command: String,
    /// Its parts, one after the other.
    pub phases: Vec<Phase>,
}

/// A part of a run in which one kind of genome evolves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// The names of its genes, in order.
    pub genes: Vec<String>,
    /// The methods of its demes, in order.
    pub demes: Vec<String>,
    /// What a score counts.
    pub unit: String,
    /// What the best of a generation is tried on, besides what it was bred on.
    pub trial: String,
    /// Whether a smaller score is a better one.
    pub less_is_better: bool,
}

/// The scores of a generation, which are shown in place of fitness.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scored<'a> {
    /// Of the best organism.
    pub best: f64,
    /// The mean of all.
    pub mean: f64,
    /// Of the best on what it was not bred on, if that was tried.
    pub trial: Option<f64>,
    /// How many positions the best solves, where the score counts something else.
    pub solved: Option<f64>,
    /// Of each organism, in order.
    pub organisms: &'a [f64],
    /// The deme of each, in order.
    pub demes: &'a [u32],
}

/// An organism with its place and its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its generation.
    pub generation: u32,
    /// Its deme.
    pub deme: u32,
    /// Its score.
    pub score: f64,
    /// The organism, with the values of its genes.
    pub organism: Organism<Vec<f64>>,
}

/// A deme in one generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DemeFigures {
    /// The generation.
    pub generation: u32,
    /// The deme.
    pub deme: u32,
    /// The score of its organism with the highest fitness.
    pub best_score: f64,
    /// The mean score.
    pub mean_score: f64,
    /// How many of its organisms have a parent in another deme.
    pub migrants: u32,
}

/// Ancestors of an organism in one deme and generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kin {
    /// The generation.
    pub generation: u32,
    /// The deme.
    pub deme: u32,
    /// How many of its organisms there are ancestors; in the organism's own generation
    /// itself.
    pub count: u32,
}

/// The genes of an organism, as they are recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Genes {
    /// One number for each name of the phase.
    pub values: Vec<f64>,
    /// The text of an organism that numbers alone do not describe.
    pub program: Option<String>,
}

impl From<Vec<f64>> for Genes {
    fn from(values: Vec<f64>) -> Self {
        Self {
            values,
            program: None,
        }
    }
}

/// The name of a generation: phases and generations count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The number of the phase.
    pub phase: u32,
    /// The number of the generation within the phase.
    pub generation: u32,
}

/// A generation in figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Which generation.
    pub place: Place,
    /// What its fitness values come to, and the work done for them.
    pub stats: Stats,
    /// The score of the best organism.
    pub best_score: f64,
    /// The mean score.
    pub mean_score: f64,
    /// The score of the best on what it was not bred on, if that was tried.
    pub trial_score: Option<f64>,
    /// How many positions the best solves, where the score counts something else.
    pub solved: Option<f64>,
}

/// What to continue from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The generation after which it was taken.
    pub place: Place,
    /// The optimiser, as it saved itself.
    pub bytes: Vec<u8>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// When: milliseconds since 1970.
    pub unix_ms: i64,
    /// What sort of thing.
    pub kind: EventKind,
    /// What exactly.
    pub text: String,
}

/// What sort of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// The run began; the text names the process.
    Started,
    /// A process went on with it; the text names the process.
    Resumed,
    /// It was stopped; the text says by what.
    Stopped,
    /// Something was found out about it; the text is the name of the finding.
    Found,
    /// A worker elsewhere takes part; the text names it.
    Joined,
    /// A worker elsewhere gave wrong outcomes; the text names it and says how.
    Lied,
    /// Something went wrong, with a worker elsewhere or an engine, and was made good; the text
    /// says what.
    Fault,
    /// It began again, because what was recorded could not be relied on; the text says why.
    Restarted,
    /// Its recipe was changed; the text says how.
    Changed,
    /// It came to its end.
    Finished,
}

impl EventKind {
    const ALL: [Self; 10] = [
        Self::Started,
        Self::Resumed,
        Self::Stopped,
        Self::Found,
        Self::Joined,
        Self::Lied,
        Self::Fault,
        Self::Restarted,
        Self::Changed,
        Self::Finished,
    ];

    /// The word in the journal.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Resumed => "resumed",
            Self::Stopped => "stopped",
            Self::Found => "found",
            Self::Joined => "joined",
            Self::Lied => "lied",
            Self::Fault => "fault",
            Self::Restarted => "restarted",
            Self::Changed => "changed",
            Self::Finished => "finished",
        }
    }

    /// The kind with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
