//! How far a run has come: a bar for people, lines for files.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use journal::Place;
use lab::{Measure, News, Recipe};

/// Lines come at every tenth of the run, and not further apart than this.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Shows the generations of a run as they are recorded.
pub struct Progress {
    measure: Measure,
    seed: u32,
    runs: u32,
    /// Generations in each independent run, the random start included.
    generations: u64,
    /// How many were there before.
    before: u64,
    positions: u64,
    start: Instant,
    line_at: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For a run that has got as far as `last`.
    pub fn new(recipe: &Recipe, last: Option<Place>) -> anyhow::Result<Self> {
        let generations = u64::from(recipe.generations) + 1;
        let done =
            |last: Place| u64::from(last.phase) * generations + u64::from(last.generation) + 1;
        let before = last.map_or(0, done);
        let now = Instant::now();
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}")?;
        let bar = io::stderr().is_terminal().then(|| {
            ProgressBar::new(generations * u64::from(recipe.runs.get()))
                .with_style(style)
                .with_position(before)
        });
        Ok(Self {
            measure: Measure::of(recipe),
            seed: recipe.seed,
            runs: recipe.runs.get(),
            generations,
            before,
            positions: 0,
            start: now,
            line_at: now,
            bar,
        })
    }

    /// A generation has been recorded.
    pub fn show(&mut self, news: &News) {
        self.positions += news.effort.positions;
        let Place { phase, generation } = news.place;
        let done = u64::from(phase) * self.generations + u64::from(generation) + 1;
        let total = self.generations * u64::from(self.runs);
        if let Some(bar) = &self.bar {
            bar.set_message(self.text(news, done, total));
            bar.set_position(done);
        } else if done * 10 / total > (done - 1) * 10 / total || self.line_at.elapsed() > LINE_EVERY
        {
            self.line_at = Instant::now();
            let last = self.generations - 1;
            let run = match self.runs {
                1 => String::new(),
                _ => format!("seed {}, ", self.seed + phase),
            };
            eprintln!(
                "{run}generation {generation} of {last}: {}",
                self.text(news, done, total)
            );
        }
    }

    /// No more generations will come.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        eprintln!("evolved in {:.2} s", self.start.elapsed().as_secs_f64());
    }

    fn text(&self, news: &News, done: u64, total: u64) -> String {
        let show = |score| self.measure.show(score);
        let elapsed = self.start.elapsed().as_secs_f64();
        let left = elapsed / (done - self.before) as f64 * (total - done) as f64;
        let held_out = news.point.held_out.map_or(String::new(), |score| {
            format!(", {} {}", show(score), self.measure.trial())
        });
        format!(
            "best {} mean {}{held_out}, {:.1} M positions/s, {left:.0} s left",
            show(news.point.best),
            show(news.point.mean),
            self.positions as f64 / 1e6 / elapsed,
        )
    }
}
