//! How many organisms are scored on how many positions a second, on one core:
//! for each look and each set of instructions, beside the naive way of searching
//! every position with the engine for every organism.
//!
//! ```text
//! cargo run --release -p problems --example scorer_speed [-- POSITIONS.epd]
//! ```

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chess::Game;
use engine::eval::{Evaluator, Weights};
use engine::search::{Engine, Limit, SearchParams};
use evo::{Seed, Space};
use problems::mimic::{Crew, Horizon, LANES, Level, Scorer, Star, prepare};
use problems::positions::Positions;
use problems::weights_space;

const ORGANISMS: u64 = 100;
const AT_LEAST: Duration = Duration::from_secs(1);

fn main() -> Result<(), Box<dyn Error>> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/positions.epd");
    let path = env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from(own), PathBuf::from);
    let samples = Positions::read(&path)?.train;
    let space = weights_space();
    let organisms: Vec<Vec<i32>> = (0..ORGANISMS)
        .map(|number| space.decode(&space.sample(&mut Seed::new(number).stream())))
        .collect();
    let crews: Vec<_> = organisms.chunks(LANES).map(Crew::new).collect();

    let naive = speed(|| {
        let weights = Weights(
            organisms[0]
                .as_slice()
                .try_into()
                .expect("all weights are there"),
        );
        let mut engine = Engine::new(Evaluator::new(weights), SearchParams::PLAIN, 1);
        for sample in &samples[..500] {
            engine.search(&Game::new(sample.board.clone()), &Limit::depth(1));
        }
        500
    });
    println!(
        "naive, engine at depth 1          {:>8.3} million a second",
        naive / 1e6
    );

    for look in [Horizon::Static, Horizon::Exchange, Horizon::Quiescence] {
        let begun = Instant::now();
        drop(prepare::<Star>(&samples, look));
        let prepared = begun.elapsed().as_secs_f64();
        println!(
            "{look:?}: {} positions prepared in {prepared:.2} s",
            samples.len()
        );
        for level in Level::available() {
            let scorer = Scorer::with_level(prepare::<Star>(&samples, look), level);
            let fast = speed(|| {
                scorer.agreement(0..scorer.len(), &crews);
                scorer.len() as u64 * ORGANISMS
            });
            println!(
                "  {:<31} {:>8.1} million a second, {:>6.0} times the naive",
                format!("{level:?}"),
                fast / 1e6,
                fast / naive
            );
        }
    }
    Ok(())
}

/// Pieces of work a second; `work` says how many it did.
fn speed(mut work: impl FnMut() -> u64) -> f64 {
    let begun = Instant::now();
    let mut done = 0;
    while begun.elapsed() < AT_LEAST {
        done += work();
    }
    done as f64 / begun.elapsed().as_secs_f64()
}
