//! Nodes a second of an individual on one thread:
//!
//! ```sh
//! cargo run --release -p evochess --example evochess_speed [FILE]
//! ```
//!
//! Without a file, of random individuals that use at least a tenth of their nodes. The
//! machine should have nothing else to do.

use std::path::Path;
use std::time::Instant;

use chess::Game;
use evo::Seed;
use evochess::depth::{Code, Limits};
use evochess::search::Bounds;
use evochess::{Individual, Organism};

fn main() {
    if let Some(file) = std::env::args().nth(1) {
        let organism = Organism::read(Path::new(&file)).unwrap_or_else(|error| panic!("{error}"));
        let (nodes, time) = play(&organism.individual, organism.bounds);
        println!("{:.2} M nodes a second", nodes as f64 / time / 1e6);
        return;
    }
    let limits = Limits {
        start: 60.try_into().unwrap(),
        statements: 200.try_into().unwrap(),
        nesting: 5,
    };
    let (mut all, mut seconds) = (0, 0.0);
    for seed in 0..60 {
        let individual = Individual {
            depth: limits.sample(&mut Seed::new(seed).stream()),
            ..Individual::default()
        };
        let (nodes, time) = play(&individual, Bounds::default());
        if nodes < 40 * 10_000 {
            continue;
        }
        println!(
            "{:>3} statements, {:>3} that count, {:>9} nodes, {:.2} M a second",
            individual.depth.size(),
            Code::new(&individual.depth).len(),
            nodes,
            nodes as f64 / time / 1e6
        );
        (all, seconds) = (all + nodes, seconds + time);
    }
    println!("{:.2} M nodes a second", all as f64 / seconds / 1e6);
}

/// Nodes and seconds of a game against itself, of 40 moves at most.
fn play(individual: &Individual, bounds: Bounds) -> (u64, f64) {
    let mut thinker = individual.thinker(bounds, 1);
    let mut game = Game::default();
    let begun = Instant::now();
    let mut nodes = 0;
    while game.end().is_none() && game.moves().len() < 40 {
        let found = thinker.choose(&game);
        nodes += found.nodes;
        game.play(found.mv).expect("the move is legal");
    }
    (nodes, begun.elapsed().as_secs_f64())
}
