//! The run loop with a journal.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::slice;

use evo::{Backend, Effort, Evolver, Generation, Optimiser, Problem, Run, Scores, Seed, Threads};
use journal::{Place, Writer};

use crate::genes::Recorded;
use crate::study::Breeding;
use crate::{Measure, Point, Recipe};

/// What a run tells of a generation once it is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct News {
    /// Which generation; the phase is the number of the independent run.
    pub place: Place,
    /// How good it is.
    pub point: Point,
    /// The work done for it.
    pub effort: Effort,
}

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] journal::Error),
    /// The checkpoint is of another program.
    #[error("the run cannot go on: {0}; use the version that wrote it")]
    Checkpoint(#[from] evo::Error),
}

/// Goes on from where the journal stands.
pub fn go<S, P>(
    breeding: &Breeding<S, P>,
    recipe: &Recipe,
    writer: &mut Writer,
    threads: Threads,
    mut watch: impl FnMut(&News) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Error>
where
    S: Recorded,
    P: Problem<Genome = S::Genome>,
    Threads: Backend<P, Error = Infallible>,
{
    let Breeding { space, train, .. } = breeding;
    let measure = Measure::of(recipe);
    let checkpoint = writer.reader().checkpoint()?;
    let first = checkpoint
        .as_ref()
        .map_or(0, |checkpoint| checkpoint.place.phase);
    let mut resumed = match checkpoint {
        Some(checkpoint) => Some(Evolver::load(space, &checkpoint.bytes)?),
        None => None,
    };
    for phase in first..recipe.runs.get() {
        let seed = Seed::new(u64::from(recipe.seed + phase));
        let mut evolver = match resumed.take() {
            Some(evolver) => evolver,
            None => Evolver::new(breeding.method.clone(), space, (breeding.founders)(seed))?,
        };
        let run = Run {
            space,
            problem: train,
            backend: &threads,
            seed,
            generations: recipe.generations,
        };
        let mut examiner = Examiner {
            test: breeding.test.as_ref(),
            threads,
            last: None,
        };
        let mut record = |generation: &Generation<'_, S::Genome>, evolver: &Evolver<S>| {
            let due = generation.number.is_multiple_of(breeding.test_every)
                || generation.number == recipe.generations;
            let held_out = evolver
                .champion()
                .filter(|_| due)
                .and_then(|best| examiner.examine(&best.genome));
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
        let Ok(end) = run.go(&mut evolver, |generation, evolver| {
            match record(generation, evolver) {
                Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        if let ControlFlow::Break(stopped) = end {
            return stopped.map(ControlFlow::Break);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Tries the best of each generation on what it was not bred on. The best is
/// often the one of the generation before, and then nothing is to be done.
struct Examiner<'a, P: Problem> {
    test: Option<&'a P>,
    threads: Threads,
    last: Option<(P::Genome, f64)>,
}

impl<P> Examiner<'_, P>
where
    P: Problem<Genome: Clone + PartialEq>,
    Threads: Backend<P, Error = Infallible>,
{
    fn examine(&mut self, genome: &P::Genome) -> Option<f64> {
        let test = self.test?;
        if let Some((last, fitness)) = &self.last
            && last == genome
        {
            return Some(*fitness);
        }
        let scores = judge(test, slice::from_ref(genome), self.threads);
        let fitness = scores.fitness[0].value;
        self.last = Some((genome.clone(), fitness));
        Some(fitness)
    }
}

/// The fitness of genomes outside of a run.
pub fn judge<P>(problem: &P, genomes: &[P::Genome], threads: Threads) -> Scores
where
    P: Problem,
    Threads: Backend<P, Error = Infallible>,
{
    let tasks = problem.plan(genomes, Seed::new(0));
    let Ok(outcomes) = threads.run_all(problem, &tasks);
    problem.reduce(genomes, &tasks, &outcomes)
}
