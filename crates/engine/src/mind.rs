//! What plays by searching, whatever it evaluates by.

use std::path::Path;

use chess::Board;
use params::ParamSpec;

use crate::eval::Evaluation;
use crate::organism::OrganismError;
use crate::search::{Engine, Search};

/// A kind of organism that plays by searching: what a UCI session and a match need of
/// it. Whatever implements this plays like all others.
pub trait Mind: Clone + Send + Sync + 'static {
    /// What positions are worth to it.
    type Evaluation: Evaluation + Send + 'static;

    /// How it looks ahead.
    type Search: Search;

    /// What people call it.
    fn name(&self) -> &str;

    /// Gives it another name.
    fn rename(&mut self, name: &str);

    /// The text of its file.
    fn to_toml(&self) -> String;

    /// Reads an organism file of this kind.
    fn read(path: &Path) -> Result<Self, OrganismError>;

    /// An engine that plays as it does.
    fn engine(&self, threads: usize, mebibytes: usize) -> Engine<Self::Evaluation, Self::Search>;

    /// Its genes that are whole numbers, with their values: the options of a session.
    fn genes(&self) -> Vec<(&'static ParamSpec, i32)>;

    /// Gives the gene of this number a value within its range.
    fn set_gene(&mut self, number: usize, value: i32);

    /// Its evaluation of a position as lines for people.
    fn explain(&self, board: &Board) -> Vec<String>;
}
