//! A recipe as stages, one after the other.

use std::any::Any;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::Arc;

use evo::{Effort, Seed};
use serde::Deserialize;

use super::Recipe;
use crate::experiment::{Experiment, Part};

/// How much work one run of a stage may take. A run ends with the generation in which it has
/// taken as much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(
    default,
    deny_unknown_fields,
    expecting = "`{ games = 10000 }`, or `positions` or `nodes`"
)]
pub struct Allowance {
    /// Games played.
    pub games: Option<u64>,
    /// Positions judged.
    pub positions: Option<u64>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

impl Allowance {
    /// Whether this work has used it up.
    pub fn is_spent(&self, effort: Effort) -> bool {
        let counts = [
            (self.games, effort.games),
            (self.positions, effort.positions),
            (self.nodes, effort.nodes),
        ];
        let mut counts = counts.into_iter();
        counts.any(|(most, spent)| most.is_some_and(|most| spent >= most))
    }
}

/// A part of a recipe: one experiment, in one or more independent runs.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What its section is called.
    pub name: String,
    /// The phase of its first run in the journal.
    pub first: u32,
    /// How many independent runs.
    pub runs: NonZeroU32,
    /// How many generations are bred after the first.
    pub generations: u32,
    /// After how much work it ends, if not with its last generation.
    pub effort: Option<Allowance>,
    /// What is bred, and how.
    pub experiment: Arc<dyn Experiment>,
}

impl Stage {
    /// Whether what it breeds plays chess.
    pub fn plays(&self) -> bool {
        self.experiment.part() != Part::Numbers
    }

    /// Whether a run that has taken this much work ends, generations left or not.
    pub fn is_spent(&self, effort: Effort) -> bool {
        self.effort.is_some_and(|allowed| allowed.is_spent(effort))
    }

    /// Its phases in the journal, one for each independent run.
    pub const fn phases(&self) -> Range<u32> {
        self.first..self.first + self.runs.get()
    }

    /// What it makes, for titles.
    pub fn title(&self) -> &'static str {
        self.experiment.title()
    }

    /// The names of its genes, in order.
    pub fn gene_names(&self) -> Vec<String> {
        let genes = self.experiment.genes().into_iter();
        genes.map(|gene| gene.name).collect()
    }

    /// A key of its section as `--set` takes it.
    pub fn key(&self, key: &str) -> String {
        format!("{}.{key}", self.name)
    }

    /// The experiment, if it is one of this type.
    pub fn experiment_as<T: Experiment>(&self) -> Option<&T> {
        let any: &dyn Any = &*self.experiment;
        any.downcast_ref()
    }
}

impl Recipe {
    /// All phases.
    pub fn phases(&self) -> Range<u32> {
        0..self.last().phases().end
    }

    /// The stage that ends the run.
    pub fn last(&self) -> &Stage {
        self.stages.last().expect("a recipe has a stage")
    }

    /// The names of its sections, in the order of their stages.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        let stages = self.stages.chunk_by(|one, other| one.name == other.name);
        stages.map(|stages| stages[0].name.as_str())
    }

    /// The stage of a phase.
    ///
    /// # Panics
    ///
    /// If there is no such phase.
    pub fn stage(&self, phase: u32) -> &Stage {
        let mut stages = self.stages.iter();
        let stage = stages.find(|stage| stage.phases().contains(&phase));
        stage.expect("a phase of this recipe")
    }

    /// The stage of a phase and, of several independent runs, which it is.
    pub fn title(&self, phase: u32) -> String {
        let stage = self.stage(phase);
        let title = self.stage_title(stage);
        match self.run_of(phase) {
            Some(run) => format!("{title}, run {run} of {}", stage.runs),
            None => title,
        }
    }

    /// What a stage makes, with its name where one before makes the same.
    pub fn stage_title(&self, stage: &Stage) -> String {
        let title = stage.title();
        let before = self.stages.iter().take_while(|one| one.first < stage.first);
        match before.map(Stage::title).any(|one| one == title) {
            true => format!("{title} ({})", stage.name),
            false => title.into(),
        }
    }

    /// Which of several independent runs a phase is, counted from 1; `None` for a
    /// stage that is run once.
    pub fn run_of(&self, phase: u32) -> Option<u32> {
        let stage = self.stage(phase);
        (stage.runs.get() > 1).then(|| phase - stage.first + 1)
    }

    /// The seed of a phase. No two phases of any two seeds share
    /// theirs, so runs of different seeds are replicates.
    pub(crate) fn chance(&self, phase: u32) -> Seed {
        Seed::new(self.seed.into()).child("phase", phase.into())
    }

    /// What a phase is called.
    pub fn phase_name(&self, phase: u32) -> String {
        match self.run_of(phase) {
            Some(run) => format!("run {run}"),
            None if self.stages.len() > 1 => self.stage(phase).title().into(),
            None => format!("seed {}", self.seed),
        }
    }
}
