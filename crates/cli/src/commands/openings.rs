//! `galapagos openings`: balanced openings, made with an engine.

use std::ops::ControlFlow;

use anyhow::bail;
use arena::book;
use chess::epd::Epd;
use evo::Seed;
use indicatif::{ProgressBar, ProgressStyle};

use super::{EngineArgument, WorkersArgument};
use crate::interrupt::{Interrupt, Stopped};
use crate::output::OutputArgument;

/// Make balanced openings for matches with a UCI engine
#[derive(clap::Args)]
#[command(after_help = "\
Each opening is a line of moves, each chosen at random among the engine's best,
and ends where the engine finds neither side ahead. No position comes twice. The
same seed gives the same openings, on any number of workers, if the engine
repeats itself at fixed nodes on one thread. Ctrl-C stops; what was made until
then is kept.

Examples:
  galapagos openings -o openings.epd
  galapagos openings --count 500 --plies 12 --even-cp 30 -o openings.epd")]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArgument,

    /// Nodes for each choice; ten times as many for the last position
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Openings to make
    #[arg(long, default_value_t = 2000, value_name = "N")]
    count: usize,

    /// Half moves of an opening; some have one or two more
    #[arg(long, default_value_t = 8, value_name = "N")]
    plies: usize,

    /// Moves to choose from
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    choices: u8,

    /// How much worse than the best a move may be, in centipawns
    #[arg(long, default_value_t = 30, value_name = "CP")]
    worse_cp: u32,

    /// How uneven an opening may be, in centipawns
    #[arg(long, default_value_t = 50, value_name = "CP")]
    even_cp: u32,

    /// The seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    #[command(flatten)]
    workers: WorkersArgument,

    #[command(flatten)]
    output: OutputArgument,
}

/// Makes the openings and writes them.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut output = arguments.output.begin([])?;
    let plan = book::BookPlan {
        program: arguments.engine.program(),
        nodes: arguments.nodes,
        choices: arguments.choices.into(),
        worse_cp: arguments.worse_cp,
        even_cp: arguments.even_cp,
        plies: arguments.plies,
        openings: arguments.count,
        seed: Seed::new(arguments.seed),
        workers: arguments.workers.count(),
    };
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {eta} left")?;
    let progress = ProgressBar::new(plan.openings as u64).with_style(style);
    let interrupt = Interrupt::listen()?;
    let mut written = Ok(());
    let end = book::make(&plan, |board| {
        let operations = Vec::new();
        written = output.write(format!("{}\n", Epd { board, operations }));
        match written {
            Ok(()) => {
                progress.inc(1);
                interrupt.flow()
            }
            Err(_) => ControlFlow::Break(()),
        }
    });
    let made = progress.position();
    progress.finish_and_clear();
    // What was made until then is kept, however it ended.
    if made > 0 {
        output.finish()?;
        println!("{made} openings in {}", arguments.output);
    }
    end?;
    written?;
    if made == plan.openings as u64 {
        return Ok(());
    }
    if interrupt.asked() {
        return Err(Stopped("stopped; what was made is in the file".into()).into());
    }
    bail!("there are no more such openings; allow longer or more uneven ones")
}
