//! Methods that move through numbers, where fitness is noisy: the optimum is known.

use evo::{Axis, Cube, Evolver, Gene, GrayBits, Method, Mixed, MixedGene, Optimiser, Seed, Space};

use crate::numbers::{AsNumbers, Valley, standards};
use crate::toys::evolve;

const DIMENSIONS: usize = 6;

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| (x - 1.0) * (x - 1.0)).sum()
}

/// Axes of lengths from 1 to 10.
fn ellipsoid(x: &[f64]) -> f64 {
    let power = |index: usize| 10f64.powf(2.0 * index as f64 / (DIMENSIONS as f64 - 1.0));
    let axis = |(index, x): (usize, &f64)| power(index) * (x - 1.0) * (x - 1.0);
    x.iter().enumerate().map(axis).sum()
}

/// A bent valley.
fn rosenbrock(x: &[f64]) -> f64 {
    let bend = |pair: &[f64]| {
        let [a, b] = [pair[0], pair[1]];
        10.0 * (a * a - b).powi(2) + (1.0 - a).powi(2)
    };
    x.windows(2).map(bend).sum()
}

fn reals() -> Mixed<f64> {
    let gene = |index| MixedGene::real(&format!("GENE_{index}"), -5.0, 5.0);
    Mixed::new((0..DIMENSIONS).map(gene)).unwrap()
}

fn whole() -> GrayBits {
    let gene = |index| Gene::new(&format!("GENE_{index}"), -5, 5);
    GrayBits::new((0..DIMENSIONS).map(gene)).unwrap()
}

/// What is left of the value of a start after so many evaluations, on average over seeds: of
/// what is recommended, not of the luckiest.
fn left<S>(valley: &Valley<S>, method: &Method<S>, start: &S::Genome, evaluations: u32) -> f64
where
    S: Space<Program: AsNumbers, Genome: Sync> + Sync,
{
    let begin = (valley.function)(&valley.space.decode(start).numbers());
    let generations = evaluations / method.population();
    let of = |seed| {
        let mut end = Evolver::new(method.clone(), &valley.space, vec![start.clone()]).unwrap();
        let run = evo::Run {
            space: &valley.space,
            judge: &evo::Jury::new(valley, crate::toys::threads(1)),
            seed: Seed::new(seed),
            generations,
        };
        let _ = run
            .go(&mut end, |_, _| std::ops::ControlFlow::<()>::Continue(()))
            .unwrap();
        let genome = &end.recommend().unwrap().genome;
        (valley.function)(&valley.space.decode(genome).numbers()) / begin
    };
    (1..=4).map(of).sum::<f64>() / 4.0
}

/// The share of the start's value that each method may leave. The sphere begins at 54, with
/// errors of 5 a time; the others are as hard.
#[test]
fn optima_are_found_through_noise() {
    for (function, noise, most) in [
        (
            sphere as fn(&[f64]) -> f64,
            5.0,
            [0.10, 0.04, 0.01, 0.06, 0.02],
        ),
        (ellipsoid, 20.0, [0.02, 0.03, 0.005, 0.02, 0.01]),
        (rosenbrock, 50.0, [0.03, 0.02, 0.02, 0.05, 0.01]),
    ] {
        let valley = Valley {
            space: reals(),
            function,
            noise,
        };
        let start = vec![-2.0; DIMENSIONS];
        for (name, most) in ["pso", "es", "spsa", "bayes", "gradient"]
            .into_iter()
            .zip(most)
        {
            let method = Method::standard(name, &valley.space).unwrap();
            let evaluations = if name == "bayes" { 200 } else { 3_000 };
            let left = left(&valley, &method, &start, evaluations);
            assert!(left < most, "{name}, noise {noise}: {left}");
        }
    }
}

/// Whole numbers with ranges of a few values: steps must not vanish in rounding.
#[test]
fn whole_numbers_are_found_through_noise() {
    let valley = Valley {
        space: whole(),
        function: sphere,
        noise: 2.0,
    };
    let start = valley.space.encode(&[-2; DIMENSIONS]).unwrap();
    for (name, most) in [
        ("pso", 0.03),
        ("es", 0.02),
        ("spsa", 0.01),
        ("gradient", 0.01),
    ] {
        let method = Method::standard(name, &valley.space).unwrap();
        let left = left(&valley, &method, &start, 3_000);
        assert!(left < most, "{name}: {left}");
    }
}

/// Both sides of every pair differ in every whole number, or games between them say nothing.
#[test]
fn no_side_of_a_pair_is_the_other() {
    let space = whole();
    let valley = Valley {
        space: space.clone(),
        function: sphere,
        noise: 50.0,
    };
    let method: Method<GrayBits> = toml::from_str(
        "spsa = { population = 9, rate = 0.5, steady = 100, alpha = 0.6, gamma = 1, c = 0.0001 }",
    )
    .unwrap();
    for generations in 1..30 {
        let (end, _) = evolve(&space, &valley, method.clone(), 2, generations);
        let (pairs, _) = end.population()[1..].as_chunks::<2>();
        assert_eq!(pairs.len(), 4);
        for [one, other] in pairs {
            let sides = [one, other].map(|side| space.decode(&side.genome));
            for (a, b) in sides[0].iter().zip(&sides[1]) {
                assert_eq!(a.abs_diff(*b), 1);
            }
        }
    }
}

/// A particle's best place that was lucky is judged again until it is known: the swarm's
/// best is near the truth, and not the best of thousands of draws.
#[test]
fn a_lucky_place_does_not_rule_for_ever() {
    let flat = Valley {
        space: reals(),
        function: |_| 0.0,
        noise: 1.0,
    };
    let method = Method::standard("pso", &flat.space).unwrap();
    let (end, figures) = evolve(&flat.space, &flat, method, 1, 200);
    let luckiest = figures.iter().map(|one| one.best).fold(0.0, f64::max);
    assert!(luckiest > 3.0);
    let places: Vec<_> = (150..200)
        .map(|generations| {
            let method = Method::standard("pso", &flat.space).unwrap();
            let (end, _) = evolve(&flat.space, &flat, method, 1, generations);
            end.recommend().unwrap().genome.clone()
        })
        .collect();
    assert!(
        places
            .iter()
            .any(|place| place != &end.recommend().unwrap().genome)
    );
}

#[test]
fn every_method_for_numbers_has_standard_settings_that_fit() {
    let few = Mixed::<f64>::new([MixedGene::real("A", 0.0, 1.0)]).unwrap();
    for method in standards(&few) {
        let of_few = Evolver::new(method.clone(), &few, Vec::new());
        assert!(of_few.is_ok(), "{}: {of_few:?}", method.name());
    }
    let names: Vec<_> = standards(&whole()).iter().map(Method::name).collect();
    assert_eq!(
        names,
        [
            "ga", "ep", "cma_es", "de", "pso", "es", "spsa", "bayes", "gradient"
        ]
    );
    assert_eq!(standards(&crate::toys::two_trees()), []);
}

#[test]
fn a_perturbation_of_a_gene_that_is_not_there_is_refused() {
    let text = "spsa = { population = 9, rate = 0.5, steady = 100, alpha = 0.6, gamma = 0.1, \
                c = 0.1, genes = { GENE_9 = 0.1 } }";
    let method: Method<GrayBits> = toml::from_str(text).unwrap();
    let error = Evolver::new(method, &whole(), Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "no gene that can vary is called GENE_9");
    let even = text.replace("population = 9", "population = 8");
    let method: Method<GrayBits> = toml::from_str(&even.replace("GENE_9", "GENE_1")).unwrap();
    let error = Evolver::new(method, &whole(), Vec::new()).unwrap_err();
    assert!(error.to_string().contains("use an odd number"));
}

#[test]
fn axes_have_the_names_of_their_genes() {
    let space = Mixed::<f64>::new([
        MixedGene::whole("A", 0, 9),
        MixedGene::real("FIXED", 3.0, 3.0),
        MixedGene::log("B", 0.1, 1.0),
    ])
    .unwrap();
    let bits = GrayBits::new([Gene::new("C", 1, 1), Gene::new("D", 0, 3)]).unwrap();
    let both = (space, bits);
    assert_eq!(both.cube().unwrap().names(), ["A", "B", "D"]);
    let axes = [Axis::Levels(10), Axis::Continuous, Axis::Levels(4)];
    assert_eq!(Cube::axes(&both), axes);
}
