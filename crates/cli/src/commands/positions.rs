//! `galapagos positions`: positions with the move that was played, from games.

use std::path::PathBuf;

use anyhow::{bail, ensure};
use evo::Seed;
use indicatif::{ProgressBar, ProgressStyle};
use problems::positions::{Collected, Collector, Criteria, Draw};

use super::tell_damage;
use crate::output::OutputArgument;

/// Pick positions, with the moves played in them, from PGN games
#[derive(clap::Args)]
#[command(after_help = "\
Games are never shared between the two sets, and no position comes twice. The
same games in the same order and the same seed give the same file. Damaged games
are left out and counted.

Examples:
  galapagos positions games.pgn.zst --min-elo 2600 --winner-to-move -o gm.epd
  galapagos positions a.pgn b.pgn.gz --per-game 4 --skip-plies 8 \\
      --train 1000 --test 500 -o few.epd")]
pub struct Arguments {
    /// PGN files, plain or compressed with zstd, gzip or bzip2
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// The lowest rating of the player to move
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u16>,

    /// Only decisive games, with the eventual winner to move
    #[arg(long)]
    winner_to_move: bool,

    /// Half moves to skip at the start of each game
    #[arg(long, default_value_t = 0, value_name = "N")]
    skip_plies: usize,

    /// The most positions of one game
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    per_game: u16,

    /// One position of each game: the same as --per-game 1
    #[arg(long, conflicts_with = "per_game")]
    one_per_game: bool,

    /// The seed that chooses games and positions
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Positions to train on
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    train: u32,

    /// Positions to test with
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    test: u32,

    #[command(flatten)]
    output: OutputArgument,
}

/// Reads the games and writes the file.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut output = arguments.output.begin(&arguments.games)?;
    let per_game = if arguments.one_per_game {
        1
    } else {
        arguments.per_game
    };
    let mut collector = Collector::new(Draw {
        criteria: Criteria {
            min_elo: arguments.min_elo,
            winner_to_move: arguments.winner_to_move,
            skip_plies: arguments.skip_plies,
        },
        per_game: per_game.into(),
        train: arguments.train as usize,
        test: arguments.test as usize,
        seed: Seed::new(arguments.seed),
    });
    read(arguments, &mut collector)?;

    let (drawn, tally) = match collector.finish() {
        Ok(done) => done,
        Err(too_few) => bail!(
            "{too_few}; lower --train, --test, --min-elo or --skip-plies, raise --per-game, or give more games"
        ),
    };
    tell_damage(&tally.damage);
    output.write(drawn.to_epd())?;
    output.finish()?;
    println!(
        "{} positions to train on, {} to test with; {} of {} games fit",
        drawn.train.len(),
        drawn.test.len(),
        tally.fitting,
        tally.games
    );
    Ok(())
}

fn read(arguments: &Arguments, collector: &mut Collector) -> anyhow::Result<()> {
    let style = ProgressStyle::with_template("{spinner} {human_pos} games read, {msg} fit")?;
    let progress = ProgressBar::no_length().with_style(style);
    let show = |tally: &Collected| {
        if tally.games.is_multiple_of(100) {
            progress.set_message(tally.fitting.to_string());
            progress.set_position(tally.games);
        }
    };
    for path in &arguments.games {
        let before = collector.tally().games;
        collector.read(path, show)?;
        let path = path.display();
        ensure!(
            collector.tally().games > before,
            "{path}: there is no game in it"
        );
    }
    progress.finish_and_clear();
    Ok(())
}
