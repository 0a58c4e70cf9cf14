//! `galapagos games`: games of an engine against itself.

use std::path::PathBuf;

use arena::selfplay::{self, GamesPlan, Made};
use evo::Seed;
use indicatif::{ProgressBar, ProgressStyle};

use super::{EngineArgument, FleetArgument, WorkersArgument};
use crate::interrupt::{Interrupt, Stopped};
use crate::member;

/// Let a UCI engine play itself and keep the games
#[derive(clap::Args)]
#[command(mut_arg("workers", |workers| workers.conflicts_with("fleet")))]
#[command(after_help = "\
Each game begins with 8 to 10 random half moves after which the engine finds
neither side ahead. The same seed gives the same games, on any number of
workers, if the engine repeats itself at fixed nodes on one thread. Ctrl-C stops
after a game; the same command continues after the last game in the file.

Examples:
  galapagos games -o games.pgn
  galapagos games --engine stockfish,option.Hash=4 --nodes 5000 -o games.pgn
  galapagos games --fleet nats://localhost:4222 -o games.pgn")]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArgument,

    /// Nodes a move, varied by a tenth
    #[arg(long, default_value_t = 3000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Games in the file at the end
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: usize,

    /// The seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Openings, which repeat where there are more games [default: one a game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    openings: Option<u64>,

    /// How uneven an opening may be, in centipawns
    #[arg(long, default_value_t = 80, value_name = "CP")]
    even_cp: u32,

    #[command(flatten)]
    workers: WorkersArgument,

    #[command(flatten)]
    fleet: FleetArgument,

    /// The PGN file; a file with other games is refused
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

/// Plays the games that the file does not hold yet.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let plan = GamesPlan {
        program: arguments.engine.program(),
        nodes: arguments.nodes,
        openings: arguments.openings.unwrap_or(u64::MAX),
        even_cp: arguments.even_cp,
        games: arguments.games,
        seed: Seed::new(arguments.seed),
        workers: arguments.workers.count(),
    };
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {msg}, {eta} left")?;
    let progress = ProgressBar::new(plan.games as u64).with_style(style);
    let interrupt = Interrupt::listen()?;
    let show = |tally: &Made| {
        if tally.played == 1 {
            // Games found in the file say nothing of the speed.
            progress.set_position(tally.kept as u64);
            progress.reset_eta();
        }
        progress.set_message(decisive(tally));
        progress.set_position(tally.games() as u64);
        interrupt.flow()
    };
    let output = &arguments.output;
    let tally = match member::connect(&arguments.fleet, "games")? {
        Some(fleet) => {
            let stop = || interrupt.asked();
            selfplay::run_elsewhere(&plan, output, member::elsewhere(&fleet, &stop), show)?
        }
        None => selfplay::run(&plan, output, show)?,
    };
    progress.finish_and_clear();

    println!(
        "{} games, {}; {} new, {:.2} a second",
        tally.games(),
        decisive(&tally),
        tally.played,
        tally.speed()
    );
    if tally.games() < plan.games {
        let advice = "stopped after a whole game; the same command continues";
        return Err(Stopped(advice.into()).into());
    }
    Ok(())
}

fn decisive(tally: &Made) -> String {
    let share = 100.0 * tally.decisive as f64 / tally.games().max(1) as f64;
    format!("{share:.1} % decisive")
}
