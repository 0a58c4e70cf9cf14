//! A recipe as stages, one after the other.

use std::num::NonZeroU32;
use std::ops::Range;

use evo::{GrayBits, Method, Mixed, Seed, Space, Trees};

use super::error::Problem;
use super::settings::Settings;
use super::{Recipe, Tactics, Task, check_endgame, checked, checked_hash};

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
pub fn of<S: First>(settings: &Settings<S>) -> Result<Vec<Stage>, Problem> {
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
        let methods = coevolve.methods();
        let [(method, at)] = <[_; 1]>::try_from(methods).map_err(|_| {
            let what = "[coevolve] has one method: [coevolve.learner], [coevolve.ga], \
                [coevolve.ep], [coevolve.cma_es] or [coevolve.de]";
            Problem::new(at, what)
        })?;
        let method = checked(method, &space, at)?;
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
        let methods = tactics.methods();
        let (None, Some(generations), [(method, at)]) =
            (&tactics.organism, tactics.generations, methods.as_slice())
        else {
            let what = "[tactics] after other problems has generations and one method, such \
                as [tactics.ga], of its own, and no organism: it goes on with their champion";
            return Err(Problem::new(spanned.span().start, what));
        };
        let task = searches(tactics, method.clone(), *at)?;
        add(NonZeroU32::MIN, generations, task);
    }
    Ok(stages)
}

/// Whether [tactics] comes after other problems.
const fn follows<S: Space>(settings: &Settings<S>) -> bool {
    settings.mimic.is_some() || settings.mentor.is_some() || settings.coevolve.is_some()
}

fn searches(
    tactics: &Tactics<GrayBits>,
    method: Method<GrayBits>,
    at: usize,
) -> Result<Task, Problem> {
    checked_hash(&tactics.hash)?;
    let method = taught_by_fitness(method, &problems::search_space(), at)?;
    Ok(Task::Tactics(tactics.clone(), method))
}

/// The problem that independent runs begin with.
fn independent<S: First>(settings: &Settings<S>) -> Result<Task, Problem> {
    let given = [
        settings.mimic.is_some(),
        settings.mentor.is_some(),
        settings.masters.is_some(),
        settings.endgame.is_some(),
        settings.tactics.is_some() && !follows(settings),
    ];
    let problems = given.into_iter().filter(|is_given| *is_given).count();
    let task = match (problems, settings.methods().as_slice()) {
        (1, [(method, at)]) => S::first(settings, method.clone(), *at)?,
        _ => None,
    };
    task.ok_or_else(|| {
        let what = "a recipe has one problem and one method: [mimic], [mentor], [tactics] or \
            [masters] with [ga], [ep], [cma_es] or [de], or [endgame] with [gp]";
        let what = match &settings.coevolve {
            Some(_) => format!("{what}; without, [coevolve] needs founders"),
            None => what.into(),
        };
        Problem::new(0, what)
    })
}

/// A method for a problem whose results are fitness and nothing else.
fn taught_by_fitness<S: Space>(
    method: Method<S>,
    space: &S,
    at: usize,
) -> Result<Method<S>, Problem> {
    match method {
        Method::Learner(_) => {
            let what = "a learner learns from the positions of games: it goes with [coevolve]";
            Err(Problem::new(at, what))
        }
        method => checked(method, space, at),
    }
}

/// Genomes that a recipe can begin with.
pub trait First: Space {
    /// The problem of these settings, which have one, with its method; `None` where it
    /// does not breed such genomes.
    fn first(
        settings: &Settings<Self>,
        method: Method<Self>,
        at: usize,
    ) -> Result<Option<Task>, Problem>;
}

impl First for GrayBits {
    fn first(
        settings: &Settings<Self>,
        method: Method<Self>,
        at: usize,
    ) -> Result<Option<Task>, Problem> {
        let weights = |method| taught_by_fitness(method, &problems::weights_space(), at);
        Ok(Some(
            match (&settings.mimic, &settings.mentor, &settings.tactics) {
                (Some(mimic), _, _) => Task::Mimic(mimic.get_ref().clone(), weights(method)?),
                (_, Some(mentor), _) => Task::Mentor(mentor.get_ref().clone(), weights(method)?),
                (_, _, Some(tactics)) => {
                    let given = tactics.get_ref();
                    let own = given.generations.is_some() || !given.methods().is_empty();
                    if given.organism.is_none() || own {
                        let what = "[tactics] alone needs an organism; \
                        its generations and its method are those of the recipe";
                        return Err(Problem::new(tactics.span().start, what));
                    }
                    searches(given, method, at)?
                }
                _ => return Ok(None),
            },
        ))
    }
}

impl First for Mixed<f64> {
    fn first(
        settings: &Settings<Self>,
        method: Method<Self>,
        at: usize,
    ) -> Result<Option<Task>, Problem> {
        let Some(masters) = &settings.masters else {
            return Ok(None);
        };
        let space = masters.get_ref().space();
        let space = space.map_err(|error| Problem::new(masters.span().start, error.to_string()))?;
        let method = taught_by_fitness(method, &space, at)?;
        Ok(Some(Task::Masters(masters.get_ref().clone(), method)))
    }
}

impl First for Trees {
    fn first(
        settings: &Settings<Self>,
        method: Method<Self>,
        at: usize,
    ) -> Result<Option<Task>, Problem> {
        let Some(endgame) = &settings.endgame else {
            return Ok(None);
        };
        let start = endgame.span().start;
        let endgame = endgame.get_ref().clone();
        let space = endgame.space();
        let space = space.map_err(|error| Problem::new(start, error.to_string()))?;
        let method = taught_by_fitness(method, &space, at)?;
        check_endgame(&endgame, method.population())?;
        Ok(Some(Task::Endgame(endgame, method)))
    }
}
