//! A problem whose tasks are out of sight: programs go in, fitness comes out.

use crate::{Account, Backend, Example, Kits, Problem, Scores, Seed};

/// Judges programs, a generation at a time. What uses one need not be compiled for each
/// problem.
pub trait Judge<Program, Error> {
    /// The fitness of these programs, and what an optimiser that learns needs besides,
    /// if that is wanted. All chance comes from `seed`.
    fn judge(&self, programs: &[Program], seed: Seed, with_lessons: bool) -> Result<Judged, Error>;

    /// Whether a program's fitness is always the same ([`Problem::repeatable`]).
    fn repeatable(&self) -> bool;
}

/// What a judge says of a generation.
#[derive(Debug)]
pub struct Judged {
    /// The fitness of each, and the work it took.
    pub scores: Scores,
    /// What there is to tell of that work.
    pub account: Account,
    /// What an optimiser that learns needs besides, if that was wanted.
    pub teaching: Option<Teaching>,
}

/// What a generation teaches besides its fitness.
#[derive(Debug)]
pub struct Teaching {
    /// See [`Problem::records`].
    pub records: Vec<u8>,
    /// See [`Problem::examples`].
    pub examples: Vec<Example>,
}

/// A problem, where its tasks are run, and the kits that workers keep.
#[derive(Debug)]
pub struct Jury<'a, P: Problem, B> {
    problem: &'a P,
    backend: B,
    kits: Kits<P::Kit>,
}

impl<'a, P: Problem, B: Backend<P>> Jury<'a, P, B> {
    /// Judges by this problem on this backend.
    pub const fn new(problem: &'a P, backend: B) -> Self {
        Self {
            problem,
            backend,
            kits: Kits::new(),
        }
    }
}

impl<P: Problem, B: Backend<P>> Judge<P::Program, B::Error> for Jury<'_, P, B> {
    fn judge(
        &self,
        programs: &[P::Program],
        seed: Seed,
        with_lessons: bool,
    ) -> Result<Judged, B::Error> {
        let tasks = self.problem.plan(programs, seed);
        let outcomes = self.backend.run_all(self.problem, &self.kits, &tasks)?;
        assert_eq!(outcomes.len(), tasks.len(), "one outcome for each task");
        let scores = self.problem.reduce(programs, &tasks, &outcomes);
        let judged = scores.fitness.len();
        assert_eq!(judged, programs.len(), "one fitness for each program");
        let teaching = with_lessons.then(|| Teaching {
            records: self.problem.records(&tasks, &outcomes),
            examples: self.problem.examples(&tasks, &outcomes),
        });
        Ok(Judged {
            scores,
            account: self.problem.account(&tasks, &outcomes),
            teaching,
        })
    }

    fn repeatable(&self) -> bool {
        self.problem.repeatable()
    }
}
