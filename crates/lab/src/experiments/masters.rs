//! Material and mobility by evolutionary programming on the games of masters.
//!
//! E. Vázquez-Fernández, C. A. Coello Coello, F. D. Sagols Troncoso: An evolutionary
//! algorithm for tuning a chess evaluation function, CEC 2011.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use chess::Damage;
use evo::Mixed;
use problems::masters::{self, Bounds, Masters, Setup};
use serde::Deserialize;
use toml::Spanned;

use super::data::{games, named_games};
use crate::evolve::{Breeding, Error, Trained};
use crate::experiment::{Bred, Entry, Experiment, Gene, Ready, Work};
use crate::recipe::{Demes, Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

/// The means of the paper's run.
const PUBLISHED: [f64; masters::COUNT] = [310.89, 325.32, 514.92, 841.61, 5.62];

pub const ENTRY: Entry = Entry {
    name: "masters",
    read,
};

/// `[masters]`: agreement with masters in whole games.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [masters]")]
struct Settings {
    /// The file of games, relative to the recipe.
    games: Spanned<PathBuf>,
    /// How many games are drawn every generation.
    drawn: NonZeroUsize,
    /// Where the players of generation 0 are drawn.
    start: Ranges,
    /// Where weights may go later.
    bounds: Ranges,
}

/// The least and the most of each weight, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table of ranges, such as `knight = [100, 500]`"
)]
struct Ranges {
    knight: (f64, f64),
    bishop: (f64, f64),
    rook: (f64, f64),
    queen: (f64, f64),
    /// Of each move that is available.
    mobility: (f64, f64),
}

impl Ranges {
    /// In the order of the genes.
    const fn bounds(&self) -> Bounds {
        [
            self.knight,
            self.bishop,
            self.rook,
            self.queen,
            self.mobility,
        ]
    }
}

#[derive(Debug)]
struct Weighing {
    settings: Settings,
    space: Mixed<f64>,
    demes: Demes<Mixed<f64>>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    let setup = Setup {
        bounds: settings.bounds.bounds(),
        start: settings.start.bounds(),
        ..Setup::default()
    };
    let space = setup.space();
    let space = space.map_err(|error| section.wrong(error.to_string()))?;
    let demes = section.demes(&space)?;
    Ok(vec![section.stage(Weighing {
        settings,
        space,
        demes,
    })?])
}

impl Experiment for Weighing {
    fn genes(&self) -> Vec<Gene> {
        let published = PUBLISHED.iter().zip(self.space.genes());
        let gene = |(&published, gene): (&f64, &evo::MixedGene)| {
            let (min, max) = gene.bounds();
            Gene {
                name: gene.name.clone(),
                min,
                max,
                published: Some(published),
            }
        };
        published.map(gene).collect()
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "% of moves as the master's",
            sign: " %",
            short: " of moves",
            places: 2,
            less_is_better: false,
            trial: "on test",
            among_peers: false,
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        vec![named_games("games", &self.settings.games)]
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        _: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let settings = &self.settings;
        let (records, damage) = games(&recipe.place(&settings.games)).map_err(StudyError::data)?;
        noted.push(damage);
        let games = records.into_iter().map(|record| record.game).collect();
        let wrong =
            |error: masters::Error| recipe.wrong(settings.games.span().start, error.to_string());
        let start = settings.start.bounds();
        let population = self.demes.population();
        let players = Masters::new(games, settings.drawn).map_err(wrong)?;
        Ok(Box::new(Playing(Breeding {
            space: self.space.clone(),
            demes: self.demes.clone(),
            founders: Box::new(move |seed, _| {
                let founders = masters::founders(&start, population, seed);
                Ok(founders.expect("the recipe was checked"))
            }),
            problem: Trained::alone(players, |fitness, effort, count| {
                100.0 * fitness * count as f64 / effort.positions as f64
            }),
        })))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        let organism = masters::Organism {
            name: bred.name,
            weights: masters::Weights::of(bred.values),
            origin: bred.origin,
        };
        organism.to_toml()
    }
}

struct Playing(Breeding<Mixed<f64>, Masters>);

impl Ready for Playing {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        self.0.go(work)
    }
}
