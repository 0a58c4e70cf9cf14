//! `galapagos uci`: play over the Universal Chess Interface.

use std::io::{self, BufReader};

use super::OrganismArgument;

/// Play over the UCI protocol, in any chess GUI
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  galapagos uci
  galapagos uci --organism organisms/evol-star-2014.toml

In a GUI, choose `galapagos` as the engine's program and `uci` as its argument.")]
pub struct Arguments {
    #[command(flatten)]
    organism: OrganismArgument,
}

/// Answers commands until `quit` or the end of input.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let organism = arguments.organism.read()?;
    engine::uci::run(organism, BufReader::new(io::stdin()), io::stdout());
    Ok(())
}
