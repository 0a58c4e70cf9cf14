//! `galapagos solve`: how many positions of a test suite are solved.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use chess::san;
use engine::Mind;
use engine::search::{Budget, Limit};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use problems::tactics::{Answer, Puzzle, Until};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::{OrganismArgument, ThreadsArgument, tell_damage};

/// A search may go deeper than a thread's own stack allows for.
const STACK_BYTES: usize = 16 << 20;

/// Solve a test suite: EPD lines with best moves (bm) or moves to avoid (am)
#[derive(clap::Args)]
#[command(after_help = "\
A position is solved when an iteration of the search ends with a right move;
that is also how evolution judges a search. With --keep the search continues to
the limit, and the right move must still be the answer then. Damaged lines are
left out and counted.

Examples:
  galapagos solve suite.epd
  galapagos solve suite.epd --nodes 500000 --verbose
  galapagos solve suite.epd --seconds 5 --keep
  galapagos solve suite.epd --organism organisms/evol-star-2014.toml

How often one ply with quiescence predicts the moves of strong players:
  galapagos positions games.pgn.zst --min-elo 2600 -o masters.epd
  galapagos solve masters.epd --depth 1")]
pub struct Arguments {
    /// The suite
    suite: PathBuf,

    #[command(flatten)]
    organism: OrganismArgument,

    /// Nodes for each position
    #[arg(long, default_value_t = 500_000, value_name = "N")]
    nodes: u64,

    /// Seconds for each position, in place of nodes
    #[arg(long, value_name = "S", conflicts_with = "nodes")]
    seconds: Option<u32>,

    /// Plies for each position, in place of nodes
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["nodes", "seconds"], value_parser = clap::value_parser!(u8).range(1..=100))]
    depth: Option<u8>,

    /// Count only what is still right when the limit is reached
    #[arg(long)]
    keep: bool,

    /// Hash table of each search, in MiB
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,

    #[command(flatten)]
    threads: ThreadsArgument,

    /// Print each position's result
    #[arg(long, short)]
    verbose: bool,
}

impl Arguments {
    fn limit(&self) -> Limit {
        match (self.seconds, self.depth) {
            (Some(seconds), _) => Limit {
                time: Some(Budget::fixed(Duration::from_secs(seconds.into()))),
                ..Limit::default()
            },
            (None, Some(depth)) => Limit::depth(depth),
            (None, None) => Limit::nodes(self.nodes),
        }
    }
}

/// Searches the suite and prints the count.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let organism = arguments.organism.searching()?;
    let (puzzles, damage) = Puzzle::read_suite(&arguments.suite)?;
    tell_damage(&damage);
    let answers = search_all(&*organism, &puzzles, arguments)?;

    let mut out = io::stdout().lock();
    if arguments.verbose {
        for (puzzle, answer) in puzzles.iter().zip(&answers) {
            let (name, mv) = (&puzzle.name, san::write(&puzzle.board, answer.mv));
            if answer.solved {
                writeln!(out, "{name:<12} {mv:<8} solved at {} nodes", answer.nodes)?;
            } else {
                writeln!(out, "{name:<12} {mv:<8} not solved")?;
            }
        }
    }
    let solved = answers.iter().filter(|answer| answer.solved).count();
    let share = 100.0 * solved as f64 / puzzles.len() as f64;
    write!(out, "{solved} of {} solved ({share:.1} %) ", puzzles.len())?;
    if let Some(seconds) = arguments.seconds {
        writeln!(out, "within {seconds} s each")?;
    } else if let Some(depth) = arguments.depth {
        writeln!(out, "at depth {depth}")?;
    } else {
        let nodes: u64 = answers.iter().map(|answer| answer.nodes).sum();
        writeln!(
            out,
            "within {} nodes each\n\
             {:.1} million nodes to the solutions, the limit where there is none",
            arguments.nodes,
            nodes as f64 / 1e6
        )?;
    }
    Ok(())
}

/// Answers in the order of the puzzles, whatever the number of threads.
fn search_all(
    organism: &dyn Mind,
    puzzles: &[Puzzle],
    arguments: &Arguments,
) -> anyhow::Result<Vec<Answer>> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(arguments.threads.count().get())
        .stack_size(STACK_BYTES)
        .build()?;
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {eta} left")?;
    let progress = ProgressBar::new(puzzles.len() as u64).with_style(style);
    let (limit, hash) = (arguments.limit(), arguments.hash as usize);
    let until = if arguments.keep {
        Until::Limit
    } else {
        Until::Found
    };
    let answer = |puzzle: &Puzzle| puzzle.solve(organism, &limit, hash, until);
    Ok(pool.install(|| {
        puzzles
            .par_iter()
            .progress_with(progress)
            .map(answer)
            .collect()
    }))
}
