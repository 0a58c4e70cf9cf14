//! `galapagos mentor`: the scores a UCI engine gives to positions.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use arena::analyse::{self, Scoring};
use arena::elsewhere::End;
use arena::{Limit, Program, UciEngine};
use chess::{Board, fen, key};
use engine::search::Score;
use fleet::Fleet;
use indicatif::{ProgressBar, ProgressStyle};
use problems::Sample;
use problems::mentor::{Lesson, Lessons};
use problems::positions::Positions;

use super::{EngineArgument, FleetArgument, WorkersArgument, tell_damage};
use crate::interrupt::{Interrupt, Stopped};
use crate::{member, output};

/// Positions scored between two savings of the file.
const SAVED_EVERY: usize = 500;

/// Let a UCI engine score positions, for evaluations to be bred on
#[derive(clap::Args)]
#[command(mut_arg("workers", |workers| workers.conflicts_with("fleet")))]
#[command(after_help = "\
The file is saved regularly and on Ctrl-C; the same command scores what is not
in it yet. The same engine and nodes give the same scores if the engine
repeats itself at fixed nodes on one thread.

Examples:
  galapagos mentor data/positions.epd -o scores.epd
  galapagos mentor gm.epd --nodes 100000 --workers 2 -o gm-scores.epd
  galapagos mentor gm.epd --fleet nats://localhost:4222 -o gm-scores.epd")]
pub struct Arguments {
    /// The positions, as `galapagos positions` writes them
    positions: PathBuf,

    #[command(flatten)]
    engine: EngineArgument,

    /// Nodes for each position
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    #[command(flatten)]
    workers: WorkersArgument,

    #[command(flatten)]
    fleet: FleetArgument,

    /// The EPD file of scores; a file with other scores is refused
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

/// Scores the positions that the file does not hold yet.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    output::check_apart(&arguments.output, [&arguments.positions])?;
    let positions = Positions::read(&arguments.positions)?;
    tell_damage(&positions.damage);
    let program = arguments.engine.program();
    // The file keeps the name in quotes.
    let engine = UciEngine::start(&program)?.name().replace('"', "'");
    let mut book = Book {
        engine,
        nodes: arguments.nodes,
        scores: HashMap::new(),
    };
    if arguments.output.exists() {
        book.load(arguments, &positions)?;
    }
    let kept = book.scores.len();
    let finished = match member::connect(&arguments.fleet, "mentor")? {
        Some(fleet) => score_elsewhere(arguments, &program, &positions, &mut book, &fleet)?,
        None => score(arguments, &program, &positions, &mut book)?,
    };
    println!(
        "{} positions scored by {} with {} nodes, {kept} already in the file",
        book.scores.len(),
        book.engine,
        book.nodes
    );
    if !finished {
        return Err(Stopped("stopped; the same command continues".into()).into());
    }
    Ok(())
}

/// Scores what is missing, saves as it goes and returns whether all is done.
fn score(
    arguments: &Arguments,
    program: &Program,
    positions: &Positions,
    book: &mut Book,
) -> anyhow::Result<bool> {
    let workers = arguments.workers.count();
    let limit = Limit::Nodes(arguments.nodes);
    let missing = book.missing(positions);
    let progress = bar(missing.len())?;
    let interrupt = Interrupt::listen()?;
    for boards in missing.chunks(SAVED_EVERY) {
        let found = analyse::score_all(program, workers, boards, limit, |_| {
            progress.inc(1);
            interrupt.flow()
        })?;
        let mut fault = None;
        for (board, score) in boards.iter().zip(found) {
            match score {
                Ok(score) => _ = book.scores.insert(key(board), score),
                Err(error) => _ = fault.get_or_insert(error),
            }
        }
        book.save(positions, &arguments.output)?;
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        if interrupt.asked() {
            return Ok(book.missing(positions).is_empty());
        }
    }
    progress.finish_and_clear();
    Ok(true)
}

/// The same by engines that workers of a fleet lend.
fn score_elsewhere(
    arguments: &Arguments,
    program: &Program,
    positions: &Positions,
    book: &mut Book,
    fleet: &Fleet,
) -> anyhow::Result<bool> {
    let scoring = Scoring::new(program, arguments.nodes)?;
    let progress = bar(book.missing(positions).len())?;
    let interrupt = Interrupt::listen()?;
    let stop = || interrupt.asked();
    let file = &arguments.output;
    let before = book.scores.len();
    // What was scored here, in that order.
    let mut scored = Vec::new();
    let state = RefCell::new((book, &mut scored));
    // A worker that lied in an earlier process may have scored any of those that were there.
    let cut = |kept: usize| {
        let (book, scored) = &mut *state.borrow_mut();
        match kept.checked_sub(before) {
            Some(kept) => scored
                .drain(kept..)
                .for_each(|key| _ = book.scores.remove(&key)),
            None => {
                book.scores.clear();
                scored.clear();
            }
        }
        book.save(positions, file)
    };
    let elsewhere = member::elsewhere(fleet, &stop);
    elsewhere.go(Some(file), cut, |register| {
        let (book, scored) = &mut *state.borrow_mut();
        let missing = book.missing(positions);
        progress.set_length((scored.len() + missing.len()) as u64);
        progress.set_position(scored.len() as u64);
        let fens: Vec<_> = missing.iter().map(fen::write).collect();
        let mut boards = missing.iter();
        let end = elsewhere.take(&scoring, &fens, |score, worker| {
            let board = boards.next().expect("a score for each position");
            register.note(worker, book.scores.len())?;
            book.scores.insert(key(board), score);
            scored.push(key(board));
            progress.inc(1);
            if scored.len().is_multiple_of(SAVED_EVERY) {
                book.save(positions, file)?;
            }
            anyhow::Ok(ControlFlow::Continue(()))
        });
        book.save(positions, file)?;
        Ok(match end? {
            End::Taken => {
                progress.finish_and_clear();
                Some(true)
            }
            End::Stopped => Some(false),
            End::Undone => None,
        })
    })
}

fn bar(positions: usize) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {eta} left")?;
    Ok(ProgressBar::new(positions as u64).with_style(style))
}

/// Scores by the keys of their positions.
struct Book {
    engine: String,
    nodes: u64,
    scores: HashMap<u64, Score>,
}

impl Book {
    /// Takes over the scores of the file, which must be of this engine and these
    /// positions: nothing in it may be lost.
    fn load(&mut self, arguments: &Arguments, positions: &Positions) -> anyhow::Result<()> {
        let file = arguments.output.display();
        let lessons = Lessons::read_part(&arguments.output)?;
        let is_foreign = lessons.train.is_empty() && lessons.test.is_empty();
        ensure!(
            !is_foreign || fs::metadata(&arguments.output)?.len() == 0,
            "{file}: there are no scores in it; name another file"
        );
        let wanted: HashSet<u64> = boards(positions).map(key).collect();
        for Lesson { board, score } in lessons.train.iter().chain(&lessons.test) {
            ensure!(
                wanted.contains(&key(board)),
                "{file}: it has positions that are not in {}; name another file",
                arguments.positions.display()
            );
            self.scores.insert(key(board), *score);
        }
        ensure!(
            self.scores.is_empty() || lessons.engine == self.engine && lessons.nodes == self.nodes,
            "{file}: its scores are by {} with {} nodes, not by {} with {}; name another file",
            lessons.engine,
            lessons.nodes,
            self.engine,
            self.nodes
        );
        Ok(())
    }

    /// Writes the file; without scores there is none.
    fn save(&self, positions: &Positions, file: &Path) -> anyhow::Result<()> {
        let written = match (self.scores.is_empty(), file.exists()) {
            (true, true) => fs::remove_file(file),
            (true, false) => Ok(()),
            (false, _) => self.lessons(positions).write(file),
        };
        written.with_context(|| format!("cannot write {}", file.display()))
    }

    /// The positions without a score, each once.
    fn missing(&self, positions: &Positions) -> Vec<Board> {
        let mut seen = HashSet::new();
        boards(positions)
            .filter(|board| !self.scores.contains_key(&key(board)) && seen.insert(key(board)))
            .cloned()
            .collect()
    }

    /// The positions that have a score, in their order.
    fn lessons(&self, positions: &Positions) -> Lessons {
        let scored = |samples: &[Sample]| {
            let lesson = |sample: &Sample| {
                let score = *self.scores.get(&key(&sample.board))?;
                let board = sample.board.clone();
                Some(Lesson { board, score })
            };
            samples.iter().filter_map(lesson).collect()
        };
        Lessons {
            engine: self.engine.clone(),
            nodes: self.nodes,
            train: scored(&positions.train),
            test: scored(&positions.test),
        }
    }
}

fn boards(positions: &Positions) -> impl Iterator<Item = &Board> {
    let samples = positions.train.iter().chain(&positions.test);
    samples.map(|sample| &sample.board)
}
