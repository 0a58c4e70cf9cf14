//! `galapagos uci`: play over the Universal Chess Interface.

use std::io::{self, BufReader};

use super::OrganismArgument;

/// Play over the UCI protocol, in any chess GUI
#[derive(clap::Args)]
#[command(after_help = "\
Organisms of all kinds can play: star, modern, weights, endgame, evochess and outside.

Examples:
  galapagos uci
  galapagos uci --organism organisms/evol-star-2014.toml
  galapagos uci --organism organisms/endgame-master.toml
  galapagos tune init \"galapagos,args=uci --tunable\" -o all.toml

At a terminal, `d` shows the position and `eval` what the organism thinks of it.

In a GUI, choose `galapagos` as the engine's program and `uci` as its argument.")]
pub struct Arguments {
    #[command(flatten)]
    organism: OrganismArgument,

    /// Offer all genes as options, the weights of the evaluation too, for a tuner
    #[arg(long)]
    tunable: bool,
}

/// Answers commands until `quit` or the end of input.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (input, output) = (BufReader::new(io::stdin()), io::stdout());
    if arguments.tunable {
        let mind = arguments.organism.searching()?;
        lab::serve_tunable(mind, Box::new(input), Box::new(output));
        return Ok(());
    }
    let organism = arguments.organism.read()?;
    organism.serve(Box::new(input), Box::new(output));
    Ok(())
}
