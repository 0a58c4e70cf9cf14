//! What `match` and `tournament` share.

mod adjudication;
mod entry;
pub mod foreign;
mod json;
mod live;
mod report;
pub mod sequential;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arena::book::Book;
use arena::tournament::{Entrant, News, Schedule, Tournament};
use arena::{Pace, Rules, Variant};
use chess::Tables;
use evo::Seed;

use crate::commands::{FleetArgument, tell_damage};
use crate::interrupt::{Interrupt, Stopped};
use crate::{member, output};
use adjudication::{DrawRule, MaterialRule, ResignRule};
use live::Live;
use report::Report;
use sequential::Test;

pub use entry::{Entry, HELP, parse_engine};

/// How a contest is played.
#[derive(clap::Args)]
pub struct ContestArguments {
    #[command(flatten)]
    pace: PaceArguments,

    /// What is played: standard or chess960 (also called fischerandom)
    #[arg(long, value_name = "VARIANT", default_value = "standard")]
    variant: Variant,

    /// Openings: a PGN file, or EPD or FEN lines [default: 2,000 balanced ones, built in;
    /// of Chess960 the 960 start positions, shuffled]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Half moves to play of each game in a PGN file of openings [default: all]
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,

    /// Shuffle the openings by this seed [default: they keep their order]
    #[arg(long, value_name = "SEED")]
    shuffle: Option<u64>,

    /// A side this far ahead in material (1, 3, 3, 5, 9) for this many moves has won; or
    /// `off`
    #[arg(long, value_name = "lead=N,moves=N", default_value = "lead=9,moves=4")]
    material: MaterialRule,

    /// A side this far behind by both players' scores for this many moves has lost; only
    /// for engines whose centipawns are comparable, as it changes results otherwise
    #[arg(long, value_name = "cp=N,moves=N", default_value = "off")]
    resign: ResignRule,

    /// A game this even by both players' scores for this many moves is a draw; only for
    /// such engines
    #[arg(long, value_name = "from=N,moves=N,cp=N", default_value = "off")]
    draw: DrawRule,

    /// A game is a draw after this move; 0 for never
    #[arg(long, value_name = "N", default_value_t = 200)]
    last_move: u16,

    /// Syzygy tables that adjudicate games
    #[arg(long, value_name = "FOLDER")]
    syzygy: Option<PathBuf>,

    /// Milliseconds by which a player may overstep its time
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u32,

    /// Pairs played at once [default: as many as there are cores]
    #[arg(long, value_name = "N", conflicts_with = "fleet")]
    concurrency: Option<NonZeroUsize>,

    #[command(flatten)]
    fleet: FleetArgument,

    /// Keep the games in this file; the same command continues after them
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The pace of players that have none of their own.
#[derive(clap::Args)]
#[group(multiple = false)]
struct PaceArguments {
    /// Seconds for the game and for each move, or for a number of moves: 1+0.01, 40/60
    /// [default: 1+0.01]
    #[arg(long, value_name = "TIME", value_parser = |text: &str| entry::read_pace("tc", text))]
    tc: Option<Pace>,

    /// Seconds a move
    #[arg(long, value_name = "SECONDS", value_parser = |text: &str| entry::read_pace("movetime", text))]
    movetime: Option<Pace>,

    /// Nodes a move
    #[arg(long, value_name = "N", value_parser = |text: &str| entry::read_pace("nodes", text))]
    nodes: Option<Pace>,

    /// Plies a move
    #[arg(long, value_name = "N", value_parser = |text: &str| entry::read_pace("depth", text))]
    depth: Option<Pace>,
}

impl PaceArguments {
    fn pace(&self) -> Pace {
        let chosen = self.tc.or(self.movetime).or(self.nodes).or(self.depth);
        chosen.unwrap_or(Pace::Clock {
            moves: None,
            base: Duration::from_secs(1),
            increment: Duration::from_millis(10),
        })
    }
}

impl ContestArguments {
    /// Plays and prints the result.
    pub fn play(
        &self,
        entries: Vec<Entry>,
        schedule: Schedule,
        rounds: Option<usize>,
        test: Option<Test>,
    ) -> anyhow::Result<()> {
        if let Some(file) = &self.pgn {
            output::check_apart(file, &self.openings)?;
        }
        let mut tournament = self.tournament(entries, schedule, rounds)?;
        tournament.test = test.as_ref().map(|test| test.sprt);
        let fleet = member::connect(&self.fleet, &tournament.name())?;
        let interrupt = Interrupt::listen()?;
        let mut live = Live::new(&tournament, test.as_ref(), self.pgn.as_deref())?;
        let (record, stop) = (self.pgn.as_deref(), || interrupt.asked());
        let news = |news: News<'_>| {
            live.show(&news);
            let results = news.standings.table.cell(0, 1);
            match &test {
                Some(test) if test.is_decided(&results) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let standings = match &fleet {
            Some(fleet) => tournament.run_elsewhere(member::elsewhere(fleet, &stop), record, news),
            None => tournament.run(record, &stop, news),
        };
        live.finish();
        let standings = standings?;
        let report = Report {
            tournament: &tournament,
            standings: &standings,
            test: test.as_ref(),
        };
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", report.json())?;
        } else {
            report
                .lines()
                .iter()
                .try_for_each(|line| writeln!(out, "{line}"))?;
        }
        if let Some(test) = &test
            && standings.pairs() == tournament.pairs()
            && !test.is_decided(&standings.table.cell(0, 1))
        {
            eprintln!("{}", undecided(&tournament));
        }
        if interrupt.asked() && standings.pairs() < tournament.pairs() {
            return Err(Stopped(match self.pgn {
                Some(_) => "stopped; the same command continues".into(),
                None => "stopped; with --pgn FILE the same command could continue".into(),
            })
            .into());
        }
        Ok(())
    }

    fn tournament(
        &self,
        entries: Vec<Entry>,
        schedule: Schedule,
        rounds: Option<usize>,
    ) -> anyhow::Result<Tournament> {
        let book = match &self.openings {
            Some(file) => Book::read(file, self.plies, self.variant)?,
            None => match self.variant {
                Variant::Standard => Book::built_in(),
                Variant::Chess960 => Book::chess960().shuffled(Seed::new(0)),
            },
        };
        tell_damage(book.damage());
        let book = match self.shuffle {
            Some(seed) => book.shuffled(Seed::new(seed)),
            None => book,
        };
        let rules = self.rules()?;
        let pace = self.pace.pace();
        let contenders = entries.into_iter().map(|entry| {
            let contender = entry.contender.playing(self.variant);
            (contender, entry.pace.unwrap_or(pace))
        });
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let mut tournament = Tournament {
            entrants: Entrant::gather(contenders)?,
            schedule,
            rounds: 0,
            book,
            rules,
            workers: self.concurrency.unwrap_or_else(cores).get(),
            dated: true,
            test: None,
        };
        let most = if tournament.repeats() {
            tournament.book.openings().len()
        } else {
            usize::MAX
        };
        tournament.rounds = rounds.unwrap_or(most);
        Ok(tournament)
    }

    fn rules(&self) -> anyhow::Result<Rules> {
        let tables = self.syzygy.as_ref().map(Tables::open).transpose()?;
        Ok(Rules {
            material: self.material.0,
            resign: self.resign.0,
            draw: self.draw.0,
            last_move: Some(self.last_move).filter(|&last| last > 0),
            tables: tables.map(Arc::new),
            margin: Duration::from_millis(self.margin.into()),
        })
    }
}

/// Why a sequential test ended without a verdict, and what would bring one.
fn undecided(tournament: &Tournament) -> String {
    let pairs = tournament.pairs();
    match tournament.repeats() && pairs == tournament.book.openings().len() {
        true => format!(
            "SPRT undecided after all {pairs} openings: at fixed nodes or depth the same games \
             would come again; give more with --openings FILE (`galapagos openings` makes some)"
        ),
        false => format!("SPRT undecided after {pairs} pairs; give more with --pairs"),
    }
}
