//! Orders of moves with which a full search needs few nodes: the ordering module of an
//! EvoChess individual alone.

use std::num::{NonZeroU8, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;

use chess::{Board, Damage};
use evo::{Adaptive, Steps};
use evochess::ordering::{FITNESS_NODES, FewNodes, OrderingWeights, TABLE};
use evochess::{Individual, Organism, Phase, Weights, weights_space};
use journal::Genes;
use problems::Sample;
use serde::Deserialize;
use toml::Spanned;

use super::data::{named_positions, unpublished};
use crate::evolve::{Breeding, Error, Meaning, Trained, Trial};
use crate::experiment::{Bred, Entry, Experiment, Gene, Ready, Story, Work};
use crate::forecast::NODE;
use crate::genes::Recorded;
use crate::numbers;
use crate::recipe::{Demes, Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "ordering",
    read,
};

/// `[ordering]`: full searches with few nodes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [ordering]")]
struct Settings {
    /// The file of positions, relative to the recipe, or `built-in`; those of the middle
    /// game are used.
    positions: Spanned<PathBuf>,
    /// How many positions to breed on.
    train: Spanned<NonZeroUsize>,
    /// How many others to report on.
    test: Spanned<NonZeroUsize>,
    /// How deep to search.
    depth: NonZeroU8,
    /// Whether evaluations have their share of chance.
    chance: bool,
    /// The steps of the weights.
    steps: Steps,
}

#[derive(Debug)]
struct Ordering {
    settings: Settings,
    space: Adaptive<i32>,
    demes: Demes<Adaptive<i32>>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    let space = weights_space(TABLE, settings.steps);
    let demes = section.demes(&space)?;
    Ok(vec![section.stage(Ordering {
        settings,
        space,
        demes,
    })?])
}

impl Experiment for Ordering {
    fn title(&self) -> &'static str {
        "orders of moves"
    }

    fn genes(&self) -> Vec<Gene> {
        unpublished(TABLE)
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "nodes a position",
            sign: "",
            short: " nodes",
            places: 0,
            less_is_better: true,
            trial: "on test",
            among_peers: false,
        }
    }

    fn story(&self) -> Story {
        Story {
            what: "random orders of moves learn to need few nodes",
            told: "orders of moves learned to need few nodes",
            caption: "Nodes of a full search; less is better. The paper has 7,000,000 for a \
                      random order, 1,000,000 for f-negascout and 250,000 for an evolved order, \
                      at depth 6.",
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        vec![named_positions(&self.settings.positions)]
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let settings = &self.settings;
        let (train, test) = recipe.positions(&settings.positions, noted)?;
        let file = settings.positions.get_ref();
        let problem = |key: &str, samples: &[Sample], wanted| {
            let boards = middle_game(samples);
            let positions = recipe.some(file, &stage.key(key), &boards, wanted)?;
            Ok::<_, StudyError>(FewNodes {
                positions: positions.to_vec(),
                depth: settings.depth,
                chance: settings.chance,
            })
        };
        let nodes = |fitness: f64| FITNESS_NODES / fitness;
        Ok(Box::new(Searching(Breeding {
            space: self.space.clone(),
            demes: self.demes.clone(),
            founders: Box::new(|_, _| Ok(Vec::new())),
            problem: Trained {
                train: problem("train", &train, &settings.train)?,
                test: Some(problem("test", &test, &settings.test)?),
                meaning: Meaning {
                    test_every: 1,
                    score: Box::new(move |fitness, _, _| nodes(fitness)),
                    trial: Trial::Score(Box::new(nodes)),
                },
            },
        })))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        let organism = Organism {
            name: bred.name,
            individual: Individual {
                ordering: OrderingWeights::of(&numbers::program(bred.values)),
                ..Individual::default()
            },
            origin: bred.origin,
            ..Organism::default()
        };
        organism.to_toml()
    }
}

fn middle_game(samples: &[Sample]) -> Vec<Board> {
    let boards = samples.iter().map(|sample| sample.board.clone());
    boards
        .filter(|board| Phase::of(board) == Phase::Middle)
        .collect()
}

/// The numbers that are judged.
impl Recorded for Adaptive<i32> {
    fn genes(&self, genome: &Self::Genome) -> Genes {
        Recorded::genes(&self.numbers, &genome.values)
    }
}

struct Searching(Breeding<Adaptive<i32>, FewNodes>);

/// Nodes of an average order, by the plies of the search: a forecast, no more.
const BRANCHING: f64 = 8.0;

impl Ready for Searching {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        self.0.go(work)
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        let FewNodes {
            positions, depth, ..
        } = &self.0.problem.train;
        let nodes = BRANCHING.powi(depth.get().into()) * positions.len() as f64;
        Some(f64::from(self.0.demes.population()) * nodes * NODE)
    }
}
