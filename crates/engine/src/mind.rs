//! What plays by searching, whatever it evaluates by.

use chess::Board;
use params::ParamSpec;

use crate::search::{Engine, Searcher};

/// A kind of organism that plays by searching: what a UCI session and a match need of
/// it. Whatever implements this plays like all others.
pub trait Mind: Send + Sync + 'static {
    /// What people call it.
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

    /// Its genes that are whole numbers, with their values: the options of a session.
    fn genes(&self) -> Vec<(&'static ParamSpec, i32)>;

    /// Gives the gene of this number a value within its range.
    fn set_gene(&mut self, number: usize, value: i32);

    /// Its evaluation of a position as lines for people.
    fn explain(&self, board: &Board) -> Vec<String>;

    /// What its evaluation of a position is made of, without what is nothing there.
    fn terms(&self, board: &Board) -> Vec<Term>;
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
