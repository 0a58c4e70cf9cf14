//! What a coevolution was worth: its champion against the best it began with.

use std::fmt;

use arena::stats::Pentanomial;
use evo::{Backend, Threads, select};
use journal::{Place, Reader};
use problems::coevolve::{Coevolve, results};

use crate::evolve::Error;
use crate::numbers::Numbers;
use crate::recipe::Finale;
use crate::{Recipe, Task};

/// The match of a champion and the best founder.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// What the champion scored; no games if it is the founder itself.
    pub results: Pentanomial,
    /// Nodes a move.
    pub nodes: u64,
}

/// Plays the match, once the last stage has ended. The best founder is the one
/// with the most points in the final.
pub fn play(
    problem: &Coevolve,
    finale: Finale,
    recipe: &Recipe,
    reader: &Reader,
    threads: Threads,
) -> Result<Option<Proof>, Error> {
    let Task::Final(settings) = &recipe.last().task else {
        return Ok(None);
    };
    let phase = recipe.last().first;
    let generation_0 = |phase| {
        reader.organisms(Place {
            phase,
            generation: 0,
        })
    };
    let founders = generation_0(phase - 1)?;
    let finalists = generation_0(phase)?;
    let best_of = |may_win: &dyn Fn(&[f64]) -> bool| {
        let points = finalists.iter().map(|one| match may_win(&one.genome) {
            true => one.fitness.value,
            false => f64::NEG_INFINITY,
        });
        let best = select::truncation(&points.collect::<Vec<_>>(), 1);
        best.first().map(|&best| &finalists[best].genome)
    };
    let champion = best_of(&|_| true);
    let founder = best_of(&|genes| founders.iter().any(|one| one.genome == genes));
    let (Some(champion), Some(founder)) = (champion, founder) else {
        return Ok(None);
    };
    let nodes = settings.nodes.get();
    if champion == founder {
        let results = Pentanomial::default();
        return Ok(Some(Proof { results, nodes }));
    }
    let space = problems::weights_space();
    let [champion, founder] =
        [champion, founder].map(|values| space.genome(values).expect("values that a run recorded"));
    let seed = recipe.chance(phase).child("proof", 0);
    let tasks = problem.match_of(&champion, &founder, finale.pairs.get(), seed);
    let Ok(outcomes) = threads.run_all(problem, &tasks);
    let results = results(&outcomes);
    Ok(Some(Proof { results, nodes }))
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { results, nodes } = self;
        if results.games() == 0 {
            return write!(
                f,
                "the best founder itself: none of its descendants did better"
            );
        }
        let elo = results.elo();
        write!(
            f,
            "{:+.1} Elo against the best founder (95 %: {:+.1} to {:+.1}; \
             +{} ={} -{} in {} pairs of games at {nodes} nodes a move)",
            elo.value,
            elo.low,
            elo.high,
            results.wins(),
            results.draws(),
            results.losses(),
            results.pairs(),
        )
    }
}
