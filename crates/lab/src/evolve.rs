//! The run loop with a journal.

use std::ops::ControlFlow;
use std::slice;

use evo::{
    Backend, Effort, Evolver, Failure, Generation, Kits, Optimiser, Problem, Run, Scores, Seed,
    Threads, Unfinished, Watch,
};
use journal::{Place, Writer};

use crate::genes::Recorded;
use crate::study::Breeding;
use crate::{Measure, Point, Recipe, Stage};

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
}

/// Continues a stage from where the journal stands; does nothing if that is in a
/// later stage. `tick` is called after every task and `watch` after every recorded
/// generation; both may stop the run.
pub fn go<S, P>(
    breeding: &Breeding<S, P>,
    recipe: &Recipe,
    stage: &Stage,
    writer: &mut Writer,
    threads: Threads,
    tick: &Watch<'_>,
    mut watch: impl FnMut(&News) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Error>
where
    S: Recorded,
    P: Problem<Program = S::Program, Task: Sync, Outcome: Send, Kit: Send> + Sync,
{
    let Breeding { space, train, .. } = breeding;
    let measure = Measure::of(stage);
    let checkpoint = writer.reader().checkpoint()?;
    let reached = checkpoint.as_ref().map_or(0, |last| last.place.phase);
    let mut resumed = match checkpoint {
        Some(last) if stage.phases().contains(&last.place.phase) => {
            Some(Evolver::load(space, &last.bytes)?)
        }
        _ => None,
    };
    for phase in stage.first.max(reached)..stage.phases().end {
        let seed = recipe.chance(phase);
        let mut evolver = match resumed.take() {
            Some(evolver) => evolver,
            None => Evolver::new(breeding.method.clone(), space, (breeding.founders)(seed)?)?,
        };
        let run = Run {
            space,
            problem: train,
            backend: &threads.watched(tick),
            seed,
            generations: stage.generations,
        };
        let mut examiner = Examiner {
            test: breeding.test.as_ref(),
            threads,
            last: None,
        };
        let mut record = |generation: &Generation<'_, S::Genome>, evolver: &Evolver<S>| {
            let due = generation.number.is_multiple_of(breeding.test_every)
                || generation.number == stage.generations;
            let held_out = evolver
                .recommend()
                .filter(|_| due)
                .map(|best| examiner.examine(&space.decode(&best.genome)))
                .transpose()?
                .flatten();
            let checkpoint = evolver.save();
            writer.record(
                phase,
                generation,
                held_out,
                |genome| space.genes(genome),
                &checkpoint,
            )?;
            let fitness: Vec<_> = generation
                .organisms
                .iter()
                .map(|one| one.fitness.value)
                .collect();
            Ok(watch(&News {
                place: Place {
                    phase,
                    generation: generation.number,
                },
                point: Point::of(measure, &generation.stats, held_out, &fitness),
                effort: generation.stats.effort,
            }))
        };
        let end = run.go(&mut evolver, |generation, evolver| {
            match record(generation, evolver) {
                Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        match end {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(stopped)) => return stopped.map(ControlFlow::Break),
            Err(Unfinished::Stopped) => return Ok(ControlFlow::Break(())),
            Err(Unfinished::Failed(failure)) => return Err(failure.into()),
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Tries the best of each generation on what it was not bred on. The best is often
/// that of the generation before, and then there is nothing to do.
struct Examiner<'a, P: Problem> {
    test: Option<&'a P>,
    threads: Threads,
    last: Option<(P::Program, f64)>,
}

impl<P> Examiner<'_, P>
where
    P: Problem<Program: Clone + PartialEq>,
    Threads: Backend<P, Error = Failure>,
{
    fn examine(&mut self, program: &P::Program) -> Result<Option<f64>, Failure> {
        let Some(test) = self.test else {
            return Ok(None);
        };
        if let Some((last, fitness)) = &self.last
            && last == program
        {
            return Ok(Some(*fitness));
        }
        let scores = judge(test, slice::from_ref(program), &self.threads)?;
        let fitness = scores.fitness[0].value;
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
    let tasks = problem.plan(programs, TRIAL_SEED);
    let outcomes = backend.run_all(problem, &Kits::new(), &tasks)?;
    Ok(problem.reduce(programs, &tasks, &outcomes))
}
