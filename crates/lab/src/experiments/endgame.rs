//! Endgame players: trees bred by games against each other.
//!
//! M. Sipper et al.: GP-EndChess, EuroGP 2005.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use chess::Damage;
use evo::Trees;
use problems::endgame::{
    self, Endgame, Ending, Opponents, Organism, Plies, Points, Sizes, Starts, Terminals,
};
use serde::Deserialize;
use toml::Spanned;

use crate::evolve::{Breeding, Error, Meaning, Trained, Trial};
use crate::experiment::{Bred, Entry, Experiment, Gene, Ready, Story, Work};
use crate::recipe::{Demes, Mistake, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "endgame",
    read,
};

/// `[endgame]`: endings played by programs against each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [endgame]")]
pub struct Settings {
    /// The pieces: `KQRKQR`. With several, the starts of a meeting go through all
    /// of them in turn.
    pub endings: Spanned<Vec<Ending>>,
    /// Endings that are played in breeding only: every fourth start.
    #[serde(default)]
    pub lessons: Vec<Ending>,
    /// Only starts from which neither side mates or wins material by force within so
    /// many plies.
    pub quiet: Option<Spanned<Plies>>,
    /// How far players look ahead.
    #[serde(default)]
    pub plies: Plies,
    /// What trees may ask.
    pub terminals: Terminals,
    /// How many others of its generation each player meets.
    pub opponents: Spanned<u32>,
    /// How many starts a meeting has, each played with both colours.
    pub starts: Spanned<NonZeroU32>,
    /// The moves of each side after which a game is broken off.
    pub longest: NonZeroU32,
    /// What games are worth in breeding.
    pub points: Points,
    /// How large trees may be.
    pub trees: Sizes,
    /// How the best are tried.
    pub master: Exam,
}

/// Games of the best against the master strategy.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [endgame.master]")]
pub struct Exam {
    /// In every generation with a number that this divides, and in the last.
    pub every: NonZeroU32,
    /// How many games: two from each start.
    pub games: Spanned<NonZeroU32>,
    /// What they are worth.
    pub points: Points,
}

/// Players of endings.
#[derive(Debug)]
pub struct Endings {
    /// What the recipe says.
    pub settings: Settings,
    /// The space of the trees.
    pub space: Trees,
    /// How they are bred.
    pub demes: Demes<Trees>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    let space = endgame::space(settings.terminals, &settings.trees);
    let space = space.map_err(|error| section.wrong(error.to_string()))?;
    let demes = section.demes(&space)?;
    settings.check(demes.population())?;
    Ok(vec![section.stage(Endings {
        settings,
        space,
        demes,
    })?])
}

impl Settings {
    /// The games that organisms are bred by.
    pub fn peers(&self) -> Endgame {
        Endgame {
            from: self.from(self.course()),
            starts: self.starts.get_ref().get(),
            longest: self.longest.get(),
            points: self.points,
            plies: self.plies,
            opponents: Opponents::Peers(*self.opponents.get_ref()),
        }
    }

    /// The games against the master.
    pub fn exam(&self) -> Endgame {
        Endgame {
            from: self.from(self.endings.get_ref().clone()),
            starts: self.master.games.get_ref().get() / 2,
            points: self.master.points,
            opponents: Opponents::One(Organism::master().genome),
            ..self.peers()
        }
    }

    /// The starts of some endings.
    fn from(&self, endings: Vec<Ending>) -> Starts {
        let quiet = self.quiet.as_ref().map(|plies| *plies.get_ref());
        Starts { endings, quiet }
    }

    /// The endings in the order in which they are played, with the lessons between.
    fn course(&self) -> Vec<Ending> {
        let endings = self.endings.get_ref();
        if self.lessons.is_empty() {
            return endings.clone();
        }
        const BETWEEN: usize = 3;
        let rounds = self.lessons.len().max(endings.len().div_ceil(BETWEEN));
        let mut endings = endings.iter().cycle().cloned();
        let mut course = Vec::new();
        for lesson in self.lessons.iter().cycle().take(rounds) {
            course.extend(endings.by_ref().take(BETWEEN));
            course.push(lesson.clone());
        }
        course
    }

    /// Whether its numbers go together.
    fn check(&self, population: u32) -> Result<(), Mistake> {
        let at = self.endings.span().start;
        if self.endings.get_ref().is_empty() {
            return Err(Mistake::new(at, "at least one ending must be played"));
        }
        let games = &self.master.games;
        if games.get_ref().get() % 2 == 1 {
            let what = "two games are played from every start: ask for an even number";
            return Err(Mistake::new(games.span().start, what));
        }
        let points = [self.points, self.master.points];
        if !points.iter().all(Points::are_finite) {
            return Err(Mistake::new(at, "points must be finite"));
        }
        let peers = self.peers();
        if !peers.opponents.suit(population) {
            let what = format!(
                "a population of {population} cannot give every player {} opponents",
                self.opponents.get_ref()
            );
            return Err(Mistake::new(self.opponents.span().start, what));
        }
        if (peers.starts as usize) < peers.from.endings.len() {
            let what = format!(
                "all endings and lessons are played once in {} starts, so that some would never \
                 be played: ask for at least as many",
                peers.from.endings.len()
            );
            return Err(Mistake::new(self.starts.span().start, what));
        }
        if let Some(quiet) = &self.quiet {
            for ending in &peers.from.endings {
                let checked = ending.check_quiet(*quiet.get_ref());
                checked.map_err(|error| Mistake::new(quiet.span().start, error.to_string()))?;
            }
        }
        Ok(())
    }
}

impl Experiment for Endings {
    /// How large the trees are; the trees themselves are text.
    fn genes(&self) -> Vec<Gene> {
        let Sizes {
            advantage,
            even,
            disadvantage,
        } = self.settings.trees;
        let trees = endgame::TREES.iter().zip([advantage, even, disadvantage]);
        let gene = |what: &str, name: &str, max: u32| Gene {
            name: format!("{}_{what}", name.to_uppercase()),
            min: 1.0,
            max: max.into(),
            published: None,
        };
        let nodes = trees
            .clone()
            .map(|(name, limits)| gene("NODES", name, limits.size));
        let depths = trees.map(|(name, limits)| gene("DEPTH", name, limits.depth));
        nodes.chain(depths).collect()
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "points a game",
            sign: "",
            short: " a game",
            places: 3,
            less_is_better: false,
            trial: "against the master",
            among_peers: true,
        }
    }

    fn story(&self) -> Story {
        Story {
            next: Some("galapagos explain FILE"),
            ..Story::default()
        }
    }

    fn trees(&self) -> usize {
        endgame::TREES.len()
    }

    fn prepare(
        &self,
        _: &Recipe,
        _: &Stage,
        _: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let settings = &self.settings;
        let games = f64::from(settings.master.games.get_ref().get());
        let problem = Trained {
            train: settings.peers(),
            test: Some(settings.exam()),
            meaning: Meaning {
                test_every: settings.master.every.get(),
                // Two organisms play each game.
                score: Box::new(|fitness, effort, count| {
                    fitness * count as f64 / (2 * effort.games) as f64
                }),
                trial: Trial::Score(Box::new(move |fitness| fitness / games)),
            },
        };
        let breeding = Breeding::random(&self.space, &self.demes, problem);
        Ok(Box::new(Playing(breeding)))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        let program = bred.program.expect("an endgame player is a program");
        let genome = self.space.read(program);
        let organism = Organism {
            name: bred.name,
            genome: genome.expect("the journal holds whole trees"),
            plies: self.settings.plies,
            origin: bred.origin,
        };
        organism.to_toml()
    }
}

struct Playing(Breeding<Trees, Endgame>);

impl Ready for Playing {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        self.0.go(work)
    }
}
