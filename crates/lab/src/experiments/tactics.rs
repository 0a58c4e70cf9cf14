//! Searches that are bred for an evaluation: right moves with few nodes.

use std::iter;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chess::Damage;
use engine::eval::Weights;
use engine::organism::Organism;
use engine::search::SearchParams;
use evo::{Failure, Space, Unfinished, Watch, Workers};
use journal::Reader;
use problems::tactics::{BUILT_IN, FITNESS_NODES, Puzzle, Tactics};
use serde::Deserialize;
use toml::Spanned;

use super::data::{self, checked_hash, search_of};
use crate::evolve::{Breeding, Error, Meaning, Trained, Trial, judge};
use crate::experiment::{
    Bred, Entry, Experiment, Gene, Part, Published, Ready, Story, Unseen, Work,
};
use crate::forecast::NODE;
use crate::numbers::{Numbers, Numeric};
use crate::polish::{self, Polish, Polished};
use crate::recipe::{Demes, Mistake, Named, Section, Source};
use crate::study::StudyError;
use crate::{Champion, Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "tactics",
    read,
};

/// Seconds for beginning with a puzzle.
const PUZZLE: f64 = 250e-6;

/// The share of its nodes that a search of a suite needs on average.
const SUITE_SHARE: f64 = 0.65;

/// The paper's 879 positions of at most 500,000 nodes, in millions.
const PAPER_MOST: f64 = 439.5;

/// `[tactics]`: right moves with few nodes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [tactics]")]
struct Settings {
    /// The suite, an EPD file with `bm` or `am`, relative to the recipe, or
    /// `built-in`.
    suite: Spanned<PathBuf>,
    /// How many positions of the suite to breed on, evenly spread over it; the
    /// others are held out. All where it is left out.
    train: Option<Spanned<NonZeroUsize>>,
    /// The organism whose evaluation all have, relative to the recipe; a folder
    /// means the champion of the run in it. After other stages it is left out:
    /// all have the evaluation of their champion.
    organism: Option<Spanned<PathBuf>>,
    /// The most nodes for each position.
    nodes: NonZeroU64,
    /// The hash table of each search, in MiB.
    hash: Spanned<NonZeroUsize>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    checked_hash(&settings.hash)?;
    let before = section.before().last();
    match (&settings.organism, before) {
        (None, None) => {
            let what = "[tactics] alone needs an organism to take the evaluation from";
            return Err(section.wrong(what));
        }
        (Some(organism), Some(_)) => {
            let what = "after other stages [tactics] goes on with their champion: leave out \
                        the organism";
            return Err(Mistake::new(organism.span().start, what));
        }
        (None, Some(before)) if before.experiment.part() != Part::Evaluation => {
            let what = format!("[{}] breeds no evaluation to go on with", before.name);
            return Err(section.wrong(what));
        }
        _ => {}
    }
    section.numbers(SearchParams::TABLE, settings)
}

impl<S: Numbers> Experiment for Numeric<Settings, S> {
    fn title(&self) -> &'static str {
        "search"
    }

    fn genes(&self) -> Vec<Gene> {
        Gene::declared(SearchParams::TABLE)
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "million nodes to the right moves",
            sign: " M",
            short: " nodes",
            places: 3,
            less_is_better: true,
            trial: "on test",
            among_peers: false,
        }
    }

    fn part(&self) -> Part {
        Part::Search
    }

    fn story(&self) -> Story {
        Story {
            what: "random searches learn to find right moves with few nodes",
            told: "searches learned to find right moves with few nodes",
            caption: "Figure 4 of the paper: nodes until the right moves were found; less is \
                      better. Circles are the paper's values at its start and end (50 \
                      generations, another suite).",
            published: Some(Published {
                mean: [100.0 * 239.0 / PAPER_MOST, 100.0 * 206.0 / PAPER_MOST],
                best: (Some(100.0 * 226.0 / PAPER_MOST), 100.0 * 199.0 / PAPER_MOST),
                on_test: None,
                in_percent_of_nodes: true,
            }),
            ..Story::default()
        }
    }

    fn most_nodes(&self, positions: u64) -> Option<u64> {
        let each = positions / u64::from(self.demes.population());
        Some(each * self.settings.nodes.get())
    }

    fn files(&self) -> Vec<Named<'_>> {
        let settings = &self.settings;
        let made_by = "any suite of EPD lines with bm or am will do; \
                       `galapagos mine GAMES.pgn -o FILE` makes one from games";
        let suite = Named::data("suite", &settings.suite, made_by).or_built_in(BUILT_IN);
        let organism = settings.organism.iter();
        let organism = organism.map(|path| Named::organism("organism", path));
        iter::once(suite).chain(organism).collect()
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let settings = &self.settings;
        let suite = match recipe.source(&settings.suite) {
            Source::BuiltIn => Puzzle::built_in(),
            Source::File(file) => {
                let (suite, damage) = Puzzle::read_suite(&file).map_err(StudyError::data)?;
                noted.push(damage);
                suite
            }
        };
        let wanted = settings.train.as_ref().map(|train| train.get_ref().get());
        let (wanted, found) = (wanted.unwrap_or(suite.len()), suite.len());
        if let Some(train) = &settings.train
            && wanted > found
        {
            let too_few = recipe.too_few("the suite", &stage.key("train"), found, train);
            return Err(too_few.into());
        }
        let (mut train, mut unseen) = (Vec::new(), Vec::new());
        for (number, puzzle) in suite.into_iter().enumerate() {
            // As many as an even spread has reached by now.
            let due = (number + 1) * wanted / found;
            match train.len() < due {
                true => train.push(puzzle),
                false => unseen.push(puzzle),
            }
        }
        let mut given = None;
        for named in self.files().into_iter().skip(1) {
            let files = recipe.files_of(&named)?;
            given = Some(Organism::read(&files[0]).map_err(StudyError::data)?);
        }
        Ok(Box::new(Suite {
            settings: settings.clone(),
            space: self.space.clone(),
            demes: self.demes.clone(),
            train,
            unseen,
            given,
        }))
    }

    /// The evaluation is the one that the search was bred for.
    fn organism(&self, bred: Bred<'_>) -> String {
        let given = bred.given.expect("a search is bred for an evaluation");
        let given = Organism::parse(given, Path::new("given")).expect("a file of its own");
        let mut organism = given.clone();
        organism.search = search_of(bred.values);
        organism.name = bred.name;
        organism.origin = bred.origin;
        let note = format!("its evaluation is that of {}", given.name);
        organism.origin.note = Some(match organism.origin.note {
            Some(before) => format!("{before}; {note}"),
            None => note,
        });
        organism.to_toml()
    }
}

/// A suite to breed searches on, ready for an evaluation.
struct Suite<S: Space> {
    settings: Settings,
    space: S,
    demes: Demes<S>,
    /// To breed on.
    train: Vec<Puzzle>,
    /// The others of the suite.
    unseen: Vec<Puzzle>,
    /// The organism that gives the evaluation, where it is not the champion of the stage
    /// before.
    given: Option<Organism>,
}

impl<S: Numbers> Ready for Suite<S> {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let giver = self.giver(work.writer.reader(), work.recipe, work.stage)?;
        let problem = self.trained(giver.weights);
        Breeding::random(&self.space, &self.demes, problem).go(work)
    }

    /// The best of a generation keeps its fitness.
    fn forecast(&self, _: &Stage) -> Option<f64> {
        Some(f64::from(self.demes.population() - 1) * self.seconds(self.train.len()))
    }

    fn polish(
        &self,
        how: Polish,
        champion: &Champion,
        workers: Workers<'_>,
    ) -> Option<Result<Polished, Failure>> {
        let problem = self.trained(self.given.as_ref()?.weights);
        let table = SearchParams::TABLE;
        Some(polish::climb(table, &problem, how, champion, workers))
    }

    fn given(
        &self,
        reader: &Reader,
        recipe: &Recipe,
        stage: &Stage,
    ) -> Result<Option<String>, Error> {
        let giver = self.giver(reader, recipe, stage)?;
        Ok(Some(giver.to_toml()))
    }

    fn unseen(&self) -> Option<&dyn Unseen> {
        (!self.unseen.is_empty()).then_some(self)
    }
}

impl<S: Numbers> Unseen for Suite<S> {
    fn count(&self) -> usize {
        self.unseen.len()
    }

    fn solved(
        &self,
        organisms: &[Vec<f64>],
        evaluation: &Weights,
        workers: Workers<'_>,
        tick: &Watch<'_>,
    ) -> Result<Vec<f64>, Unfinished> {
        let exam = self.problem(&self.unseen, *evaluation).by_solved();
        let searches = organisms.iter().map(|values| search_of(values).0.to_vec());
        let searches: Vec<_> = searches.collect();
        let scores = judge(&exam, &searches, &workers.watched(tick))?;
        let fitness = scores.fitness.iter();
        Ok(fitness.map(|fitness| fitness.value).collect())
    }

    fn forecast(&self) -> f64 {
        self.seconds(self.unseen.len())
    }
}

impl<S: Space> Suite<S> {
    /// The organism that gives its evaluation: the one that the recipe names, or the
    /// champion of the stage before.
    fn giver(&self, reader: &Reader, recipe: &Recipe, stage: &Stage) -> Result<Organism, Error> {
        if let Some(given) = &self.given {
            return Ok(given.clone());
        }
        let before = recipe.stage(stage.first - 1);
        let champion = Champion::best(reader, before)?;
        let champion = champion.expect("a stage begins when the one before has ended");
        let (name, origin) = champion.identity(recipe, &[]);
        Ok(data::evaluation(name, origin, &champion.genes))
    }

    /// The 18 search parameters for this evaluation.
    fn trained(&self, weights: Weights) -> Trained<Tactics> {
        let train = self.problem(&self.train, weights);
        Trained {
            test: Some(train.by_solved()),
            meaning: Meaning {
                test_every: 1,
                score: Box::new(|fitness, _, _| FITNESS_NODES / 1e6 / fitness),
                trial: Trial::Solved,
            },
            train,
        }
    }

    fn problem(&self, puzzles: &[Puzzle], weights: Weights) -> Tactics {
        let hash = self.settings.hash.get_ref().get();
        Tactics::new(puzzles.to_vec(), weights, self.settings.nodes, hash)
    }

    /// How long one search takes for this number of positions.
    fn seconds(&self, positions: usize) -> f64 {
        let nodes = self.settings.nodes.get() as f64;
        positions as f64 * (PUZZLE + SUITE_SHARE * NODE * nodes)
    }
}
