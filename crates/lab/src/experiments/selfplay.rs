//! Weights of the modern evaluation learned from games of the organism against itself,
//! generation after generation.
//!
//! ```text
//! games of the last generations ─► learner ─► candidate ─► games against itself
//!          ▲                                      │              │
//!          └──────────────────────────────────────┼──────────────┘
//!                       champion ◄─ gate: games between the two
//! ```
//!
//! A generation has two organisms: the candidate and the champion so far. The one with
//! more points at the gate is the champion of the next.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use arena::book::Book;
use chess::Damage;
use engine::modern;
use engine::modern::search::SearchGenes;
use evo::{Example, Optimiser, Organism, Origin, Seed, Threads};
use journal::Reader;
use problems::learn::{Learner, Lessons, Numbers, Pupil, Schooling};
use problems::lives::Habits;
use problems::selfplay::{Practice, Records, Round, Selfplay, Study};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::data::{checked_hash, games, named_games, within};
use super::lineage::{self, has_weights, inherited};
use super::pupils::{self, Pupils};
use crate::evolve::{self, Error, Trained};
use crate::experiment::{Bred, Entry, Experiment, Gene, Ready, Story, Work};
use crate::recipe::{Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "selfplay",
    read,
};

/// The typical half moves of a game, and seconds for a node.
pub(super) const GAME_PLIES: f64 = 110.0;
pub(super) const NODE: f64 = 1.0 / 2.4e6;

/// Centipawns for odds of e to 1 in an organism that does not say.
pub(super) const USUAL_UNIT: f32 = 150.0;

/// The deviation of random numbers, in log odds.
const RANDOM: f32 = 0.1;

/// `[selfplay]`: games against itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [selfplay]")]
struct Settings {
    /// What the first organism knows.
    start: Option<Start>,
    /// Or a modern organism to go on with, relative to the recipe; a folder means the
    /// champion of the run in it.
    organism: Option<Spanned<PathBuf>>,
    /// How all organisms search, where neither the organism nor an earlier stage says.
    #[serde(default)]
    search: Searching,
    /// Games of the candidate against itself, in the first generation and in the last.
    games: Ends<NonZeroU32>,
    /// Nodes a move in them, likewise.
    nodes: Ends<NonZeroU64>,
    /// Random half moves at the start of games.
    random_plies: Spanned<u32>,
    /// The most one side may be ahead then by the candidate's own score, in centipawns.
    even: NonZeroU32,
    /// The half move after which a game is drawn.
    most_plies: Spanned<u32>,
    /// Generations whose games are learned from.
    window: NonZeroUsize,
    /// The most positions of a game.
    per_game: NonZeroUsize,
    /// How often each is looked at.
    epochs: NonZeroU32,
    /// The largest step of a number, in log odds.
    rate: Spanned<f64>,
    /// How strongly numbers are drawn to zero, by how few games there are.
    decay: Spanned<f64>,
    /// The share of the search's score in what a position should be worth, in the first
    /// generation and in the last.
    blend: Ends<Spanned<f64>>,
    /// The hash table of each player, in MiB.
    hash: Spanned<NonZeroUsize>,
    /// Games between candidate and champion.
    gate: Gate,
    /// Games of others that are learned from too.
    study: Option<Studying>,
}

/// `[selfplay.study]`: games of others, whose results count as those of its own games, and
/// whose positions the candidate scores.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [selfplay.study]")]
struct Studying {
    /// The file of games, relative to the recipe.
    games: Spanned<PathBuf>,
    /// How many a generation takes; the next goes on with others.
    count: NonZeroUsize,
    /// Nodes for the score of a position.
    nodes: NonZeroU64,
    /// Half moves at the start of a game that are skipped.
    skip: u32,
}

impl Studying {
    fn named(&self) -> Named<'_> {
        named_games("study.games", &self.games)
    }

    fn prepare(&self, recipe: &Recipe, noted: &mut Vec<Damage>) -> Result<Study, StudyError> {
        let (games, damage) = games(&recipe.place(&self.games)).map_err(StudyError::data)?;
        noted.push(damage);
        let seed = Seed::new(recipe.seed.into()).child("study", 0);
        Study::new(games, self.count, self.nodes, self.skip as usize, seed).ok_or_else(|| {
            let what = "none of these games has a result".to_owned();
            recipe.wrong(self.games.span().start, what).into()
        })
    }
}

/// A number of the first generation and one of the last.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "Vec<T>")]
struct Ends<T>([T; 2]);

impl<T> TryFrom<Vec<T>> for Ends<T> {
    type Error = &'static str;

    fn try_from(numbers: Vec<T>) -> Result<Self, &'static str> {
        let ends = numbers.try_into().map(Self);
        ends.map_err(|_| "expected two numbers, of the first generation and of the last")
    }
}

/// What the first organism knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase", expecting = "`\"zero\"` or `\"random\"`")]
enum Start {
    /// Nothing: all positions are even.
    Zero,
    /// Nothing that is true: all weights are random.
    Random,
}

/// How organisms search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(
    rename_all = "lowercase",
    expecting = "`\"textbook\"` or `\"neutral\"`"
)]
enum Searching {
    /// With the values of a textbook.
    #[default]
    Textbook,
    /// With nothing selective: principal variations and quiescence.
    Neutral,
}

/// Games between candidate and champion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [selfplay.gate]")]
struct Gate {
    /// Openings, each with both colours.
    pairs: NonZeroUsize,
    /// Nodes a move.
    nodes: NonZeroU64,
}

/// Games must have room for more than their opening, and bytes for their moves.
const PLIES: (u32, u32) = (40, 2000);

/// How games of an organism against itself begin and end, if that can be.
pub(super) fn practice(
    random_plies: &Spanned<u32>,
    even: NonZeroU32,
    most_plies: &Spanned<u32>,
) -> Result<Practice, Mistake> {
    if !(PLIES.0..=PLIES.1).contains(most_plies.get_ref()) {
        let what = format!("a game has {} to {} half moves", PLIES.0, PLIES.1);
        return Err(Mistake::new(most_plies.span().start, what));
    }
    if *random_plies.get_ref() > PLIES.0 / 2 {
        let what = format!("at most {} half moves can be random", PLIES.0 / 2);
        return Err(Mistake::new(random_plies.span().start, what));
    }
    Ok(Practice {
        random_plies: *random_plies.get_ref() as usize,
        even_cp: even.get().min(30_000) as i32,
        most_plies: *most_plies.get_ref() as usize,
    })
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    checked_hash(&settings.hash)?;
    pupils::check_pace(&settings.rate, &settings.decay)?;
    for blend in &settings.blend.0 {
        within("blend", blend, 0.0, 1.0)?;
    }
    settings.practice()?;
    let learned = section.before().iter().any(has_weights);
    match (settings.start, &settings.organism, section.before().last()) {
        (None, None, None) => {
            let what = "[selfplay] says in `start` what the first organism knows, \"zero\" or \
                        \"random\", or names an `organism` to go on with";
            return Err(section.wrong(what));
        }
        (Some(_), Some(organism), _) => {
            let what = "`start` begins from nothing: leave out either it or the organism";
            return Err(Mistake::new(organism.span().start, what));
        }
        (None, None, Some(before)) if !learned => {
            let what = format!("[{}] learns no weights to go on with", before.name);
            return Err(section.wrong(what));
        }
        _ => {}
    }
    Ok(vec![section.stage(settings)?])
}

impl Settings {
    fn practice(&self) -> Result<Practice, Mistake> {
        practice(&self.random_plies, self.even, &self.most_plies)
    }
}

impl Experiment for Settings {
    fn title(&self) -> &'static str {
        "self-play"
    }

    fn genes(&self) -> Vec<Gene> {
        pupils::genes()
    }

    fn demes(&self) -> Vec<String> {
        vec!["self-play".into()]
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "% of points against the previous champion",
            sign: " %",
            short: " of points",
            places: 1,
            less_is_better: false,
            trial: "on test",
            among_peers: true,
        }
    }

    fn story(&self) -> Story {
        Story {
            what: "weights learn from games of the organism against itself",
            told: "the organism played itself for {generations} and learned from it",
            caption: "Points against the previous champion, which grows stronger too, so this \
                      need not rise.",
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        let mut files = lineage::named(self.organism.as_ref());
        files.extend(self.study.iter().map(Studying::named));
        files
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let mut untaught = modern::Organism::default();
        if self.search == Searching::Neutral {
            untaught.search = SearchGenes::neutral();
        }
        let given = lineage::given(recipe, self.organism.as_ref(), untaught)?;
        let study = self.study.as_ref();
        let study = study
            .map(|study| study.prepare(recipe, noted))
            .transpose()?;
        let games = Selfplay {
            games: self.games.0,
            nodes: self.nodes.0,
            generations: stage.generations,
            practice: self.practice().expect("checked when it was read"),
            gate_pairs: self.gate.pairs.get(),
            gate_nodes: self.gate.nodes,
            mebibytes: self.hash.get_ref().get(),
            search: given.search,
            book: Book::built_in().into(),
            study,
        };
        Ok(Box::new(Playing {
            settings: self.clone(),
            games,
            given,
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        pupils::organism(bred)
    }
}

struct Playing {
    settings: Settings,
    games: Selfplay,
    /// The organism that the recipe names, or one that knows nothing.
    given: modern::Organism,
}

impl Ready for Playing {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let settings = &self.settings;
        let [first, last] = [0, 1].map(|end| *settings.blend.0[end].get_ref());
        let reader = work.writer.reader();
        let parent = inherited(self.given.clone(), reader, work.recipe, work.stage)?;
        let mut school = School {
            window: settings.window.get(),
            per_game: settings.per_game.get(),
            epochs: settings.epochs.get(),
            rate: *settings.rate.get_ref(),
            decay: *settings.decay.get_ref(),
            blend: [first, last],
            generations: work.stage.generations,
            threads: work.workers.threads(),
        };
        let mut games = Selfplay {
            search: parent.search,
            ..self.games.clone()
        };
        if let Some(habits) = lineage::habits(reader, work.recipe, work.stage)? {
            school.adopt(&habits);
            games.search_each(habits.nodes());
        }
        let space = Pupils(Arc::new(school));
        let problem = Trained::alone(games, |fitness, _, _| fitness);
        evolve::go(&space, &problem, work, |seed| {
            let numbers = match settings.start {
                None => Numbers::of(&parent.weights, USUAL_UNIT),
                Some(Start::Zero) => Numbers::zero(),
                Some(Start::Random) => {
                    Numbers::random(RANDOM, &mut seed.child("start", 0).stream())
                }
            };
            Ok(Dynasty {
                next_generation: 0,
                population: Vec::new(),
                numbers,
                rounds: Vec::new(),
                kept: Vec::new(),
                lessons: Vec::new(),
            })
        })
    }

    fn forecast(&self, stage: &Stage) -> Option<f64> {
        let games = &self.games;
        let generations = 0..stage.generations;
        let practice = generations.map(|generation| {
            let nodes = games.nodes_in(generation).get() as f64;
            f64::from(games.games_in(generation)) * nodes
        });
        let practice = practice.sum::<f64>() / (f64::from(stage.generations) + 1.0);
        let gate = games.gate_nodes.get() as f64 * 2.0 * games.gate_pairs as f64;
        let study = games.study.as_ref();
        let study = study.map_or(0.0, |study| study.nodes() / GAME_PLIES);
        Some(GAME_PLIES * NODE * (gate + practice + study))
    }

    fn given(
        &self,
        reader: &Reader,
        recipe: &Recipe,
        stage: &Stage,
    ) -> Result<Option<String>, Error> {
        lineage::file(&self.given, reader, recipe, stage)
    }
}

/// What all generations have in common.
struct School {
    window: usize,
    per_game: usize,
    epochs: u32,
    rate: f64,
    decay: f64,
    blend: [f64; 2],
    generations: u32,
    threads: Threads,
}

impl School {
    /// Learns by these habits from now on.
    fn adopt(&mut self, habits: &Habits) {
        let how = habits.schooling();
        self.window = habits.window();
        self.epochs = habits.epochs();
        self.rate = how.rate;
        self.decay = how.decay;
        self.blend = [how.blend; 2];
    }
}

/// Learns a candidate from the games of the last generations and keeps the better one of
/// it and the champion.
#[derive(Debug, Serialize, Deserialize)]
struct Dynasty {
    next_generation: u32,
    population: Vec<Organism<Pupil>>,
    /// What learning begins with: the latest candidate.
    numbers: Numbers,
    /// The games of the last generations, the latest last.
    rounds: Vec<Round>,
    /// The games of the generation that is under way.
    #[serde(skip)]
    kept: Vec<u8>,
    /// The positions of the rounds, as far as they have been looked at.
    #[serde(skip)]
    lessons: Vec<Lessons>,
}

impl Dynasty {
    fn learn(&mut self, school: &School, seed: Seed) {
        let threads = school.threads.count();
        for round in &self.rounds[self.lessons.len()..] {
            self.lessons.push(round.lessons(school.per_game, threads));
        }
        let sets = self.lessons.iter().zip(&self.rounds);
        let sets: Vec<_> = sets.map(|(set, round)| (set, round.unit)).collect();
        let done = f64::from(self.next_generation) / f64::from(school.generations.max(1));
        let [first, last] = school.blend;
        let how = Schooling {
            rate: school.rate,
            decay: school.decay,
            blend: first + (last - first) * done,
        };
        let mut learner = Learner::new(&self.numbers);
        learner.study(&sets, &how, school.epochs, seed, threads);
        self.numbers = learner.numbers();
    }
}

impl Optimiser<Pupils<School>> for Dynasty {
    fn next_generation(&self) -> u32 {
        self.next_generation
    }

    fn learns(&self) -> bool {
        true
    }

    fn ask(&mut self, Pupils(school): &Pupils<School>, seed: Seed) -> Vec<(Pupil, Origin)> {
        let generation = self.next_generation;
        let Some(champion) = evo::recommend(&self.population) else {
            let numbers = self.numbers.clone();
            let first = Pupil {
                numbers,
                generation,
            };
            return vec![(first, Origin::Founder)];
        };
        self.learn(school, seed);
        let candidate = Pupil {
            numbers: self.numbers.clone(),
            generation,
        };
        let before = self.population[champion].genome.clone();
        vec![
            (candidate, Origin::Mutant(champion as u32)),
            (before, Origin::Copy(champion as u32)),
        ]
    }

    fn keep(&mut self, records: Vec<u8>) {
        self.kept = records;
    }

    fn tell(
        &mut self,
        Pupils(school): &Pupils<School>,
        generation: Vec<Organism<Pupil>>,
        _: &[Example],
    ) {
        self.rounds.push(Round {
            games: Records(std::mem::take(&mut self.kept)),
            values: self.numbers.weights().piece_values().0.to_vec(),
            unit: self.numbers.unit(),
            // Games differ from generation to generation, and so what is drawn from them.
            seed: Seed::new(self.next_generation.into()).child("round", 0),
        });
        let old = self.rounds.len().saturating_sub(school.window);
        self.rounds.drain(..old);
        self.lessons.drain(..old.min(self.lessons.len()));
        self.population = generation;
        self.next_generation += 1;
    }

    fn population(&self) -> &[Organism<Pupil>] {
        &self.population
    }
}
