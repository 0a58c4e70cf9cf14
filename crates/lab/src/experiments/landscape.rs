//! Simulated games on a landscape whose summit is known: which method tunes best, with how
//! many games, can be found out in seconds.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use chess::Damage;
use evo::{Seed, Space};
use problems::landscape::{Landscape, MOST, Terrain, elo_of_percent};
use serde::Deserialize;
use toml::Spanned;

use super::data::{numbers_file, within};
use crate::evolve::{Breeding, Error, Trained};
use crate::experiment::{Bred, Entry, Experiment, Gene, Part, Ready, Story, Work};
use crate::numbers::{Encoded, Numbers, Numeric, around};
use crate::recipe::{Mistake, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "landscape",
    read,
};

/// Seconds for a simulated pair of games.
const PAIR: f64 = 0.2e-6;

/// More parameters than this are taken for a typing error.
const MOST_PARAMETERS: usize = 10_000;

/// `[landscape]`: games of simulated engines against the base that a tune starts from. What
/// is left out is as [`Terrain::usual`] has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [landscape]")]
struct Settings {
    /// How many parameters there are, each from 0 to 100.
    parameters: Spanned<usize>,
    /// How many pairs of games every organism plays against the base.
    pairs: NonZeroU32,
    /// By how many Elo the base is below the summit.
    loss: Option<Spanned<f64>>,
    /// How far a parameter of the base is from the summit on average, as a share of its
    /// range.
    distance: Option<Spanned<f64>>,
    /// How much the parameters differ in what they matter: the deviation of the logarithm
    /// of the curvatures.
    spread: Option<Spanned<f64>>,
    /// The share of the parameters that matter together with another one.
    turned: Option<Spanned<f64>>,
    /// The share of the parameters that do not matter.
    dead: Option<Spanned<f64>>,
    /// The share of drawn games between equals.
    draws: Option<Spanned<f64>>,
    /// How far from the base the others of the first generation are, as a share of every
    /// range, for methods that need more than one organism to begin with.
    start: Spanned<f64>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    let parameters = &settings.parameters;
    if !(1..=MOST_PARAMETERS).contains(parameters.get_ref()) {
        let what = format!("a landscape has 1 to {MOST_PARAMETERS} parameters");
        return Err(Mistake::new(parameters.span().start, what));
    }
    within("start", &settings.start, 0.0, 1.0)?;
    for (key, written, least, most) in [
        ("loss", &settings.loss, 1.0, 2_000.0),
        ("distance", &settings.distance, 0.001, 1.0),
        ("spread", &settings.spread, 0.0, 5.0),
        ("turned", &settings.turned, 0.0, 1.0),
        ("dead", &settings.dead, 0.0, 1.0),
        ("draws", &settings.draws, 0.0, 0.99),
    ] {
        if let Some(written) = written {
            within(key, written, least, most)?;
        }
    }
    let names = (1..=*parameters.get_ref()).map(|number| format!("P{number}"));
    let genes: Vec<_> = names.map(|name| (name, 0, MOST)).collect();
    let genes = genes
        .iter()
        .map(|(name, min, max)| (name.as_str(), *min, *max));
    match section.encoded(genes) {
        Encoded::Bits(space) => section.numeric(settings, space),
        Encoded::Mixed(space) => section.numeric(settings, space),
    }
}

impl Settings {
    fn terrain(&self) -> Terrain {
        let usual = Terrain::usual(*self.parameters.get_ref());
        let or = |written: &Option<Spanned<f64>>, usual| {
            written.as_ref().map_or(usual, |written| *written.get_ref())
        };
        Terrain {
            parameters: usual.parameters,
            loss_elo: or(&self.loss, usual.loss_elo),
            distance: or(&self.distance, usual.distance),
            spread: or(&self.spread, usual.spread),
            turned: or(&self.turned, usual.turned),
            dead: or(&self.dead, usual.dead),
            draws: or(&self.draws, usual.draws),
        }
    }
}

impl<S: Numbers> Experiment for Numeric<Settings, S> {
    fn title(&self) -> &'static str {
        "tune"
    }

    fn genes(&self) -> Vec<Gene> {
        let gene = |number| Gene {
            name: format!("P{number}"),
            min: 0.0,
            max: MOST.into(),
            published: None,
        };
        (1..=*self.settings.parameters.get_ref())
            .map(gene)
            .collect()
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "Elo above the base",
            sign: "",
            short: " Elo",
            places: 1,
            less_is_better: false,
            trial: "in truth",
            // The best of a generation by its games is the luckiest: only the truth can be
            // compared.
            among_peers: true,
        }
    }

    fn part(&self) -> Part {
        Part::Numbers
    }

    fn story(&self) -> Story {
        Story {
            what: "simulated engines are tuned by games against the base",
            told: "simulated engines were tuned for {generations}",
            caption: "Elo above the base: the best of every generation by its games, which is \
                      the luckiest; the mean; and the true Elo of what is recommended.",
            ..Story::default()
        }
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        _: &Stage,
        _: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let seed = Seed::new(recipe.seed.into());
        let settings = &self.settings;
        let landscape = Landscape::new(settings.terrain(), settings.pairs.get(), seed);
        let opponent = self.demes.opponent();
        let landscape = landscape.against(opponent);
        let meetings = opponent.count(self.demes.population() as usize);
        let (space, start) = (self.space.clone(), *settings.start.get_ref());
        let base = space.genome(landscape.base());
        let base = base.expect("the base is within the ranges");
        let count = self.demes.founders();
        let truth = landscape.by_truth();
        Ok(Box::new(Tune {
            seconds: PAIR * meetings as f64 * f64::from(settings.pairs.get()),
            breeding: Breeding {
                founders: Box::new(move |seed, _| Ok(around(&space, &base, start, count, seed))),
                space: self.space.clone(),
                demes: self.demes.clone(),
                problem: Trained::tested(landscape, truth, elo_of_percent, |elo| elo),
            },
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        numbers_file("landscape", "parameters", &self.genes(), &bred)
    }
}

struct Tune<S: Space> {
    breeding: Breeding<S, Landscape>,
    /// For a generation.
    seconds: f64,
}

impl<S: Numbers> Ready for Tune<S> {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        self.breeding.go(work)
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        Some(self.seconds)
    }
}
