//! A run in a few words: for a list of all runs.

use journal::Reader;

use crate::{Champion, Clock, Measure, Proof, Recipe};

/// An entry in the list of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// When it began, in milliseconds since 1970.
    pub started_unix_ms: Option<i64>,
    /// How long it was at work, in seconds.
    pub seconds: f64,
    /// Whether it goes on.
    pub state: State,
    /// The champion's score with its unit: in the last match of the run, or else in
    /// the last stage; `None` before the first generation.
    pub score: Option<String>,
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is finished.
    Finished,
    /// A process is at work on it; this share of its generations is recorded, in percent.
    Running(u64),
    /// No process is at work on it, and it has not ended.
    Stopped(u64),
}

impl Overview {
    /// Reads a run.
    pub fn read(reader: &Reader, recipe: &Recipe) -> Result<Self, journal::Error> {
        let state = match (reader.finished()?, reader.writer()) {
            (true, _) => State::Finished,
            (false, Some(_)) => State::Running(reached(reader, recipe)?),
            (false, None) => State::Stopped(reached(reader, recipe)?),
        };
        Ok(Self {
            started_unix_ms: reader.events()?.first().map(|event| event.unix_ms),
            seconds: Clock::read(reader, recipe)?.total(),
            state,
            score: score(reader, recipe)?,
        })
    }
}

/// The share of all generations that are recorded, in percent.
fn reached(reader: &Reader, recipe: &Recipe) -> Result<u64, journal::Error> {
    let stages = recipe.stages.iter();
    let all = stages.map(|stage| u64::from(stage.runs.get()) * (u64::from(stage.generations) + 1));
    Ok(100 * reader.count_generations()? / all.sum::<u64>())
}

fn score(reader: &Reader, recipe: &Recipe) -> Result<Option<String>, journal::Error> {
    let proofs = Proof::all(reader)?;
    let mut played = proofs.iter().filter(|proof| proof.results.games() > 0);
    if let Some(proof) = played.next_back() {
        let elo = proof.results.elo().value;
        return Ok(Some(match elo.is_finite() {
            true => format!("{elo:+.0} Elo, {}", proof.opponent.short_name()),
            false => format!("{:.0} % of points", 100.0 * proof.results.score()),
        }));
    }
    let champion = Champion::current(reader, recipe)?;
    Ok(champion.map(|champion| {
        let measure = Measure::of(recipe.stage(champion.phase));
        measure.show_with_unit(champion.score)
    }))
}
