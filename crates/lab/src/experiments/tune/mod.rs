//! Options of an outside engine, bred to make it stronger.
//!
//! ```text
//! base ─► values around it ─► games against the base, or answers ─► share of points, or marks
//!           ▲                                                          │
//!           └────────────────────── any method ◄───────────────────────┘
//! ```
//!
//! A stage after another begins with the champion of that one, and has its engine and its
//! parameters where it names none: cheap questions first, games to decide.

pub mod change;
pub mod draft;
pub mod parameters;
pub mod rows;
mod steps;
mod technical;
pub mod verdict;

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arena::book::{self, Book};
use arena::{Limit, Pace};
use chess::Damage;
use evo::{Mixed, Problem, Share};
use problems::mentor::Lessons;
use problems::opponent::Opponent;
use problems::tactics::{self, Puzzle};
use problems::uci_engine::{Duel, Exam, Organism, Parameter, Questions, Subject};
use serde::{Deserialize, Deserializer, de::Error as _};
use toml::{Spanned, Value};

use super::data::named_positions;
use crate::evolve::{Breeding, Error, Meaning, Trained, Trial};
use crate::experiment::{Bred, Entry, Experiment, Gene, Ready, Reference, Story, Work};
use crate::numbers::{around, program};
use crate::recipe::{Demes, Mistake, Named, Section, Source};
use crate::study::StudyError;
use crate::{Champion, Measure, Recipe, Stage};

/// What recipes call it.
pub const ENTRY: Entry = Entry { name: "tune", read };

/// Of four openings, three are for breeding; the others try the best.
const HELD_OUT: usize = 4;

/// Seconds for a node of an outside engine and for a move besides: a forecast, no more.
const NODE: f64 = 1.0 / 1e6;
const MOVE: f64 = 300e-6;
const PAIR_MOVES: f64 = 220.0;

/// `[tune]`: an engine and what its options are judged by: games from openings, or answers
/// in positions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [tune]")]
struct Settings {
    /// The program: a path relative to the recipe, or a name to be looked for in `PATH`.
    engine: Option<Spanned<PathBuf>>,
    /// Its arguments.
    arguments: Option<Vec<String>>,
    /// Options that are the same for all.
    fixed: Option<BTreeMap<String, Value>>,
    /// Options that are bred.
    parameters: Option<parameters::Written>,
    /// Openings of games against the base: a file, or `built-in`.
    openings: Option<Spanned<PathBuf>>,
    /// Or positions with the moves that masters played in them.
    positions: Option<Spanned<PathBuf>>,
    /// Or a suite of positions with right moves.
    suite: Option<Spanned<PathBuf>>,
    /// Or positions with the scores of a mentor.
    scores: Option<Spanned<PathBuf>>,
    /// What a player may think in a move or a game; for positions, nodes or plies.
    pace: Spanned<WrittenPace>,
    /// Pairs of games of each against the base.
    pairs: Option<NonZeroUsize>,
    /// How many positions to breed on; as many others are held out.
    train: Option<Spanned<NonZeroUsize>>,
    /// Now and then the best is tried in openings that are not bred on.
    check: Option<Check>,
    /// How far the first generation spreads around the base, as a share of each range; for
    /// methods that do not begin with one and sample on their own.
    spread: Share,
    /// Seconds that the engine may take to start, and to answer beyond its pace.
    patience: NonZeroU32,
}

/// `check`, where games are played.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "`{ every = 5, pairs = 50 }`")]
struct Check {
    /// In every so many generations.
    every: NonZeroU32,
    /// Pairs of games.
    pairs: NonZeroUsize,
}

/// A pace, as `match` takes it.
#[derive(Clone, Copy, Debug)]
struct WrittenPace(Pace);

impl<'de> Deserialize<'de> for WrittenPace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(D::Error::custom)
    }
}

/// What the values are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Games,
    Masters,
    Tactics,
    Mentor,
}

/// A stage that breeds options of an engine.
#[derive(Debug)]
pub struct Tune {
    settings: Settings,
    /// The engine as the recipe writes it, its place included.
    subject: Subject,
    by: By,
    space: Mixed<i32>,
    demes: Demes<Mixed<i32>>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    let before = section.before().last();
    let before = before.and_then(|stage| stage.experiment_as::<Tune>());
    let subject = settings.subject(section, before)?;
    let by = settings.by(section)?;
    let genes = subject.parameters.iter().map(Parameter::gene);
    let space = Mixed::new(genes).map_err(|error| section.wrong(error.to_string()))?;
    let demes = section.demes(&space)?;
    Ok(vec![section.stage(Tune {
        settings,
        subject,
        by,
        space,
        demes,
    })?])
}

impl Settings {
    /// The engine: this section's, or that of the stage before.
    fn subject(&self, section: &Section<'_>, before: Option<&Tune>) -> Result<Subject, Mistake> {
        let before = before.map(|before| &before.subject);
        let lacks = |key: &str| {
            section.wrong(format!(
                "the key `{key}` is missing, and no stage before has it; `galapagos tune init \
                 ENGINE` writes a recipe"
            ))
        };
        let parameters = match &self.parameters {
            Some(written) => parameters::read(written)?,
            None => before
                .ok_or_else(|| lacks("parameters"))?
                .parameters
                .clone(),
        };
        if parameters.is_empty() {
            return Err(section.wrong("there is nothing to tune: `parameters` is empty"));
        }
        let written = |(name, value): (&String, &Value)| {
            let value = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            (name.clone(), value)
        };
        let fixed: Vec<_> = match (&self.fixed, before) {
            (Some(fixed), _) => fixed.iter().map(written).collect(),
            (None, Some(before)) => before.fixed.clone(),
            (None, None) => Vec::new(),
        };
        let is_bred = |name: &str| parameters.iter().any(|one| one.name == name);
        if let Some((name, _)) = fixed.iter().find(|(name, _)| is_bred(name)) {
            return Err(section.wrong(format!("`{name}` is fixed and a parameter")));
        }
        Ok(Subject {
            engine: match (&self.engine, before) {
                (Some(engine), _) => engine.get_ref().clone(),
                (None, Some(before)) => before.engine.clone(),
                (None, None) => return Err(lacks("engine")),
            },
            arguments: match (&self.arguments, before) {
                (Some(arguments), _) => arguments.clone(),
                (None, Some(before)) if self.engine.is_none() => before.arguments.clone(),
                _ => Vec::new(),
            },
            fixed,
            parameters,
            patience: Duration::from_secs(self.patience.get().into()),
            lent: None,
            own: None,
        })
    }

    fn by(&self, section: &Section<'_>) -> Result<By, Mistake> {
        let given = [
            (By::Games, self.openings.is_some()),
            (By::Masters, self.positions.is_some()),
            (By::Tactics, self.suite.is_some()),
            (By::Mentor, self.scores.is_some()),
        ];
        let mut given = given.into_iter().filter_map(|(by, is)| is.then_some(by));
        let (Some(by), None) = (given.next(), given.next()) else {
            let what = "say what values are judged by: games from `openings`, or answers in \
                        `positions`, a `suite` or `scores`, one of them";
            return Err(section.wrong(what));
        };
        let what = match by {
            By::Games if self.pairs.is_none() => "games need `pairs`, of each against the base",
            By::Games if self.train.is_some() => "`train` goes with positions",
            By::Games => return Ok(by),
            _ if self.train.is_none() => "say in `train` how many positions to breed on",
            _ if self.pairs.is_some() || self.check.is_some() => {
                "`pairs` and `check` go with `openings`"
            }
            _ if self.limit().is_none() => {
                let what = "positions take a number of nodes or plies: \"nodes=2000\"";
                return Err(Mistake::new(self.pace.span().start, what));
            }
            _ => return Ok(by),
        };
        Err(section.wrong(what))
    }

    /// Nodes or plies, if that is the pace.
    fn limit(&self) -> Option<Limit> {
        match self.pace.get_ref().0 {
            Pace::Nodes(nodes) => Some(Limit::Nodes(nodes)),
            Pace::Depth(plies) => Some(Limit::Depth(plies)),
            _ => None,
        }
    }
}

/// Whether a program is named by its place, and not by a name to be looked for.
fn is_path(engine: &Path) -> bool {
    engine.parent() != Some(Path::new(""))
}

impl Tune {
    /// The engine of a recipe.
    pub fn subject(&self, recipe: &Recipe) -> Subject {
        let engine = match &self.settings.engine {
            Some(engine) if is_path(engine.get_ref()) => recipe.place(engine),
            _ => self.subject.engine.clone(),
        };
        Subject {
            engine,
            ..self.subject.clone()
        }
    }

    /// What a player may think.
    pub fn pace(&self) -> Pace {
        self.settings.pace.get_ref().0
    }

    fn training(&self) -> usize {
        let train = self.settings.train.as_ref();
        train.map_or(usize::MAX, |train| train.get_ref().get())
    }

    /// Positions to breed on, and as many others.
    fn questions(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<[Questions; 2], StudyError> {
        let settings = &self.settings;
        let Some(wanted) = &settings.train else {
            unreachable!("exams have it");
        };
        fn both<T: Clone>(
            recipe: &Recipe,
            stage: &Stage,
            file: &Path,
            sets: [&[T]; 2],
            wanted: &Spanned<NonZeroUsize>,
        ) -> Result<[Vec<T>; 2], StudyError> {
            let key = stage.key("train");
            let [train, test] = sets;
            let train = recipe.some(file, &key, train, wanted)?.to_vec();
            let test = test.iter().take(wanted.get_ref().get()).cloned().collect();
            Ok([train, test])
        }
        let missing = "the key that chose the kind";
        Ok(match self.by {
            By::Games => unreachable!("games have no questions"),
            By::Masters => {
                let path = settings.positions.as_ref().expect(missing);
                let (train, test) = recipe.positions(path, noted)?;
                both(recipe, stage, path.get_ref(), [&train, &test], wanted)?
                    .map(Questions::Masters)
            }
            By::Tactics => {
                let path = settings.suite.as_ref().expect(missing);
                let suite = match recipe.source(path) {
                    Source::BuiltIn => Puzzle::built_in(),
                    Source::File(file) => {
                        let (suite, damage) =
                            Puzzle::read_suite(&file).map_err(StudyError::data)?;
                        noted.push(damage);
                        suite
                    }
                };
                let (train, test): (Vec<_>, Vec<_>) =
                    (0..).zip(suite).partition(|(number, _)| number % 2 == 0);
                let [train, test]: [Vec<Puzzle>; 2] =
                    [train, test].map(|half| half.into_iter().map(|(_, puzzle)| puzzle).collect());
                both(recipe, stage, path.get_ref(), [&train, &test], wanted)?
                    .map(Questions::Tactics)
            }
            By::Mentor => {
                let path = settings.scores.as_ref().expect(missing);
                let file = recipe.place(path);
                let Lessons { train, test, .. } = Lessons::read(&file).map_err(StudyError::data)?;
                both(recipe, stage, &file, [&train, &test], wanted)?.map(Questions::Mentor)
            }
        })
    }

    /// Values to begin with: those of the stage before, or the base.
    fn centre(&self, work: &Work<'_>) -> Result<Vec<i32>, Error> {
        let mut values = self.subject.start();
        if work.stage.first == 0 {
            return Ok(values);
        }
        let before = work.recipe.stage(work.stage.first - 1);
        if before.experiment_as::<Self>().is_none() {
            return Ok(values);
        }
        let champion = Champion::best(work.writer.reader(), before)?;
        let champion = champion.expect("a stage begins when the one before has ended");
        let names = before.gene_names();
        for (value, one) in values.iter_mut().zip(&self.subject.parameters) {
            let place = names.iter().position(|name| *name == one.name);
            if let (Some(place), None) = (place, one.frozen) {
                let (min, max) = one.range();
                *value = (champion.genes[place] as i32).clamp(min, max);
            }
        }
        Ok(values)
    }

    fn breeding<P>(&self, centre: Vec<i32>, problem: Trained<P>) -> Breeding<Mixed<i32>, P> {
        let (space, founders) = (self.space.clone(), self.demes.founders());
        let spread = self.settings.spread.get();
        let centre = space.encode(&centre);
        let centre = centre.expect("values of the parameters");
        Breeding {
            space: self.space.clone(),
            demes: self.demes.clone(),
            founders: Box::new(move |seed, _| Ok(around(&space, &centre, spread, founders, seed))),
            problem,
        }
    }
}

impl Experiment for Tune {
    fn title(&self) -> &'static str {
        match self.by {
            By::Games => "tuning by games",
            By::Masters => "tuning by masters' moves",
            By::Tactics => "tuning by tactics",
            By::Mentor => "tuning by a mentor's scores",
        }
    }

    fn genes(&self) -> Vec<Gene> {
        let gene = |one: &Parameter| {
            let (min, max) = one.range();
            Gene {
                name: one.name.clone(),
                min: min.into(),
                max: max.into(),
                published: Some(one.base.into()),
            }
        };
        self.subject.parameters.iter().map(gene).collect()
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        let measure = Measure {
            unit: "% of the points against the base",
            sign: " %",
            short: " of the points",
            places: 1,
            less_is_better: false,
            trial: "in other openings",
            among_peers: false,
        };
        let trial = "on test";
        match self.by {
            By::Games => Measure {
                // The two of a pair share the points of their games.
                among_peers: self.demes.opponent() == Opponent::Twin,
                ..measure
            },
            By::Masters => Measure {
                unit: "% of the masters' moves",
                short: " of the moves",
                trial,
                ..measure
            },
            By::Tactics => Measure {
                unit: "million nodes to the right moves",
                sign: " M",
                short: " nodes",
                places: 3,
                less_is_better: true,
                trial,
                ..measure
            },
            By::Mentor => Measure {
                unit: "centipawns from the mentor's score",
                sign: " cp",
                short: " off",
                less_is_better: true,
                trial,
                ..measure
            },
        }
    }

    fn story(&self) -> Story {
        Story {
            what: "options of an engine are changed, and what does better is kept",
            told: "options of an engine were changed, and what did better was kept",
            reference: Reference {
                name: "base",
                what: "the value of the engine as it is",
            },
            next: Some("galapagos tune verify RUN"),
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        let settings = &self.settings;
        let engine = settings.engine.iter();
        let engine = engine.filter(|engine| is_path(engine.get_ref()));
        let engine = engine.map(|path| Named::data("engine", path, "it is a program"));
        let openings = settings.openings.iter().map(|path| {
            let made_by = "`galapagos openings -o FILE` makes some";
            Named::data("openings", path, made_by).or_built_in(book::BUILT_IN)
        });
        let suite = settings.suite.iter().map(|path| {
            let made_by = "any suite of EPD lines with bm or am will do";
            Named::data("suite", path, made_by).or_built_in(tactics::BUILT_IN)
        });
        let scores = settings.scores.iter().map(|path| {
            let made_by = "`galapagos mentor data/positions.epd -o FILE` makes it with stockfish";
            Named::data("scores", path, made_by)
        });
        let positions = settings.positions.iter().map(named_positions);
        engine
            .chain(openings)
            .chain(positions)
            .chain(suite)
            .chain(scores)
            .collect()
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let subject = Arc::new(self.subject(recipe).lent());
        if let Some(openings) = &self.settings.openings {
            let (train, test) = self.duels(recipe, openings, &subject, noted)?;
            return Ok(Box::new(Tuning {
                train,
                test,
                by: self.by,
                test_every: self.settings.check.map_or(1, |check| check.every.get()),
                score: Arc::new(|fitness| 100.0 * fitness),
            }));
        }
        let [train, test] = self.questions(recipe, stage, noted)?.map(Arc::new);
        let exam = |questions: &Arc<Questions>| Exam {
            subject: Arc::clone(&subject),
            questions: Arc::clone(questions),
            pace: self.pace(),
        };
        Ok(Box::new(Tuning {
            by: self.by,
            test_every: 1,
            test: (!test.is_empty()).then(|| exam(&test)),
            train: exam(&train),
            score: Arc::new(move |fitness| train.score(fitness)),
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        Organism::of(&self.subject, &program(bred.values), bred.name, bred.origin).to_toml()
    }
}

impl Tune {
    /// Games in the openings to breed on, and in those that are held out.
    fn duels(
        &self,
        recipe: &Recipe,
        openings: &Spanned<PathBuf>,
        subject: &Arc<Subject>,
        noted: &mut Vec<Damage>,
    ) -> Result<(Duel, Option<Duel>), StudyError> {
        let book = match recipe.source(openings) {
            Source::BuiltIn => Book::built_in(),
            Source::File(file) => {
                Book::read(&file, None, arena::Variant::Standard).map_err(StudyError::data)?
            }
        };
        noted.push(book.damage().clone());
        let pairs = self.settings.pairs.expect("games have it").get();
        let duel = |book: Book, pairs, opponent| Duel {
            subject: Arc::clone(subject),
            book: Arc::new(book),
            pace: self.pace(),
            pairs,
            opponent,
        };
        let opponent = self.demes.opponent();
        let Some(check) = self.settings.check else {
            return Ok((duel(book, pairs, opponent), None));
        };
        let (test, train) = book.split(|place| place % HELD_OUT == HELD_OUT - 1);
        if test.openings().is_empty() {
            let what = format!("{HELD_OUT} openings at least, or no `check`");
            return Err(recipe.wrong(openings.span().start, what).into());
        }
        let test = duel(test, check.pairs.get(), Opponent::Base);
        Ok((duel(train, pairs, opponent), Some(test)))
    }
}

/// A stage with its data.
struct Tuning<P> {
    train: P,
    test: Option<P>,
    by: By,
    test_every: u32,
    /// What a fitness means.
    score: Arc<dyn Fn(f64) -> f64 + Send + Sync>,
}

impl<P> Ready for Tuning<P>
where
    P: Problem<Program = Vec<i32>, Kit: Send> + Clone + Send + Sync,
{
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let stage = work.stage.clone();
        let tune: &Tune = stage.experiment_as().expect("the stage it was made for");
        let (score, tried) = (Arc::clone(&self.score), Arc::clone(&self.score));
        let problem = Trained {
            train: self.train.clone(),
            test: self.test.clone(),
            meaning: Meaning {
                test_every: self.test_every,
                score: Box::new(move |fitness, _, _| score(fitness)),
                trial: Trial::Score(Box::new(move |fitness| tried(fitness))),
            },
        };
        let centre = tune.centre(&work)?;
        tune.breeding(centre, problem).go(work)
    }

    fn forecast(&self, stage: &Stage) -> Option<f64> {
        let tune: &Tune = stage.experiment_as()?;
        let Some(Limit::Nodes(nodes)) = tune.settings.limit() else {
            return None;
        };
        let nodes = nodes as f64;
        let population = tune.demes.population();
        let moves = match self.by {
            By::Games => {
                let meetings = tune.demes.opponent().count(population as usize);
                (meetings * tune.settings.pairs?.get()) as f64 * PAIR_MOVES
            }
            _ => f64::from(population) * tune.training() as f64,
        };
        Some(moves * (nodes * NODE + MOVE))
    }
}
