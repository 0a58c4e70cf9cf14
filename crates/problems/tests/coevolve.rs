//! Coevolution: who meets whom, and what the games are worth.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use arena::book::Book;
use engine::eval::Weights;
use evo::{Backend, Bits, GrayBits, Problem, Seed, Space, Threads};
use problems::coevolve::{Coevolve, Contest, results};
use problems::weights_space;

fn contest(openings: usize) -> Coevolve {
    let contest = Contest {
        book: Arc::new(Book::built_in()),
        nodes: 60,
        mebibytes: 1,
    };
    Coevolve::new(contest, NonZeroUsize::new(openings).unwrap())
}

fn random(space: &GrayBits, count: u64) -> Vec<Bits> {
    let sample = |number| space.sample(&mut Seed::new(5).child("test", number).stream());
    (0..count).map(sample).collect()
}

fn published(space: &GrayBits) -> Bits {
    space.encode(&Weights::default().0).unwrap()
}

#[test]
fn everybody_meets_everybody_from_openings_of_their_own() {
    let generation = random(&weights_space(), 5);
    let problem = contest(2);
    let tasks = problem.plan(&generation, Seed::new(1));
    // Ten meetings in two openings each.
    assert_eq!(tasks.len(), 20);
    let openings: HashSet<_> = tasks.iter().map(|task| task.opening).collect();
    assert_eq!(openings.len(), 20);
    let again = problem.plan(&generation, Seed::new(1));
    assert_eq!(again, tasks);
    let other = problem.plan(&generation, Seed::new(2));
    assert_ne!(other[0].opening, tasks[0].opening);
}

#[test]
fn points_add_up_on_any_number_of_threads() {
    let generation = random(&weights_space(), 4);
    let problem = contest(2);
    let tasks = problem.plan(&generation, Seed::new(3));
    let judge = |threads: usize| {
        let threads = Threads::new(threads.try_into().unwrap());
        let Ok(outcomes) = threads.run_all(&problem, &tasks);
        problem.reduce(&generation, &tasks, &outcomes)
    };
    let scores = judge(1);
    assert_eq!(scores, judge(2));
    // Six meetings of four games, one point in each of them.
    assert_eq!(scores.effort.games, 24);
    let points: f64 = scores.fitness.iter().map(|fitness| fitness.value).sum();
    assert_eq!(points, 24.0);
    // Nobody thinks longer than allowed; no game is longer than 200 moves.
    assert!(scores.effort.nodes <= 24 * 400 * 60);
    assert!(scores.effort.nodes > 24 * 60);
}

#[test]
fn a_match_seen_from_the_other_side_is_its_mirror() {
    let space = weights_space();
    let two = random(&space, 2);
    let problem = contest(1);
    let play = |first, second| {
        let tasks = problem.match_of(first, second, 8, Seed::new(4));
        let outcomes: Vec<_> = tasks.iter().map(|task| problem.run(task)).collect();
        results(&outcomes)
    };
    let here = play(&two[0], &two[1]);
    assert_eq!(here.pairs(), 8);
    assert_eq!(play(&two[1], &two[0]), here.reversed());
    // Twins play the same game twice.
    let twins = play(&two[0], &two[0]);
    assert_eq!(twins.loss_and_win + twins.two_draws, 8);
}

#[test]
fn who_knows_what_pieces_are_worth_wins() {
    let space = weights_space();
    let mut blind = Weights::default();
    let lowest = Weights::TABLE.iter().map(|spec| spec.min);
    blind
        .0
        .iter_mut()
        .zip(lowest)
        .for_each(|(weight, low)| *weight = low);
    let blind = space.encode(&blind.0).unwrap();
    let problem = contest(1);
    let tasks = problem.match_of(&published(&space), &blind, 10, Seed::new(1));
    let outcomes: Vec<_> = tasks.iter().map(|task| problem.run(task)).collect();
    assert!(results(&outcomes).points() >= 18.0);
}
