//! How far a run has come: a bar for people, lines for files.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use evo::Effort;
use indicatif::{ProgressBar, ProgressStyle};
use journal::Place;
use lab::{Measure, News, Recipe, Stage};

/// Lines come at every tenth of the run, and not further apart than this.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Where a generation takes long, lines within it come no oftener than this.
const PART_LINE_EVERY: Duration = Duration::from_secs(30);

/// The bar moves no oftener than an eye sees.
const PART_BAR_EVERY: Duration = Duration::from_millis(100);

/// Steps of the bar for one generation.
const STEPS: f64 = 1000.0;

/// Shows the generations of a run as they are recorded, and how far the one at
/// work has come.
pub struct Progress {
    recipe: Recipe,
    /// Generations of all stages, the first ones included.
    total: u64,
    start: Instant,
    bar: Option<ProgressBar>,
    state: Mutex<State>,
}

struct State {
    /// The generation at work.
    place: Place,
    stage: AtWork,
    /// Of the last generation of the stage.
    figures: String,
    said_at: Instant,
}

impl Progress {
    /// For a run that has got as far as `last`.
    pub fn new(recipe: &Recipe, last: Option<Place>) -> anyhow::Result<Self> {
        let total = recipe.stages.iter().map(generations).sum();
        let start = Instant::now();
        let first = Place {
            phase: 0,
            generation: 0,
        };
        let place = last.map_or(first, |last| after(recipe, last));
        let stage = AtWork::new(recipe, place);
        let style = ProgressStyle::with_template("{wide_bar} {msg}")?;
        let bar = io::stderr().is_terminal().then(|| {
            ProgressBar::new(total * STEPS as u64)
                .with_style(style)
                .with_position(stage.from * STEPS as u64)
        });
        Ok(Self {
            recipe: recipe.clone(),
            total,
            start,
            bar,
            state: Mutex::new(State {
                place,
                stage,
                figures: String::new(),
                said_at: start,
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
        if state.said_at.elapsed() >= every {
            let share = part.done as f64 / part.of as f64;
            let part = format!("{} of {} tasks", part.done, part.of);
            self.say(&mut state, share, part);
        }
    }

    /// The generation at work has been recorded.
    pub fn show(&self, news: &News) {
        let mut state = self.state();
        state.place = news.place;
        state.stage.effort += news.effort;
        state.figures = figures(Measure::of(self.recipe.stage(news.place.phase)), news);
        let done = before(&self.recipe, news.place) + 1;
        let is_tenth = done * 10 / self.total > (done - 1) * 10 / self.total;
        if self.bar.is_some() || is_tenth || state.said_at.elapsed() > LINE_EVERY {
            self.say(&mut state, 1.0, String::new());
        }
        state.place = after(&self.recipe, news.place);
        if done == state.stage.end {
            state.stage = AtWork::new(&self.recipe, state.place);
            state.figures.clear();
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

    /// Says how it stands, with this share of the generation at work done.
    fn say(&self, state: &mut State, share: f64, part: String) {
        let Place { phase, generation } = state.place;
        let run = match self.recipe.phases().end {
            1 => String::new(),
            _ => format!("{}, ", self.recipe.phase_name(phase)),
        };
        let last = self.recipe.stage(phase).generations;
        let done = before(&self.recipe, state.place) as f64 + share;
        let what = [
            part,
            state.figures.clone(),
            state.stage.speed(),
            state.stage.left(done),
        ];
        let what: Vec<_> = what.into_iter().filter(|text| !text.is_empty()).collect();
        let text = format!(
            "{run}generation {generation} of {last}: {}",
            what.join(", ")
        );
        match &self.bar {
            Some(bar) => {
                bar.set_message(text);
                bar.set_position((done * STEPS) as u64);
            }
            None => eprintln!("{text}"),
        }
        state.said_at = Instant::now();
    }
}

/// A stage at work: the pace of one says nothing about another.
struct AtWork {
    since: Instant,
    /// Generations of the whole run that were there before.
    from: u64,
    /// Generations of the whole run when it is done.
    end: u64,
    effort: Effort,
}

impl AtWork {
    /// The stage that goes on with this generation.
    fn new(recipe: &Recipe, place: Place) -> Self {
        let begun = recipe.stages.iter();
        let begun = begun.take_while(|stage| stage.first <= place.phase);
        Self {
            since: Instant::now(),
            from: before(recipe, place),
            end: begun.map(generations).sum(),
            effort: Effort::default(),
        }
    }

    /// Games count where there are any, then nodes.
    fn speed(&self) -> String {
        let per_second = |count: u64| count as f64 / self.since.elapsed().as_secs_f64();
        match self.effort {
            Effort { games: 1.., .. } => format!("{:.1} games/s", per_second(self.effort.games)),
            Effort { nodes: 1.., .. } => {
                format!("{:.1} M nodes/s", per_second(self.effort.nodes) / 1e6)
            }
            Effort { positions: 1.., .. } => format!(
                "{:.1} M positions/s",
                per_second(self.effort.positions) / 1e6
            ),
            _ => String::new(),
        }
    }

    /// The time left when so many generations of the whole run are done.
    fn left(&self, done: f64) -> String {
        let pace = self.since.elapsed().as_secs_f64() / (done - self.from as f64);
        format!("{:.0} s left", pace * (self.end as f64 - done))
    }
}

fn figures(measure: Measure, news: &News) -> String {
    let show = |score| measure.show(score);
    let point = &news.point;
    let held_out = point
        .held_out
        .map(|score| format!(", {} {}", show(score), measure.trial()));
    let solved = point.solved.map(|count| format!(" solves {count}"));
    format!(
        "best {} mean {}{}{}",
        show(point.best),
        show(point.mean),
        held_out.unwrap_or_default(),
        solved.unwrap_or_default(),
    )
}

/// The generations of a stage, the first one of each run included.
fn generations(stage: &Stage) -> u64 {
    u64::from(stage.runs.get()) * of_a_run(stage)
}

fn of_a_run(stage: &Stage) -> u64 {
    u64::from(stage.generations) + 1
}

/// The generations before this one.
fn before(recipe: &Recipe, place: Place) -> u64 {
    let runs = |stage: &Stage| place.phase.clamp(stage.first, stage.phases().end) - stage.first;
    let earlier = |stage| u64::from(runs(stage)) * of_a_run(stage);
    recipe.stages.iter().map(earlier).sum::<u64>() + u64::from(place.generation)
}

/// The generation after this one, be there such a phase or not.
fn after(recipe: &Recipe, place: Place) -> Place {
    let Place { phase, generation } = place;
    match generation < recipe.stage(phase).generations {
        true => Place {
            phase,
            generation: generation + 1,
        },
        false => Place {
            phase: phase + 1,
            generation: 0,
        },
    }
}
