//! How organisms learn, by what becomes of them.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use arena::book::Book;
use engine::modern::search::SearchGenes;
use evo::{Backend, Kits, Problem, Scores, Seed, Threads, portable};
use problems::learn::Numbers;
use problems::lives::{Habits, Life, Lives, Outcome};
use problems::selfplay::Practice;

/// Lives that begin with nothing.
fn lives() -> Lives {
    let nodes = |count| NonZeroU64::new(count).unwrap();
    Lives {
        parent: Arc::new(Numbers::zero()),
        search: SearchGenes::default(),
        practice: Practice {
            random_plies: 8,
            even_cp: 200,
            most_plies: 200,
        },
        rounds: NonZeroU32::new(3).unwrap(),
        round_nodes: nodes(500_000),
        per_game: NonZeroUsize::new(30).unwrap(),
        pairs: NonZeroUsize::new(20).unwrap(),
        limits: vec![nodes(50), nodes(200)],
        book: Arc::new(Book::built_in()),
        mebibytes: 1,
    }
}

/// Habits with these numbers in place of the usual ones.
fn habits(changes: &[(&str, i32)]) -> Vec<i32> {
    let mut program = Vec::from(Habits::default());
    for &(name, value) in changes {
        program[Habits::TABLE.index(name)] = value;
    }
    program
}

fn judge(lives: &Lives, generation: &[Vec<i32>], threads: usize) -> (Vec<Outcome>, Scores) {
    let tasks = lives.plan(generation, Seed::new(1));
    let threads = Threads::new(NonZeroUsize::new(threads).unwrap());
    let outcomes = threads.run_all(lives, &Kits::new(), &tasks).unwrap();
    for (task, outcome) in tasks.iter().zip(&outcomes) {
        assert!(lives.is_plausible(task, outcome));
    }
    let scores = lives.reduce(generation, &tasks, &outcomes);
    (outcomes, scores)
}

#[test]
fn results_teach_more_than_scores_of_nothing_and_threads_change_nothing() {
    let lives = lives();
    let by_results = habits(&[("NODES", 60), ("RATE", 40), ("BLEND", 0)]);
    let by_scores = habits(&[("NODES", 60), ("RATE", 40), ("BLEND", 100)]);
    let generation = [by_results, by_scores];
    let (outcomes, scores) = judge(&lives, &generation, 1);
    assert_eq!(outcomes, judge(&lives, &generation, 2).0);
    let [by_results, by_scores] = &scores.fitness[..] else {
        panic!("two organisms")
    };
    assert!(by_results.value > 75.0, "{by_results:?}");
    assert!(
        by_results.value > by_scores.value + 10.0,
        "{by_results:?} {by_scores:?}"
    );
    // Games at both limits with both colours, and those against themselves.
    assert!(scores.effort.games > 2 * 2 * 2 * 20);
    assert!(scores.effort.nodes > 2 * 3 * 500_000);
}

#[test]
fn the_limit_counts_at_which_an_organism_does_worst() {
    let lives = lives();
    let generation = [habits(&[("NODES", 60), ("RATE", 40)])];
    let (_, both) = judge(&lives, &generation, 2);
    // The same life and the same games, one limit at a time.
    let shares = [0, 1].map(|limit| {
        let tasks = lives.plan(&generation, Seed::new(1));
        let mut kit = lives.equip().unwrap();
        let outcome = lives.run(&mut kit, &tasks[0]).unwrap();
        let results = outcome.half_points(limit);
        let points = results.chunks(2).map(|pair| pair[0] + 2 - pair[1]);
        50.0 * points.map(f64::from).sum::<f64>() / results.len() as f64
    });
    let worst = shares[0].min(shares[1]);
    assert!((both.fitness[0].value - worst).abs() < 1e-9, "{shares:?}");
}

#[test]
fn numbers_that_are_no_habits_are_refused() {
    let lives = lives();
    let mut kit = lives.equip().unwrap();
    for program in [vec![], vec![1; 40], habits(&[("NODES", 0)])] {
        let tasks = lives.plan(&[program], Seed::new(1));
        let sent = portable::read::<Life>(&portable::written(&tasks[0])).unwrap();
        let refused = lives.run(&mut kit, &sent).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("not the numbers of a way of learning"),
            "{refused}"
        );
    }
}
