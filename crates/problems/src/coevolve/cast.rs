//! Which players programs are.

use std::fmt::Debug;
use std::sync::Arc;

use chess::Game;
use engine::Mind;
use engine::eval::Weights;
use engine::modern::search::SearchGenes;
use engine::modern::{self, eval};
use engine::organism::{Organism, Origin};
use engine::search::SearchParams;
use evo::{Example, Failure};
use params::Table;

use super::contest::Outcome;
use super::examples;

/// Makes players of programs.
pub trait Cast: Debug + Send + Sync {
    /// The declarations of a program's numbers.
    fn table(&self) -> Table;

    /// The player that these numbers are; they fit the declarations.
    fn mind(&self, program: &[i32]) -> Arc<dyn Mind>;

    /// The player that these numbers are, wherever they come from.
    fn checked(&self, program: &[i32]) -> Result<Arc<dyn Mind>, Failure> {
        match self.table().fits(program) {
            true => Ok(self.mind(program)),
            false => Err(Failure::new("these are not the numbers of a player")),
        }
    }

    /// The evaluation that all have, where they are searches.
    fn common(&self) -> Option<&eval::Weights> {
        None
    }

    /// Adds what two games from an opening teach.
    fn teach(&self, _opening: &Game, _outcome: &Outcome, _examples: &mut Vec<Example>) {}
}

/// Evaluations of the published kind, all with the plain search.
#[derive(Debug)]
pub struct Evaluations;

impl Cast for Evaluations {
    fn table(&self) -> Table {
        Weights::TABLE
    }

    fn mind(&self, program: &[i32]) -> Arc<dyn Mind> {
        Arc::new(Organism {
            name: String::new(),
            weights: Weights(program.try_into().expect("one weight for each term")),
            search: SearchParams::PLAIN,
            origin: Origin::default(),
        })
    }

    fn teach(&self, opening: &Game, outcome: &Outcome, examples: &mut Vec<Example>) {
        examples::add(opening, outcome, examples);
    }
}

/// Modern searches, all with this evaluation. A program is their genes that count at
/// fixed nodes.
#[derive(Debug)]
pub struct Searches(pub eval::Weights);

impl Searches {
    /// The search of a program.
    pub fn genes(program: &[i32]) -> SearchGenes {
        let mut search = SearchGenes::default();
        search.0[..program.len()].copy_from_slice(program);
        search
    }

    /// The program of a search.
    pub fn program(search: &SearchGenes) -> Vec<i32> {
        search.0[..SearchGenes::TIMELESS.len()].to_vec()
    }
}

impl Cast for Searches {
    fn table(&self) -> Table {
        SearchGenes::TIMELESS
    }

    fn common(&self) -> Option<&eval::Weights> {
        Some(&self.0)
    }

    fn mind(&self, program: &[i32]) -> Arc<dyn Mind> {
        Arc::new(modern::Organism {
            name: String::new(),
            weights: self.0.clone(),
            search: Self::genes(program),
            origin: Origin::default(),
        })
    }
}
