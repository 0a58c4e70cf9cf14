//! `galapagos tournament`: games between many.

use anyhow::ensure;
use arena::tournament::Schedule;

use crate::contest::{self, Entry};

/// Play a tournament and rate the contenders
#[derive(clap::Args)]
#[command(after_help = format!("\
{}
@FILE stands for the contenders in a file, one a line.

In every round each pair of contenders that meet plays one opening, with both
colours. Ratings are those of Bradley and Terry, with 95 % intervals, their mean
0. Faults (crashes, illegal moves, time losses and the like) lose the game and
are counted separately; their last lines go to FILE.faults beside the games.
Ctrl-C breaks off the games under way; with --pgn the same command continues.
With --fleet they are played on other machines; see `galapagos match --help`.
With --pgn runs/FILE, `galapagos serve` shows them as they are played.

Examples:
  galapagos tournament --round-robin a.toml b.toml c.toml --nodes 2000
  galapagos tournament --gauntlet champion.toml @engines.txt \\
      --tc 2+0.02 --pgn games.pgn
  galapagos tournament --round-robin a.toml b.toml c.toml --nodes 2000 \\
      --fleet nats://localhost:4222", contest::HELP))]
pub struct Arguments {
    /// The contenders
    #[arg(required = true, value_name = "CONTENDER")]
    contenders: Vec<String>,

    #[command(flatten)]
    schedule: ScheduleArguments,

    /// Pairs of games between each two that meet
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,

    #[command(flatten)]
    contest: contest::ContestArguments,
}

/// Which contenders meet.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct ScheduleArguments {
    /// Every contender meets every other
    #[arg(long)]
    round_robin: bool,

    /// The first contender meets all the others
    #[arg(long)]
    gauntlet: bool,
}

/// Plays the tournament.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let entries = Entry::parse_all(&arguments.contenders)?;
    ensure!(
        entries.len() >= 2,
        "a tournament needs at least two contenders"
    );
    let schedule = if arguments.schedule.gauntlet {
        Schedule::Gauntlet
    } else {
        Schedule::RoundRobin
    };
    let rounds = Some(arguments.pairs as usize);
    arguments.contest.play(entries, schedule, rounds, None)
}
