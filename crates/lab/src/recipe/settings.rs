//! The recipe file as TOML sees it: every line a user may write.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use evo::cma_es::CmaEs;
use evo::de::De;
use evo::ep::Ep;
use evo::ga::Ga;
use evo::gp::Gp;
use evo::learner::Learner;
use evo::{GrayBits, Method, Mixed, Space, Trees};
use problems::coevolve::Meetings;
use problems::endgame::{self, Ending, Opponents, Plies, Points, Sizes, Starts, Terminals};
use problems::ep::{self, Bounds, Setup};
use problems::mimic::Look;
use serde::Deserialize;
use toml::Spanned;

/// The names of the methods' tables.
pub const METHODS: &[&str] = Method::<GrayBits>::NAMES;

/// Declares a table with a method in it: one table for each that there is, of which
/// one is written.
macro_rules! bred {
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        pub struct $name<S: Space> {
            $($body)*
            /// A genetic algorithm.
            pub ga: Option<Spanned<Ga<S>>>,
            /// Evolutionary programming.
            pub ep: Option<Spanned<Ep<S>>>,
            /// Genetic programming.
            pub gp: Option<Spanned<Gp<S>>>,
            /// Covariance matrix adaptation.
            pub cma_es: Option<Spanned<CmaEs>>,
            /// Differential evolution.
            pub de: Option<Spanned<De>>,
            /// Learning from results.
            pub learner: Option<Spanned<Learner>>,
        }

        impl<S: Space> $name<S> {
            /// The methods that are written, and where.
            pub fn methods(&self) -> Vec<(Method<S>, usize)> {
                let mut all = Vec::new();
                given(&self.ga, Method::Ga, &mut all);
                given(&self.ep, Method::Ep, &mut all);
                given(&self.gp, Method::Gp, &mut all);
                given(&self.cma_es, Method::CmaEs, &mut all);
                given(&self.de, Method::De, &mut all);
                given(&self.learner, Method::Learner, &mut all);
                all
            }
        }
    };
}

fn given<S: Space, T: Clone>(
    written: &Option<Spanned<T>>,
    method: impl Fn(T) -> Method<S>,
    to: &mut Vec<(Method<S>, usize)>,
) {
    let written = written.iter();
    to.extend(written.map(|one| (method(one.get_ref().clone()), one.span().start)));
}

bred! {
/// The whole file. Its method breeds the genomes of its first problem.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Settings {
    /// What runs and champions are called after.
    pub name: Spanned<String>,
    /// The seed: all chance of all runs comes from it.
    pub seed: u32,
    /// How many independent runs.
    pub runs: Spanned<NonZeroU32>,
    /// How many generations are bred after the random start.
    pub generations: u32,
    /// Of the data file. Where it is given, a file with other contents is refused.
    pub fingerprint: Option<Spanned<String>>,
    /// The problem: the moves that masters played.
    pub mimic: Option<Spanned<Mimic>>,
    /// The problem: the scores that a mentor gives.
    pub mentor: Option<Spanned<Mentor>>,
    /// The problem: material and mobility from the games of masters.
    pub masters: Option<Spanned<Masters>>,
    /// Afterwards: games of the champions of all runs, and of what comes of them.
    pub coevolve: Option<Spanned<Coevolve<GrayBits>>>,
    /// The problem, or what comes after others: right moves with few nodes.
    pub tactics: Option<Spanned<Tactics<GrayBits>>>,
    /// The problem: endings played by programs.
    pub endgame: Option<Spanned<Endgame>>,
    /// A local search of the champion at the end.
    pub polish: Option<Spanned<Polish>>,
    /// Matches at the end that show what the champion is worth.
    pub proof: Option<Spanned<Trials>>,
    /// Other sizes of the same experiment: by name, the lines that differ.
    #[serde(default)]
    pub budget: BTreeMap<Spanned<String>, toml::Table>,
}
}

/// Agreement with masters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [mimic]")]
pub struct Mimic {
    /// The file of positions, relative to the recipe, or `built-in`.
    pub positions: Spanned<PathBuf>,
    /// How far an organism looks after each move.
    pub scorer: Look,
    /// How many positions to breed on.
    pub train: Spanned<NonZeroUsize>,
    /// How many others to report on.
    pub test: Spanned<NonZeroUsize>,
}

/// Closeness to the scores of a mentor.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [mentor]")]
pub struct Mentor {
    /// The file of scores, as `galapagos mentor` makes it, relative to the recipe.
    pub scores: Spanned<PathBuf>,
    /// How many positions to breed on.
    pub train: Spanned<NonZeroUsize>,
    /// How many others to report on.
    pub test: Spanned<NonZeroUsize>,
}

/// Agreement with masters in whole games.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [masters]")]
pub struct Masters {
    /// The file of games, relative to the recipe.
    pub games: Spanned<PathBuf>,
    /// How many games are drawn every generation.
    pub drawn: NonZeroUsize,
    /// Where the players of generation 0 are drawn.
    pub start: Ranges,
    /// Where weights may go later.
    pub bounds: Ranges,
}

/// The least and the most of each weight, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table of ranges, such as `knight = [100, 500]`"
)]
pub struct Ranges {
    /// Of a knight.
    pub knight: (f64, f64),
    /// Of a bishop.
    pub bishop: (f64, f64),
    /// Of a rook.
    pub rook: (f64, f64),
    /// Of a queen.
    pub queen: (f64, f64),
    /// Of each move that is available.
    pub mobility: (f64, f64),
}

impl Ranges {
    /// In the order of the genes.
    pub const fn bounds(&self) -> Bounds {
        [
            self.knight,
            self.bishop,
            self.rook,
            self.queen,
            self.mobility,
        ]
    }
}

impl Masters {
    /// The space of the weights.
    pub fn space(&self) -> Result<Mixed<f64>, ep::Error> {
        let setup = Setup {
            bounds: self.bounds.bounds(),
            start: self.start.bounds(),
            ..Setup::default()
        };
        setup.space()
    }
}

bred! {
/// Games of the organisms against each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, bound = "", expecting = "a table, [coevolve]")]
pub struct Coevolve {
    /// Organism files, relative to the recipe, in place of the champions of the
    /// runs before; a folder means the champions of the run in it.
    pub founders: Option<Vec<Spanned<PathBuf>>>,
    /// How many generations are bred after the founders.
    pub generations: u32,
    /// Every two organisms meet in this number of openings, each with both colours.
    pub openings: Option<NonZeroUsize>,
    /// Or this number of pairs of organisms, drawn anew in every generation, meet in
    /// one opening each, with both colours.
    pub pairs: Option<NonZeroUsize>,
    /// Nodes a move.
    pub nodes: NonZeroU64,
    /// The hash table of each player, in MiB.
    pub hash: Spanned<NonZeroUsize>,
    /// Which founders go on, where not all of them do.
    pub first: Option<FirstRound>,
    /// How the champion is found in the end.
    #[serde(rename = "final")]
    pub finale: Finale,
}
}

/// The founders against each other before anything is bred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [coevolve.first]")]
pub struct FirstRound {
    /// In how many openings two founders meet, each with both colours.
    pub openings: NonZeroUsize,
    /// Nodes a move.
    pub nodes: NonZeroU64,
    /// How many of the best go on.
    pub best: NonZeroUsize,
}

/// The founders and what came of them once more, with more games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [coevolve.final]")]
pub struct Finale {
    /// In how many openings two organisms meet, each with both colours.
    pub openings: NonZeroUsize,
    /// Nodes a move, in the final and in the match.
    pub nodes: NonZeroU64,
    /// How many openings the champion and the best founder play, each with both
    /// colours; no match where it is left out.
    pub pairs: Option<NonZeroUsize>,
}

impl<S: Space> Coevolve<S> {
    /// Which organisms meet; the recipe says it in one of two ways.
    pub fn meetings(&self) -> Option<Meetings> {
        match (self.openings, self.pairs) {
            (Some(openings), None) => Some(Meetings::All(openings)),
            (None, Some(pairs)) => Some(Meetings::Drawn(pairs)),
            _ => None,
        }
    }
}

bred! {
/// Right moves with few nodes. The method is written after other problems.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, bound = "", expecting = "a table, [tactics]")]
pub struct Tactics {
    /// The suite, an EPD file with `bm` or `am`, relative to the recipe, or
    /// `built-in`.
    pub suite: Spanned<PathBuf>,
    /// How many positions of the suite to breed on, evenly spread over it; the
    /// others are held out. All where it is left out.
    pub train: Option<Spanned<NonZeroUsize>>,
    /// The organism whose evaluation all have, relative to the recipe; a folder
    /// means the champion of the run in it. After other problems it is left out:
    /// all have the evaluation of their champion.
    pub organism: Option<Spanned<PathBuf>>,
    /// The most nodes for each position.
    pub nodes: NonZeroU64,
    /// The hash table of each search, in MiB.
    pub hash: Spanned<NonZeroUsize>,
    /// After other problems: how many generations are bred after the random start.
    pub generations: Option<u32>,
}
}

/// Matches of the champion.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [proof]")]
pub struct Trials {
    /// How many openings each match has, each with both colours.
    pub pairs: NonZeroUsize,
    /// Nodes a move.
    pub nodes: NonZeroU64,
    /// The hash table of each player, in MiB.
    pub hash: Spanned<NonZeroUsize>,
}

/// Endings played by programs against each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [endgame]")]
pub struct Endgame {
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
    /// After so many moves of each side a game is broken off.
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

impl Endgame {
    /// The space of the trees.
    pub fn space(&self) -> Result<Trees, evo::Error> {
        endgame::space(self.terminals, &self.trees)
    }

    /// The games that organisms are bred by.
    pub fn peers(&self) -> endgame::Endgame {
        endgame::Endgame {
            from: self.from(self.course()),
            starts: self.starts.get_ref().get(),
            longest: self.longest.get(),
            points: self.points,
            plies: self.plies,
            opponents: Opponents::Peers(*self.opponents.get_ref()),
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

    /// The games against the master.
    pub fn exam(&self) -> endgame::Endgame {
        endgame::Endgame {
            from: self.from(self.endings.get_ref().clone()),
            starts: self.master.games.get_ref().get() / 2,
            points: self.master.points,
            opponents: Opponents::One(endgame::Organism::master().genome),
            ..self.peers()
        }
    }
}

/// The local search at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [polish]")]
pub struct Polish {
    /// How often it goes through all genes, at most.
    pub sweeps: NonZeroU32,
}
