//! Nodes a second of an individual on one thread:
//!
//! ```sh
//! cargo run --release -p evochess --example evochess_speed [FILE]
//! ```
//!
//! Without a file, of random individuals that use at least a tenth of their nodes, and
//! what the players of the ladder need to make the moves of f-negascout. The machine
//! should have nothing else to do.

use std::path::Path;
use std::time::Instant;

use chess::Game;
use evo::Seed;
use evochess::depth::{Code, Limits};
use evochess::position::{Position, PositionWeights};
use evochess::search::{Bounds, Negascout, Swift};
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
        moves: evo::Probability::new(0.2),
        own: evo::Probability::new(0.1),
        alike: evo::Probability::new(0.5),
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
    (4..=6).for_each(opponents);
}

/// Nodes and seconds a move of both searches with the same moves, in a game of f-negascout
/// against itself.
fn opponents(plies: u8) {
    let depth = plies.try_into().expect("above 0");
    let position = Position::new(&PositionWeights::default(), 1);
    let mut scout = Negascout::new(position.clone(), depth);
    let mut swift = Swift::new(position, depth);
    let mut game = Game::default();
    let (mut nodes, mut seconds) = ([0; 2], [0.0; 2]);
    while game.end().is_none() && game.moves().len() < 60 {
        let begun = Instant::now();
        let found = scout.search(&game);
        let between = begun.elapsed().as_secs_f64();
        nodes[0] += found.nodes;
        nodes[1] += swift.search(&game).nodes;
        seconds[0] += between;
        seconds[1] += begun.elapsed().as_secs_f64() - between;
        game.play(found.mv).expect("the move is legal");
    }
    let moves = game.moves().len();
    println!(
        "depth {plies}: f-negascout {} nodes and {:.4} s a move, the ladder's player {} and {:.4}",
        nodes[0] / moves as u64,
        seconds[0] / moves as f64,
        nodes[1] / moves as u64,
        seconds[1] / moves as f64
    );
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
