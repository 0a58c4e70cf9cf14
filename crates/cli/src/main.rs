//! `galapagos`: chess programs that evolve.

mod commands;
mod processor;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::{bench, params, perft, solve, uci};

/// Chess programs that evolve.
#[derive(Parser)]
#[command(name = "galapagos", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  galapagos uci                          play in any chess GUI
  galapagos bench                        node count and speed of the search
  galapagos solve suite.epd              solve a test suite
  galapagos params                       every number that can be tuned";

#[derive(Subcommand)]
enum Command {
    Uci(uci::Arguments),
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Params(params::Arguments),
    Solve(solve::Arguments),
}

fn main() -> ExitCode {
    if let Err(missing) = processor::check() {
        eprintln!("galapagos: {missing}");
        return ExitCode::FAILURE;
    }
    let outcome = match Arguments::parse().command {
        Command::Uci(arguments) => uci::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Params(arguments) => params::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("galapagos: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whoever read the output has seen enough, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
