//! The demes of a run: how each does, what it has received, and where the champion's
//! family lived.

use std::cmp::Reverse;

use evo::Origin;
use journal::{DemeFigures, Place, Reader};

use crate::{Champion, Measure, Recipe};

/// Organisms in the hall of fame.
const FAMOUS: usize = 10;

/// The demes of a phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Archipelago {
    /// In order.
    pub demes: Vec<Deme>,
    /// The best organisms of all generations, the best first, each genome once.
    pub hall_of_fame: Vec<Famous>,
}

/// A deme over the generations.
#[derive(Clone, Debug, PartialEq)]
pub struct Deme {
    /// What breeds there.
    pub method: String,
    /// Its generations, in order.
    pub generations: Vec<DemeFigures>,
    /// How many ancestors of the champion lived there, in all generations.
    pub ancestors: u32,
}

/// An organism in the hall of fame.
#[derive(Clone, Debug, PartialEq)]
pub struct Famous {
    /// Its score when it was born.
    pub score: f64,
    /// Its deme, from 0.
    pub deme: u32,
    /// The generation it was born in.
    pub generation: u32,
}

impl Deme {
    /// The latest generation.
    ///
    /// # Panics
    ///
    /// If it has none; a deme that is read has one.
    pub fn latest(&self) -> &DemeFigures {
        self.generations.last().expect("a deme has a generation")
    }

    /// How many organisms had a parent in another deme.
    pub fn migrants(&self) -> u32 {
        self.generations.iter().map(|one| one.migrants).sum()
    }

    /// The generations in which organisms came from other demes, and its best score then.
    pub fn arrivals(&self) -> impl Iterator<Item = (u32, f64)> {
        let arrivals = self.generations.iter().filter(|one| one.migrants > 0);
        arrivals.map(|one| (one.generation, one.best_score))
    }
}

impl Archipelago {
    /// Organisms that came from other demes, or had a parent there: the generation, their
    /// deme and their number, the latest first.
    pub fn migrations(&self) -> Vec<(u32, usize, u32)> {
        let demes = self.demes.iter().enumerate();
        let mut migrations: Vec<_> = demes
            .flat_map(|(number, deme)| {
                let arrived = deme.generations.iter().filter(|one| one.migrants > 0);
                arrived.map(move |one| (one.generation, number, one.migrants))
            })
            .collect();
        migrations.sort_by_key(|&(generation, deme, _)| (Reverse(generation), deme));
        migrations
    }

    /// The demes of the phase that a champion is of; `None` where there is only one.
    pub fn read(
        reader: &Reader,
        recipe: &Recipe,
        champion: &Champion,
    ) -> Result<Option<Self>, journal::Error> {
        let phase = champion.phase;
        let methods = recipe.stage(phase).experiment.demes();
        if methods.len() < 2 {
            return Ok(None);
        }
        let figures = reader.demes(phase, 0)?;
        let (generation, number) = champion.latest;
        let family = reader.family(Place { phase, generation }, number)?;
        let deme = |(number, method): (usize, String)| {
            let number = number as u32;
            let own = figures.iter().filter(|one| one.deme == number);
            // Its own generation has itself.
            let ancestors = family.iter().filter(|kin| kin.generation < generation);
            let kin = ancestors.filter(|kin| kin.deme == number);
            Deme {
                method,
                generations: own.copied().collect(),
                ancestors: kin.map(|kin| kin.count).sum(),
            }
        };
        let demes = methods.into_iter().enumerate().map(deme);
        Ok(Some(Self {
            demes: demes.collect(),
            hall_of_fame: hall_of_fame(reader, phase, Measure::of(recipe.stage(phase)))?,
        }))
    }
}

fn hall_of_fame(
    reader: &Reader,
    phase: u32,
    measure: Measure,
) -> Result<Vec<Famous>, journal::Error> {
    let mut hall: Vec<(Famous, Vec<f64>)> = Vec::new();
    reader.each_organism(phase, |one| {
        let is_copy = matches!(one.organism.origin, Origin::Copy(_));
        let genes = &one.organism.genome;
        let place = hall.partition_point(|(famous, _)| !measure.better(one.score, famous.score));
        if is_copy || place == FAMOUS || hall.iter().any(|(_, known)| known == genes) {
            return;
        }
        let famous = Famous {
            score: one.score,
            deme: one.deme,
            generation: one.generation,
        };
        hall.insert(place, (famous, genes.clone()));
        hall.truncate(FAMOUS);
    })?;
    Ok(hall.into_iter().map(|(famous, _)| famous).collect())
}
