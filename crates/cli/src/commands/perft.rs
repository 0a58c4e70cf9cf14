//! `galapagos perft`: count the positions that legal moves lead to.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;
use chess::{fen, uci};

/// Count the positions after some plies, a check of the move generator
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  galapagos perft 6
  galapagos perft 5 --divide \\
      --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'")]
pub struct Arguments {
    /// Plies
    depth: u8,

    /// The position to start from
    #[arg(
        long,
        default_value = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    )]
    fen: String,

    /// Print the count of each first move
    #[arg(long)]
    divide: bool,
}

/// Counts.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let board = fen::parse(&arguments.fen).context("--fen")?;
    let mut out = io::stdout().lock();
    let start = Instant::now();
    let total = if arguments.divide {
        let mut total = 0;
        for (mv, count) in chess::divide(&board, arguments.depth) {
            writeln!(out, "{}: {count}", uci::write(&board, mv, false))?;
            total += count;
        }
        total
    } else {
        chess::perft(&board, arguments.depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "{total} positions in {seconds:.2} s")?;
    Ok(())
}
