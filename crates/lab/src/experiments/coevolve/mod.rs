//! Evaluations that play each other, and the final that finds the best of them.

mod finale;
pub(super) mod finalists;

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use arena::book::Book;
use chess::Damage;
use engine::eval::Weights;
use engine::organism::Organism;
use evo::Space;
use problems::coevolve::{Coevolve, Contest, Meetings};
use serde::Deserialize;
use toml::Spanned;

pub use finale::Final;
pub use finalists::best_founder;

use super::data::{self, checked_hash};
use crate::evolve::{Breeding, Error, Trained};
use crate::experiment::{Bred, Entry, Experiment, Gene, Part, Ready, Story, Work};
use crate::forecast;
use crate::numbers::{Encoded, Numbers};
use crate::recipe::{Demes, Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "coevolve",
    read,
};

/// Roughly the number of founders of a coevolution.
const FOUNDERS: u32 = 10;

/// `[coevolve]`: games of the organisms against each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [coevolve]")]
struct Settings {
    /// Organism files, relative to the recipe, in place of the champions of the
    /// stages before; a folder means the champions of the run in it.
    founders: Option<Vec<Spanned<PathBuf>>>,
    /// Every two organisms meet in this number of openings, each with both colours.
    openings: Option<NonZeroUsize>,
    /// Or this number of pairs of organisms, drawn again in every generation, meet in
    /// one opening each, with both colours.
    pairs: Option<NonZeroUsize>,
    /// Nodes a move.
    nodes: NonZeroU64,
    /// The hash table of each player, in MiB.
    hash: Spanned<NonZeroUsize>,
    /// Which founders go on, where not all of them do.
    first: Option<FirstRound>,
    /// How the champion is found in the end.
    #[serde(rename = "final")]
    finale: finale::Settings,
}

/// The founders against each other before anything is bred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [coevolve.first]")]
struct FirstRound {
    /// In how many openings two founders meet, each with both colours.
    openings: NonZeroUsize,
    /// Nodes a move.
    nodes: NonZeroU64,
    /// How many of the best go on.
    best: NonZeroUsize,
}

#[derive(Debug)]
struct Rivals<S: Space> {
    settings: Settings,
    meetings: Meetings,
    space: S,
    demes: Demes<S>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    checked_hash(&settings.hash)?;
    if section.runs() != NonZeroU32::MIN && !section.is_first() {
        return Err(section.wrong("after other stages [coevolve] has one run: leave out `runs`"));
    }
    match section.declared(Weights::TABLE) {
        Encoded::Bits(space) => stages(settings, space, section),
        Encoded::Mixed(space) => stages(settings, space, section),
    }
}

impl Settings {
    /// Which organisms meet.
    fn meetings(&self, section: &Section<'_>) -> Result<Meetings, Mistake> {
        match (self.openings, self.pairs) {
            (Some(openings), None) => Ok(Meetings::All(openings)),
            (None, Some(pairs)) => Ok(Meetings::Drawn(pairs)),
            _ => {
                let what = "say in `openings` how often every two organisms meet, \
                    or in `pairs` how many pairs of games a generation plays, not both";
                Err(section.wrong(what))
            }
        }
    }

    /// How many founders there are to be, at least.
    fn count_founders(&self, section: &Section<'_>) -> Result<usize, Mistake> {
        match (&self.founders, section.before().last()) {
            (Some(founders), _) => Ok(founders.len()),
            (None, Some(before)) if before.experiment.part() == Part::Evaluation => {
                Ok(before.runs.get() as usize)
            }
            (None, Some(before)) => {
                let what = format!("[{}] breeds no evaluations to go on with", before.name);
                Err(section.wrong(what))
            }
            (None, None) => {
                let what = "[coevolve] goes on with the evaluations of an earlier stage, or \
                            names organism files: `founders = [\"a.toml\"]`";
                Err(section.wrong(what))
            }
        }
    }
}

/// The games of the organisms, and the final.
fn stages<S: Numbers>(
    settings: Settings,
    space: S,
    section: &mut Section<'_>,
) -> Result<Vec<Stage>, Mistake> {
    let meetings = settings.meetings(section)?;
    let founders = settings.count_founders(section)?;
    let at = section.method_at();
    let demes = section.demes_or_learner(&space)?;
    if founders > demes.population() as usize {
        let what = format!("{founders} founders do not fit into the population");
        return Err(Mistake::new(at, what));
    }
    if demes.population() < 2 {
        return Err(Mistake::new(at, "games need at least 2 organisms"));
    }
    let finale = Final {
        settings: settings.finale,
        founders: settings
            .first
            .map_or(FOUNDERS, |first| first.best.get() as u32),
        hash: settings.hash.get_ref().get(),
    };
    let rivals = section.stage(Rivals {
        settings,
        meetings,
        space,
        demes,
    })?;
    let rivals = Stage {
        runs: NonZeroU32::MIN,
        ..rivals
    };
    let finale = Stage {
        generations: 0,
        experiment: Arc::new(finale),
        ..rivals.clone()
    };
    Ok(vec![rivals, finale])
}

/// What points among peers count.
pub(super) fn measure() -> Measure {
    Measure {
        unit: "% of points against the others",
        sign: " %",
        short: " of points",
        places: 2,
        less_is_better: false,
        trial: "on test",
        among_peers: true,
    }
}

/// Games of organisms at this number of nodes a move.
pub(super) fn contest(nodes: NonZeroU64, hash: usize) -> Contest {
    Contest {
        book: Book::built_in().into(),
        nodes: nodes.get(),
        mebibytes: hash,
    }
}

/// These against each other.
pub(super) fn among<S: Numbers>(
    founders: &[Vec<i32>],
    space: S,
    demes: Demes<S>,
    games: Coevolve,
) -> Breeding<S, Coevolve> {
    let encode = |program: &Vec<i32>| space.genome(program).expect("numbers within their ranges");
    let founders: Vec<_> = founders.iter().map(encode).collect();
    let meetings = games.meetings();
    Breeding {
        space,
        demes,
        founders: Box::new(move |_, _| Ok(founders.clone())),
        // Two organisms play each game.
        problem: Trained::alone(games, move |fitness, effort, count| {
            100.0 * fitness * meetings.players(count) as f64 / (2 * effort.games) as f64
        }),
    }
}

impl<S: Numbers> Experiment for Rivals<S> {
    fn title(&self) -> &'static str {
        "coevolution"
    }

    fn genes(&self) -> Vec<Gene> {
        Gene::declared(Weights::TABLE)
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        measure()
    }

    fn part(&self) -> Part {
        Part::Evaluation
    }

    fn story(&self) -> Story {
        Story {
            what: "the evaluations and their descendants play each other",
            told: "they and their descendants played for {generations}",
            caption: "Coevolution: points won from the others of the same generation. The others \
                      grow stronger too, so this need not rise.",
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        let founders = self.settings.founders.iter();
        founders
            .map(|files| Named::founders("founders", files))
            .collect()
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        _: &Stage,
        _: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let settings = &self.settings;
        let hash = settings.hash.get_ref().get();
        let first = settings.first.map(|first| {
            let meetings = Meetings::All(first.openings);
            (Coevolve::new(contest(first.nodes, hash), meetings), first)
        });
        Ok(Box::new(Playing {
            space: self.space.clone(),
            demes: self.demes.clone(),
            games: Coevolve::new(contest(settings.nodes, hash), self.meetings),
            generation: forecast::pairs(self.meetings, self.demes.population(), settings.nodes),
            first,
            founders: self.founders(recipe)?,
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        data::evaluation(bred.name, bred.origin, bred.values).to_toml()
    }
}

impl<S: Space> Rivals<S> {
    /// The founders, where the recipe names their files.
    fn founders(&self, recipe: &Recipe) -> Result<Option<Vec<Vec<i32>>>, StudyError> {
        let Some(written) = &self.settings.founders else {
            return Ok(None);
        };
        let files = recipe.files_of(&Named::founders("founders", written))?;
        if files.len() > self.demes.population() as usize {
            let what = format!("{} founders do not fit into the population", files.len());
            return Err(recipe.wrong(written[0].span().start, what).into());
        }
        let mut founders = Vec::new();
        for file in files {
            let organism = Organism::read(&file).map_err(StudyError::data)?;
            founders.push(organism.weights.0.to_vec());
        }
        Ok(Some(founders))
    }
}

struct Playing<S: Space> {
    space: S,
    demes: Demes<S>,
    games: Coevolve,
    /// How long a generation takes, in seconds.
    generation: f64,
    /// Which of the founders go on: the best in these games.
    first: Option<(Coevolve, FirstRound)>,
    /// Where they are not the champions of the stage before.
    founders: Option<Vec<Vec<i32>>>,
}

impl<S: Numbers> Ready for Playing<S> {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let founders = match &self.founders {
            Some(founders) => founders.clone(),
            None => finalists::champions(work.writer.reader(), work.recipe, work.stage)?,
        };
        let (space, demes) = (self.space.clone(), self.demes.clone());
        let mut breeding = among(&founders, space.clone(), demes, self.games.clone());
        if let Some((games, first)) = self.first.clone() {
            breeding.founders = Box::new(move |_, workers| {
                let best = finalists::best(&games, &founders, first.best.get(), workers)?;
                let encode = |program: &Vec<i32>| space.genome(program);
                Ok(best.iter().filter_map(encode).collect())
            });
        }
        breeding.go(work)
    }

    fn forecast(&self, stage: &Stage) -> Option<f64> {
        let first = self.first.as_ref().map_or(0.0, |(_, first)| {
            let once = forecast::pairs(Meetings::All(first.openings), FOUNDERS, first.nodes);
            once / (f64::from(stage.generations) + 1.0)
        });
        Some(self.generation + first)
    }
}
