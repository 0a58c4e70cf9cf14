//! Modern searches bred by games against each other, all with one evaluation.
//!
//! ```text
//! random searches, or one that is known ─► games at several node limits ─► points
//!                                                                            │
//! champion ◄─ final: the best at the limit that they do worst at ◄───────────┘
//! ```
//!
//! What is good at few nodes may be bad at more. So pairs play at the limits in turn, and
//! in the final the limit counts at which a search does worst: a change is taken over only
//! if all limits agree.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use chess::Damage;
use engine::modern::Organism;
use engine::modern::eval::Weights;
use engine::modern::search::SearchGenes;
use evo::{Origin, Space, select};
use journal::{Place, Reader};
use problems::coevolve::{Coevolve, Judged, Meetings, Searches};
use problems::opponent::Opponent;
use serde::Deserialize;
use toml::Spanned;

use super::coevolve::{among, contest, finalists, measure};
use super::data::{check_limits, checked_hash};
use super::lineage::{self, has_weights, inherited, search_genes};
use crate::evolve::Error;
use crate::experiment::{Bred, Entry, Experiment, Gene, Part, Ready, Story, Work};
use crate::forecast;
use crate::numbers::{Encoded, Numbers, program};
use crate::recipe::{Demes, Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "searches",
    read,
};

/// `[searches]`: games of searches against each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [searches]")]
struct Settings {
    /// A modern organism whose evaluation they have, relative to the recipe, in place of
    /// what earlier stages have learned; a folder means the champion of the run in it.
    organism: Option<Spanned<PathBuf>>,
    /// What the first generation is.
    start: Start,
    /// This number of pairs of organisms, drawn again in every generation, meet in one
    /// opening each, with both colours. Where the method makes pairs, as SPSA does, the two
    /// of each meet.
    pairs: NonZeroUsize,
    /// Nodes a move, in turn.
    nodes: Spanned<Vec<NonZeroU64>>,
    /// The hash table of each player, in MiB.
    hash: Spanned<NonZeroUsize>,
    /// How the champion is found in the end.
    #[serde(rename = "final")]
    finale: Finale,
}

/// What the first generation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase", expecting = "`\"random\"` or `\"known\"`")]
enum Start {
    /// Random in the genes' ranges.
    Random,
    /// The search of the organism, or of an earlier stage, or else of a textbook.
    Known,
}

/// `[searches.final]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [searches.final]")]
struct Finale {
    /// How many of the last generation take part; their mean does too, and the search
    /// that the run began with, if it was known.
    best: NonZeroUsize,
    /// In how many openings two of them meet, each with both colours.
    openings: NonZeroUsize,
    /// Nodes a move, in turn.
    nodes: Spanned<Vec<NonZeroU64>>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    checked_hash(&settings.hash)?;
    for nodes in [&settings.nodes, &settings.finale.nodes] {
        check_limits(nodes)?;
    }
    if settings.organism.is_none() && !section.before().iter().any(has_weights) {
        let what = "[searches] needs an evaluation: name an `organism`, or put a stage before \
                    it that learns one";
        return Err(section.wrong(what));
    }
    match section.declared(SearchGenes::TIMELESS) {
        Encoded::Bits(space) => stages(settings, space, section),
        Encoded::Mixed(space) => stages(settings, space, section),
    }
}

/// The games of the searches, and the final.
fn stages<S: Numbers>(
    settings: Settings,
    space: S,
    section: &mut Section<'_>,
) -> Result<Vec<Stage>, Mistake> {
    let demes = section.demes(&space)?;
    let common = Arc::new(settings);
    let bred = section.stage(Rivals {
        settings: Arc::clone(&common),
        space,
        demes,
    })?;
    let finale = Stage {
        generations: 0,
        experiment: Arc::new(Final(common)),
        ..bred.clone()
    };
    Ok(vec![bred, finale])
}

impl Settings {
    /// The organism that the recipe names, or one that knows nothing.
    fn given(&self, recipe: &Recipe) -> Result<Organism, StudyError> {
        lineage::given(recipe, self.organism.as_ref(), Organism::default())
    }

    /// Games at these limits, with this evaluation.
    fn games(
        &self,
        weights: Weights,
        limits: &[NonZeroU64],
        meetings: Meetings,
        judged: Judged,
    ) -> Coevolve {
        let hash = self.hash.get_ref().get();
        let contests = limits.iter().map(|&nodes| contest(nodes, hash)).collect();
        Coevolve::of_searches(Searches(weights), contests, meetings, judged)
    }
}

/// The file of a search with the evaluation it was bred for.
fn organism(bred: Bred<'_>) -> String {
    let given = bred.given.expect("a search is bred for an evaluation");
    let given = Organism::parse(given, "given".as_ref()).expect("a file of its own");
    let organism = Organism {
        name: bred.name,
        search: Searches::genes(&program(bred.values)),
        origin: bred.origin,
        ..given
    };
    organism.to_toml()
}

#[derive(Debug)]
struct Rivals<S: Space> {
    settings: Arc<Settings>,
    space: S,
    demes: Demes<S>,
}

impl<S: Numbers> Experiment for Rivals<S> {
    fn title(&self) -> &'static str {
        "searches"
    }

    fn genes(&self) -> Vec<Gene> {
        search_genes()
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        measure()
    }

    fn part(&self) -> Part {
        Part::Search
    }

    fn story(&self) -> Story {
        Story {
            what: "searches with the evaluation, and their descendants, play each other",
            told: "searches with it played each other for {generations}",
            caption: "Points won from the other searches of the same generation. The others \
                      grow stronger too, so this need not rise.",
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
        Ok(Box::new(Breeder {
            settings: Arc::clone(&self.settings),
            space: self.space.clone(),
            demes: self.demes.clone(),
            given: self.settings.given(recipe)?,
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        organism(bred)
    }
}

struct Breeder<S: Space> {
    settings: Arc<Settings>,
    space: S,
    demes: Demes<S>,
    given: Organism,
}

impl<S: Space> Breeder<S> {
    fn meetings(&self) -> Meetings {
        let pairs = self.settings.pairs;
        match self.demes.opponent() {
            Opponent::Base => Meetings::Drawn(pairs),
            Opponent::Twin => Meetings::Twins(pairs),
        }
    }
}

impl<S: Numbers> Ready for Breeder<S> {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let nodes = &self.settings.nodes;
        let reader = work.writer.reader();
        let parent = inherited(self.given.clone(), reader, work.recipe, work.stage)?;
        let founders: &[Vec<i32>] = match self.settings.start {
            Start::Random => &[],
            Start::Known => &[Searches::program(&parent.search)],
        };
        let meetings = self.meetings();
        let (limits, judged) = (nodes.get_ref(), Judged::ByAll);
        let games = self
            .settings
            .games(parent.weights, limits, meetings, judged);
        among(founders, self.space.clone(), self.demes.clone(), games).go(work)
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        Some(seconds(
            self.meetings(),
            self.demes.population(),
            &self.settings.nodes,
        ))
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

/// How long a generation takes that plays at these limits in turn.
fn seconds(meetings: Meetings, count: u32, nodes: &Spanned<Vec<NonZeroU64>>) -> f64 {
    let limits = nodes.get_ref().iter();
    let all: f64 = limits
        .map(|&nodes| forecast::pairs(meetings, count, nodes))
        .sum();
    all / nodes.get_ref().len() as f64
}

/// The best of the last generation once more, with more games.
#[derive(Debug)]
struct Final(Arc<Settings>);

impl Experiment for Final {
    fn title(&self) -> &'static str {
        "final"
    }

    fn genes(&self) -> Vec<Gene> {
        search_genes()
    }

    fn demes(&self) -> Vec<String> {
        vec!["final".into()]
    }

    fn measure(&self) -> Measure {
        measure()
    }

    fn part(&self) -> Part {
        Part::Search
    }

    fn story(&self) -> Story {
        Story {
            what: "the best searches meet; each counts by the node limit it does worst at",
            told: "{organisms} of them met in a final",
            ..Story::default()
        }
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        _: &Stage,
        _: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        Ok(Box::new(Finalists {
            settings: Arc::clone(&self.0),
            given: self.0.given(recipe)?,
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        organism(bred)
    }
}

struct Finalists {
    settings: Arc<Settings>,
    given: Organism,
}

impl Finalists {
    /// Those that meet, each once: the founders, the best of the last generation, and two
    /// in which luck is averaged out: the mean of these, and that of the samples where
    /// the method has one.
    fn all(&self, reader: &Reader, phase: u32) -> Result<Vec<Vec<i32>>, Error> {
        let first = reader.organisms(Place {
            phase,
            generation: 0,
        })?;
        let generation = reader.last_generation(phase)?;
        let last = reader.organisms(Place { phase, generation })?;
        let points: Vec<_> = last.iter().map(|one| one.fitness.value).collect();
        let best = select::truncation(&points, self.settings.finale.best.get());
        let best: Vec<_> = best
            .into_iter()
            .map(|index| last[index].genome.clone())
            .collect();
        let of_origin = |all: Vec<evo::Organism<Vec<f64>>>, origin| {
            let those = all.into_iter().filter(move |one| one.origin == origin);
            those.map(|one| one.genome)
        };
        let founders = of_origin(first, Origin::Founder);
        let mean = finalists::mean(&best);
        let sampled = of_origin(last, Origin::Mean);
        let mut all: Vec<Vec<i32>> = Vec::new();
        for genes in founders.chain(best).chain([mean]).chain(sampled) {
            let program = program(&genes);
            if !all.contains(&program) {
                all.push(program);
            }
        }
        Ok(all)
    }
}

impl Ready for Finalists {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let reader = work.writer.reader();
        let all = self.all(reader, work.stage.first - 1)?;
        let parent = inherited(self.given.clone(), reader, work.recipe, work.stage)?;
        let finale = &self.settings.finale;
        let games = self.settings.games(
            parent.weights,
            finale.nodes.get_ref(),
            Meetings::All(finale.openings),
            Judged::ByTheWorst,
        );
        let demes = Demes::one(finalists::all_at_once(all.len()));
        among(&all, problems::bits(SearchGenes::TIMELESS), demes, games).go(work)
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        let finale = &self.settings.finale;
        let count = finale.best.get() as u32 + 2;
        Some(seconds(
            Meetings::All(finale.openings),
            count,
            &finale.nodes,
        ))
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
