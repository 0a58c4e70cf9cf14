//! The program `galapagos`: one match, one file per command.

mod commands;
mod comparison;
mod contest;
mod gallery;
mod heats;
mod interrupt;
mod member;
mod output;
mod pace;
mod processor;
mod progress;
mod report;
mod rows;
mod running;
mod settings;
mod sketch;
mod standings;
mod summary;
mod sweep;
mod tables;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use commands::{
    bench, compare, evolve, exam, explain, export, fleet, forecast, games, r#match, mentor, mine,
    openings, params, perft, plot, positions, race, recipes, resume, runs, serve, show, solve,
    tournament, tune, uci, worker,
};
use contest::foreign;
use interrupt::{ENDED_BY_CTRL_C, Stopped};
use lab::Experiments;

/// Chess programs that evolve.
#[derive(Parser)]
#[command(
    name = "galapagos",
    version,
    arg_required_else_help = true,
    max_term_width = 80,
    after_help = EXAMPLES
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  galapagos uci                   # play in any chess GUI
  galapagos bench                 # node count and speed of the search
  galapagos solve suite.epd       # solve a test suite
  galapagos evolve                # breed a chess program from random numbers
  galapagos serve                 # watch runs in a browser, play the champions
  galapagos match a.toml b.toml   # play a match: which one is stronger?
  galapagos params                # every number that can be tuned";

#[derive(Subcommand)]
enum Command {
    Uci(uci::Arguments),
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Params(params::Arguments),
    Solve(solve::Arguments),
    Match(r#match::Arguments),
    Tournament(tournament::Arguments),
    Games(games::Arguments),
    Openings(openings::Arguments),
    Positions(positions::Arguments),
    Mentor(mentor::Arguments),
    Mine(mine::Arguments),
    Evolve(evolve::Arguments),
    Race(race::Arguments),
    Forecast(forecast::Arguments),
    Recipes(recipes::Arguments),
    Resume(resume::Arguments),
    Tune(tune::Arguments),
    Worker(worker::Arguments),
    Fleet(fleet::Arguments),
    Runs(runs::Arguments),
    Serve(serve::Arguments),
    Show(show::Arguments),
    Plot(plot::Arguments),
    Report(commands::report::Arguments),
    Compare(compare::Arguments),
    Export(export::Arguments),
    Explain(explain::Arguments),
    Exam(exam::Arguments),
}

/// Runs the program on the arguments of this process. Recipes can name these
/// experiments.
///
/// Looks at the processor before anything else: what `run` does may already need the
/// instructions it was built with, and so it must not be inlined here.
pub fn main(experiments: Experiments) -> ExitCode {
    if processor::is_sufficient() {
        run(experiments)
    } else {
        let _ = io::stderr().write_all(processor::ADVICE.as_bytes());
        ExitCode::FAILURE
    }
}

#[inline(never)]
fn run(experiments: Experiments) -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| refuse(&error));
    let outcome = match arguments.command {
        Command::Uci(arguments) => uci::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Params(arguments) => params::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Match(arguments) => r#match::run(&arguments),
        Command::Tournament(arguments) => tournament::run(&arguments),
        Command::Games(arguments) => games::run(&arguments),
        Command::Openings(arguments) => openings::run(&arguments),
        Command::Positions(arguments) => positions::run(&arguments),
        Command::Mentor(arguments) => mentor::run(&arguments),
        Command::Mine(arguments) => mine::run(&arguments),
        Command::Evolve(arguments) => evolve::run(&arguments, experiments),
        Command::Race(arguments) => race::run(&arguments, experiments),
        Command::Forecast(arguments) => forecast::run(&arguments),
        Command::Recipes(arguments) => recipes::run(&arguments),
        Command::Resume(arguments) => resume::run(&arguments, experiments),
        Command::Tune(arguments) => tune::run(&arguments, experiments),
        Command::Worker(arguments) => worker::run(&arguments),
        Command::Fleet(arguments) => fleet::run(&arguments),
        Command::Runs(arguments) => runs::run(&arguments, experiments),
        Command::Serve(arguments) => serve::run(&arguments, experiments),
        Command::Show(arguments) => show::run(&arguments, experiments),
        Command::Plot(arguments) => plot::run(&arguments, experiments),
        Command::Report(arguments) => commands::report::run(&arguments, experiments),
        Command::Compare(arguments) => compare::run(&arguments, experiments),
        Command::Export(arguments) => export::run(&arguments, experiments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Exam(arguments) => exam::run(&arguments, experiments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("galapagos: {}", explain(&error));
            if error.is::<Stopped>() {
                ExitCode::from(ENDED_BY_CTRL_C)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

/// Ends the program with what is wrong with its arguments.
fn refuse(error: &clap::Error) -> ! {
    let mut typed = env::args().skip(1);
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(name @ ("match" | "tournament")) = typed.next().as_deref()
    {
        let mut program = Arguments::command();
        program.build();
        let command = program
            .find_subcommand_mut(name)
            .expect("the command exists");
        if let Some(advice) = foreign::advice(command, &typed.collect::<Vec<_>>()) {
            command.error(ErrorKind::UnknownArgument, advice).exit();
        }
    }
    error.exit()
}

/// The error and its causes, each said once: many already name their cause.
fn explain(error: &anyhow::Error) -> String {
    error
        .chain()
        .skip(1)
        .fold(error.to_string(), |said, cause| {
            let cause = cause.to_string();
            if said.contains(&cause) {
                said
            } else {
                format!("{said}: {cause}")
            }
        })
}

/// Whether the reader of the output has closed it, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paragraphs that are broken by hand would be broken again where a line is too long.
    fn check(command: &clap::Command) {
        let help = command.get_after_help().map(ToString::to_string);
        for paragraph in help.iter().flat_map(|help| help.split("\n\n")) {
            let lines: Vec<_> = paragraph.lines().collect();
            let long = lines.iter().find(|line| line.chars().count() > 80);
            let name = command.get_name();
            assert!(lines.len() == 1 || long.is_none(), "{name}: {long:?}");
        }
        command.get_subcommands().for_each(check);
    }

    #[test]
    fn help_fits_80_columns() {
        check(&Arguments::command());
    }
}
