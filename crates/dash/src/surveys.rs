//! What became of the genes of runs that were looked at.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use journal::EventKind;
use lab::Survey;

use crate::house::Run;
use crate::problem::Problem;

/// What of a run is surveyed: another run may have taken the place of one that was removed,
/// and a run may begin again.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    run: String,
    started: i64,
    restarts: usize,
    phase: u32,
}

/// Surveys of the phases that were asked for, which are read on as runs go on.
#[derive(Debug, Default)]
pub struct Surveys(Mutex<HashMap<Key, Arc<Mutex<Survey>>>>);

/// More are forgotten.
const MOST: usize = 16;

impl Surveys {
    /// Looks at the survey of a phase as it is now.
    pub fn with<T>(
        &self,
        run: &Run,
        phase: u32,
        look: impl FnOnce(&Survey) -> T,
    ) -> Result<T, Problem> {
        let events = run.reader.events()?;
        let restarts = events.iter().filter(|one| one.kind == EventKind::Restarted);
        let key = Key {
            run: run.name.clone(),
            started: events.first().map_or(0, |event| event.unix_ms),
            restarts: restarts.count(),
            phase,
        };
        let survey = {
            let mut surveys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if surveys.len() >= MOST && !surveys.contains_key(&key) {
                surveys.clear();
            }
            surveys.entry(key).or_default().clone()
        };
        let mut survey = survey.lock().unwrap_or_else(PoisonError::into_inner);
        let genes = run.recipe.stage(phase).experiment.genes().len();
        survey.update(&run.reader, phase, genes)?;
        Ok(look(&survey))
    }
}
