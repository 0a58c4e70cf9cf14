//! What the operators do on average, against theory. Seeds are fixed: a test
//! that passes once passes always, and the limits are those of one false alarm
//! in a thousand.

use evo::cross::Drawn;
use evo::{
    Bits, Crossover, Gene, GrayBits, Positive, Pressure, Probability, Seed, Selection, Share,
    Space, Stream, cross, mutate, select,
};

use crate::toys::count;

fn stream(number: u64) -> Stream {
    Seed::new(number).stream()
}

/// Pearson's statistic; an expectation of 0 must be met exactly.
fn chi_square(counts: &[u32], shares: &[f64]) -> f64 {
    assert_eq!(counts.len(), shares.len());
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let total: u32 = counts.iter().sum();
    let term = |(&count, &share): (&u32, &f64)| {
        let expected = share * f64::from(total);
        let difference = f64::from(count) - expected;
        match expected {
            0.0 if count == 0 => 0.0,
            _ => difference * difference / expected,
        }
    };
    counts.iter().zip(shares).map(term).sum()
}

/// The 99.9 % point of chi-square (Wilson and Hilferty's formula).
fn limit(freedom: usize) -> f64 {
    let n = freedom as f64;
    let cube_root = 1.0 - 2.0 / (9.0 * n) + 3.09 * libm::sqrt(2.0 / (9.0 * n));
    n * cube_root * cube_root * cube_root
}

fn check(counts: &[u32], shares: &[f64]) {
    let freedom = shares.iter().filter(|&&share| share > 0.0).count() - 1;
    let found = chi_square(counts, shares);
    assert!(found < limit(freedom), "{found}: {counts:?} for {shares:?}");
}

fn alike(count: usize) -> Vec<f64> {
    vec![1.0 / count as f64; count]
}

fn tally(bins: usize, draws: usize, mut draw: impl FnMut() -> usize) -> Vec<u32> {
    let mut counts = vec![0; bins];
    (0..draws).for_each(|_| counts[draw()] += 1);
    counts
}

fn select_often(selection: Selection, fitness: &[f64], seed: u64) -> Vec<u32> {
    let (chooser, mut stream) = (selection.prepare(fitness), stream(seed));
    tally(fitness.len(), 100_000, || chooser.choose(&mut stream))
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
    (mean, libm::sqrt(variance))
}

/// The statistic itself: it must tell a bent coin from a fair one.
#[test]
fn the_yardstick_measures() {
    assert!((limit(1) - 10.83).abs() < 0.4);
    assert!((limit(9) - 27.88).abs() < 0.3);
    assert!((limit(99) - 148.2).abs() < 0.5);
    assert!(chi_square(&[5_000, 5_000], &alike(2)) < limit(1));
    assert!(chi_square(&[5_200, 4_800], &alike(2)) > limit(1));
    assert!(chi_square(&[10, 1], &[1.0, 0.0]) > limit(1));
}

#[test]
fn draws() {
    let mut s = stream(1);
    check(&tally(10, 100_000, || s.below(10)), &alike(10));
    check(&tally(3, 100_000, || s.below(3)), &alike(3));
    check(
        &tally(10, 100_000, || (s.unit() * 10.0) as usize),
        &alike(10),
    );
    assert_eq!(s.below(1), 0);
    // Without rejection, two of every three numbers would come three times in eight.
    let huge = 3 << 61;
    check(&tally(3, 30_000, || s.below(huge) % 3), &alike(3));

    let normals: Vec<_> = (0..100_000).map(|_| s.normal()).collect();
    let (mean, deviation) = mean_and_deviation(&normals);
    assert!(mean.abs() < 3.3 * 0.003_16 && (deviation - 1.0).abs() < 3.3 * 0.002_24);
    let cut = |x: f64| [-1.0, 0.0, 1.0].iter().filter(|&&edge| x > edge).count();
    let mut rest = normals.iter();
    let quarters = tally(4, normals.len(), || cut(*rest.next().unwrap()));
    check(
        &quarters,
        &[0.158_655_254, 0.341_344_746, 0.341_344_746, 0.158_655_254],
    );
}

#[test]
fn roulette_is_proportional() {
    let often = |fitness: &[f64]| select_often(Selection::Roulette, fitness, 2);
    check(&often(&[1.0, 2.0, 3.0, 4.0]), &[0.1, 0.2, 0.3, 0.4]);
    // Only proportions count, however large or small.
    let large = [0.25 * f64::MAX, 0.75 * f64::MAX, f64::MAX];
    check(&often(&large), &[0.125, 0.375, 0.5]);
    check(&often(&[1e-310, 3e-310]), &[0.25, 0.75]);
}

#[test]
fn roulette_without_a_zero() {
    let often = |fitness: &[f64]| select_often(Selection::Roulette, fitness, 3);
    // The lowest is subtracted where it is negative.
    check(&often(&[-3.0, -1.0, 1.0]), &[0.0, 1.0 / 3.0, 2.0 / 3.0]);
    check(
        &often(&[-f64::MAX, 0.0, f64::MAX]),
        &[0.0, 1.0 / 3.0, 2.0 / 3.0],
    );
    check(&often(&[0.0; 4]), &alike(4));
    check(&often(&[-7.0; 4]), &alike(4));
    check(&often(&[f64::NAN; 4]), &alike(4));
    check(
        &often(&[f64::NAN, 1.0, f64::NEG_INFINITY, 3.0]),
        &[0.0, 0.25, 0.0, 0.75],
    );
    check(
        &often(&[f64::INFINITY, 1.0, f64::INFINITY]),
        &[0.5, 0.0, 0.5],
    );
    assert_eq!(often(&[0.0, 5.0, 0.0]), [0, 100_000, 0]);
}

/// Fitness in no order, with the place of each: 0 is best.
const FITNESS: [f64; 6] = [3.0, -8.0, 1e9, 3.5, f64::NAN, 0.0];
const PLACES: [usize; 6] = [2, 4, 0, 1, 5, 3];

fn by_place(shares: &[f64]) -> Vec<f64> {
    PLACES.iter().map(|&place| shares[place]).collect()
}

#[test]
fn rank_sees_places_only() {
    for pressure in [1.0, 1.5, 2.0] {
        let selection = Selection::Rank {
            pressure: Pressure::new(pressure),
        };
        // Falls evenly from pressure/n to (2 - pressure)/n.
        let share = |place| (pressure - 2.0 * (pressure - 1.0) * f64::from(place) / 5.0) / 6.0;
        let shares: Vec<_> = (0..6).map(share).collect();
        check(&select_often(selection, &FITNESS, 4), &by_place(&shares));
    }
    // Alone, even without pressure.
    let alone = Selection::Rank {
        pressure: Pressure::new(2.0),
    };
    assert_eq!(select_often(alone, &[1.0], 4), [100_000]);
}

#[test]
fn tournament_is_the_best_of_some() {
    for size in [1, 2, 3, 7] {
        let selection = Selection::Tournament { size: count(size) };
        // All draws at this place or below it, less all below it.
        let at_best = |place: u32| (f64::from(6 - place) / 6.0).powi(size as i32);
        let shares: Vec<_> = (0..6)
            .map(|place| at_best(place) - at_best(place + 1))
            .collect();
        check(&select_often(selection, &FITNESS, 5), &by_place(&shares));
    }
}

#[test]
fn truncation_takes_the_best_alike() {
    let selection = Selection::Truncation { best: count(3) };
    let third = 1.0 / 3.0;
    let shares = by_place(&[third, third, third, 0.0, 0.0, 0.0]);
    check(&select_often(selection, &FITNESS, 6), &shares);
    assert_eq!(select::truncation(&FITNESS, 3), [2, 3, 0]);
    assert_eq!(select::truncation(&FITNESS, 99).len(), 6);
}

#[test]
fn equals_stay_in_order() {
    let fitness = [1.0, f64::NAN, 2.0, 1.0, -f64::NAN, 2.0, f64::NEG_INFINITY];
    assert_eq!(select::best_first(&fitness), [2, 5, 0, 3, 1, 4, 6]);
}

/// Flips per locus and per genome.
fn flip_often(rate: f64, genomes: usize, seed: u64) -> (Vec<u32>, Vec<f64>) {
    let (mut s, len) = (stream(seed), 224);
    let mut loci = vec![0; len];
    let per_genome = (0..genomes).map(|_| {
        let mut genome = Bits::zeros(len);
        mutate::flip_bits(&mut genome, Probability::new(rate), &mut s);
        (0..len).for_each(|locus| loci[locus] += u32::from(genome.get(locus)));
        f64::from(genome.count_ones())
    });
    let per_genome = per_genome.collect();
    (loci, per_genome)
}

#[test]
fn bits_flip_at_their_rate_everywhere() {
    for (seed, rate) in [(1, 0.005), (2, 0.05), (3, 0.5), (4, 0.99)] {
        let genomes = 20_000;
        let (loci, per_genome) = flip_often(rate, genomes, seed);
        check(&loci, &alike(224));
        // Binomial: the mean and, since flips are independent, the deviation.
        let (mean, deviation) = mean_and_deviation(&per_genome);
        let (n, m) = (224.0, genomes as f64);
        let binomial = libm::sqrt(n * rate * (1.0 - rate));
        assert!(
            (mean - n * rate).abs() < 3.3 * binomial / libm::sqrt(m),
            "{rate}: {mean}"
        );
        assert!(
            (deviation / binomial - 1.0).abs() < 3.3 / libm::sqrt(m),
            "{rate}: {deviation}"
        );
    }
    assert!(flip_often(0.0, 100, 5).1.iter().all(|&flips| flips == 0.0));
    assert!(
        flip_often(1.0, 100, 6)
            .1
            .iter()
            .all(|&flips| flips == 224.0)
    );
    // A rate so small that a skip does not fit a machine word.
    assert!(
        flip_often(1e-300, 100, 7)
            .1
            .iter()
            .all(|&flips| flips == 0.0)
    );
}

#[test]
fn uniform_crossover_is_a_coin_for_every_locus() {
    let (mut s, len, masks) = (stream(8), 100, 10_000);
    let mut loci = vec![0; len];
    let mut pairs = vec![0; 4];
    for _ in 0..masks {
        let mask = cross::uniform(len, &mut s);
        for (locus, count) in loci.iter_mut().enumerate() {
            *count += u32::from(mask.get(locus));
        }
        // Neighbours, within a word and across its end.
        for locus in (0..len - 1).step_by(7) {
            pairs[usize::from(mask.get(locus)) * 2 + usize::from(mask.get(locus + 1))] += 1;
        }
    }
    check(&loci, &alike(len));
    check(&pairs, &alike(4));
    let total: u32 = loci.iter().sum();
    let (expected, deviation) = (0.5e6, libm::sqrt(0.25e6));
    assert!((f64::from(total) - expected).abs() < 3.3 * deviation);
}

/// The loci where a mask differs from the locus before.
fn edges(mask: &Bits) -> Vec<usize> {
    (1..mask.len())
        .filter(|&locus| mask.get(locus) != mask.get(locus - 1))
        .collect()
}

#[test]
fn one_cut_is_anywhere_inside() {
    let (mut s, len) = (stream(9), 70);
    let counts = tally(len - 1, 50_000, || {
        let mask = cross::one_point(len, &mut s);
        let edges = edges(&mask);
        assert_eq!(
            (edges.len(), mask.get(0), mask.get(len - 1)),
            (1, false, true)
        );
        edges[0] - 1
    });
    check(&counts, &alike(len - 1));
}

#[test]
fn two_cuts_are_anywhere_on_the_ring() {
    let (mut s, len) = (stream(10), 12);
    let pairs = len * (len - 1) / 2;
    let counts = tally(pairs, 50_000, || {
        let mask = cross::two_point(len, &mut s);
        let start = (0..len).find(|&locus| mask.get(locus)).unwrap();
        let end = start + mask.count_ones() as usize;
        assert_eq!(mask, Bits::span(len, start..end));
        assert!(end < len, "the ring is cut twice, not once");
        // The pairs start < end < len, numbered.
        end * (end - 1) / 2 + start
    });
    check(&counts, &alike(pairs));
}

#[test]
fn short_strings_are_crossed_too() {
    let mut s = stream(11);
    for crossover in [Crossover::Uniform, Crossover::OnePoint, Crossover::TwoPoint] {
        for len in 0..3 {
            let Drawn::Mask(mask) = crossover.draw(len, &mut s) else {
                panic!("{crossover:?} is a mask")
            };
            assert_eq!(mask.len(), len);
        }
    }
    assert_eq!(cross::one_point(1, &mut s), Bits::zeros(1));
    assert_eq!(cross::two_point(1, &mut s), Bits::zeros(1));
}

#[test]
fn children_on_the_line_go_a_little_beyond_their_parents() {
    let genes = || [Gene::new("A", 0, 2000), Gene::new("B", 0, 1000)];
    let space = GrayBits::new(genes()).unwrap();
    let encode = |values: [i32; 2]| space.encode(&values).unwrap();
    let (mother, father) = (encode([800, 400]), encode([1200, 200]));
    let beyond = Share::new(0.25);
    let mut s = stream(13);
    let mut places = Vec::new();
    for _ in 0..10_000 {
        let child = space.cross(&Crossover::Line { beyond }, &mother, &father, &mut s);
        let values = space.decode(&child);
        let place = f64::from(values[0] - 800) / 400.0;
        // Both numbers are at the same place between the parents.
        assert!((f64::from(values[1]) - (400.0 - 200.0 * place)).abs() <= 1.0);
        places.push(place);
    }
    let (least, most) = (
        places.iter().copied().fold(0.0, f64::min),
        places.iter().copied().fold(0.0, f64::max),
    );
    assert!((-0.25..-0.24).contains(&least) && most > 1.24 && most <= 1.25);
    let mean = places.iter().sum::<f64>() / places.len() as f64;
    assert!((mean - 0.5).abs() < 0.02, "{mean}");
    // The range ends every line.
    let (low, high) = (encode([0, 0]), encode([100, 1000]));
    for _ in 0..100 {
        let child = space.cross(&Crossover::Line { beyond }, &low, &high, &mut s);
        assert!(space.holds(&child) && space.decode(&child)[1] <= 1000);
    }
}

#[test]
fn creeping_numbers_take_normal_steps_of_one_at_least() {
    let bounds = (0, 1000);
    let mut s = stream(14);
    let draws = 40_000;
    let mut draw = || mutate::creep(500, bounds, Positive::new(0.05), &mut s) - 500;
    let steps: Vec<_> = (0..draws).map(|_| f64::from(draw())).collect();
    assert!(steps.iter().all(|step| *step != 0.0));
    let mean = steps.iter().sum::<f64>() / f64::from(draws);
    let spread = (steps.iter().map(|step| step * step).sum::<f64>() / f64::from(draws)).sqrt();
    assert!(
        mean.abs() < 1.0 && (spread - 50.4).abs() < 1.0,
        "{mean} {spread}"
    );
    let at_end = |value| mutate::creep(value, bounds, Positive::new(1e9), &mut stream(15));
    assert!([0, 1000].contains(&at_end(0)) && [0, 1000].contains(&at_end(1000)));
}

#[test]
fn non_uniform_steps_shrink_as_they_should() {
    let bounds = (-1.0, 3.0);
    let mut s = stream(12);
    let mut shrinking = f64::INFINITY;
    for elapsed in [0.0, 0.2, 0.4, 0.6, 0.8, 0.98] {
        let draws = 40_000;
        let mut draw = || mutate::non_uniform(0.0, bounds, elapsed, Positive::new(2.0), &mut s);
        let moved: Vec<_> = (0..draws).map(|_| draw()).collect();
        assert!(moved.iter().all(|value| (-1.0..=3.0).contains(value)));
        let (up, down): (Vec<f64>, Vec<f64>) = moved.iter().partition(|&&value| value > 0.0);
        check(&[up.len() as u32, down.len() as u32], &alike(2));
        // r^e has the mean 1/(e + 1) and the mean square 1/(2e + 1).
        let e = (1.0 - elapsed) * (1.0 - elapsed);
        let share = e / (e + 1.0);
        let deviation = libm::sqrt(1.0 / (2.0 * e + 1.0) - 1.0 / ((e + 1.0) * (e + 1.0)));
        for (side, room) in [(up, 3.0), (down, -1.0)] {
            let (mean, _) = mean_and_deviation(&side);
            let error = deviation / libm::sqrt(side.len() as f64);
            assert!(
                (mean / room - share).abs() < 3.3 * error,
                "{elapsed}: {mean}"
            );
        }
        let (_, spread) = mean_and_deviation(&moved);
        assert!(spread < shrinking);
        shrinking = spread;
    }
    for over in [1.0, 1.5] {
        assert_eq!(
            mutate::non_uniform(0.5, bounds, over, Positive::new(2.0), &mut s),
            0.5
        );
    }
}

#[test]
fn gaussian_steps_are_a_share_of_the_range() {
    let bounds = (-50.0, 50.0);
    let mut s = stream(13);
    let mut draw = |value| mutate::gaussian(value, bounds, Positive::new(0.02), &mut s);
    let moved: Vec<_> = (0..100_000).map(|_| draw(10.0)).collect();
    let (mean, deviation) = mean_and_deviation(&moved);
    assert!((mean - 10.0).abs() < 3.3 * 2.0 / 316.0);
    assert!((deviation - 2.0).abs() < 3.3 * 2.0 / 447.0);
    // At a bound half of the steps would leave, and stay there instead.
    let stays = (0..10_000).filter(|_| draw(50.0) == 50.0).count() as u32;
    check(&[stays, 10_000 - stays], &alike(2));
}
