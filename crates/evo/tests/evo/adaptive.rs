//! Numbers that carry the size of their own steps.

use evo::{
    Adapted, Adaptive, Crossover, Mixed, MixedGene, Positive, Seed, SelfAdaptation, Share, Space,
    Steps,
};

const LEAST: f64 = 1e-4;

fn space() -> Adaptive<f64> {
    let genes = (0..10).map(|number| MixedGene::real(&format!("GENE_{number}"), -10.0, 10.0));
    Adaptive {
        numbers: Mixed::new(genes).unwrap(),
        steps: Steps {
            start: Share::new(0.2),
            least: Positive::new(LEAST),
        },
    }
}

/// The squared distance from a point that is not in the middle.
fn distance(genome: &Adapted) -> f64 {
    genome
        .values
        .iter()
        .map(|value| (value - 3.0).powi(2))
        .sum()
}

/// A (5, 35) strategy: steps become small only where small steps are better.
#[test]
fn steps_adapt_themselves() {
    let space = space();
    let how = SelfAdaptation {
        learning: Positive::new(1.0),
    };
    let mut stream = Seed::new(1).stream();
    let mut parents: Vec<_> = (0..5).map(|_| space.sample(&mut stream)).collect();
    assert!(parents.iter().all(|parent| parent.step == 0.2));
    let begun = distance(&parents[0]);
    for generation in 0..120 {
        let mut children: Vec<_> = (0..35)
            .map(|_| {
                let (mother, father) = (stream.below(5), stream.below(5));
                let (mother, father) = (&parents[mother], &parents[father]);
                let mut child = space.cross(&Crossover::Uniform, mother, father, &mut stream);
                space.mutate(&how, &mut child, generation, &mut stream);
                assert!(space.holds(&child), "{child:?}");
                child
            })
            .collect();
        children.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
        parents = children[..5].to_vec();
    }
    let (best, step) = (distance(&parents[0]), parents[0].step);
    assert!(best < begun / 1e4, "{best} of {begun}");
    assert!((LEAST..0.02).contains(&step), "{step}");
}

#[test]
fn a_genome_of_other_steps_or_numbers_is_not_held() {
    let space = space();
    let genome = space.begin(vec![0.0; 10]);
    assert!(space.holds(&genome));
    for (values, step) in [
        (vec![0.0; 9], 0.2),
        (vec![11.0; 10], 0.2),
        (vec![0.0; 10], LEAST / 2.0),
        (vec![0.0; 10], 1.5),
        (vec![0.0; 10], f64::NAN),
    ] {
        let genome = Adapted { values, step };
        assert!(!space.holds(&genome), "{genome:?}");
    }
}

/// Methods for points breed them, too.
#[test]
fn they_are_points_of_the_cube() {
    let space = space();
    let cube = space.cube().unwrap();
    let genome = cube.nearest(&[0.75; 10]);
    assert_eq!(space.decode(&genome), vec![5.0; 10]);
    assert_eq!(cube.point(&genome), vec![0.75; 10]);
    assert!(space.holds(&genome));
}
