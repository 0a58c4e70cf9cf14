//! Whole numbers, reals, logarithms and choices in one genome.

use evo::mixed::{Kind, Number};
use evo::{
    Axis, Crossover, Error, Evolver, Method, Mixed, MixedGene, Nudge, Optimiser, Positive,
    Probability, Seed, Selection, Share, Space, ep::Ep, ga::Ga,
};
use proptest::{collection::vec, prelude::*};

use crate::learner::learner;
use crate::numbers::{AsNumbers, Valley, cma_es, de};
use crate::repeats::resume_everywhere;
use crate::spaces::{crossover, nudge, range};
use crate::toys::{count, evolve, gaussian, non_uniform};

fn kind() -> impl Strategy<Value = Kind> {
    let power = || -30..30i32;
    prop_oneof![
        range().prop_map(|(min, max)| Kind::Whole(min, max)),
        (-1e4..1e4f64, 1.0..1e4f64).prop_map(|(min, length)| Kind::Real(min, min + length)),
        // Far enough apart for a whole number to lie between.
        (power(), power())
            .prop_map(|(a, b)| Kind::Log(2f64.powi(a.min(b).min(0)), 2f64.powi(a.max(b).max(0)))),
        (1..6usize).prop_map(|count| Kind::Choice((0..count).map(|n| format!("C{n}")).collect())),
    ]
}

fn mixed<T: Number>() -> impl Strategy<Value = Mixed<T>> {
    vec(kind(), 0..12).prop_map(|kinds| {
        let gene = |(index, kind)| MixedGene {
            name: format!("GENE_{index}"),
            kind,
        };
        Mixed::new(kinds.into_iter().enumerate().map(gene)).unwrap()
    })
}

/// Whether a program's numbers are what the genes allow.
fn fits<T: Number>(space: &Mixed<T>, program: &[T]) -> bool {
    let inside = |(gene, number): (&MixedGene, &T)| {
        let (min, max) = gene.bounds();
        (min..=max).contains(&number.value())
    };
    program.len() == space.genes().len() && space.genes().iter().zip(program).all(inside)
}

fn stays_inside<T: Number>(
    space: &Mixed<T>,
    how: Crossover,
    nudge: &Nudge,
    (seed, generation): (u64, u32),
) -> Result<(), TestCaseError> {
    let mut stream = Seed::new(seed).stream();
    let (mother, father) = (space.sample(&mut stream), space.sample(&mut stream));
    prop_assert!(space.holds(&mother) && space.holds(&father));
    let mut child = space.cross(&how, &mother, &father, &mut stream);
    prop_assert!(space.holds(&child), "{:?} in {:?}", child, space);
    for _ in 0..20 {
        space.mutate(nudge, &mut child, generation, &mut stream);
        prop_assert!(space.holds(&child), "{:?} in {:?}", child, space);
    }
    prop_assert!(fits(space, &space.decode(&child)));
    let cube = space.cube().unwrap();
    let point: Vec<_> = cube.axes().iter().map(|_| 3.0 * stream.normal()).collect();
    prop_assert!(space.holds(&cube.nearest(&point)));
    Ok(())
}

proptest! {
    #[test]
    fn operators_stay_in_the_space(
        (reals, wholes) in (mixed::<f64>(), mixed::<i32>()),
        (how, nudge) in (crossover(), nudge()),
        chance in (any::<u64>(), 0..200u32),
    ) {
        stays_inside(&reals, how, &nudge, chance)?;
        stays_inside(&wholes, how, &nudge, chance)?;
    }

    #[test]
    fn programs_are_encoded_and_decoded((space, seed) in (mixed::<f64>(), any::<u64>())) {
        let program = space.decode(&space.sample(&mut Seed::new(seed).stream()));
        let genome = space.encode(&program).unwrap();
        prop_assert!(space.holds(&genome));
        prop_assert_eq!(space.decode(&genome), program);
    }

    #[test]
    fn whole_programs_are_encoded_and_decoded((space, seed) in (mixed::<i32>(), any::<u64>())) {
        let program = space.decode(&space.sample(&mut Seed::new(seed).stream()));
        let genome = space.encode(&program).unwrap();
        prop_assert!(space.holds(&genome));
        prop_assert_eq!(space.decode(&genome), program);
    }

    /// A genome's point of the cube is the way back to it, up to the last digits of reals.
    #[test]
    fn points_are_genomes((space, seed) in (mixed::<f64>(), any::<u64>())) {
        let genome = space.sample(&mut Seed::new(seed).stream());
        let cube = space.cube().unwrap();
        let point = cube.point(&genome);
        prop_assert!(point.iter().all(|x| (0.0..=1.0).contains(x)));
        prop_assert_eq!(point.len(), cube.axes().len());
        let back = cube.nearest(&point);
        for ((gene, there), back) in space.genes().iter().zip(&genome).zip(back) {
            let (min, max) = gene.bounds();
            let off = (there - back).abs();
            match gene.kind {
                Kind::Whole(..) | Kind::Choice(_) => prop_assert_eq!(*there, back),
                Kind::Real(..) => prop_assert!(off <= 1e-12 * (max - min)),
                Kind::Log(..) => prop_assert!(off <= 1e-12 * there),
            }
        }
    }
}

/// Four kinds of genes, all of which matter.
fn engine<T: Number>() -> Mixed<T> {
    Mixed::new([
        MixedGene::whole("DEPTH", 1, 20),
        MixedGene::real("KNIGHT", 100.0, 500.0),
        MixedGene::log("NODES", 1.0, 1e6),
        MixedGene::choice("ORDER", &["none", "exchange", "victim", "history"]),
    ])
    .unwrap()
}

/// Pearson's statistic of counts that should be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let off = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
    counts.iter().map(off).sum()
}

#[test]
fn samples_are_uniform() {
    let space = engine::<f64>();
    let mut counts = [vec![0; 20], vec![0; 20], vec![0; 20], vec![0; 4]];
    for index in 0..20_000 {
        let genome = space.sample(&mut Seed::new(1).child("sample", index).stream());
        counts[0][genome[0] as usize - 1] += 1;
        counts[1][((genome[1] - 100.0) / 20.0) as usize] += 1;
        // Each twentieth of the logarithm, and not of the number.
        counts[2][(genome[2].log10() / 0.3) as usize] += 1;
        counts[3][genome[3] as usize] += 1;
    }
    // Once in a thousand by chance: 43.8 with 19 degrees of freedom, 16.3 with 3.
    for (counts, most) in counts.iter().zip([43.8, 43.8, 43.8, 16.3]) {
        assert!(chi_square(counts) < most, "{counts:?}");
    }
}

#[test]
fn axes_are_what_the_genes_are() {
    let space = engine::<i32>();
    let cube = space.cube().unwrap();
    let (levels, smooth) = (Axis::Levels, Axis::Continuous);
    assert_eq!(cube.axes(), [levels(20), smooth, smooth, levels(4)]);
    let middle = cube.nearest(&[0.5, 0.5, 0.5, 0.6]);
    // Half of the logarithm's way is a thousand.
    assert_eq!(middle[..2], [10.0, 300.0]);
    assert!((middle[2] - 1000.0).abs() < 1e-9);
    assert_eq!(
        space.show(&middle),
        "DEPTH=10 KNIGHT=300 NODES=1000 ORDER=victim"
    );
    let fixed = Mixed::<f64>::new([MixedGene::choice("ONE", &["only"])]).unwrap();
    assert!(fixed.cube().unwrap().axes().is_empty());
}

#[test]
fn a_line_mixes_numbers_and_chooses_alternatives() {
    let space = engine::<f64>();
    let mother = space.encode(&[3.0, 200.0, 10.0, 1.0]).unwrap();
    let father = space.encode(&[8.0, 400.0, 1e5, 3.0]).unwrap();
    let beyond = Share::new(0.0);
    let mut fathers = 0;
    for index in 0..1000 {
        let mut stream = Seed::new(2).child("line", index).stream();
        let child = space.cross(&Crossover::Line { beyond }, &mother, &father, &mut stream);
        let place = (child[1] - 200.0) / 200.0;
        assert_eq!(child[0], (3.0 + 5.0 * place).round());
        assert!((child[2].log10() - (1.0 + 4.0 * place)).abs() < 1e-9);
        assert_eq!(child[3], if place < 0.5 { 1.0 } else { 3.0 });
        fathers += u32::from(child[3] == 3.0);
    }
    assert!((400..600).contains(&fathers), "{fathers}");
}

#[test]
fn every_kind_of_gene_moves_and_at_the_horizon_none() {
    let space = engine::<f64>();
    let start = space.encode(&[10.0, 300.0, 1000.0, 2.0]).unwrap();
    let always = Probability::new(1.0);
    let step = Positive::new(1e-6);
    let mut orders = [0; 4];
    for index in 0..3000 {
        let mut child = start.clone();
        let mut stream = Seed::new(3).child("mutant", index).stream();
        let tiny = Nudge::Gaussian { rate: always, step };
        space.mutate(&tiny, &mut child, 0, &mut stream);
        // However small the step, a whole number moves by one and a choice changes.
        assert_eq!((child[0] - 10.0).abs(), 1.0);
        assert!(child[1] != 300.0 && (child[1] - 300.0).abs() < 0.01);
        assert!(child[2] != 1000.0 && (child[2] - 1000.0).abs() < 0.2);
        orders[child[3] as usize] += 1;

        let mut child = start.clone();
        space.mutate(&non_uniform(50), &mut child, 50, &mut stream);
        assert_eq!(child, start);
    }
    assert_eq!(orders[2], 0);
    orders.swap(2, 3);
    // Once in a thousand by chance, with 2 degrees of freedom.
    assert!(chi_square(&orders[..3]) < 13.8, "{orders:?}");
}

/// Steps towards the horizon: large at first, then small, and choices that settle.
#[test]
fn non_uniform_steps_shrink() {
    let space = engine::<f64>();
    let start = space.encode(&[10.0, 300.0, 1000.0, 2.0]).unwrap();
    let spread = |generation| {
        let mut moved = [0.0; 4];
        for index in 0..2000 {
            let mut child = start.clone();
            let mut stream = Seed::new(4).child("mutant", index).stream();
            space.mutate(&non_uniform(100), &mut child, generation, &mut stream);
            moved[0] += (child[0] - 10.0).abs() / 2000.0;
            moved[1] += (child[1] - 300.0).abs() / 2000.0;
            moved[2] += (child[2].log10() - 3.0).abs() / 2000.0;
            moved[3] += f64::from(u8::from(child[3] != 2.0)) / 2000.0;
        }
        moved
    };
    let [early, late] = [spread(0), spread(80)];
    // Nine mutations in ten, half of the way to an end on average.
    assert!((early[1] / 90.0 - 1.0).abs() < 0.1, "{early:?}");
    assert!((early[3] / 0.9 - 1.0).abs() < 0.05, "{early:?}");
    for (early, late) in early.into_iter().zip(late) {
        assert!(late < 0.3 * early, "{early} {late}");
    }
}

/// The distance to depth 7, a knight of 310, a thousand nodes and `victim`, each in a
/// unit that fits its range.
fn distance(program: &[f64]) -> f64 {
    let off = [
        (program[0] - 7.0) / 5.0,
        (program[1] - 310.0) / 100.0,
        program[2].log10() - 3.0,
    ];
    let wrong = f64::from(u8::from(program[3] != 2.0));
    off.iter().map(|off| off * off).sum::<f64>() + wrong
}

pub fn tuning<T: Number>() -> Valley<Mixed<T>> {
    Valley {
        space: engine(),
        function: distance,
        noise: 0.0,
    }
}

/// Every method for numbers, with generations enough for it.
pub fn methods<T: Number>(horizon: u32) -> [Method<Mixed<T>>; 4] {
    let ga = Method::Ga(Ga {
        population: 40,
        elites: 2,
        selection: Selection::Tournament { size: count(3) },
        crossover: Crossover::Uniform,
        crossover_rate: Probability::new(0.75),
        mutation: gaussian(),
    });
    let ep = Method::Ep(Ep {
        population: 40,
        survivors: 20,
        mutation: non_uniform(horizon),
    });
    [ga, ep, cma_es(20, 0.0), de(40, 0.9)]
}

#[test]
fn every_method_for_numbers_tunes_all_kinds_at_once() {
    fn all<T: Number>(near: f64)
    where
        Vec<T>: AsNumbers,
    {
        let valley = tuning::<T>();
        for method in methods(100) {
            for seed in 1..=3 {
                let (evolver, _) = evolve(&valley.space, &valley, method.clone(), seed, 100);
                let best = valley.space.decode(&evolver.recommend().unwrap().genome);
                let off = distance(&best.numbers());
                assert!(off < near, "{off} {best:?} {method:?}");
            }
        }
    }
    all::<f64>(0.01);
    all::<i32>(0.01);
}

#[test]
fn resumed_is_unbroken() {
    for method in methods(12) {
        resume_everywhere(&engine::<f64>(), &tuning(), &method);
    }
    for method in methods(12) {
        resume_everywhere(&engine::<i32>(), &tuning(), &method);
    }
}

#[test]
fn genes_that_make_no_sense() {
    let new = |gene| Mixed::<f64>::new([gene]).unwrap_err();
    let empty = Error::EmptyRange("A".into());
    assert_eq!(new(MixedGene::whole("A", 2, 1)), empty);
    assert_eq!(new(MixedGene::choice("A", &[])), empty);
    assert_eq!(new(MixedGene::log("A", 2.0, 1.0)), empty);
    assert_eq!(
        new(MixedGene::log("A", 0.0, 1.0)),
        Error::NotPositive("A".into())
    );
    let twins = new(MixedGene::choice("A", &["x", "y", "x"]));
    assert_eq!(twins.to_string(), "gene A has the choice x twice");
    for (min, max) in [(0.1, 0.9), (0.0, 3e9)] {
        let gene = MixedGene::real("A", min, max);
        Mixed::<f64>::new([gene.clone()]).unwrap();
        let none = Mixed::<i32>::new([gene]).unwrap_err();
        assert_eq!(none, Error::NoWholeNumber("A".into()));
    }
}

#[test]
fn programs_that_do_not_fit() {
    let space = engine::<f64>();
    let wrong = |program: &[f64]| space.encode(program).unwrap_err().to_string();
    assert_eq!(wrong(&[1.0]), "1 values given for 4 genes");
    assert_eq!(
        wrong(&[1.5, 300.0, 10.0, 0.0]),
        "DEPTH is 1.5, not a whole number"
    );
    assert_eq!(
        wrong(&[1.0, 99.0, 10.0, 0.0]),
        "KNIGHT is 99, not within 100 to 500"
    );
    assert_eq!(
        wrong(&[1.0, 300.0, 10.0, 4.0]),
        "ORDER is 4, not within 0 to 3"
    );
    assert!(!space.holds(&vec![1.5, 300.0, 10.0, 0.0]));
    assert!(!space.holds(&vec![1.0, f64::NAN, 10.0, 0.0]));
    // The features of a learner are multiplied by numbers, not by logarithms.
    let error = Evolver::new(learner(4, 1.0), &space, Vec::new()).unwrap_err();
    assert_eq!(error, Error::NotLinear);
}
