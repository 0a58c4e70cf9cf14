//! `galapagos mine`: puzzles from games.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use problems::tactics::mine::{self, MinePlan, Mined};

use super::{EngineArgument, FleetArgument, WorkersArgument, tell_damage};
use crate::interrupt::{Interrupt, Stopped};
use crate::{member, output};

/// Find positions with one clearly best move in PGN games, to evolve a search on
#[derive(clap::Args)]
#[command(mut_arg("workers", |workers| workers.conflicts_with("fleet")))]
#[command(after_help = "\
A strong UCI engine searches every position of a game: its best move must be
clearly better than the second, and still be so in a deeper search. Recaptures,
moves found at a glance and positions nearly the same as another are left out.
An equal share is kept of each class of difficulty: the nodes that the search
with the published values needs.

The same games and nodes give the same file, on any number of workers, if the
engine repeats itself at fixed nodes on one thread. Ctrl-C stops after a game;
the same command continues from the last puzzle in the file.

Examples:
  galapagos mine games.pgn -o tactics.epd
  galapagos mine games.pgn --confirm 1000000 --positions 300 -o hard.epd
  galapagos mine games.pgn --fleet nats://localhost:4222 -o tactics.epd")]
pub struct Arguments {
    /// PGN files, plain or compressed with zstd, gzip or bzip2
    #[arg(required = true)]
    games: Vec<PathBuf>,

    #[command(flatten)]
    engine: EngineArgument,

    /// Nodes of the first search of a position
    #[arg(long, default_value_t = 4000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Nodes of the last search of what may be a puzzle
    #[arg(long, default_value_t = 500_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    confirm: u64,

    /// Puzzles in the file at the end
    #[arg(long, default_value_t = 500, value_name = "N")]
    positions: usize,

    #[command(flatten)]
    workers: WorkersArgument,

    #[command(flatten)]
    fleet: FleetArgument,

    /// The EPD file; a file with other puzzles is refused
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

/// Looks through the games.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    output::check_apart(&arguments.output, &arguments.games)?;
    let plan = MinePlan {
        oracle: arguments.engine.given(),
        look_nodes: arguments.nodes,
        confirm_nodes: arguments.confirm,
        positions: arguments.positions,
        workers: arguments.workers.count(),
    };
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {msg}")?;
    let progress = ProgressBar::new(plan.positions as u64).with_style(style);
    let interrupt = Interrupt::listen()?;
    let show = |tally: &Mined| {
        progress.set_message(summary(tally));
        progress.set_position(tally.puzzles() as u64);
        interrupt.flow()
    };
    let (games, output) = (&arguments.games, &arguments.output);
    let tally = match member::connect(&arguments.fleet, "mine")? {
        Some(fleet) => {
            let stop = || interrupt.asked();
            let elsewhere = member::elsewhere(&fleet, &stop);
            mine::run_elsewhere(&plan, games, output, elsewhere, show)?
        }
        None => mine::run(&plan, games, output, show)?,
    };
    progress.finish_and_clear();

    tell_damage(&tally.damage);
    let (puzzles, kept) = (tally.puzzles(), tally.kept);
    println!(
        "{puzzles} puzzles, {kept} already in the file; {}",
        summary(&tally)
    );
    if puzzles < plan.positions {
        if interrupt.asked() {
            let advice = "stopped after a whole game; the same command continues";
            return Err(Stopped(advice.into()).into());
        }
        eprintln!("there are no more games; give more to find more puzzles");
    }
    Ok(())
}

fn summary(tally: &Mined) -> String {
    let classes = tally.classes.map(|count| count.to_string()).join(" + ");
    format!("{classes} from easy to hard, {} games", tally.games)
}
