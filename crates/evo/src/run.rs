//! The loop.

use std::ops::ControlFlow;

use crate::{Backend, Kits, Optimiser, Organism, Origin, Problem, Scores, Seed, Space, Stats};

/// An evolution, ready to go.
#[derive(Debug)]
pub struct Run<'a, S, P, B> {
    /// What a genome is.
    pub space: &'a S,
    /// What is to be solved.
    pub problem: &'a P,
    /// Where the work is done.
    pub backend: &'a B,
    /// Where all chance comes from.
    pub seed: Seed,
    /// The number of the last generation. The random start is generation 0, so
    /// this many are bred.
    pub generations: u32,
}

/// What is known of a generation once it has been judged.
#[derive(Debug)]
pub struct Generation<'a, G> {
    /// Its number; the start is 0.
    pub number: u32,
    /// Its organisms.
    pub organisms: &'a [Organism<G>],
    /// Its figures.
    pub stats: Stats,
}

impl<S, P, B> Run<'_, S, P, B>
where
    S: Space,
    P: Problem<Program = S::Program>,
    B: Backend<P>,
{
    /// Continues from the state of the optimiser to the last generation.
    ///
    /// After an error of the backend, such as a task that [failed](crate::Failure), the
    /// run continues from the last checkpoint: the optimiser itself may already have
    /// prepared the generation that was lost.
    ///
    /// After every generation `record` sees it together with the optimiser, which
    /// is the checkpoint, and may stop the run. A run that was stopped, or that
    /// died and was loaded from its last checkpoint, continues with another call
    /// and ends with the same genomes as one that never stopped.
    ///
    /// # Panics
    ///
    /// If the backend or the problem does not return one result for each thing asked.
    pub fn go<O: Optimiser<S>, Stop>(
        &self,
        optimiser: &mut O,
        mut record: impl FnMut(&Generation<'_, S::Genome>, &O) -> ControlFlow<Stop>,
    ) -> Result<ControlFlow<Stop>, B::Error> {
        let kits = Kits::new();
        while optimiser.next_generation() <= self.generations {
            let stats = self.step(optimiser, &kits)?;
            let generation = Generation {
                number: optimiser.next_generation() - 1,
                organisms: optimiser.population(),
                stats,
            };
            if let ControlFlow::Break(stop) = record(&generation, optimiser) {
                return Ok(ControlFlow::Break(stop));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// One generation: ask, plan, run, reduce, tell.
    fn step<O: Optimiser<S>>(
        &self,
        optimiser: &mut O,
        kits: &Kits<P::Kit>,
    ) -> Result<Stats, B::Error> {
        let seed = self
            .seed
            .child("generation", optimiser.next_generation().into());
        let asked = optimiser.ask(self.space, seed.child("ask", 0));
        let (genomes, origins): (Vec<_>, Vec<_>) = asked.into_iter().unzip();

        let parents = optimiser.population();
        let known = origins.iter().map(|origin| match *origin {
            Origin::Copy(parent) if self.problem.repeatable() => {
                Some(parents[parent as usize].fitness)
            }
            _ => None,
        });
        let known: Vec<_> = known.collect();
        let fresh = genomes.iter().zip(&known);
        let fresh = fresh.filter(|(_, known)| known.is_none());
        let fresh: Vec<_> = fresh.map(|(genome, _)| self.space.decode(genome)).collect();
        let tasks = self.problem.plan(&fresh, seed.child("plan", 0));
        let outcomes = self.backend.run_all(self.problem, kits, &tasks)?;
        assert_eq!(outcomes.len(), tasks.len(), "one outcome for each task");
        let Scores {
            fitness: new,
            effort,
        } = self.problem.reduce(&fresh, &tasks, &outcomes);
        assert_eq!(new.len(), fresh.len(), "one fitness for each program");
        let mut new = new.into_iter();
        let fitness = known.into_iter().map(|known| {
            let judged = known.or_else(|| new.next());
            judged.expect("one fitness for each program")
        });
        let fitness: Vec<_> = fitness.collect();

        let values: Vec<_> = fitness.iter().map(|fitness| fitness.value).collect();
        let organisms = genomes.into_iter().zip(origins).zip(fitness);
        let organisms = organisms.map(|((genome, origin), fitness)| Organism {
            genome,
            origin,
            fitness,
        });
        let examples = match optimiser.learns() {
            true => {
                optimiser.keep(self.problem.records(&tasks, &outcomes));
                self.problem.examples(&tasks, &outcomes)
            }
            false => Vec::new(),
        };
        optimiser.tell(self.space, organisms.collect(), &examples);
        Ok(Stats::of(&values, effort))
    }
}
