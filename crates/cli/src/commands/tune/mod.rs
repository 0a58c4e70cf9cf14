//! `galapagos tune`: engines of other authors, made stronger.

mod change;
mod init;
mod probe;
mod values;
mod verify;

use lab::Experiments;

/// Make any UCI engine stronger: its options are bred, and proof is played
#[derive(clap::Args)]
#[command(after_help = "\
Numbers, switches and lists of words among an engine's options are bred, by
games against the engine as it is or by answers in positions. What was found is
proved in games from openings that were not bred on.

Examples:
  galapagos tune init ./engine -o tune.toml   # its options, as a recipe to edit
  galapagos tune probe tune.toml              # what each does, what crashes
  galapagos evolve tune.toml                  # breed; Ctrl-C stops
  galapagos tune change mine-seed1 --generations 90   # longer
  galapagos tune verify mine-seed1            # is it better?
  galapagos tune values mine-seed1 --as c     # the values for its source")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Init(init::Arguments),
    Probe(probe::Arguments),
    Change(change::Arguments),
    Verify(verify::Arguments),
    Values(values::Arguments),
}

/// Does what the subcommand says.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    match &arguments.command {
        Command::Init(arguments) => init::run(arguments, experiments),
        Command::Probe(arguments) => probe::run(arguments, experiments),
        Command::Change(arguments) => change::run(arguments, experiments),
        Command::Verify(arguments) => verify::run(arguments, experiments),
        Command::Values(arguments) => values::run(arguments, experiments),
    }
}
