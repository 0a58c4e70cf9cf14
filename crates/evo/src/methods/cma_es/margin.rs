//! Levels keep a chance to change.
//!
//! Where the deviation is small beside the distance of two levels, all samples are on
//! the same level and nothing is ever learned of the others. So every level next to
//! the mean's keeps a least probability: the mean moves towards the border between
//! the two, or the number is stretched.

use super::Distribution;
use crate::Axis;

/// Moves and stretches what has too little chance to change.
pub(super) fn keep(distribution: &mut Distribution, axes: &[Axis], samples: usize) {
    let least = 1.0 / (axes.len() * samples) as f64;
    for (axis, levels) in axes.iter().enumerate() {
        if let Axis::Levels(levels) = *levels {
            keep_level(distribution, axis, f64::from(levels - 1), least);
        }
    }
}

fn keep_level(distribution: &mut Distribution, axis: usize, last: f64, least: f64) {
    let plain = distribution.deviation(axis);
    let (mean, stretch) = distribution.level(axis);
    let deviation = plain * *stretch;
    let level = libm::rint(*mean * last).clamp(0.0, last);
    let (below, above) = ((level - 0.5) / last, (level + 0.5) / last);
    if level == 0.0 {
        *mean = mean.max(above - deviations_for(least) * deviation);
    } else if level == last {
        *mean = mean.min(below + deviations_for(least) * deviation);
    } else {
        let low = beyond((*mean - below) / deviation);
        let high = beyond((above - *mean) / deviation);
        let half = least / 2.0;
        let (raised_low, raised_high) = (low.max(half), high.max(half));
        if (raised_low, raised_high) == (low, high) {
            return;
        }
        // What was raised is taken from the others in proportion to what they have
        // to spare.
        let middle = 1.0 - low - high;
        let all = raised_low + raised_high + middle;
        let share = (1.0 - all) / (all - 3.0 * half);
        let low = raised_low + share * (raised_low - half);
        let high = raised_high + share * (raised_high - half);
        let (left, right) = (deviations_for(low), deviations_for(high));
        *mean = (below * right + above * left) / (left + right);
        *stretch = (above - below) / (left + right) / plain;
    }
}

/// The probability that a normal number is more than this many deviations above the mean.
fn beyond(deviations: f64) -> f64 {
    libm::erfc(deviations / std::f64::consts::SQRT_2) / 2.0
}

/// The number of deviations beyond which lies this probability, at most a half.
fn deviations_for(probability: f64) -> f64 {
    let (mut near, mut far) = (0.0, 40.0);
    // Halved until doubles have no room between them.
    for _ in 0..60 {
        let half = (near + far) / 2.0;
        match beyond(half) > probability {
            true => near = half,
            false => far = half,
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_of_the_normal_distribution() {
        for (deviations, probability) in [
            (0.0, 0.5),
            (1.0, 0.158_655_253_931),
            (3.0, 0.001_349_898_032),
        ] {
            assert!((beyond(deviations) - probability).abs() < 1e-12);
            assert!((deviations_for(probability) - deviations).abs() < 1e-9);
        }
    }

    #[test]
    fn every_neighbour_keeps_its_chance() {
        let axes = [Axis::Levels(5), Axis::Levels(5), Axis::Levels(2)];
        let mut narrow = Distribution::around(&[vec![0.5, 0.99, 0.1]], 1e-6);
        keep(&mut narrow, &axes, 10);
        let least = 1.0 / 30.0;
        let chance = |axis: usize, border: f64| {
            let mut narrow = narrow.clone();
            let plain = narrow.deviation(axis);
            let (mean, stretch) = narrow.level(axis);
            beyond((border - *mean).abs() / (plain * *stretch))
        };
        assert!((chance(0, 0.375) - least / 2.0).abs() < 1e-6);
        assert!((chance(0, 0.625) - least / 2.0).abs() < 1e-6);
        assert!((chance(1, 0.875) - least).abs() < 1e-6);
        assert!((chance(2, 0.5) - least).abs() < 1e-6);
    }
}
