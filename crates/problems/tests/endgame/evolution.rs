//! How endgame players are bred.

use std::ops::ControlFlow;

use evo::{Evolver, Jury, Method, Optimiser, Problem, Run, Seed, Selection, Space, Threads, Trees};
use problems::endgame::{Endgame, Opponents, Organism, Plies, Points, Starts, Terminals};

use crate::gp::gp;
use crate::trees::large_space;

fn peers(endings: &[&str]) -> Endgame {
    Endgame {
        from: Starts {
            endings: endings.iter().map(|name| name.parse().unwrap()).collect(),
            quiet: None,
        },
        starts: 2,
        longest: 15,
        points: Points::PAPER,
        plies: Plies::ONE,
        opponents: Opponents::Peers(3),
    }
}

fn method() -> Method<Trees> {
    gp(
        12,
        Selection::Tournament {
            size: 3.try_into().unwrap(),
        },
    )
}

fn evolve(problem: &Endgame, threads: usize) -> Evolver<Trees> {
    let space = large_space(Terminals::All);
    let mut evolver = Evolver::new(method(), &space, Vec::new()).unwrap();
    let run = Run {
        space: &space,
        judge: &Jury::new(problem, Threads::new(threads.try_into().unwrap())),
        seed: Seed::new(4),
        generations: 5,
    };
    let _ = run
        .go(&mut evolver, |generation, _| {
            // Every player met three others, twice two games each.
            assert_eq!(generation.stats.effort.games, 12 * 3 / 2 * 4);
            ControlFlow::<()>::Continue(())
        })
        .unwrap();
    evolver
}

#[test]
fn the_same_trees_on_one_thread_and_on_two() {
    let problem = peers(&["KRKR", "KQKQ"]);
    let one = evolve(&problem, 1);
    assert_eq!(one.save(), evolve(&problem, 2).save());
    assert_eq!(one.population().len(), 12);
}

/// Searches and quiet starts are remembered by each thread, and change nothing.
#[test]
fn the_same_trees_from_quiet_starts_and_with_a_deeper_look() {
    let mut problem = peers(&["KRKR", "KQKQ"]);
    problem.from.quiet = Some("3".parse().unwrap());
    problem.plies = "2".parse().unwrap();
    let one = evolve(&problem, 1);
    assert_eq!(one.save(), evolve(&problem, 2).save());
}

/// What one player loses the other gains, so the total of a generation is known.
#[test]
fn a_meeting_counts_for_both() {
    let mut problem = peers(&["KQRKQR"]);
    problem.points.behind = 0.25;
    let space = large_space(Terminals::Paper);
    let sample = |index| space.sample(&mut Seed::new(1).child("player", index).stream());
    let generation: Vec<_> = (0..8).map(sample).collect();
    let tasks = problem.plan(&generation, Seed::new(1));
    let outcomes: Vec<_> = tasks
        .iter()
        .map(|task| problem.run(&mut (), task).unwrap())
        .collect();
    let scores = problem.reduce(&generation, &tasks, &outcomes);
    let sum: f64 = scores.fitness.iter().map(|fitness| fitness.value).sum();
    assert_eq!(sum, scores.effort.games as f64);
    assert!(scores.effort.positions > 1000);
    // The same work somewhere else, and in another order.
    let again: Vec<_> = tasks
        .iter()
        .rev()
        .map(|task| problem.run(&mut (), task).unwrap())
        .collect();
    assert!(again.iter().rev().eq(&outcomes));
}

#[test]
fn all_meet_the_master_from_the_same_starts() {
    let master = Organism::master();
    let problem = Endgame {
        starts: 12,
        opponents: Opponents::One(master.genome.clone()),
        ..peers(&["KRKR", "KQKQ", "KRRKRR"])
    };
    let space = large_space(Terminals::All);
    let other = space.sample(&mut Seed::new(2).stream());
    let generation = [master.genome.clone(), other.clone(), other];
    let tasks = problem.plan(&generation, Seed::new(3));
    let outcomes: Vec<_> = tasks
        .iter()
        .map(|task| problem.run(&mut (), task).unwrap())
        .collect();
    let scores = problem.reduce(&generation, &tasks, &outcomes);
    assert_eq!(scores.effort.games, 3 * 24);
    // Against itself it shares the points; no other player does better.
    let [own, one, two] = [0, 1, 2].map(|index| scores.fitness[index].value);
    assert!((8.0..=12.0).contains(&own), "{own}");
    assert_eq!(one, two);
    assert!(one < own);
}

#[test]
fn opponents_have_to_suit_the_population() {
    for (count, population, suits) in [
        (5, 80, true),
        (5, 81, false),
        (4, 81, true),
        (80, 80, false),
        (79, 80, true),
        (0, 80, false),
    ] {
        assert_eq!(Opponents::Peers(count).suit(population), suits);
    }
}
