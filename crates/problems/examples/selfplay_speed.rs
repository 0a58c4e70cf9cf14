//! How fast games to learn from are played: positions a second, on one thread and on all.
//! `cargo run --release -p problems --example selfplay_speed -- [NODES [GAMES]]`

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::sync::Arc;
use std::time::Instant;

use arena::book::Book;
use engine::modern::Organism;
use evo::{Backend, Kits, Problem, Seed, Threads};
use problems::learn::{Numbers, Pupil};
use problems::selfplay::{Outcome, Practice, Selfplay, Task};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: u32| {
        let given = arguments.next();
        given.map_or(usual, |given| given.parse().expect("a number"))
    };
    let nodes = NonZeroU64::from(NonZeroU32::new(number(1000)).expect("some nodes"));
    let games = NonZeroU32::new(number(400)).expect("some games");
    let champion = Organism::champion();
    let problem = Selfplay {
        games: [games; 2],
        nodes: [nodes; 2],
        generations: 1,
        practice: Practice {
            random_plies: 8,
            even_cp: 200,
            most_plies: 400,
        },
        gate_pairs: 0,
        gate_nodes: nodes,
        mebibytes: 1,
        search: champion.search,
        book: Arc::new(Book::built_in()),
        study: None,
    };
    let pupil = Pupil {
        numbers: Numbers::of(&champion.weights, 150.0),
        generation: 0,
    };
    let tasks = problem.plan(&[pupil], Seed::new(1));
    let all = std::thread::available_parallelism().expect("a number");
    for threads in [NonZeroUsize::MIN, all] {
        let start = Instant::now();
        let outcomes = run(&problem, &tasks, Threads::new(threads));
        let seconds = start.elapsed().as_secs_f64();
        let replayed = outcomes.iter().flat_map(|outcome| outcome.games.replay());
        let positions: usize = replayed.map(|game| game.moves().len()).sum();
        println!(
            "{threads} threads, {nodes} nodes a move: {:.0} positions and {:.1} games a second",
            positions as f64 / seconds,
            f64::from(games.get()) / seconds
        );
    }
}

fn run(problem: &Selfplay, tasks: &[Task], threads: Threads) -> Vec<Outcome> {
    let outcomes = threads.run_all(problem, &Kits::new(), tasks);
    outcomes.expect("games against itself are played")
}
