//! How a stage is bred: by one method, or in demes that exchange organisms.

use std::num::NonZeroU32;

use evo::{Archipelago, Evolver, Method, Migration, Space};
use problems::opponent::Opponent;
use serde::Deserialize;

use super::error::Mistake;

/// Demes, as a recipe writes them.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [demes]")]
pub struct Islands {
    /// How many there are. Where several methods are written, the demes have them in
    /// turn.
    count: NonZeroU32,
    /// What goes from deme to deme.
    migration: Migration,
}

/// How the genomes of a stage are bred: the method of each deme. With one deme there is
/// no migration.
#[derive(Clone, Debug)]
pub struct Demes<S: Space> {
    methods: Vec<Method<S>>,
    migration: Option<Migration>,
}

impl<S: Space> Demes<S> {
    /// One deme with this method, whose numbers go together.
    pub fn one(method: Method<S>) -> Self {
        Self {
            methods: vec![method],
            migration: None,
        }
    }

    /// These methods, each with the place where it is written.
    pub(super) fn new(
        written: Vec<(Method<S>, usize)>,
        islands: Option<Islands>,
        space: &S,
    ) -> Result<Self, Mistake> {
        for (method, at) in &written {
            let checked = Evolver::new(method.clone(), space, Vec::new());
            checked.map_err(|error| Mistake::new(*at, error.to_string()))?;
        }
        let at = written.first().map_or(0, |(_, at)| *at);
        let count = islands.map_or(1, |islands| islands.count.get() as usize);
        let methods = written.into_iter().map(|(method, _)| method).cycle();
        let demes = Self {
            methods: methods.take(count).collect(),
            migration: islands.map(|islands| islands.migration),
        };
        if demes.migration.is_some() {
            let checked = demes.archipelago(space, Vec::new());
            checked.map_err(|error| Mistake::new(at, error.to_string()))?;
        }
        Ok(demes)
    }

    /// The name of each deme's method.
    pub fn names(&self) -> Vec<String> {
        self.methods
            .iter()
            .map(|method| method.name().into())
            .collect()
    }

    /// How many organisms a generation has, of all demes.
    pub fn population(&self) -> u32 {
        let sizes = self.methods.iter().map(Method::population);
        sizes.fold(0, u32::saturating_add)
    }

    /// How many founders its methods can use that begin with one of a kind: one for each
    /// that samples from what it learned, and for the others as many as there are organisms.
    pub fn founders(&self) -> u32 {
        let used = self.methods.iter().map(|method| match method.samples() {
            true => 1,
            false => method.population(),
        });
        used.fold(0, u32::saturating_add)
    }

    /// The method of the only deme; `None` where there are several.
    pub fn method(&self) -> Option<&Method<S>> {
        let alone = self.migration.is_none();
        alone.then(|| &self.methods[0])
    }

    /// The opponents of organisms that are judged by games: each other where they come in pairs.
    pub fn opponent(&self) -> Opponent {
        match self.method().is_some_and(Method::pairs) {
            true => Opponent::Twin,
            false => Opponent::Base,
        }
    }

    /// All demes, which have the founders in turn.
    pub fn archipelago(
        &self,
        space: &S,
        founders: Vec<S::Genome>,
    ) -> Result<Archipelago<S>, evo::Error> {
        let count = self.methods.len();
        let mut shares = vec![Vec::new(); count];
        for (number, founder) in founders.into_iter().enumerate() {
            shares[number % count].push(founder);
        }
        let demes = self.methods.iter().zip(shares);
        let demes = demes.map(|(method, share)| Evolver::new(method.clone(), space, share));
        let migration = self.migration.expect("several demes exchange organisms");
        Archipelago::new(demes.collect::<Result<_, _>>()?, migration)
    }
}
