//! What plays by searching, whatever it evaluates by.

use chess::Board;
use params::ParamSpec;

use crate::search::{Engine, Searcher};
use crate::strength::{self, Ladder};

/// A kind of organism that plays by searching: what a UCI session and a match need of
/// it. Whatever implements this plays like all others.
pub trait Mind: Send + Sync + 'static {
    /// The name that is shown.
    fn name(&self) -> &str;

    /// Gives it another name.
    fn rename(&mut self, name: &str);

    /// The text of its file.
    fn to_toml(&self) -> String;

    /// What searches as it does, on this number of threads.
    fn searcher(&self, threads: usize) -> Box<dyn Searcher>;

    /// An engine that plays as it does.
    fn engine(&self, threads: usize, mebibytes: usize) -> Engine {
        Engine::of(self.searcher(threads), mebibytes)
    }

    /// How strong it is with few nodes.
    fn ladder(&self) -> &'static Ladder {
        &strength::GALAPAGOS_1
    }

    /// Its genes that are whole numbers, with their values: the options of a session.
    fn genes(&self) -> Vec<(&'static ParamSpec, i32)>;

    /// Gives the gene of this number a value within its range.
    fn set_gene(&mut self, number: usize, value: i32);

    /// The numbers of its evaluation that are too many to show to people, with their values:
    /// a tuner is offered them besides.
    fn weights(&self) -> Vec<(Weight, i32)> {
        Vec::new()
    }

    /// Gives one of them a value within its range.
    fn set_weight(&mut self, number: usize, _value: i32) {
        unreachable!("there is no weight {number} to set");
    }

    /// Its evaluation of a position as lines for people.
    fn explain(&self, board: &Board) -> Vec<String>;

    /// What its evaluation of a position is made of, without what is nothing there.
    fn terms(&self, board: &Board) -> Vec<Term>;
}

/// A number of an evaluation. One of an array has its place in the name.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// The name in journals and options.
    pub name: String,
    /// The declaration.
    pub spec: &'static ParamSpec,
}

/// A part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The name of the gene it comes from.
    pub name: &'static str,
    /// What that gene does.
    pub meaning: &'static str,
    /// Centipawns for White.
    pub cp: f64,
}

impl Term {
    /// What a declared gene adds.
    pub(crate) const fn of(spec: &ParamSpec, cp: f64) -> Self {
        Self {
            name: spec.name,
            meaning: spec.meaning,
            cp,
        }
    }
}
