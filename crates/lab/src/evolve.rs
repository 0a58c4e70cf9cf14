//! The run loop with a journal.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::slice;

use evo::{
    Account, Backend, Effort, Evolver, Failure, Generation, Judge, Jury, Note, Optimiser, Problem,
    Run, Scores, Seed, Space, Unfinished, Workers,
};
use journal::{EventKind, Place, Scored, Writer};

use crate::experiment::Work;
use crate::games;
use crate::genes::Recorded;
use crate::recipe::Demes;
use crate::{Point, Stage};

/// A problem with its data, and how its genomes are bred.
pub struct Breeding<S: Space, P> {
    /// What a genome is.
    pub space: S,
    /// How genomes are bred.
    pub demes: Demes<S>,
    /// Genomes to start from; random ones fill up the population.
    pub founders: Founders<S::Genome>,
    /// What is to be solved.
    pub problem: Trained<P>,
}

/// Finds the genomes that a run starts from, with a seed for all randomness; for some that
/// takes games, which workers play.
pub type Founders<G> = Box<dyn Fn(Seed, Workers<'_>) -> Result<Vec<G>, Failure> + Send + Sync>;

/// What organisms are bred on, what the best are tried on, and how fitness is presented.
pub struct Trained<P> {
    /// What organisms are bred on.
    pub train: P,
    /// What the best are tried on, or how else they are judged.
    pub test: Option<P>,
    /// What their fitness means.
    pub meaning: Meaning,
}

/// How fitness is presented.
pub struct Meaning {
    /// In which generations the best are tried: those with a number that this divides,
    /// and the last.
    pub test_every: u32,
    /// The score of one of that number of organisms with this fitness, which were judged with
    /// this effort.
    pub score: Box<dyn Fn(f64, Effort, usize) -> f64 + Send + Sync>,
    /// What the fitness on what the best are tried on means.
    pub trial: Trial,
}

/// What the fitness of the best on something else than it is bred on means.
pub enum Trial {
    /// This score.
    Score(Box<dyn Fn(f64) -> f64 + Send + Sync>),
    /// How many positions it solves of those it is bred on.
    Solved,
}

impl<P> Trained<P> {
    /// A problem on which organisms are bred, and one on which the best of every generation
    /// are tried; fitness has these scores.
    pub fn tested(
        train: P,
        test: P,
        score: impl Fn(f64) -> f64 + Send + Sync + 'static,
        trial: impl Fn(f64) -> f64 + Send + Sync + 'static,
    ) -> Self {
        Self {
            train,
            test: Some(test),
            meaning: Meaning {
                test_every: 1,
                score: Box::new(move |fitness, _, _| score(fitness)),
                trial: Trial::Score(Box::new(trial)),
            },
        }
    }

    /// A problem on which organisms are bred and nothing else.
    pub fn alone(
        train: P,
        score: impl Fn(f64, Effort, usize) -> f64 + Send + Sync + 'static,
    ) -> Self {
        Self {
            train,
            test: None,
            meaning: Meaning {
                test_every: 1,
                score: Box::new(score),
                trial: Trial::Solved,
            },
        }
    }
}

impl Meaning {
    /// Whether the best of this generation is tried.
    fn is_due(&self, stage: &Stage, generation: u32) -> bool {
        generation.is_multiple_of(self.test_every) || generation == stage.generations
    }

    /// The scores of a generation of this fitness.
    pub fn scores(&self, fitness: &[f64], effort: Effort) -> Vec<f64> {
        let score = |&one: &f64| (self.score)(one, effort, fitness.len());
        fitness.iter().map(score).collect()
    }

    /// A generation whose best organism has this fitness, and this one on what it was
    /// tried on. The mean is of the organisms' scores, which is not the score of their
    /// mean fitness.
    pub fn point(&self, best: f64, scores: &[f64], effort: Effort, tried: Option<f64>) -> Point {
        let (held_out, solved) = match &self.trial {
            Trial::Score(score) => (tried.map(score), None),
            Trial::Solved => (None, tried),
        };
        Point {
            best: (self.score)(best, effort, scores.len()),
            mean: scores.iter().sum::<f64>() / scores.len() as f64,
            held_out,
            solved,
        }
    }
}

/// What is reported of a generation once it is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct News {
    /// Which generation of which phase.
    pub place: Place,
    /// How good it is.
    pub point: Point,
    /// The work done for it.
    pub effort: Effort,
}

/// Why a run cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] journal::Error),
    /// The checkpoint is of another program.
    #[error("the run cannot continue: {0}; use the version that wrote it")]
    Checkpoint(#[from] evo::Error),
    /// A task could not be done.
    #[error("the run cannot continue: {0}")]
    Failed(#[from] Failure),
    /// The games of a generation cannot be kept.
    #[error("{}: {source}", .file.display())]
    Games {
        /// Their file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Generations that are recorded rest on wrong outcomes; the run is to begin again.
    #[error("{0}")]
    Undone(String),
}

impl<S: Space, P> Breeding<S, P> {
    /// Genomes that start at random.
    pub fn random(space: &S, demes: &Demes<S>, problem: Trained<P>) -> Self {
        Self {
            space: space.clone(),
            demes: demes.clone(),
            founders: Box::new(|_, _| Ok(Vec::new())),
            problem,
        }
    }
}

impl<S, P> Breeding<S, P>
where
    S: Recorded,
    P: Problem<Program = S::Program, Kit: Send> + Sync,
{
    /// Continues a stage from where the journal stands; does nothing if that is in a
    /// later stage.
    pub fn go(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let Self {
            space,
            demes,
            founders,
            problem,
        } = self;
        let workers = work.workers;
        let founders = |seed| founders(seed, workers);
        match demes.method() {
            Some(method) => go(space, problem, work, |seed| {
                Ok(Evolver::new(method.clone(), space, founders(seed)?)?)
            }),
            None => go(space, problem, work, |seed| {
                Ok(demes.archipelago(space, founders(seed)?)?)
            }),
        }
    }
}

/// Continues a stage from where the journal stands, with the optimiser that `start`
/// makes for each of its runs; does nothing if that is in a later stage.
pub fn go<S, P, O>(
    space: &S,
    problem: &Trained<P>,
    work: Work<'_>,
    start: impl Fn(Seed) -> Result<O, Error>,
) -> Result<ControlFlow<()>, Error>
where
    S: Recorded,
    P: Problem<Program = S::Program, Kit: Send> + Sync,
    O: Optimiser<S>,
{
    let train = Jury::new(&problem.train, work.workers.watched(work.tick));
    let test = problem.test.as_ref();
    let test = test.map(|test| Jury::new(test, work.workers.watched(work.tick)));
    let judges = Judges {
        train: &train,
        test: test.as_ref().map(|test| test as _),
    };
    record(space, judges, &problem.meaning, work, &start)
}

/// What judges the organisms of a stage.
struct Judges<'a, Program> {
    train: &'a dyn Judge<Program, Unfinished>,
    test: Option<&'a dyn Judge<Program, Unfinished>>,
}

/// The part of [`go`] that is the same for all problems of a space.
fn record<S: Recorded, O: Optimiser<S>>(
    space: &S,
    judges: Judges<'_, S::Program>,
    meaning: &Meaning,
    work: Work<'_>,
    start: &dyn Fn(Seed) -> Result<O, Error>,
) -> Result<ControlFlow<()>, Error> {
    let Work {
        recipe,
        stage,
        writer,
        workers,
        watch,
        ..
    } = work;
    let checkpoint = writer.reader().checkpoint()?;
    let reached = checkpoint.as_ref().map_or(0, |last| last.place.phase);
    let mut resumed = match checkpoint {
        Some(last) if stage.phases().contains(&last.place.phase) => {
            Some(O::load(space, &last.bytes)?)
        }
        _ => None,
    };
    for phase in stage.first.max(reached)..stage.phases().end {
        let seed = recipe.chance(phase);
        let mut optimiser = match resumed.take() {
            Some(optimiser) => optimiser,
            None => start(seed)?,
        };
        let run = Run {
            space,
            judge: judges.train,
            seed,
            generations: stage.generations,
        };
        let recorded = writer.reader().generations_of(phase, 0)?;
        let mut spent = Effort::default();
        recorded.iter().for_each(|one| spent += one.stats.effort);
        if stage.is_spent(spent) {
            continue;
        }
        let mut examiner = Examiner {
            test: judges.test,
            last: None,
        };
        let mut record = |generation: &Generation<'_, S::Genome>, optimiser: &O| {
            let effort = generation.stats.effort;
            spent += effort;
            let is_last = stage.is_spent(spent);
            // One more like it may be more than is allowed: what a race compares is the last
            // one that was not.
            let mut next = spent;
            next += effort;
            let tried = optimiser
                .recommend()
                .filter(|_| stage.is_spent(next) || meaning.is_due(stage, generation.number))
                .map(|best| examiner.examine(&space.decode(&best.genome)))
                .transpose();
            let tried = match tried {
                Ok(tried) => tried.flatten(),
                Err(unfinished) => return broken_off(unfinished).map(Watched::of),
            };
            let organisms = generation.organisms.iter();
            let fitness: Vec<_> = organisms.map(|one| one.fitness.value).collect();
            let scores = meaning.scores(&fitness, effort);
            let point = meaning.point(generation.stats.best, &scores, effort, tried);
            let demes = (0..scores.len()).map(|number| optimiser.deme_of(number));
            let scored = Scored {
                best: point.best,
                mean: point.mean,
                trial: point.held_out,
                solved: point.solved,
                organisms: &scores,
                demes: &demes.collect::<Vec<_>>(),
            };
            let genes = |genome: &S::Genome| space.genes(genome);
            note(writer, workers)?;
            account(writer, phase, generation)?;
            writer.record(phase, generation, &scored, genes, &optimiser.save())?;
            let seen = watch(&News {
                place: Place {
                    phase,
                    generation: generation.number,
                },
                point,
                effort,
            });
            Ok(match Watched::of(seen) {
                Watched::GoesOn if is_last => Watched::Ends,
                seen => seen,
            })
        };
        let end = run.go(&mut optimiser, |generation, optimiser| {
            match record(generation, optimiser) {
                Ok(Watched::GoesOn) => ControlFlow::Continue(()),
                Ok(end) => ControlFlow::Break(Ok(end)),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        match end {
            Ok(ControlFlow::Continue(()) | ControlFlow::Break(Ok(Watched::Ends))) => {}
            Ok(ControlFlow::Break(Ok(_))) => return Ok(ControlFlow::Break(())),
            Ok(ControlFlow::Break(Err(error))) => return Err(error),
            Err(unfinished) => {
                note(writer, workers)?;
                return broken_off(unfinished);
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Begins a run again from nothing.
pub fn begin_again(writer: &mut Writer, why: &str) -> Result<(), Error> {
    games::discard(writer.reader().folder())?;
    Ok(writer.restart(why)?)
}

/// Whether a run goes on after a generation.
enum Watched {
    GoesOn,
    /// All the work that it may take is done.
    Ends,
    /// It was stopped.
    Stopped,
}

impl Watched {
    const fn of(flow: ControlFlow<()>) -> Self {
        match flow {
            ControlFlow::Continue(()) => Self::GoesOn,
            ControlFlow::Break(()) => Self::Stopped,
        }
    }
}

/// Where work was not finished: whether it was stopped, or why it cannot continue.
pub(crate) fn broken_off(unfinished: Unfinished) -> Result<ControlFlow<()>, Error> {
    match unfinished {
        Unfinished::Stopped => Ok(ControlFlow::Break(())),
        Unfinished::Failed(failure) => Err(failure.into()),
        Unfinished::Undone(why) => Err(Error::Undone(why)),
    }
}

/// Records what workers elsewhere did.
pub(crate) fn note(writer: &mut Writer, workers: Workers<'_>) -> Result<(), Error> {
    for note in workers.notes() {
        let (kind, text) = match note {
            Note::Joined(worker) => (EventKind::Joined, worker),
            Note::Lied { worker, how } => (EventKind::Lied, format!("{worker}: {how}")),
            Note::Fault(what) => (EventKind::Fault, what),
        };
        writer.event(kind, &text)?;
    }
    Ok(())
}

/// Records the work on a generation. It comes before the generation
/// itself, and a second time it writes the same.
fn account<G>(
    writer: &mut Writer,
    phase: u32,
    generation: &Generation<'_, G>,
) -> Result<(), Error> {
    let Account { faults, games } = &generation.account;
    for fault in faults {
        writer.event(EventKind::Fault, fault)?;
    }
    if !games.is_empty() {
        games::keep(writer.reader().folder(), phase, generation.number, games)?;
    }
    Ok(())
}

/// Tries the best of each generation on what it was not bred on. The best is often
/// that of the generation before, and then there is nothing to do.
struct Examiner<'a, Program> {
    test: Option<&'a dyn Judge<Program, Unfinished>>,
    last: Option<(Program, f64)>,
}

impl<Program: Clone + PartialEq> Examiner<'_, Program> {
    fn examine(&mut self, program: &Program) -> Result<Option<f64>, Unfinished> {
        let Some(test) = self.test else {
            return Ok(None);
        };
        if let Some((last, fitness)) = &self.last
            && last == program
        {
            return Ok(Some(*fitness));
        }
        let judged = test.judge(slice::from_ref(program), TRIAL_SEED, false)?;
        let fitness = judged.scores.fitness[0].value;
        self.last = Some((program.clone(), fitness));
        Ok(Some(fitness))
    }
}

/// The seed of what the best are tried on, the same in all runs.
pub const TRIAL_SEED: Seed = Seed::new(0);

/// The fitness of programs outside a run.
pub fn judge<P: Problem, B: Backend<P>>(
    problem: &P,
    programs: &[P::Program],
    backend: &B,
) -> Result<Scores, B::Error> {
    let judged = Jury::new(problem, backend).judge(programs, TRIAL_SEED, false)?;
    Ok(judged.scores)
}
