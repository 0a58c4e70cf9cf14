//! The loop.

use std::ops::ControlFlow;

use crate::{Account, Judge, Judged, Optimiser, Organism, Origin, Scores, Seed, Space, Stats};

/// An evolution, ready to go.
pub struct Run<'a, S: Space, E> {
    /// What a genome is.
    pub space: &'a S,
    /// What is to be solved.
    pub judge: &'a dyn Judge<S::Program, E>,
    /// The seed of all randomness.
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
    /// What there is to tell of the work on it.
    pub account: Account,
}

impl<S: Space, E> Run<'_, S, E> {
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
    ) -> Result<ControlFlow<Stop>, E> {
        while optimiser.next_generation() <= self.generations {
            let (stats, account) = self.step(optimiser)?;
            let generation = Generation {
                number: optimiser.next_generation() - 1,
                organisms: optimiser.population(),
                stats,
                account,
            };
            if let ControlFlow::Break(stop) = record(&generation, optimiser) {
                return Ok(ControlFlow::Break(stop));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// One generation: ask, judge, tell.
    fn step<O: Optimiser<S>>(&self, optimiser: &mut O) -> Result<(Stats, Account), E> {
        let seed = self
            .seed
            .child("generation", optimiser.next_generation().into());
        let asked = optimiser.ask(self.space, seed.child("ask", 0));
        let (genomes, origins): (Vec<_>, Vec<_>) = asked.into_iter().unzip();

        let parents = optimiser.population();
        let known = origins.iter().map(|origin| match *origin {
            Origin::Copy(parent) if self.judge.repeatable() => {
                Some(parents[parent as usize].fitness)
            }
            _ => None,
        });
        let known: Vec<_> = known.collect();
        let fresh = genomes.iter().zip(&known);
        let fresh = fresh.filter(|(_, known)| known.is_none());
        let fresh: Vec<_> = fresh.map(|(genome, _)| self.space.decode(genome)).collect();
        let plan = seed.child("plan", 0);
        let Judged {
            scores,
            account,
            teaching,
        } = self.judge.judge(&fresh, plan, optimiser.learns())?;
        let Scores {
            fitness: new,
            effort,
        } = scores;
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
        let examples = teaching.map(|teaching| {
            optimiser.keep(teaching.records);
            teaching.examples
        });
        let examples = examples.unwrap_or_default();
        optimiser.tell(self.space, organisms.collect(), &examples);
        Ok((Stats::of(&values, effort), account))
    }
}
