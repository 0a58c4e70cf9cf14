//! `galapagos match`: games between two.

use arena::tournament::Schedule;

use crate::contest::{self, Entry, sequential};

/// Pairs of a match that no test ends.
const PAIRS: usize = 100;

/// Play a match between two contenders and tell which is stronger
#[derive(clap::Args)]
#[command(after_help = format!("\
{}

Every opening is played twice, with both colours: a pair. At fixed nodes or
depth organisms play the same match on any number of threads. Faults (crashes,
illegal moves, time losses and the like) lose the game and are counted
separately; their last lines go to FILE.faults beside the games. Ctrl-C breaks
off the games under way; with --pgn the same command continues.
With --pgn runs/FILE, `galapagos serve` shows them as they are played.

With --fleet the games are played by workers on other machines, with the same
result. That needs fixed nodes or depth. Programs are named as the workers name
them (`galapagos worker URL --engine stockfish`), without args= and dir=, and
must be installed on this machine, too.

Examples:
  galapagos match a.toml b.toml --nodes 2000 --pairs 500
  galapagos match new.toml old.toml --tc 1+0.01 --sprt 0 10 --pgn match.pgn
  galapagos match champion.toml \\
      stockfish,option.UCI_LimitStrength=true,option.UCI_Elo=1500
  galapagos match champion.toml phalanx,proto=xboard,args=-l- --tc 40/10
  galapagos match a.toml b.toml,nodes=4000 --nodes 2000 --json
  galapagos match a.toml stockfish --nodes 2000 --fleet nats://localhost:4222", contest::HELP))]
pub struct Arguments {
    /// The first contender
    #[arg(value_name = "A")]
    first: String,

    /// The second contender
    #[arg(value_name = "B")]
    second: String,

    /// Pairs of games [default: 100; with --sprt as many as it takes or, at fixed
    /// nodes or depth, as there are openings]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: Option<u64>,

    #[command(flatten)]
    test: sequential::SprtArguments,

    #[command(flatten)]
    contest: contest::ContestArguments,
}

/// Plays the match.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let entries = vec![
        Entry::parse(&arguments.first)?,
        Entry::parse(&arguments.second)?,
    ];
    let test = arguments.test.test()?;
    let pairs = arguments.pairs.map(|pairs| pairs as usize);
    let rounds = match test {
        Some(_) => pairs,
        None => pairs.or(Some(PAIRS)),
    };
    arguments
        .contest
        .play(entries, Schedule::RoundRobin, rounds, test)
}
