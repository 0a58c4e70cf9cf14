//! How fast weights are learned: gradients of positions a second, on one thread and on
//! all, in the fastest epoch: other work on the machine only slows. `cargo run --release -p problems --example learner_speed -- GAMES.pgn [GAMES [EPOCHS]]`

use std::num::NonZeroUsize;
use std::time::Instant;

use chess::pgn::Reader;
use engine::modern::eval::Weights;
use evo::Seed;
use problems::learn::{Draw, Learner, Numbers, Schooling, collect};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or("data/games.pgn".into());
    let most = arguments
        .next()
        .map_or(usize::MAX, |most| most.parse().expect("a number"));
    let epochs: u64 = arguments
        .next()
        .map_or(8, |epochs| epochs.parse().expect("a number"));
    let start = Instant::now();
    let games: Vec<_> = Reader::open(&file)
        .expect("a file")
        .flatten()
        .take(most)
        .collect();
    let read = start.elapsed().as_secs_f64();
    let draw = Draw {
        skip: 12,
        per_game: 60,
        values: Weights::default().piece_values(),
        seed: Seed::new(1),
    };
    let [lessons, _] = collect(&games, &draw, 0.1);
    let collected = start.elapsed().as_secs_f64() - read;
    let positions = lessons.len();
    let features = lessons.features();
    println!(
        "{:.1} features a position",
        features as f64 / positions as f64
    );
    println!(
        "{} games read in {read:.1} s, {positions} positions in {collected:.1} s",
        games.len()
    );
    let how = Schooling {
        rate: 0.01,
        decay: 5.0,
        blend: 0.0,
    };
    let all = std::thread::available_parallelism().expect("a number");
    for threads in [NonZeroUsize::MIN, all] {
        let mut learner = Learner::new(&Numbers::zero());
        let seconds = (0..epochs).map(|epoch| {
            let start = Instant::now();
            let seed = Seed::new(epoch);
            learner.epoch(&[(&lessons, 1.0)], &how, [1.0, 1.0], seed, threads);
            start.elapsed().as_secs_f64()
        });
        let millions = positions as f64 / seconds.fold(f64::INFINITY, f64::min) / 1e6;
        println!("{threads} threads: {millions:.1} million gradients a second");
    }
}
