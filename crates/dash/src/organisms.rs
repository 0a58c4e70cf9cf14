//! Organisms of runs, as they are asked to play.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use journal::Place;
use lab::{Champion, Giver, Playable};
use serde::Deserialize;

use crate::house::{House, Run};
use crate::problem::Problem;

/// Which organism is asked for.
#[derive(Clone, Debug, Deserialize)]
pub struct Asked {
    /// The run; the best that the program has bred where there is none.
    pub run: Option<String>,
    /// The phase.
    #[serde(default)]
    pub phase: u32,
    /// The generation.
    #[serde(default)]
    pub generation: u32,
    /// Its number there; the best where none is given.
    pub number: Option<u32>,
}

/// What organisms of a phase have in common, for the phases that were asked for.
#[derive(Debug, Default)]
pub struct Organisms {
    givers: Mutex<HashMap<(String, i64, u32), Giver>>,
}

/// More phases are forgotten.
const MOST: usize = 100;

impl Organisms {
    fn giver(&self, run: &Run, phase: u32) -> Result<Giver, Problem> {
        let started = run
            .reader
            .events()?
            .first()
            .map_or(0, |event| event.unix_ms);
        // Another run may have taken the place of one that was removed.
        let key = (run.name.clone(), started, phase);
        let known = |givers: &HashMap<_, Giver>| givers.get(&key).cloned();
        let lock = || self.givers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(giver) = known(&lock()) {
            return Ok(giver);
        }
        let giver = Giver::read(&run.reader, &run.recipe, phase)?;
        let mut givers = lock();
        if givers.len() >= MOST {
            givers.clear();
        }
        givers.insert(key, giver.clone());
        Ok(giver)
    }
}

/// The organism that is asked for, and what it is called.
pub fn player(house: &House, asked: &Asked) -> Result<(Box<dyn Playable>, String), Problem> {
    let Some(name) = &asked.run else {
        return Ok((lab::champion(), "Galapagos 2".into()));
    };
    let run = house.open(name)?;
    let place = Place {
        phase: asked.phase,
        generation: asked.generation,
    };
    let organism = Champion::bred(&run.reader, &run.recipe, place, asked.number)?;
    if !run.recipe.stage(asked.phase).plays() {
        return Err(Problem::wrong(
            "What this part of the run breeds plays no chess.",
        ));
    }
    let giver = house.organisms.giver(&run, asked.phase)?;
    let mut player = organism.player(&run.recipe, &giver)?;
    let Place { generation, .. } = place;
    let name = match asked.number {
        None => format!("{name}, best of generation {generation}"),
        Some(number) => format!("{name}, generation {generation} number {number}"),
    };
    player.rename(&name);
    Ok((player, name))
}
