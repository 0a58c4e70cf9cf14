//! Whole runs, for statistics over many runs.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use evo::ep::Ep;
use evo::{
    Evolver, Jury, Method, Mixed, Nudge, Optimiser, Positive, Probability, Run, Seed, Space,
    Threads,
};

use super::weights::{BOUNDS, Bounds, Weights, space};
use super::{Error, Masters};

/// The numbers of a run; the default ones are the paper's.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// Where weights may go.
    pub bounds: Bounds,
    /// Where they start.
    pub start: Bounds,
    /// How players are bred.
    pub breeding: Ep<Mixed<f64>>,
    /// The number of the last generation.
    pub generations: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            bounds: BOUNDS,
            start: BOUNDS,
            breeding: Ep {
                population: 10,
                survivors: 5,
                mutation: Nudge::NonUniform {
                    rate: Probability::new(0.9),
                    shape: Positive::new(2.0),
                    horizon: 50.try_into().expect("not zero"),
                },
            },
            generations: 50,
        }
    }
}

impl Setup {
    /// The bounds, widened where the start lies outside: a queen of 450 is not in a
    /// space that begins at 700.
    pub fn space(&self) -> Result<Mixed<f64>, Error> {
        let mut wide = self.bounds;
        for (bounds, start) in wide.iter_mut().zip(self.start) {
            *bounds = (bounds.0.min(start.0), bounds.1.max(start.1));
        }
        space(&wide)
    }
}

/// Random players of `start` to begin with.
pub fn founders(start: &Bounds, count: u32, seed: Seed) -> Result<Vec<Vec<f64>>, Error> {
    let start = space(start)?;
    let founder = |index: u32| start.sample(&mut seed.child("founder", index.into()).stream());
    Ok((0..count).map(founder).collect())
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Evolution {
    /// Generation 0, in no order.
    pub first: Vec<Weights>,
    /// Its champion.
    pub first_champion: Weights,
    /// The last generation.
    pub last: Vec<Weights>,
    /// Its champion.
    pub champion: Weights,
}

/// Runs an evolution from beginning to end.
pub fn evolve(
    players: &Masters,
    setup: &Setup,
    seed: Seed,
    threads: NonZeroUsize,
) -> Result<Evolution, Error> {
    let space = setup.space()?;
    let founders = founders(&setup.start, setup.breeding.population, seed)?;
    let mut evolver = Evolver::new(Method::Ep(setup.breeding.clone()), &space, founders)?;
    let run = Run {
        space: &space,
        judge: &Jury::new(players, Threads::new(threads)),
        seed,
        generations: setup.generations,
    };
    let mut first = None;
    let _ = run.go(&mut evolver, |_, evolver| -> ControlFlow<Infallible> {
        first.get_or_insert_with(|| judged(evolver));
        ControlFlow::Continue(())
    })?;
    let (first, first_champion) = first.expect("there is always a generation 0");
    let (last, champion) = judged(&evolver);
    Ok(Evolution {
        first,
        first_champion,
        last,
        champion,
    })
}

/// The generation judged last and its champion.
fn judged(evolver: &Evolver<Mixed<f64>>) -> (Vec<Weights>, Weights) {
    let players = evolver.population().iter();
    let champion = evolver.recommend().expect("a generation has been judged");
    (
        players.map(|player| Weights::of(&player.genome)).collect(),
        Weights::of(&champion.genome),
    )
}
