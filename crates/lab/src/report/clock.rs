//! What a run spent its time on.

use journal::{EventKind, Reader};

use crate::Recipe;

/// Seconds that a run was at work; the time between being stopped and being resumed
/// does not count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    /// Each stage.
    pub stages: Vec<f64>,
    /// The trials at the end.
    pub trials: f64,
}

/// Something with a time.
enum Moment {
    /// The program started or resumed the run.
    Begin,
    /// A generation of this stage was done.
    Generation(usize),
    /// A trial was done.
    Trial,
    /// Something else.
    Other,
}

impl Clock {
    /// Adds up the times of the journal.
    pub fn read(reader: &Reader, recipe: &Recipe) -> Result<Self, journal::Error> {
        let mut moments = Vec::new();
        for (place, unix_ms) in reader.stamps(None)? {
            let stages = &recipe.stages;
            let stage = stages
                .iter()
                .position(|one| one.phases().contains(&place.phase));
            moments.push((unix_ms, stage.map_or(Moment::Other, Moment::Generation)));
        }
        for event in reader.events()? {
            let is_trial = || recipe.trials().iter().any(|one| one.key() == event.text);
            let moment = match event.kind {
                EventKind::Started | EventKind::Resumed => Moment::Begin,
                EventKind::Found if is_trial() => Moment::Trial,
                _ => Moment::Other,
            };
            moments.push((event.unix_ms, moment));
        }
        moments.sort_by_key(|&(unix_ms, _)| unix_ms);
        let mut clock = Self {
            stages: vec![0.0; recipe.stages.len()],
            trials: 0.0,
        };
        let mut since = None;
        for (now, moment) in moments {
            let seconds = since.map_or(0.0, |since| (now - since) as f64 / 1000.0);
            match moment {
                Moment::Generation(stage) => clock.stages[stage] += seconds,
                Moment::Trial => clock.trials += seconds,
                Moment::Begin => {}
                Moment::Other => continue,
            }
            since = Some(now);
        }
        Ok(clock)
    }

    /// The time of all stages and trials.
    pub fn total(&self) -> f64 {
        self.stages.iter().sum::<f64>() + self.trials
    }
}
