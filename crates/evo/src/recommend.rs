//! Which organism a run recommends.

use crate::{Organism, Origin, select};

/// The number of the organism that this generation recommends; `None` if it is empty.
///
/// Where fitness is exact, it is the best. Where it is an estimate, the best is the
/// luckiest too: then it is the choice of the method, if it has one, such as the mean of
/// the samples, in which luck is averaged out, or else the organism with the largest
/// expected fitness,
///
/// ```text
/// expected = mean + (value - mean) · τ² / (τ² + stderr²)
/// ```
///
/// with τ² the variance of the true values, which is what the variance of the estimates
/// has beyond that of their errors: B. Efron, C. Morris: Data analysis using Stein's
/// estimator and its generalizations, J. Am. Stat. Assoc. 70, 1975.
pub fn recommend<G>(generation: &[Organism<G>]) -> Option<usize> {
    let noisy = |one: &Organism<G>| one.fitness.stderr > 0.0;
    if generation.iter().any(noisy)
        && let Some(mean) = generation.iter().position(|one| one.origin == Origin::Mean)
    {
        return Some(mean);
    }
    let values: Vec<_> = expected(generation);
    select::truncation(&values, 1).first().copied()
}

/// What the fitness of each organism is expected to be.
fn expected<G>(generation: &[Organism<G>]) -> Vec<f64> {
    let values = || generation.iter().map(|one| one.fitness.value);
    let finite: Vec<_> = values().filter(|value| value.is_finite()).collect();
    let count = finite.len() as f64;
    let mean = finite.iter().sum::<f64>() / count;
    let spread = finite.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0);
    let squared = |one: &Organism<G>| one.fitness.stderr * one.fitness.stderr;
    let errors = generation.iter().map(squared).sum::<f64>() / generation.len() as f64;
    let truth = spread - errors;
    if truth.is_nan() || truth <= 0.0 {
        // Nothing but luck tells them apart.
        return values().collect();
    }
    let shrunk = |one: &Organism<G>| match squared(one) {
        0.0 => one.fitness.value,
        error => mean + (one.fitness.value - mean) * truth / (truth + error),
    };
    generation.iter().map(shrunk).collect()
}
