//! Which modules of an individual are bred.

use evo::{Crossover, Positive, Seed, SelfAdaptation, Space};
use evochess::depth::Limits;
use evochess::{Crossing, Individual, Individuals, Module, Mutating, Weights};

fn individual(number: u64) -> Individual {
    let all = vec![Module::Depth, Module::Position, Module::Ordering];
    let space = space(all, None);
    space.decode(&space.sample(&mut Seed::new(number).stream()))
}

fn space(modules: Vec<Module>, given: Option<Individual>) -> Individuals {
    let limits = Limits {
        start: 20.try_into().unwrap(),
        statements: 60.try_into().unwrap(),
        nesting: 3,
        moves: evo::Probability::new(0.2),
        own: evo::Probability::new(0.1),
        alike: evo::Probability::new(0.5),
    };
    let steps = toml::from_str("start = 0.1\nleast = 0.01").unwrap();
    Individuals::new(modules, given, limits, steps)
}

#[test]
fn modules_that_are_not_bred_are_as_they_are_given() {
    let (given, founder) = (individual(1), individual(2));
    for module in [Module::Depth, Module::Position, Module::Ordering] {
        let space = space(vec![module], Some(given.clone()));
        let mut stream = Seed::new(3).stream();
        for genome in [space.sample(&mut stream), space.founder(&founder)] {
            let one = space.decode(&genome);
            assert_eq!(one.depth != given.depth, module == Module::Depth);
            assert_eq!(one.position != given.position, module == Module::Position);
            assert_eq!(one.ordering != given.ordering, module == Module::Ordering);
        }
    }
    let all = space(
        vec![Module::Depth, Module::Position, Module::Ordering],
        Some(given),
    );
    assert_eq!(all.decode(&all.founder(&founder)), founder);
}

/// Half a million of them crossed first.
#[test]
fn a_million_mutated_weights_stay_in_their_ranges() {
    let space = space(vec![Module::Position, Module::Ordering], None);
    let crossing = Crossing {
        depth: toml::from_str("branched = 0.5").unwrap(),
        weights: Crossover::Uniform,
    };
    let mutating = Mutating {
        depth: toml::from_str("rate = 0.0\nforeign = 0.0\nstatement = 0.0").unwrap(),
        weights: SelfAdaptation {
            learning: Positive::new(1.0),
        },
    };
    let mut stream = Seed::new(9).stream();
    let mut parents: Vec<_> = (0..20).map(|_| space.sample(&mut stream)).collect();
    for number in 0..1_000_000 {
        let (mother, father) = (stream.below(20), stream.below(20));
        let mut child = match number % 2 {
            0 => parents[mother].clone(),
            _ => space.cross(&crossing, &parents[mother], &parents[father], &mut stream),
        };
        space.mutate(&mutating, &mut child, 1, &mut stream);
        assert!(space.holds(&child), "{child:?}");
        if number % 1000 == 0 {
            let Individual {
                position, ordering, ..
            } = space.decode(&child);
            assert!(is_allowed(&position) && is_allowed(&ordering));
        }
        parents[mother] = child;
    }
}

fn is_allowed<W: Weights>(weights: &W) -> bool {
    let mut each = W::TABLE.iter().zip(weights.values());
    each.all(|(spec, &value)| spec.allows(value))
}
