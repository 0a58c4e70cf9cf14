//! Which modules of an individual are bred.

use evo::{Seed, Space};
use evochess::depth::Limits;
use evochess::{Individual, Individuals, Module};

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
