//! `galapagos tune verify`: whether the values of a run are better.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::Context;
use arena::book::{self, Book, BookPlan};
use arena::stats::{Decision, Estimate, Pentanomial, Scale, Sprt};
use arena::{Pace, Program, Variant, ordered};
use chess::epd::Epd;
use evo::{Failure, Problem, Seed};
use journal::{EventKind, Reader};
use lab::tune::Tune;
use lab::tune::verdict::{Ledger, Verdict};
use lab::{Experiments, Recipe};
use problems::atomic;
use problems::opponent::Opponent;
use problems::uci_engine::{Duel, Games, Subject};

use super::probe::subject;
use super::values::tuned;
use crate::commands::{RunArgument, WorkersArgument, tell_damage};
use crate::interrupt::{Interrupt, Stopped};

/// How many times longer the second limit is.
const LONGER: u32 = 4;

/// Lines of progress come not further apart than this.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Two books that begin with the same openings, so many, are one, of which the longer has more.
const TOLD_APART: usize = 8;

/// Faults that are shown in full.
const FAULTS: usize = 5;

/// Play the new values against the base: better, not shown to be better, or worse
#[derive(clap::Args)]
#[command(after_help = "\
Two matches, one at the pace of the tuning and one at a longer pace, from
openings that were not bred on. Each ends as soon as its test can tell whether
the new values are ELO0 or ELO1 stronger. The games are others than those that
chose the values, so the Elo is not flattered by the choice.

A pair in which an engine crashes, hangs or plays an illegal move is played
again; if that happens three times, the new values have lost it, or it does not
count where the base failed. Every fault is counted in the end.

All is kept in the folder of the run; the same command goes on after Ctrl-C, and
with more --pairs a match that is undecided goes on, too.

Examples:
  galapagos tune verify mine-seed1
  galapagos tune verify mine-seed1 --sprt 0 3 --pairs 10000
  galapagos tune verify mine-seed1 --pace 5+0.05 --openings games.pgn")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,

    /// The hypotheses, in Elo
    #[arg(
        long,
        num_args = 2,
        value_names = ["ELO0", "ELO1"],
        default_values_t = [0.0, 5.0],
        allow_negative_numbers = true
    )]
    sprt: Vec<f64>,

    /// The most pairs of each match
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,

    /// The pace of the first match [default: that of the tuning]
    #[arg(long, value_name = "PACE")]
    pace: Option<Pace>,

    /// The pace of the second [default: four times the first]
    #[arg(long, value_name = "PACE")]
    long: Option<Pace>,

    /// Openings, PGN or EPD, that were not bred on [default: made now by this program's
    /// own engine]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    #[command(flatten)]
    workers: WorkersArgument,
}

/// Plays both matches and tells what they mean.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let &[elo0, elo1] = arguments.sprt.as_slice() else {
        unreachable!("the option takes two");
    };
    let sprt = Sprt::new(Scale::Logistic, elo0, elo1, 0.05, 0.05)?;
    let reader = Reader::open(&arguments.run.folder())?;
    let recipe = Recipe::of(&reader, experiments)?;
    let subject = subject(&recipe)?;
    let values = tuned(&reader, &recipe, &subject)?;
    if values == subject.base() {
        println!(
            "The values are those of the base.\n{}",
            Verdict::NotShown.sentence()
        );
        return Ok(());
    }
    let interrupt = Interrupt::listen()?;
    let folder = reader.folder().join("verify");
    let book = Arc::new(arguments.book(&folder, &recipe, &interrupt)?);
    let tune = recipe.last().experiment_as::<Tune>();
    let usual = tune.map(Tune::pace).unwrap_or(Pace::Nodes(2000));
    let pace = arguments.pace.unwrap_or(usual);
    let paces = [pace, arguments.long.unwrap_or_else(|| longer(pace))];
    println!("{}", subject.differences(&values));
    let subject = Arc::new(subject);
    let mut matches = Vec::new();
    let mut faults = Vec::new();
    for pace in paces {
        let duel = Duel {
            subject: Arc::clone(&subject),
            book: Arc::clone(&book),
            pace,
            pairs: 1,
            opponent: Opponent::Base,
        };
        let test = Test {
            sprt: &sprt,
            elo: [elo0, elo1],
            duel: &duel,
            values: &values,
            most: (arguments.pairs as usize).min(book.openings().len()),
            workers: arguments.workers.count(),
        };
        let ledger = test.play(&folder, &interrupt)?;
        println!("{}", test.lines(&ledger));
        matches.push((sprt.decide(&ledger.results), ledger.results));
        faults.extend(ledger.faults);
    }
    let bred = reader.events()?.into_iter();
    let bred = bred.filter(|event| event.kind == EventKind::Fault);
    let bred: Vec<_> = bred.map(|event| event.text).collect();
    let mut out = io::stdout().lock();
    write!(out, "{}", told("while it was bred", &bred))?;
    write!(out, "{}", told("in these matches", &faults))?;
    writeln!(out, "{}", Verdict::of(&matches).sentence())?;
    Ok(())
}

/// A pace with several times as much to think.
fn longer(pace: Pace) -> Pace {
    match pace {
        Pace::Nodes(nodes) => Pace::Nodes(nodes.saturating_mul(LONGER.into())),
        Pace::Depth(depth) => Pace::Depth(depth.saturating_add(2)),
        Pace::MoveTime(time) => Pace::MoveTime(time.saturating_mul(LONGER)),
        Pace::Clock {
            moves,
            base,
            increment,
        } => Pace::Clock {
            moves,
            base: base.saturating_mul(LONGER),
            increment: increment.saturating_mul(LONGER),
        },
    }
}

/// Faults as lines, each once with how often it came.
fn told(when: &str, faults: &[String]) -> String {
    let mut text = format!("faults {when}: {}\n", faults.len());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for fault in faults {
        *counts.entry(fault).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    for (fault, count) in counts.iter().take(FAULTS) {
        let _ = writeln!(text, "  {count} times {fault}");
    }
    if counts.len() > FAULTS {
        let _ = writeln!(text, "  and {} others", counts.len() - FAULTS);
    }
    text
}

impl Arguments {
    /// Openings that were not bred on.
    fn book(&self, folder: &Path, recipe: &Recipe, interrupt: &Interrupt) -> anyhow::Result<Book> {
        let file = match &self.openings {
            Some(file) => file.clone(),
            None => {
                let file = folder.join("openings.epd");
                let made = match file.exists() {
                    true => Book::read(&file, None, Variant::Standard)?.openings().len(),
                    false => 0,
                };
                // The first ones of more are the same.
                if made < self.pairs as usize {
                    fs::create_dir_all(folder)
                        .with_context(|| format!("cannot make {}", folder.display()))?;
                    self.make_openings(&file, recipe.seed, interrupt)?;
                }
                file
            }
        };
        let book = Book::read(&file, None, Variant::Standard)?;
        tell_damage(book.damage());
        Ok(book)
    }

    /// Makes as many openings as there are pairs, with this program's own engine, none of
    /// which is among those that are built in.
    fn make_openings(&self, file: &Path, seed: u32, interrupt: &Interrupt) -> anyhow::Result<()> {
        let count = self.pairs as usize;
        eprintln!("making {count} openings that were not bred on");
        let known = Book::built_in();
        let known = known.openings().iter();
        let known: HashSet<_> = known.map(|one| chess::key(one.game.board())).collect();
        let program = Program {
            arguments: vec!["uci".into()],
            ..Program::new(env::current_exe()?)
        };
        let plan = BookPlan {
            program: program.repeatable(),
            nodes: 1000,
            choices: 6,
            worse_cp: 40,
            even_cp: 80,
            plies: 9,
            openings: count + known.len(),
            seed: Seed::new(seed.into()).child("verify", 0),
            workers: self.workers.count(),
        };
        let (mut lines, mut made) = (String::new(), 0);
        book::make(&plan, |board| {
            if !known.contains(&chess::key(&board)) {
                let operations = Vec::new();
                let _ = writeln!(lines, "{}", Epd { board, operations });
                made += 1;
            }
            match made < count {
                true => interrupt.flow(),
                false => ControlFlow::Break(()),
            }
        })?;
        if interrupt.asked() {
            return Err(Stopped("stopped before the first pair".into()).into());
        }
        atomic::write(file, lines.as_bytes())
            .with_context(|| format!("cannot write {}", file.display()))
    }
}

/// A match that ends as soon as its test can tell.
struct Test<'a> {
    sprt: &'a Sprt,
    elo: [f64; 2],
    duel: &'a Duel,
    values: &'a [i32],
    most: usize,
    workers: usize,
}

impl Test<'_> {
    fn play(&self, folder: &Path, interrupt: &Interrupt) -> anyhow::Result<Ledger> {
        let pace = self.duel.pace.to_string();
        let name: String = pace
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        let mut ledger = Ledger::open(folder, &name, &self.about())?;
        if ledger.played > 0 {
            eprintln!("{pace}: {} pairs are there already", ledger.played);
        }
        let mut shown = Instant::now();
        let mut failure = None;
        let begin = ledger.played;
        if self.is_decided(&ledger.results) {
            return Ok(ledger);
        }
        let bout = |number: usize| Duel::bout(self.values.to_vec(), number);
        ordered::run::<_, _, Failure>(
            begin..self.most,
            self.workers,
            || self.duel.equip(),
            |players, number| self.duel.run(players, &bout(number)),
            |games: Result<Games, Failure>| {
                let number = ledger.played;
                let added = games.map_err(anyhow::Error::from).and_then(|games| {
                    for fault in &games.faults {
                        eprintln!("pair {}: {fault}", number + 1);
                    }
                    Ok(ledger.add(self.duel, &bout(number), &games)?)
                });
                if let Err(error) = added {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
                if shown.elapsed() >= LINE_EVERY {
                    shown = Instant::now();
                    eprintln!("{pace}: {}", self.progress(&ledger));
                }
                match self.is_decided(&ledger.results) {
                    true => ControlFlow::Break(()),
                    false => interrupt.flow(),
                }
            },
        )?;
        if let Some(error) = failure {
            return Err(error);
        }
        if interrupt.asked() && !self.is_decided(&ledger.results) && ledger.played < self.most {
            let what = format!(
                "stopped after {} pairs; the same command goes on",
                ledger.played
            );
            return Err(Stopped(what).into());
        }
        Ok(ledger)
    }

    /// What is different for different matches.
    fn about(&self) -> String {
        let Duel {
            subject,
            book,
            pace,
            ..
        } = self.duel;
        let Subject { engine, fixed, .. } = &**subject;
        let mut openings = String::new();
        for opening in book.openings().iter().take(TOLD_APART) {
            let _ = write!(openings, "{:x}", chess::key(opening.game.board()));
        }
        let openings = Seed::new(0).child(&openings, 0).number();
        let changed = subject.differences(self.values);
        format!(
            "{} {fixed:?} {changed}, {pace}, openings {openings:016x}",
            engine.display()
        )
    }

    fn is_decided(&self, results: &Pentanomial) -> bool {
        self.sprt.decide(results) != Decision::Continue
    }

    fn progress(&self, ledger: &Ledger) -> String {
        let (low, high) = self.sprt.bounds();
        format!(
            "{} of {} pairs, Elo {}, LLR {:.2} ({low:.2}, {high:.2})",
            ledger.played,
            self.most,
            elo(&ledger.results),
            self.sprt.llr(&ledger.results)
        )
    }

    fn lines(&self, ledger: &Ledger) -> String {
        let [elo0, elo1] = self.elo;
        let results = &ledger.results;
        let decision = match self.sprt.decide(results) {
            Decision::Continue => "undecided".to_owned(),
            Decision::AcceptH0 => format!("{elo0} Elo accepted"),
            Decision::AcceptH1 => format!("{elo1} Elo accepted"),
        };
        let (wins, draws, losses) = (results.wins(), results.draws(), results.losses());
        let without = ledger.played as u64 - results.pairs();
        let without = match without {
            0 => String::new(),
            without => format!(", {without} pairs do not count"),
        };
        format!(
            "{}: {} games, +{wins} ={draws} -{losses}{without}, Elo {}, LLR {:.2}: {decision}",
            self.duel.pace,
            results.games(),
            elo(results),
            self.sprt.llr(results)
        )
    }
}

/// `+12.3 (+4.5 to +20.1)`.
fn elo(results: &Pentanomial) -> String {
    let Estimate { value, low, high } = results.elo();
    format!("{value:+.1} ({low:+.1} to {high:+.1})")
}
