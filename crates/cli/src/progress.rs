//! How far a run has come: a bar for people, lines for files.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use evo::Effort;
use indicatif::{ProgressBar, ProgressStyle};
use journal::Place;
use lab::{Measure, News, Recipe, Stage};

/// Lines come at every tenth of the run, and not further apart than this.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Shows the generations of a run as they are recorded.
pub struct Progress {
    recipe: Recipe,
    /// Generations of all stages, the first ones included.
    total: u64,
    stage: AtWork,
    start: Instant,
    news_at: Instant,
    line_at: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For a run that has got as far as `last`.
    pub fn new(recipe: &Recipe, last: Option<Place>) -> anyhow::Result<Self> {
        let total = recipe.stages.iter().map(generations).sum();
        let now = Instant::now();
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}")?;
        let before = last.map_or(0, |last| done(recipe, last));
        let bar = io::stderr().is_terminal().then(|| {
            ProgressBar::new(total)
                .with_style(style)
                .with_position(before)
        });
        let stage = recipe.stage(last.map_or(0, |last| last.phase));
        Ok(Self {
            recipe: recipe.clone(),
            total,
            stage: AtWork::new(stage.first, before),
            start: now,
            news_at: now,
            line_at: now,
            bar,
        })
    }

    /// A generation has been recorded.
    pub fn show(&mut self, news: &News) {
        let Place { phase, generation } = news.place;
        let done = done(&self.recipe, news.place);
        let text = self.text(news, done);
        if let Some(bar) = &self.bar {
            bar.set_message(text);
            bar.set_position(done);
        } else if done * 10 / self.total > (done - 1) * 10 / self.total
            || self.line_at.elapsed() > LINE_EVERY
        {
            self.line_at = Instant::now();
            let last = self.recipe.stage(phase).generations;
            let run = match self.recipe.phases().end {
                1 => String::new(),
                _ => format!("{}, ", self.recipe.phase_name(phase)),
            };
            eprintln!("{run}generation {generation} of {last}: {text}");
        }
    }

    /// No more generations will come.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        eprintln!("evolved in {:.2} s", self.start.elapsed().as_secs_f64());
    }

    /// The figures of a generation, and how fast its stage goes: the pace of one
    /// says nothing about another.
    fn text(&mut self, news: &News, done: u64) -> String {
        let stage = self.recipe.stage(news.place.phase);
        if self.stage.at != stage.first {
            // It began when the last generation of the one before was there.
            self.stage = AtWork {
                since: self.news_at,
                ..AtWork::new(stage.first, done - 1)
            };
        }
        self.news_at = Instant::now();
        self.stage.effort += news.effort;
        let measure = Measure::of(stage);
        let show = |score| measure.show(score);
        let elapsed = self.stage.since.elapsed().as_secs_f64();
        let end = before(&self.recipe, stage) + generations(stage);
        let left = elapsed / (done - self.stage.from) as f64 * (end - done) as f64;
        let held_out = news
            .point
            .held_out
            .map_or(String::new(), |score| format!(" test {}", show(score)));
        let Effort {
            games, positions, ..
        } = self.stage.effort;
        let speed = match games {
            0 => format!("{:.1} M positions/s", positions as f64 / 1e6 / elapsed),
            _ => format!("{:.1} games/s", games as f64 / elapsed),
        };
        format!(
            "best {} mean {}{held_out}, {speed}, {left:.0} s left",
            show(news.point.best),
            show(news.point.mean),
        )
    }
}

/// A stage at work.
struct AtWork {
    /// Its first phase.
    at: u32,
    since: Instant,
    /// Generations of the whole run that were there before.
    from: u64,
    effort: Effort,
}

impl AtWork {
    fn new(at: u32, from: u64) -> Self {
        Self {
            at,
            since: Instant::now(),
            from,
            effort: Effort::default(),
        }
    }
}

/// The generations of a stage, the first one of each run included.
fn generations(stage: &Stage) -> u64 {
    u64::from(stage.runs.get()) * (u64::from(stage.generations) + 1)
}

/// The generations of the stages before this one.
fn before(recipe: &Recipe, stage: &Stage) -> u64 {
    let stages = recipe.stages.iter();
    let earlier = stages.take_while(|one| one.first < stage.first);
    earlier.map(generations).sum()
}

/// The generations up to this one.
fn done(recipe: &Recipe, place: Place) -> u64 {
    let stage = recipe.stage(place.phase);
    let runs = u64::from(place.phase - stage.first);
    before(recipe, stage)
        + runs * (u64::from(stage.generations) + 1)
        + u64::from(place.generation)
        + 1
}
