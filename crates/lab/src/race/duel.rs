//! Which of two optimisers is better.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::Mean;

/// Two optimisers compared seed by seed: both had the same landscape, or the same luck.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// Their numbers in the race; the mean of the first is better.
    pub between: [usize; 2],
    /// How much the first is above the second.
    pub difference: Mean,
    /// How often chance alone would make them differ as much in either direction, by
    /// Student's paired test; in a race, of all its duels together (Holm).
    pub p: f64,
}

impl Duel {
    /// By the differences of the runs with the same seed; `None` for fewer than two.
    pub fn of(between: [usize; 2], differences: &[f64]) -> Option<Self> {
        let difference = Mean::of(differences).filter(|_| differences.len() > 1)?;
        let count = differences.len() as f64;
        let error = difference.deviation / count.sqrt();
        let p = match (difference.value, error) {
            (0.0, _) => 1.0,
            (_, 0.0) => 0.0,
            (value, error) => {
                let student = StudentsT::new(0.0, 1.0, count - 1.0).ok()?;
                2.0 * student.sf((value / error).abs())
            }
        };
        Some(Self {
            between,
            difference,
            p,
        })
    }
}

/// Makes the probabilities such that all that are below a limit are, together, as rarely
/// wrong.
///
/// S. Holm: A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6, 1979.
pub fn correct(duels: &mut [Duel]) {
    let mut order: Vec<_> = (0..duels.len()).collect();
    order.sort_by(|&a, &b| duels[a].p.total_cmp(&duels[b].p));
    let mut least = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        let left = (order.len() - rank) as f64;
        least = least.max((left * duels[index].p).min(1.0));
        duels[index].p = least;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student's distribution has a closed form for three degrees of freedom.
    #[test]
    fn the_paired_test_by_its_closed_form() {
        let duel = Duel::of([0, 1], &[1.1, 0.5, 1.3, -0.2]).unwrap();
        assert!((duel.difference.value - 0.675).abs() < 1e-12);
        let angle = (1.999_542_909_4_f64 / 3_f64.sqrt()).atan();
        let within = (angle + angle.sin() * angle.cos()) * std::f64::consts::FRAC_2_PI;
        assert!((duel.p - (1.0 - within)).abs() < 1e-6, "{}", duel.p);
        assert_eq!(Duel::of([0, 1], &[0.0, 0.0]).unwrap().p, 1.0);
        assert_eq!(Duel::of([0, 1], &[1.0]), None);
    }

    /// The example of R's documentation of p.adjust, by hand.
    #[test]
    fn holms_correction() {
        let mut duels: Vec<_> = [0.01, 0.04, 0.03]
            .iter()
            .map(|&p| Duel {
                p,
                ..Duel::of([0, 1], &[1.0, 2.0]).unwrap()
            })
            .collect();
        correct(&mut duels);
        let p: Vec<_> = duels.iter().map(|duel| duel.p).collect();
        for (p, expected) in p.iter().zip([0.03, 0.06, 0.06]) {
            assert!((p - expected).abs() < 1e-12, "{p}");
        }
    }
}
