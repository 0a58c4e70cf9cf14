//! How far a run has come: a bar for people, lines for files.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use journal::Place;
use lab::{Measure, News, Recipe};

/// Lines come at every tenth of the run, and not further apart than this.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Where a generation takes long, lines within it come no oftener than this.
const PART_LINE_EVERY: Duration = Duration::from_secs(30);

/// The bar moves no oftener than an eye sees.
const PART_BAR_EVERY: Duration = Duration::from_millis(100);

/// Steps of the bar for one generation.
const STEPS: u64 = 1000;

/// Shows the generations of a run as they are recorded, and how far the one at
/// work has come.
pub struct Progress {
    measure: Measure,
    seed: u32,
    runs: u32,
    /// Generations in each independent run, the random start included.
    generations: u64,
    /// How many were there before.
    before: u64,
    start: Instant,
    bar: Option<ProgressBar>,
    state: Mutex<State>,
}

struct State {
    /// Generations recorded.
    done: u64,
    positions: u64,
    nodes: u64,
    /// Of the last generation.
    figures: String,
    said_at: Instant,
}

impl Progress {
    /// For a run that has got as far as `last`.
    pub fn new(recipe: &Recipe, last: Option<Place>) -> anyhow::Result<Self> {
        let generations = u64::from(recipe.generations) + 1;
        let done =
            |last: Place| u64::from(last.phase) * generations + u64::from(last.generation) + 1;
        let before = last.map_or(0, done);
        let now = Instant::now();
        let style = ProgressStyle::with_template("{wide_bar} {msg}")?;
        let bar = io::stderr().is_terminal().then(|| {
            ProgressBar::new(generations * u64::from(recipe.runs.get()) * STEPS)
                .with_style(style)
                .with_position(before * STEPS)
        });
        Ok(Self {
            measure: Measure::of(recipe),
            seed: recipe.seed,
            runs: recipe.runs.get(),
            generations,
            before,
            start: now,
            bar,
            state: Mutex::new(State {
                done: before,
                positions: 0,
                nodes: 0,
                figures: String::new(),
                said_at: now,
            }),
        })
    }

    /// A task of the generation at work is done.
    pub fn tick(&self, part: evo::Progress) {
        let mut state = self.state();
        let every = match self.bar {
            Some(_) => PART_BAR_EVERY,
            None => PART_LINE_EVERY,
        };
        if state.said_at.elapsed() < every {
            return;
        }
        let share = part.done as f64 / part.of as f64;
        let position = state.done * STEPS + (share * STEPS as f64) as u64;
        let part = format!("{} of {} tasks", part.done, part.of);
        self.say(&mut state, position, &part);
    }

    /// A generation has been recorded.
    pub fn show(&self, news: &News) {
        let mut state = self.state();
        let Place { phase, generation } = news.place;
        let done = u64::from(phase) * self.generations + u64::from(generation) + 1;
        let total = self.total();
        state.done = done;
        state.positions += news.effort.positions;
        state.nodes += news.effort.nodes;
        state.figures = self.figures(news);
        let is_tenth = done * 10 / total > (done - 1) * 10 / total;
        if self.bar.is_some() || is_tenth || state.said_at.elapsed() > LINE_EVERY {
            self.say(&mut state, done * STEPS, "");
        }
    }

    /// No more generations will come.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        eprintln!("evolved in {:.2} s", self.start.elapsed().as_secs_f64());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Generations there will be.
    fn total(&self) -> u64 {
        self.generations * u64::from(self.runs)
    }

    /// Says how it stands, with the bar at `position`.
    fn say(&self, state: &mut State, position: u64, part: &str) {
        // Where one has just been recorded, it is that one; else the one after it.
        let number = if part.is_empty() {
            state.done - 1
        } else {
            state.done
        };
        let run = match self.runs {
            1 => String::new(),
            _ => format!(
                "seed {}, ",
                u64::from(self.seed) + number / self.generations
            ),
        };
        let (generation, last) = (number % self.generations, self.generations - 1);
        let left = self.left(position);
        let what = [part, &state.figures, &speed(state, self.start), &left];
        let what: Vec<_> = what.into_iter().filter(|text| !text.is_empty()).collect();
        let text = format!(
            "{run}generation {generation} of {last}: {}",
            what.join(", ")
        );
        match &self.bar {
            Some(bar) => {
                bar.set_message(text);
                bar.set_position(position);
            }
            None => eprintln!("{text}"),
        }
        state.said_at = Instant::now();
    }

    fn figures(&self, news: &News) -> String {
        let show = |score| self.measure.show(score);
        let point = &news.point;
        let held_out = point.held_out.map(|score| format!(" test {}", show(score)));
        let solved = point.solved.map(|count| format!(" solves {count}"));
        format!(
            "best {} mean {}{}{}",
            show(point.best),
            show(point.mean),
            held_out.unwrap_or_default(),
            solved.unwrap_or_default(),
        )
    }

    fn left(&self, position: u64) -> String {
        let done = position - self.before * STEPS;
        if done == 0 {
            return String::new();
        }
        let rest = (self.total() * STEPS - position) as f64;
        let left = self.start.elapsed().as_secs_f64() / done as f64 * rest;
        format!("{left:.0} s left")
    }
}

/// What counts is nodes where there are any.
fn speed(state: &State, start: Instant) -> String {
    let (count, unit) = match state.nodes {
        0 => (state.positions, "positions"),
        nodes => (nodes, "nodes"),
    };
    let speed = count as f64 / 1e6 / start.elapsed().as_secs_f64();
    match count {
        0 => String::new(),
        _ => format!("{speed:.1} M {unit}/s"),
    }
}
