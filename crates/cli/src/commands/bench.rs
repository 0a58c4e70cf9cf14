//! `galapagos bench`: a checksum of the search and its speed.

use std::io::{self, Write};
use std::time::Duration;

use engine::bench::{self, Cost};

use super::OrganismArgument;

/// Search fixed positions; print the node total, a checksum of the search, and the speed
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  galapagos bench
  galapagos bench --depth 8 --organism organisms/evol-star-2014.toml")]
pub struct Arguments {
    #[command(flatten)]
    organism: OrganismArgument,

    /// Plies to search each position
    #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
}

/// Runs the bench.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let organism = arguments.organism.searching()?;
    let mut out = io::stdout().lock();
    let mut total = Cost {
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    for position in bench::POSITIONS {
        let cost = bench::search(&*organism, position, arguments.depth);
        writeln!(out, "{:>8} {position}", cost.nodes)?;
        total.nodes += cost.nodes;
        total.elapsed += cost.elapsed;
    }
    writeln!(out, "{} nodes {:.0} nps", total.nodes, total.speed())?;
    Ok(())
}
