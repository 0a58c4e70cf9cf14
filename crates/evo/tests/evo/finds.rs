//! The optimisers find what there is to find.

use evo::{
    BitMutation, Bits, Crossover, GrayBits, Method, Optimiser, Origin, Probability, Selection,
    ep::Ep, ga::Ga,
};

use crate::toys::{
    OneMax, Sorted, Sphere, Trap, count, evolve, five_reals, forty_bits, gp, non_uniform, two_trees,
};

fn ga(population: u32, selection: Selection, crossover: Crossover) -> Method<GrayBits> {
    Method::Ga(Ga {
        population,
        elites: 1,
        selection,
        crossover,
        crossover_rate: Probability::new(0.75),
        mutation: BitMutation::flips(Probability::new(0.01)),
    })
}

#[test]
fn all_ones() {
    let selection = Selection::Tournament { size: count(2) };
    for seed in 0..5 {
        let method = ga(50, selection, Crossover::Uniform);
        let (evolver, figures) = evolve(&forty_bits(), &OneMax, method, seed, 100);
        assert_eq!(evolver.recommend().unwrap().genome, Bits::span(40, 0..40));
        // The start is random: half of the bits, and a spread of √(40 · ¼).
        assert!((figures[0].mean - 20.0).abs() < 2.0);
        assert!((figures[0].spread - 3.16).abs() < 1.0);
        assert!(figures.windows(2).all(|pair| pair[0].best <= pair[1].best));
    }
}

/// Blocks stay whole when strings are cut at few points, and are torn apart locus
/// by locus: the known difference between the operators must show.
#[test]
fn traps_need_their_blocks_kept_whole() {
    let best = |crossover| {
        let selection = Selection::Tournament { size: count(4) };
        let total = |seed| {
            let method = ga(200, selection, crossover);
            evolve(&forty_bits(), &Trap, method, seed, 40).1[40].best
        };
        (0..5).map(total).sum::<f64>()
    };
    let (two_point, uniform) = (best(Crossover::TwoPoint), best(Crossover::Uniform));
    // 40 is solved, 30 is the deceptive answer.
    assert!(two_point > 5.0 * 37.0, "{two_point}");
    assert!(uniform < two_point - 5.0, "{uniform}");
}

#[test]
fn the_middle_of_the_sphere() {
    for seed in 0..5 {
        let method = Method::Ep(Ep {
            population: 20,
            survivors: 10,
            mutation: non_uniform(200),
        });
        let (evolver, figures) = evolve(&five_reals(), &Sphere, method, seed, 200);
        let champion = evolver.recommend().unwrap();
        assert!(champion.fitness.value > -0.05, "{champion:?}");
        assert!(figures[0].best < -10.0);
    }
}

#[test]
fn programs_that_sort() {
    for seed in 0..3 {
        let method = gp(600, Selection::Tournament { size: count(5) });
        let (evolver, figures) = evolve(&two_trees(), &Sorted, method, seed, 60);
        let champion = evolver.recommend().unwrap();
        // Every triple, both questions. The best of the random ones cannot do that.
        assert_eq!(champion.fitness.value, 128.0, "{champion:?}");
        assert!(figures[0].best < 115.0, "{}", figures[0].best);
    }
}

#[test]
fn every_parent_is_known() {
    let space = forty_bits();
    let never = BitMutation::flips(Probability::new(0.0));
    let method = Method::Ga(Ga {
        population: 30,
        elites: 2,
        selection: Selection::Roulette,
        crossover: Crossover::Uniform,
        crossover_rate: Probability::new(0.75),
        mutation: never,
    });
    let (before, _) = evolve(&space, &OneMax, method.clone(), 1, 4);
    let (after, _) = evolve(&space, &OneMax, method, 1, 5);
    let parent = |index: u32| &before.population()[index as usize].genome;
    let mut crossed = 0;
    for organism in after.population() {
        // Without mutation, every bit is a parent's.
        match organism.origin {
            Origin::Copy(index) | Origin::Mutant(index) => {
                assert_eq!(&organism.genome, parent(index));
            }
            Origin::Cross(mother, father) => {
                crossed += 1;
                for locus in 0..space.bits() {
                    let bit = organism.genome.get(locus);
                    assert!(bit == parent(mother).get(locus) || bit == parent(father).get(locus));
                }
            }
            other => panic!("{other:?} in generation 5"),
        }
    }
    assert!((15..27).contains(&crossed), "{crossed} of 28 at rate 0.75");
    let starts = |origin: Origin| origin.parents().count();
    assert!(
        after.population()[..2]
            .iter()
            .all(|elite| starts(elite.origin) == 1)
    );
}
