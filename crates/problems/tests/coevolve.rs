//! Coevolution: who meets whom, and what the games are worth.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use arena::book::Book;
use evo::{Backend, Bits, GrayBits, Problem, Seed, Space, Threads};
use problems::coevolve::{Coevolve, Contest, Meetings};
use problems::weights_space;

fn contest(openings: usize) -> Coevolve {
    let contest = Contest {
        book: Arc::new(Book::built_in()),
        nodes: 60,
        mebibytes: 1,
    };
    Coevolve::new(contest, Meetings::All(NonZeroUsize::new(openings).unwrap()))
}

fn random(space: &GrayBits, count: u64) -> Vec<Bits> {
    let sample = |number| space.sample(&mut Seed::new(5).child("test", number).stream());
    (0..count).map(sample).collect()
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
