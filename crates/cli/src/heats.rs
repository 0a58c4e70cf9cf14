//! The runs of a race, side by side.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use evo::{Effort, Threads, Workers};
use indicatif::{ProgressBar, ProgressStyle};
use journal::{EventKind, Writer};
use lab::Study;
use lab::race::Budget;

use crate::commands;
use crate::commands::evolve::Planned;
use crate::interrupt::{Interrupt, Stopped};
use crate::pace::time;
use crate::running::write_champions;
use crate::sweep::Place;

/// Where there is no terminal, lines come no more often than this.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// A run of a race, to be made.
pub struct Heat {
    /// The number of its optimiser.
    pub lane: usize,
    /// The run.
    pub planned: Planned,
}

/// Makes all runs that are not there yet; says where each is, in the same order.
pub fn run(
    heats: Vec<Heat>,
    runs: &Path,
    budget: Budget,
    threads: NonZeroUsize,
) -> anyhow::Result<Vec<(usize, PathBuf)>> {
    let interrupt = Interrupt::listen()?;
    let mut folders = Vec::new();
    let mut open = Vec::new();
    for Heat { lane, planned } in heats {
        let place = Place::find(&planned, runs)?;
        folders.push((lane, place.folder().to_owned()));
        if !matches!(place, Place::Finished(_)) {
            open.push((planned, place));
        }
    }
    let progress = Progress::new(folders.len(), open.len())?;
    let next = AtomicUsize::new(0);
    let work = || -> anyhow::Result<()> {
        while let Some((planned, place)) = open.get(next.fetch_add(1, Relaxed)) {
            let begun = format!("in {}", place.folder().display());
            one(planned, place, budget, &interrupt, &progress).context(begun)?;
        }
        Ok(())
    };
    let ends: Vec<_> = thread::scope(|scope| {
        let spawn = |_| {
            let thread = thread::Builder::new().stack_size(evo::STACK_BYTES);
            let spawned = thread.spawn_scoped(scope, || {
                let end = work();
                if end.is_err() {
                    // The others end after the run that they are at.
                    next.store(open.len(), Relaxed);
                }
                end
            });
            spawned.expect("the system can start a thread")
        };
        let threads: Vec<_> = (0..threads.get().min(open.len())).map(spawn).collect();
        let ends = threads.into_iter().map(|thread| thread.join());
        ends.map(|end| end.expect("a run that ends")).collect()
    });
    progress.finish();
    for end in ends {
        end.map_err(|error| match error.is::<Stopped>() {
            true => Stopped(
                "stopped; no recorded generation is lost; continue with the same command".into(),
            )
            .into(),
            false => error,
        })?;
    }
    Ok(folders)
}

/// Makes or continues one run on this thread.
fn one(
    planned: &Planned,
    place: &Place,
    budget: Budget,
    interrupt: &Interrupt,
    progress: &Progress,
) -> anyhow::Result<()> {
    let study = Study::prepare(planned.recipe.clone())?;
    study.damage().for_each(commands::tell_damage);
    let mut writer = match place {
        Place::Free(folder) => Writer::create(folder, &planned.about)?,
        Place::Begun(folder) | Place::Finished(folder) => Writer::open(folder)?,
    };
    let mut spent = Effort::default();
    for generation in writer.reader().generations(None)? {
        spent += generation.stats.effort;
    }
    let mut shown = budget.share(spent);
    progress.had(shown);
    let workers = Workers::from(Threads::new(NonZeroUsize::MIN));
    let tick = |_| interrupt.flow();
    let end = study.evolve(&mut writer, workers, &tick, |news| {
        spent += news.effort;
        let share = budget.share(spent);
        progress.advance(share - shown);
        shown = share;
        interrupt.flow()
    })?;
    if end.is_break() {
        writer.event(EventKind::Stopped, "by the user")?;
        return Err(Stopped(String::new()).into());
    }
    study.hold_out(&mut writer, workers)?;
    write_champions(&study, workers, writer.reader())?;
    writer.finish()?;
    progress.end();
    Ok(())
}

/// How far the race has come.
struct Progress {
    bar: Option<ProgressBar>,
    begun: Instant,
    all: usize,
    state: Mutex<State>,
}

struct State {
    /// Runs that have ended, and the parts of those that have not, in budgets.
    ended: usize,
    done: f64,
    /// What was there before.
    before: f64,
    said_at: Instant,
}

impl Progress {
    fn new(all: usize, open: usize) -> anyhow::Result<Self> {
        let style = ProgressStyle::with_template("{wide_bar} {msg}")?;
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(1000 * all as u64);
            bar.with_style(style)
        });
        let ended = all - open;
        eprintln!("{all} runs, {ended} of which are there already");
        Ok(Self {
            bar,
            begun: Instant::now(),
            all,
            state: Mutex::new(State {
                ended,
                done: ended as f64,
                before: ended as f64,
                said_at: Instant::now(),
            }),
        })
    }

    /// A part of a run was there before.
    fn had(&self, share: f64) {
        let mut state = self.state();
        state.before += share;
        state.done += share;
    }

    fn advance(&self, share: f64) {
        let mut state = self.state();
        state.done += share;
        self.say(&mut state);
    }

    fn end(&self) {
        let mut state = self.state();
        state.ended += 1;
        self.say(&mut state);
    }

    fn say(&self, state: &mut State) {
        let all = self.all as f64;
        let pace = (state.done - state.before) / self.begun.elapsed().as_secs_f64();
        let left = match pace > 0.0 {
            true => format!(", {} left", time((all - state.done) / pace)),
            false => String::new(),
        };
        let said = format!("{} of {} runs{left}", state.ended, self.all);
        match &self.bar {
            Some(bar) => {
                bar.set_position((1000.0 * state.done) as u64);
                bar.set_message(said);
            }
            None if state.said_at.elapsed() >= LINE_EVERY => {
                eprintln!("{said}");
                state.said_at = Instant::now();
            }
            None => {}
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
