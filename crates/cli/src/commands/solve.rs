//! `galapagos solve`: how many positions of a test suite are solved.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use chess::epd::{self, Epd};
use chess::{Game, Move, san};
use engine::organism::Organism;
use engine::search::Limit;
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::OrganismArgument;

/// Solve a test suite: EPD lines with best moves (bm) or moves to avoid (am)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  galapagos solve suite.epd
  galapagos solve suite.epd --nodes 500000 --verbose
  galapagos solve suite.epd --organism organisms/evol-star-2014.toml --threads 2")]
pub struct Arguments {
    /// The suite
    suite: PathBuf,

    #[command(flatten)]
    organism: OrganismArgument,

    /// Nodes for each position
    #[arg(long, default_value_t = 500_000, value_name = "N")]
    nodes: u64,

    /// Hash table of each search, in MiB
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,

    /// Positions searched at once [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Print each position's result
    #[arg(long, short)]
    verbose: bool,
}

/// A position and the moves that solve or spoil it.
struct Problem {
    name: String,
    epd: Epd,
    best: Vec<Move>,
    avoid: Vec<Move>,
}

/// What the search answered.
#[derive(Clone, Copy)]
struct Answer {
    mv: Move,
    solved: bool,
    nodes: u64,
}

/// Searches the suite and prints the count.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let organism = arguments.organism.read()?;
    let problems = read(arguments)?;
    let answers = search_all(&organism, &problems, arguments)?;

    let mut out = io::stdout().lock();
    if arguments.verbose {
        for (problem, answer) in problems.iter().zip(&answers) {
            let mv = san::write(&problem.epd.board, answer.mv);
            if answer.solved {
                writeln!(
                    out,
                    "{:<12} {mv:<8} solved at {} nodes",
                    problem.name, answer.nodes
                )?;
            } else {
                writeln!(out, "{:<12} {mv:<8} not solved", problem.name)?;
            }
        }
    }
    let solved = answers.iter().filter(|answer| answer.solved).count();
    let nodes: u64 = answers.iter().map(|answer| answer.nodes).sum();
    let share = 100.0 * solved as f64 / problems.len() as f64;
    writeln!(
        out,
        "{solved} of {} solved ({share:.1} %) within {} nodes each; {:.1} million nodes to the solutions, the limit where there is none",
        problems.len(),
        arguments.nodes,
        nodes as f64 / 1e6
    )?;
    Ok(())
}

fn read(arguments: &Arguments) -> anyhow::Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for epd in epd::read(&arguments.suite)? {
        let epd = epd?;
        let name = epd
            .id()
            .unwrap_or_else(|| format!("{}", problems.len() + 1));
        let (best, avoid) = (epd.best_moves(), epd.avoid_moves());
        let place = || format!("{}: position {name}", arguments.suite.display());
        let (best, avoid) = (best.with_context(place)?, avoid.with_context(place)?);
        if best.is_empty() && avoid.is_empty() {
            bail!(
                "{}: it has neither bm nor am, so nothing solves it",
                place()
            );
        }
        problems.push(Problem {
            name,
            epd,
            best,
            avoid,
        });
    }
    ensure!(
        !problems.is_empty(),
        "{}: there is no position in it",
        arguments.suite.display()
    );
    Ok(problems)
}

/// Answers in the order of the problems, whatever the number of threads.
fn search_all(
    organism: &Organism,
    problems: &[Problem],
    arguments: &Arguments,
) -> anyhow::Result<Vec<Answer>> {
    // Zero threads stand for one a core.
    let pool = ThreadPoolBuilder::new()
        .num_threads(arguments.threads.unwrap_or(0))
        .build()?;
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {eta} left")?;
    let progress = ProgressBar::new(problems.len() as u64).with_style(style);
    let answer = |problem: &Problem| {
        let game = Game::new(problem.epd.board.clone());
        let mut engine = organism.engine(1, arguments.hash as usize);
        let found = engine.search(&game, &Limit::nodes(arguments.nodes));
        let mv = found
            .best
            .expect("where a move is good or bad, there is one");
        let solved =
            (problem.best.is_empty() || problem.best.contains(&mv)) && !problem.avoid.contains(&mv);
        let nodes = if solved {
            found.found_at_nodes
        } else {
            arguments.nodes
        };
        Answer { mv, solved, nodes }
    };
    Ok(pool.install(|| {
        problems
            .par_iter()
            .progress_with(progress)
            .map(answer)
            .collect()
    }))
}
