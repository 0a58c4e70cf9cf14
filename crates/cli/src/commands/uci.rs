//! `galapagos uci`: play over the Universal Chess Interface.

use std::io::{self, BufReader};

use engine::Mind;
use engine::modern;
use engine::organism;
use engine::uci::Judged;
use problems::endgame::{self, explain};
use problems::ep;

use super::OrganismArgument;

/// Play over the UCI protocol, in any chess GUI
#[derive(clap::Args)]
#[command(after_help = "\
Organisms of all kinds can play: star, modern, weights and endgame.

Examples:
  galapagos uci
  galapagos uci --organism organisms/evol-star-2014.toml
  galapagos uci --organism organisms/endgame-master.toml

At a terminal, `d` shows the position and `eval` what the organism thinks of it.

In a GUI, choose `galapagos` as the engine's program and `uci` as its argument.")]
pub struct Arguments {
    #[command(flatten)]
    organism: OrganismArgument,
}

/// Answers commands until `quit` or the end of input.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (input, output) = (BufReader::new(io::stdin()), io::stdout());
    let path = arguments.organism.path();
    let kind = path.map(organism::kind).transpose()?;
    match (path, kind.as_deref()) {
        (Some(path), Some(ep::KIND)) => {
            engine::uci::run(ep::Organism::read(path)?, input, output);
        }
        (Some(path), Some(modern::KIND)) => {
            engine::uci::run(modern::Organism::read(path)?, input, output);
        }
        (Some(path), Some(endgame::KIND)) => {
            let organism = endgame::Organism::read(path)?;
            let judge = |game: &chess::Game| {
                let explanation = explain(&organism, game);
                let judged = explanation.moves.iter().map(|judged| Judged {
                    mv: judged.mv,
                    reason: format!("{} tree, score {}", explanation.tree, judged.score),
                });
                judged.collect()
            };
            engine::uci::run_instant(&organism.name, judge, input, output);
        }
        _ => engine::uci::run(arguments.organism.read()?, input, output),
    }
    Ok(())
}
