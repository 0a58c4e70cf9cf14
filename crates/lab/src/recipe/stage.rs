//! A recipe as stages, one after the other.

use std::num::NonZeroU32;
use std::ops::Range;

use evo::ga::Ga;
use evo::{GrayBits, Method, Seed};
use toml::Spanned;

use super::error::Problem;
use super::settings::Settings;
use super::{Recipe, Tactics, Task, check_endgame, checked, checked_ga, checked_hash};

/// A part of a recipe: one problem, in one or more independent runs.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The phase of its first run in the journal.
    pub first: u32,
    /// How many independent runs.
    pub runs: NonZeroU32,
    /// How many generations are bred after the first.
    pub generations: u32,
    /// What is bred, and how.
    pub task: Task,
}

impl Stage {
    /// Its phases in the journal, one for each independent run.
    pub const fn phases(&self) -> Range<u32> {
        self.first..self.first + self.runs.get()
    }
}

impl Recipe {
    /// All phases.
    pub fn phases(&self) -> Range<u32> {
        0..self.last().phases().end
    }

    /// The stage that ends the run.
    pub fn last(&self) -> &Stage {
        self.stages.last().expect("a recipe has a stage")
    }

    /// The stage of a phase.
    ///
    /// # Panics
    ///
    /// If there is no such phase.
    pub fn stage(&self, phase: u32) -> &Stage {
        let mut stages = self.stages.iter();
        let stage = stages.find(|stage| stage.phases().contains(&phase));
        stage.expect("a phase of this recipe")
    }

    /// The stage of a phase and, of several independent runs, which it is.
    pub fn title(&self, phase: u32) -> String {
        let stage = self.stage(phase);
        let title = stage.task.title();
        match self.run_of(phase) {
            Some(run) => format!("{title}, run {run} of {}", stage.runs),
            None => title.into(),
        }
    }

    /// Which of several independent runs a phase is, counted from 1; `None` for a
    /// stage that is run once.
    pub fn run_of(&self, phase: u32) -> Option<u32> {
        let stage = self.stage(phase);
        (stage.runs.get() > 1).then(|| phase - stage.first + 1)
    }

    /// Where all chance of a phase comes from. No two phases of any two seeds share
    /// theirs, so runs of different seeds are replicates.
    pub(crate) fn chance(&self, phase: u32) -> Seed {
        Seed::new(self.seed.into()).child("phase", phase.into())
    }

    /// What a phase is called.
    pub fn phase_name(&self, phase: u32) -> String {
        match (&self.stage(phase).task, self.run_of(phase)) {
            (Task::Coevolve(..), _) => "coevolution".into(),
            (Task::Final(..), _) => "final".into(),
            (Task::Tactics(..), _) if self.stage(phase).first > 0 => "search".into(),
            (_, Some(run)) => format!("run {run}"),
            (_, None) => format!("seed {}", self.seed),
        }
    }
}

/// The stages that the settings describe.
pub fn of(settings: &Settings) -> Result<Vec<Stage>, Problem> {
    let coevolve = settings.coevolve.as_ref();
    let founders = coevolve.and_then(|coevolve| coevolve.get_ref().founders.as_ref());
    let mut stages = Vec::new();
    let mut add = |runs, generations, task| {
        stages.push(Stage {
            first: stages.last().map_or(0, |last: &Stage| last.phases().end),
            runs,
            generations,
            task,
        });
    };
    if founders.is_none() {
        let task = independent(settings)?;
        if let Some(coevolve) = coevolve
            && !matches!(task, Task::Mimic(..) | Task::Mentor(..))
        {
            let what = "[coevolve] goes with [mimic] and [mentor] only";
            return Err(Problem::new(coevolve.span().start, what));
        }
        add(*settings.runs.get_ref(), settings.generations, task);
    }
    if let Some(spanned) = coevolve {
        let (at, coevolve) = (spanned.span().start, spanned.get_ref());
        if coevolve.meetings().is_none() {
            let what = "say in `openings` how often every two organisms meet, \
                or in `pairs` how many pairs of games a generation plays, not both";
            return Err(Problem::new(at, what));
        }
        let space = problems::weights_space();
        let (method, at) = match (&coevolve.ga, &coevolve.cma_es, &coevolve.learner) {
            (Some(ga), None, None) => (checked_ga(ga, &space)?, ga.span().start),
            (None, Some(cma_es), None) => {
                let (method, at) = (cma_es.get_ref().clone(), cma_es.span().start);
                (checked(Method::CmaEs(method), &space, at)?, at)
            }
            (None, None, Some(learner)) => {
                let (method, at) = (learner.get_ref().clone(), learner.span().start);
                (checked(Method::Learner(method), &space, at)?, at)
            }
            _ => {
                let what = "[coevolve] has one method: [coevolve.ga], [coevolve.cma_es] \
                    or [coevolve.learner]";
                return Err(Problem::new(at, what));
            }
        };
        checked_hash(&coevolve.hash)?;
        let given = founders.map_or(settings.runs.get_ref().get() as usize, Vec::len);
        if given > method.population() as usize {
            let what = format!("{given} founders do not fit into the population");
            return Err(Problem::new(at, what));
        }
        if method.population() < 2 {
            return Err(Problem::new(at, "games need at least 2 organisms"));
        }
        let once = NonZeroU32::MIN;
        let task = Task::Coevolve(coevolve.clone(), method);
        add(once, coevolve.generations, task);
        add(once, 0, Task::Final(coevolve.clone()));
    }
    if let Some(spanned) = settings.tactics.as_ref().filter(|_| follows(settings)) {
        let tactics = spanned.get_ref();
        let (None, Some(generations), Some(ga)) =
            (&tactics.organism, tactics.generations, &tactics.ga)
        else {
            let what = "[tactics] after other problems has generations and [tactics.ga] \
                of its own, and no organism: it goes on with their champion";
            return Err(Problem::new(spanned.span().start, what));
        };
        add(NonZeroU32::MIN, generations, searches(tactics, ga)?);
    }
    Ok(stages)
}

/// Whether [tactics] comes after other problems.
const fn follows(settings: &Settings) -> bool {
    settings.mimic.is_some() || settings.mentor.is_some() || settings.coevolve.is_some()
}

fn searches(tactics: &Tactics, ga: &Spanned<Ga<GrayBits>>) -> Result<Task, Problem> {
    checked_hash(&tactics.hash)?;
    let method = checked_ga(ga, &problems::search_space())?;
    Ok(Task::Tactics(tactics.clone(), method))
}

/// The problem that independent runs begin with.
fn independent(settings: &Settings) -> Result<Task, Problem> {
    let Settings {
        mimic,
        mentor,
        masters,
        tactics,
        endgame,
        ga,
        ep,
        gp,
        ..
    } = settings;
    let tactics = tactics.as_ref().filter(|_| !follows(settings));
    let problem = (mimic, mentor, masters, tactics, endgame);
    match (problem, (ga, ep, gp)) {
        ((Some(mimic), None, None, None, None), (Some(ga), None, None)) => {
            let method = checked_ga(ga, &problems::weights_space())?;
            Ok(Task::Mimic(mimic.get_ref().clone(), method))
        }
        ((None, Some(mentor), None, None, None), (Some(ga), None, None)) => {
            let method = checked_ga(ga, &problems::weights_space())?;
            Ok(Task::Mentor(mentor.get_ref().clone(), method))
        }
        ((None, None, None, Some(tactics), None), (Some(ga), None, None)) => {
            let given = tactics.get_ref();
            if given.organism.is_none() || given.generations.is_some() || given.ga.is_some() {
                let what = "[tactics] alone needs an organism; \
                    its generations and [ga] are those of the recipe";
                return Err(Problem::new(tactics.span().start, what));
            }
            searches(given, ga)
        }
        ((None, None, Some(masters), None, None), (None, Some(ep), None)) => {
            let at = masters.span().start;
            let space = masters.get_ref().space();
            let space = space.map_err(|error| Problem::new(at, error.to_string()))?;
            let method = Method::Ep(ep.get_ref().clone());
            let method = checked(method, &space, ep.span().start)?;
            Ok(Task::Masters(masters.get_ref().clone(), method))
        }
        ((None, None, None, None, Some(endgame)), (None, None, Some(gp))) => {
            let at = endgame.span().start;
            let endgame = endgame.get_ref().clone();
            let space = endgame.space();
            let space = space.map_err(|error| Problem::new(at, error.to_string()))?;
            let method = Method::Gp(gp.get_ref().clone());
            let method = checked(method, &space, gp.span().start)?;
            check_endgame(&endgame, method.population())?;
            Ok(Task::Endgame(endgame, method))
        }
        _ => {
            let what = "a recipe has one problem and its method: [mimic], [mentor] or \
                [tactics] with [ga], [masters] with [ep], or [endgame] with [gp]";
            let what = match &settings.coevolve {
                Some(_) => format!("{what}; without, [coevolve] needs founders"),
                None => what.into(),
            };
            Err(Problem::new(0, what))
        }
    }
}
