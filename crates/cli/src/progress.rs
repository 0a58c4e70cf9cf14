//! The progress of a run: a bar for people, lines for files.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use evo::Effort;
use indicatif::{ProgressBar, ProgressStyle};
use journal::{Place, Reader};
use lab::{Forecast, Measure, News, Recipe, Stage, Trial};

use crate::pace::{TimeLeft, time};

/// Lines come at every tenth of the run, and not further apart than this.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Where a generation takes long, lines within it come no more often than this.
const PART_LINE_EVERY: Duration = Duration::from_secs(10);

/// The bar moves no more often than an eye sees.
const PART_BAR_EVERY: Duration = Duration::from_millis(100);

/// A line is at most as wide as a terminal often is.
const LINE_WIDTH: usize = 80;

/// Steps of the bar for the whole run.
const STEPS: f64 = 10_000.0;

/// Shows the generations of a run as they are recorded, the trials at its end, and
/// how far the one at work has come.
pub struct Progress {
    recipe: Recipe,
    trials: Vec<Trial>,
    forecast: Forecast,
    bar: Option<ProgressBar>,
    start: Instant,
    state: Mutex<State>,
}

struct State {
    at: At,
    pace: TimeLeft,
    /// The work of the part at work.
    effort: Effort,
    /// Since when.
    since: Instant,
    /// Of the last generation of the part, the most important first.
    figures: Vec<String>,
    /// What the best of the part scored when it was last tried.
    tried: Option<f64>,
    said_at: Instant,
    /// Tenths of the run that have been reported.
    tenths: u32,
}

/// What is at work.
#[derive(Clone, Copy)]
enum At {
    Generation(Place),
    /// The number of a trial.
    Trial(usize),
}

impl Progress {
    /// For a run at the point that its journal has reached.
    pub fn new(
        recipe: &Recipe,
        forecast: Forecast,
        threads: NonZeroUsize,
        reader: &Reader,
    ) -> anyhow::Result<Self> {
        let trials = recipe.trials();
        let at = next(recipe, &trials, reader)?;
        let mut parts = forecast.stages.clone();
        if !trials.is_empty() {
            parts.push(forecast.trials.iter().sum());
        }
        let parts = parts
            .iter()
            .map(|one_thread| one_thread / threads.get() as f64);
        let (part, share) = standing(recipe, &forecast, at, 0.0);
        let pace = TimeLeft::new(parts.collect(), part, share);
        let style = ProgressStyle::with_template("{wide_bar} {prefix}\n{wide_msg}")?;
        let bar = io::stderr()
            .is_terminal()
            .then(|| ProgressBar::new(STEPS as u64).with_style(style));
        let now = Instant::now();
        Ok(Self {
            recipe: recipe.clone(),
            trials,
            forecast,
            bar,
            start: now,
            state: Mutex::new(State {
                at,
                tenths: (10.0 * pace.done()) as u32,
                pace,
                effort: Effort::default(),
                since: now,
                figures: Vec::new(),
                tried: None,
                said_at: now,
            }),
        })
    }

    /// What there is to do, part by part, where there are several.
    pub fn plan(&self, threads: NonZeroUsize) -> String {
        let state = self.state();
        let titles = self.titles();
        if titles.len() == 1 {
            return String::new();
        }
        let parts = titles.join(", ");
        format!(
            "{} parts: {parts};\nabout {} on {threads} thread{}",
            titles.len(),
            time(state.pace.left()),
            if threads.get() == 1 { "" } else { "s" },
        )
    }

    /// A task of what is at work is done.
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
        let stage = self.recipe.stage(news.place.phase);
        state.at = At::Generation(news.place);
        state.effort += news.effort;
        state.tried = news.point.held_out.or(state.tried);
        state.figures = figures(Measure::of(stage), news, state.tried);
        let (part, share) = standing(&self.recipe, &self.forecast, state.at, 1.0);
        state.pace.reach(part, share);
        let tenths = (10.0 * state.pace.done()) as u32;
        let is_tenth = tenths > state.tenths;
        let is_last = share == 1.0 && self.titles().len() > 1;
        if self.bar.is_some() || is_tenth || is_last || state.said_at.elapsed() > LINE_EVERY {
            state.tenths = tenths;
            self.say(&mut state, 1.0, String::new());
        }
        state.at = At::Generation(after(&self.recipe, news.place));
        if share == 1.0 {
            self.next_part(&mut state, part + 1);
        }
    }

    /// A trial begins.
    pub fn begin(&self, trial: Trial) {
        let mut state = self.state();
        let number = self.trials.iter().position(|&one| one == trial);
        let number = number.expect("a trial of this recipe");
        state.at = At::Trial(number);
        state.figures.clear();
        state.effort = Effort::default();
        self.say(&mut state, 0.0, String::new());
    }

    /// No more will come.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        eprintln!("evolved in {:.2} s", self.start.elapsed().as_secs_f64());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_part(&self, state: &mut State, part: usize) {
        state.pace.reach(part, 0.0);
        state.effort = Effort::default();
        state.since = Instant::now();
        state.figures.clear();
        state.tried = None;
    }

    /// The parts of the run.
    fn titles(&self) -> Vec<&'static str> {
        let stages = self.recipe.stages.iter().map(|stage| stage.title());
        let proof = (!self.trials.is_empty()).then_some("proof");
        stages.chain(proof).collect()
    }

    /// Shows the progress, with this share of what is at work done.
    fn say(&self, state: &mut State, share: f64, part: String) {
        let (number, done) = standing(&self.recipe, &self.forecast, state.at, share);
        state.pace.reach(number, done);
        let titles = self.titles();
        let part_of = match titles.len() {
            1 => String::new(),
            parts => format!("[{}/{parts} {}] ", number + 1, titles[number]),
        };
        let what = match state.at {
            At::Generation(Place { phase, generation }) => {
                let stage = self.recipe.stage(phase);
                let run = match stage.runs.get() {
                    1 => String::new(),
                    _ => format!("{}, ", self.recipe.phase_name(phase)),
                };
                format!("{run}generation {generation}/{}", stage.generations)
            }
            At::Trial(number) => match self.trials[number] {
                Trial::HeldOut => Trial::HeldOut.name().into(),
                trial => format!("the champion against {}", trial.name()),
            },
        };
        let left = format!("{} left", time(state.pace.left()));
        let mut said = vec![part];
        said.extend_from_slice(&state.figures);
        said.push(speed(state));
        said.retain(|text| !text.is_empty());
        match &self.bar {
            Some(bar) => {
                bar.set_prefix(left);
                bar.set_message(format!("{part_of}{what}: {}", said.join(", ")));
                bar.set_position((state.pace.done() * STEPS) as u64);
            }
            None => eprintln!("{}", line(&format!("{part_of}{what}, {left}"), &said)),
        }
        state.said_at = Instant::now();
    }
}

/// What is to be done next.
fn next(recipe: &Recipe, trials: &[Trial], reader: &Reader) -> anyhow::Result<At> {
    let place = match reader.last()? {
        Some(last) => after(recipe, last),
        None => Place {
            phase: 0,
            generation: 0,
        },
    };
    if recipe.phases().contains(&place.phase) {
        return Ok(At::Generation(place));
    }
    for (number, trial) in trials.iter().enumerate() {
        if !trial.is_done(reader)? {
            return Ok(At::Trial(number));
        }
    }
    Ok(At::Generation(place))
}

/// The part at work, and how much of it is done with this share of the generation
/// or trial at work.
fn standing(recipe: &Recipe, forecast: &Forecast, at: At, share: f64) -> (usize, f64) {
    let stages = &recipe.stages;
    match at {
        At::Generation(place) => {
            let is_at_work = |stage: &Stage| stage.phases().contains(&place.phase);
            let Some(number) = stages.iter().position(is_at_work) else {
                return (stages.len(), 0.0);
            };
            let stage = &stages[number];
            let of_a_run = f64::from(stage.generations) + 1.0;
            let runs = f64::from(place.phase - stage.first);
            let done = runs * of_a_run + f64::from(place.generation) + share;
            (number, done / (of_a_run * f64::from(stage.runs.get())))
        }
        At::Trial(number) => {
            let trials = &forecast.trials;
            let done = trials[..number].iter().sum::<f64>() + share * trials[number];
            (stages.len(), done / trials.iter().sum::<f64>())
        }
    }
}

/// Games count where there are any, then nodes.
fn speed(state: &State) -> String {
    let per_second = |count: u64| count as f64 / state.since.elapsed().as_secs_f64();
    match state.effort {
        Effort { games: 1.., .. } => format!("{:.1} games/s", per_second(state.effort.games)),
        Effort { nodes: 1.., .. } => {
            format!("{:.1} M nodes/s", per_second(state.effort.nodes) / 1e6)
        }
        Effort { positions: 1.., .. } => format!(
            "{:.1} M positions/s",
            per_second(state.effort.positions) / 1e6
        ),
        _ => String::new(),
    }
}

/// The most important first. Scores among peers say nothing where the best has been tried on
/// something else.
fn figures(measure: Measure, news: &News, tried: Option<f64>) -> Vec<String> {
    let show = |score| measure.show(score);
    let point = &news.point;
    let on_trial = |score| format!("{} {}", show(score), measure.trial);
    if let (Some(tried), true) = (tried, measure.among_peers) {
        return vec![on_trial(tried)];
    }
    let best = format!("best {}", show(point.best));
    let held_out = point.held_out.map(on_trial);
    let solved = point.solved.map(|count| format!("solves {count}"));
    let mean = format!("mean {}", show(point.mean));
    let figures = [Some(best), held_out, solved, Some(mean)];
    figures.into_iter().flatten().collect()
}

/// A line with as many figures as it has room for, the first ones first.
fn line(head: &str, figures: &[String]) -> String {
    let mut line = head.to_owned();
    for figure in figures {
        let longer = match line.len() == head.len() {
            true => format!("{line}: {figure}"),
            false => format!("{line}, {figure}"),
        };
        if longer.chars().count() <= LINE_WIDTH {
            line = longer;
        }
    }
    line
}

/// The generation after this one, whether there is such a phase or not.
fn after(recipe: &Recipe, place: Place) -> Place {
    let Place { phase, generation } = place;
    let stage: &Stage = recipe.stage(phase);
    match generation < stage.generations {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_what_fits() {
        let head = "[1/5 evaluations] run 10, generation 200/200, 119 s left";
        let figures = ["best 31.50 %", "31.70 % on test", "mean 28.68 %"].map(String::from);
        assert_eq!(line(head, &[]), head);
        assert_eq!(line(head, &figures), format!("{head}: best 31.50 %"));
        let short = "generation 7/9, 1 s left";
        let whole = format!("{short}: {}", figures.join(", "));
        assert_eq!(line(short, &figures), whole);
    }
}
