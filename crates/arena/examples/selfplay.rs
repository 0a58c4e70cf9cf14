//! Lets an engine play itself and appends the games to a PGN file; started again
//! with the same arguments, it goes on.
//!
//! ```text
//! cargo run --release -p arena --example selfplay -- --engine stockfish \
//!     --nodes 3000 --games 4000 --seed 1 -o games.pgn
//! ```

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;

use arena::Program;
use arena::selfplay::{self, Plan};
use clap::Parser;
use evo::Seed;

/// Let an engine play itself.
#[derive(Parser)]
struct Arguments {
    /// A UCI engine
    #[arg(long, default_value = "stockfish")]
    engine: PathBuf,

    /// Nodes a move, varied by a tenth
    #[arg(long, default_value_t = 3000)]
    nodes: u64,

    /// Openings; by default one for each game
    #[arg(long)]
    openings: Option<u64>,

    /// How uneven an opening may be, in centipawns
    #[arg(long, default_value_t = 80)]
    even_cp: u32,

    /// Games
    #[arg(long, default_value_t = 100)]
    games: usize,

    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games at once; by default one for each core
    #[arg(long)]
    workers: Option<usize>,

    /// The file to append the games to
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan {
        program: Program::new(arguments.engine).repeatable(),
        nodes: arguments.nodes,
        openings: arguments.openings.unwrap_or(u64::MAX),
        even_cp: arguments.even_cp,
        games: arguments.games,
        seed: Seed::new(arguments.seed),
        workers: arguments.workers.unwrap_or(cores),
    };
    let tally = selfplay::run(&plan, &arguments.output, |tally| {
        if tally.games() % 10 == 0 {
            print(tally);
        }
        ControlFlow::Continue(())
    })?;
    print(&tally);
    Ok(())
}

fn print(tally: &selfplay::Tally) {
    let games = tally.games();
    let decisive = 100.0 * tally.decisive as f64 / games.max(1) as f64;
    let speed = tally.speed();
    println!("{games} games, {decisive:.1} % decisive, {speed:.2} games/s");
}
