//! How organisms learn, bred by what becomes of them: each learns from its own games for
//! the length of a life and then plays against the organism it began as.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use arena::book::Book;
use chess::Damage;
use engine::modern::Organism;
use problems::learn;
use problems::lives::{Habits, Lives};
use problems::selfplay::Practice;
use serde::Deserialize;
use toml::Spanned;

use super::data::{check_limits, checked_hash, numbers_file};
use super::lineage::{self, habit_genes, has_weights, inherited};
use super::selfplay::{self, GAME_PLIES, NODE, USUAL_UNIT};
use crate::evolve::{Breeding, Error, Trained};
use crate::experiment::{Bred, Entry, Experiment, Gene, Part, Ready, Story, Work};
use crate::numbers::{Numbers, Numeric};
use crate::recipe::{Demes, Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "lives",
    read,
};

/// `[lives]`: what all lives have in common.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [lives]")]
struct Settings {
    /// The modern organism that all begin as, relative to the recipe, in place of what
    /// earlier stages have learned; a folder means the champion of the run in it.
    organism: Option<Spanned<PathBuf>>,
    /// Rounds of a life: games, then learning.
    rounds: NonZeroU32,
    /// Nodes of a round.
    round_nodes: NonZeroU64,
    /// Random half moves at the start of games.
    random_plies: Spanned<u32>,
    /// The most one side may be ahead then by its own score, in centipawns.
    even: NonZeroU32,
    /// The half move after which a game is drawn.
    most_plies: Spanned<u32>,
    /// The most positions of a game.
    per_game: NonZeroUsize,
    /// Pairs of games against the organism it began as, at each limit.
    pairs: NonZeroUsize,
    /// Nodes a move in them; what counts is the limit at which it does worst.
    nodes: Spanned<Vec<NonZeroU64>>,
    /// The hash table of each player, in MiB.
    hash: Spanned<NonZeroUsize>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    checked_hash(&settings.hash)?;
    settings.practice()?;
    check_limits(&settings.nodes)?;
    if settings.organism.is_none() && !section.before().iter().any(has_weights) {
        let what = "[lives] needs an organism to begin with: name one in `organism`, or put a \
                    stage before it that learns weights";
        return Err(section.wrong(what));
    }
    section.numbers(Habits::TABLE, settings)
}

impl Settings {
    fn practice(&self) -> Result<Practice, Mistake> {
        selfplay::practice(&self.random_plies, self.even, &self.most_plies)
    }

    /// The lives of organisms that begin as this one.
    fn lives(&self, parent: &Organism) -> Lives {
        Lives {
            parent: Arc::new(learn::Numbers::of(&parent.weights, USUAL_UNIT)),
            search: parent.search,
            practice: self.practice().expect("checked when it was read"),
            rounds: self.rounds,
            round_nodes: self.round_nodes,
            per_game: self.per_game,
            pairs: self.pairs,
            limits: self.nodes.get_ref().clone(),
            book: Book::built_in().into(),
            mebibytes: self.hash.get_ref().get(),
        }
    }
}

impl<S: Numbers> Experiment for Numeric<Settings, S> {
    fn title(&self) -> &'static str {
        "lives"
    }

    fn genes(&self) -> Vec<Gene> {
        habit_genes()
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "% of points against the organism it began as",
            sign: " %",
            short: " of points",
            places: 1,
            less_is_better: false,
            trial: "on test",
            among_peers: false,
        }
    }

    fn part(&self) -> Part {
        Part::Numbers
    }

    fn story(&self) -> Story {
        Story {
            what: "organisms learn from their own games, each in its own way; ways of learning \
                   are bred",
            told: "ways of learning were bred for {generations}, by how well organisms learned",
            caption: "Points against the organism that all begin as, after a life of learning, at \
                      the node limit where they are lowest.",
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        lineage::named(self.settings.organism.as_ref())
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        _: &Stage,
        _: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let organism = self.settings.organism.as_ref();
        let given = lineage::given(recipe, organism, Organism::default())?;
        Ok(Box::new(Learners {
            settings: self.settings.clone(),
            space: self.space.clone(),
            demes: self.demes.clone(),
            given,
        }))
    }

    /// Learned weights are not inherited: the file holds the way of learning only.
    fn organism(&self, bred: Bred<'_>) -> String {
        numbers_file("habits", "habits", &self.genes(), &bred)
    }
}

struct Learners<S: Numbers> {
    settings: Settings,
    space: S,
    demes: Demes<S>,
    given: Organism,
}

impl<S: Numbers> Ready for Learners<S> {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let reader = work.writer.reader();
        let parent = inherited(self.given.clone(), reader, work.recipe, work.stage)?;
        let usual = self.space.genome(&Vec::from(Habits::default()));
        let usual = usual.expect("the usual habits are within their ranges");
        let breeding = Breeding {
            space: self.space.clone(),
            demes: self.demes.clone(),
            founders: Box::new(move |_, _| Ok(vec![usual.clone()])),
            problem: Trained::alone(self.settings.lives(&parent), |percent, _, _| percent),
        };
        breeding.go(work)
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        let settings = &self.settings;
        let learning = f64::from(settings.rounds.get()) * settings.round_nodes.get() as f64;
        let limits = settings.nodes.get_ref().iter();
        let moves = 2.0 * GAME_PLIES * settings.pairs.get() as f64;
        let trial: f64 = limits.map(|nodes| moves * nodes.get() as f64).sum();
        Some(f64::from(self.demes.population()) * NODE * (learning + trial))
    }
}
