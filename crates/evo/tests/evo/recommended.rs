//! What a run stands for where fitness is an estimate.

use evo::{Fitness, Organism, Origin, Seed, recommend};

fn organism(value: f64, stderr: f64, origin: Origin) -> Organism<()> {
    Organism {
        genome: (),
        origin,
        fitness: Fitness { value, stderr },
    }
}

#[test]
fn exact_fitness_is_believed() {
    let exact = [3.0, 7.0, f64::NAN, 7.0, 5.0].map(|value| organism(value, 0.0, Origin::Mean));
    assert_eq!(recommend(&exact), Some(1));
    assert_eq!(recommend::<()>(&[]), None);
    let noisy = [3.0, 7.0].map(|value| organism(value, 1.0, Origin::Random));
    assert_eq!(recommend(&noisy), Some(1));
    let with_mean = [
        organism(9.0, 1.0, Origin::Sample),
        organism(5.0, 1.0, Origin::Mean),
    ];
    assert_eq!(recommend(&with_mean), Some(1));
}

/// Half of the organisms are judged by a tenth of the games that the others have. The
/// luckiest is often one of those; the recommended one is better on average.
#[test]
fn the_recommended_is_better_than_the_luckiest() {
    let (mut luckiest, mut recommended) = (0.0, 0.0);
    for trial in 0..400 {
        let mut stream = Seed::new(1).child("trial", trial).stream();
        let (mut truth, mut generation) = (Vec::new(), Vec::new());
        for number in 0..20 {
            let stderr = if number % 2 == 0 { 0.3 } else { 3.0 };
            truth.push(stream.normal());
            let value = truth[number] + stderr * stream.normal();
            generation.push(organism(value, stderr, Origin::Random));
        }
        let value = |&index: &usize| generation[index].fitness.value;
        let best = (0..20).max_by(|a, b| value(a).total_cmp(&value(b)));
        luckiest += truth[best.unwrap()] / 400.0;
        recommended += truth[recommend(&generation).unwrap()] / 400.0;
    }
    assert!(recommended > luckiest + 0.5, "{recommended} {luckiest}");
}
