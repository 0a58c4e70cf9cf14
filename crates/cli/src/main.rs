//! `galapagos`: chess programs that evolve.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(lab::EXPERIMENTS)
}
