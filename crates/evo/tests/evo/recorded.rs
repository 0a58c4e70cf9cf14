//! Every method and every setting has a result that is written down and must not change.

use std::fmt::Write;

use evo::{
    BitMutation, Bits, Crossover, GrayBits, Method, Mixed, Nudge, Optimiser, Positive, Pressure,
    Probability, Problem, Selection, Share, Space, ep::Ep, ga::Ga,
};

use crate::learner::{Coins, coins, learner};
use crate::numbers::{cma_es, de, standards};
use crate::toys::{
    Contest, OneMax, Sorted, Sphere, Trap, count, evolve, five_reals, forty_bits, gaussian, gp,
    non_uniform, two_trees,
};

const RECORDED: &str = include_str!("recorded.txt");

fn crossovers() -> [Crossover; 4] {
    let beyond = Share::new(0.25);
    [
        Crossover::Uniform,
        Crossover::OnePoint,
        Crossover::TwoPoint,
        Crossover::Line { beyond },
    ]
}

fn selections() -> [Selection; 4] {
    let pressure = Pressure::new(1.8);
    [
        Selection::Roulette,
        Selection::Rank { pressure },
        Selection::Truncation { best: count(8) },
        Selection::Tournament { size: count(3) },
    ]
}

/// These matches have no wildcard: a new variant does not compile until it has a
/// name here, which is the moment to add it to the lists above.
fn name_selection(selection: Selection) -> &'static str {
    match selection {
        Selection::Roulette => "roulette",
        Selection::Rank { .. } => "rank",
        Selection::Truncation { .. } => "truncation",
        Selection::Tournament { .. } => "tournament",
    }
}

fn name_crossover(crossover: Crossover) -> &'static str {
    match crossover {
        Crossover::Uniform => "uniform",
        Crossover::OnePoint => "one-point",
        Crossover::TwoPoint => "two-point",
        Crossover::Line { .. } => "line",
    }
}

fn name_nudge(nudge: &Nudge) -> &'static str {
    match nudge {
        Nudge::Gaussian { .. } => "gaussian",
        Nudge::NonUniform { .. } => "non-uniform",
    }
}

fn name_method<S: Space>(method: &Method<S>) -> &'static str {
    match method {
        Method::Ga(_) => "ga",
        Method::Ep(_) => "ep",
        Method::Gp(_) => "gp",
        Method::CmaEs(_) => "cma-es",
        Method::Learner(_) => "learner",
        Method::De(_) => "de",
        Method::Pso(_) => "pso",
        Method::Es(_) => "es",
        Method::Spsa(_) => "spsa",
        Method::Bayes(_) => "bayes",
        Method::Gradient(_) => "gradient",
    }
}

fn flips() -> BitMutation {
    BitMutation::flips(Probability::new(0.02))
}

fn creep() -> BitMutation {
    BitMutation {
        rate: Probability::new(0.2),
        step: Some(Positive::new(0.1)),
    }
}

/// All ways to cross and select, with as many elites as the selection's place in its list.
fn gas<S: Space<Crossover = Crossover>>(mutation: &S::Mutation) -> Vec<(String, Method<S>)> {
    let mut methods = Vec::new();
    for (elites, selection) in (0..).zip(selections()) {
        for crossover in crossovers() {
            let name = format!(
                "{} {}",
                name_selection(selection),
                name_crossover(crossover)
            );
            let ga = Ga {
                population: 20,
                elites,
                selection,
                crossover,
                crossover_rate: Probability::new(0.75),
                mutation: mutation.clone(),
            };
            methods.push((name, Method::Ga(ga)));
        }
    }
    methods
}

fn ep<S: Space>(mutation: S::Mutation) -> Method<S> {
    Method::Ep(Ep {
        population: 10,
        survivors: 5,
        mutation,
    })
}

/// One line a seed: the champion's fitness and a digest of the last checkpoint.
fn record<S: Space, P>(table: &mut String, space: &S, problem: &P, name: &str, method: &Method<S>)
where
    P: Problem<Program = S::Program, Kit: Send> + Sync,
{
    for seed in 1..=2 {
        let (evolver, _) = evolve(space, problem, method.clone(), seed, 15);
        let best = evolver.recommend().unwrap().fitness.value;
        let digest = digest(&evolver.save());
        let method = name_method(method);
        writeln!(table, "{method} {name} seed {seed}: {best:?} {digest:016x}").unwrap();
    }
}

/// FNV-1a, 64 bits.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn table() -> String {
    let mut table = String::new();
    let bits = forty_bits();
    for (name, method) in gas::<GrayBits>(&flips()) {
        record(
            &mut table,
            &bits,
            &OneMax,
            &format!("{name} flips, one-max"),
            &method,
        );
        record(
            &mut table,
            &bits,
            &Trap,
            &format!("{name} flips, trap"),
            &method,
        );
        record(
            &mut table,
            &bits,
            &Contest,
            &format!("{name} flips, contest"),
            &method,
        );
    }
    record(&mut table, &bits, &Contest, "flips, contest", &ep(flips()));
    record(&mut table, &bits, &Contest, "creep, contest", &ep(creep()));
    let reals = five_reals();
    for nudge in [gaussian(), non_uniform(15)] {
        let nudge_name = name_nudge(&nudge);
        for (name, method) in gas::<Mixed<f64>>(&nudge) {
            record(
                &mut table,
                &reals,
                &Sphere,
                &format!("{name} {nudge_name}, sphere"),
                &method,
            );
        }
        record(
            &mut table,
            &reals,
            &Sphere,
            &format!("{nudge_name}, sphere"),
            &ep(nudge),
        );
    }
    for (name, method) in [("exact", cma_es(12, 0.0)), ("repeated", cma_es(12, 0.2))] {
        record(
            &mut table,
            &bits,
            &Contest,
            &format!("{name}, contest"),
            &method,
        );
    }
    record(&mut table, &reals, &Sphere, "sphere", &cma_es(12, 0.0));
    record(&mut table, &bits, &Contest, "contest", &de(12, 0.9));
    record(&mut table, &reals, &Sphere, "sphere", &de(12, 0.9));
    for method in standards(&bits) {
        record(&mut table, &bits, &Contest, "standard, contest", &method);
    }
    for method in standards(&reals) {
        record(&mut table, &reals, &Sphere, "standard, sphere", &method);
    }
    record(&mut table, &coins(), &Coins, "coins", &learner(12, 0.1));
    let trees = two_trees();
    for selection in selections() {
        let name = format!("{} grafts, sorted", name_selection(selection));
        record(&mut table, &trees, &Sorted, &name, &gp(20, selection));
    }
    table
}

#[test]
fn results_are_as_recorded() {
    let now = table();
    let changed: Vec<_> = now
        .lines()
        .filter(|line| !RECORDED.contains(line))
        .collect();
    assert!(
        now == RECORDED,
        "{} lines changed. If that was meant, write this to recorded.txt:\n{now}",
        changed.len()
    );
}

/// The digest must see a change of a single bit.
#[test]
fn digests_differ() {
    let bits = Bits::zeros(40);
    let mut other = bits.clone();
    other.flip(39);
    assert_ne!(
        digest(bits.to_string().as_bytes()),
        digest(other.to_string().as_bytes())
    );
}
