//! What a tune can be expected to gain, from simulated tunes.

use std::ops::ControlFlow;

use evo::{
    Evolver, Generation, Jury, Method, Mixed, MixedGene, Optimiser, Run, Seed, Space, Threads,
};
use problems::landscape::{Landscape, MOST, Terrain};
use problems::opponent::Opponent;

use crate::Mean;

/// The optimiser that gains most on simulated landscapes (`docs/results.md`).
const OPTIMISER: &str = "spsa";

/// With more pairs of games for an organism a generation takes longer, and nothing is gained.
const MOST_PAIRS: u64 = 8;

/// Fewer generations than this are no tune: then organisms play fewer games.
const FEWEST_GENERATIONS: u64 = 25;

/// A tune that is planned, as simulations of it are made.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    terrain: Terrain,
    space: Mixed<i32>,
    method: Method<Mixed<i32>>,
    games: u64,
    pairs: u32,
}

/// What simulated tunes have gained after a part of their games.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The share of the games.
    pub share: f64,
    /// The Elo that each tune had gained, in ascending order.
    pub gains: Vec<f64>,
}

impl Outlook {
    /// A tune of this many games from a base this many Elo below the best values.
    pub fn new(parameters: usize, loss_elo: f64, games: u64) -> Self {
        let genes = (1..=parameters).map(|number| MixedGene::whole(&format!("P{number}"), 0, MOST));
        let space = Mixed::new(genes).expect("names differ and ranges are not empty");
        let method = Method::standard(OPTIMISER, &space).expect("it is a method for numbers");
        let meetings = Opponent::Twin.count(method.population() as usize);
        let generation = 2 * meetings as u64 * FEWEST_GENERATIONS;
        Self {
            terrain: Terrain {
                loss_elo,
                ..Terrain::usual(parameters)
            },
            pairs: (games / generation).clamp(1, MOST_PAIRS) as u32,
            method,
            space,
            games,
        }
    }

    /// What is assumed of the engine.
    pub const fn terrain(&self) -> Terrain {
        self.terrain
    }

    /// The optimiser.
    pub const fn method(&self) -> &'static str {
        self.method.name()
    }

    /// How many organisms a generation has.
    pub fn population(&self) -> u32 {
        self.method.population()
    }

    /// How many pairs of games an organism plays.
    pub const fn pairs(&self) -> u32 {
        self.pairs
    }

    /// One simulated tune: the Elo gained after each of these shares of the games.
    pub fn simulate(&self, seed: u64, shares: &[f64]) -> Vec<f64> {
        let seed = Seed::new(seed);
        let landscape = Landscape::new(self.terrain, self.pairs, seed).against(Opponent::Twin);
        let base = self.space.encode(landscape.base());
        let base = base.expect("the base is within the ranges");
        let evolver = Evolver::new(self.method.clone(), &self.space, vec![base]);
        let mut evolver = evolver.expect("standard settings fit");
        let run = Run {
            space: &self.space,
            judge: &Jury::new(&landscape, Threads::new(std::num::NonZeroUsize::MIN)),
            seed: seed.child("tune", 0),
            generations: u32::MAX,
        };
        // Until the first generation is judged there is nothing but the base.
        let (mut spent, mut gain, mut gains) = (0, 0.0, Vec::new());
        let record = |generation: &Generation<'_, Vec<f64>>, evolver: &Evolver<_>| {
            spent += generation.stats.effort.games;
            let is_over = |share: f64| spent as f64 > share * self.games as f64;
            while gains.len() < shares.len() && is_over(shares[gains.len()]) {
                gains.push(gain);
            }
            let chosen = evolver.recommend().expect("a generation has organisms");
            gain = landscape.elo(&self.space.decode(&chosen.genome));
            match gains.len() < shares.len() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let end = run.go(&mut evolver, record);
        debug_assert_eq!(end, Ok(ControlFlow::Break(())));
        gains
    }
}

impl Stretch {
    /// What simulated tunes have gained after each of these shares.
    pub fn all(shares: &[f64], tunes: &[Vec<f64>]) -> Vec<Self> {
        let stretch = |(number, &share): (usize, &f64)| {
            let mut gains: Vec<_> = tunes.iter().map(|tune| tune[number]).collect();
            gains.sort_by(f64::total_cmp);
            Self { share, gains }
        };
        shares.iter().enumerate().map(stretch).collect()
    }

    /// The mean gain.
    ///
    /// # Panics
    ///
    /// If there are no tunes.
    pub fn mean(&self) -> Mean {
        Mean::of(&self.gains).expect("there are tunes")
    }

    /// The gain that this share of the tunes does not reach.
    pub fn quantile(&self, share: f64) -> f64 {
        let last = self.gains.len() - 1;
        self.gains[((share * last as f64).round() as usize).min(last)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(parameters: usize, games: u64) -> Vec<Stretch> {
        let outlook = Outlook::new(parameters, 100.0, games);
        let shares = [0.1, 1.0];
        let tunes: Vec<_> = (1..=12)
            .map(|seed| outlook.simulate(seed, &shares))
            .collect();
        Stretch::all(&shares, &tunes)
    }

    #[test]
    fn more_games_gain_more_and_more_parameters_less() {
        let (few, many) = (gains(10, 20_000), gains(60, 20_000));
        assert!(few[0].mean().value < few[1].mean().value);
        assert!(few[1].mean().value > many[1].mean().value + 10.0);
        assert!((80.0..100.0).contains(&few[1].mean().value));
        assert!(few[1].quantile(0.1) <= few[1].quantile(0.9));
    }

    #[test]
    fn a_tune_of_no_games_gains_nothing() {
        assert_eq!(gains(10, 1)[1].mean().value, 0.0);
    }
}
