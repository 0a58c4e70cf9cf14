//! A problem whose tasks take as long as they say.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use evo::{
    Backend, Effort, Failure, Fitness, Kind, Kits, Packed, Portable, Problem, Scores, Seed,
    Threads, Unfinished, Workers,
};
use fleet::Fleet;
use serde::{Deserialize, Serialize};

/// Squares of numbers, plus one that all have in common.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Squares {
    pub common: u64,
    pub length: Duration,
}

pub fn kinds() -> Vec<Kind> {
    vec![Kind::of::<Squares>()]
}

impl Portable for Squares {
    const KIND: &'static str = "squares";
}

impl Problem for Squares {
    type Program = u64;
    type Task = u64;
    type Outcome = Vec<u64>;
    type Kit = ();

    fn plan(&self, generation: &[u64], _: Seed) -> Vec<u64> {
        generation.to_vec()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), task: &u64) -> Result<Vec<u64>, Failure> {
        thread::sleep(self.length);
        Ok(vec![task * task + self.common])
    }

    fn reduce(&self, _: &[u64], _: &[u64], outcomes: &[Vec<u64>]) -> Scores {
        Scores {
            fitness: outcomes
                .iter()
                .map(|one| Fitness::exact(one[0] as f64))
                .collect(),
            effort: Effort::default(),
        }
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, _: &u64, outcome: &Vec<u64>) -> bool {
        outcome.len() == 1
    }
}

/// One generation over a fleet.
pub fn generation(fleet: &Fleet, tasks: u64, length: Duration) -> Result<(), Unfinished> {
    let problem = Squares { common: 7, length };
    let tasks: Vec<_> = (0..tasks).collect();
    let go_on = |_| ControlFlow::Continue(());
    let threads = Threads::new(NonZeroUsize::MIN);
    let workers = Workers::elsewhere(fleet, threads).watched(&go_on);
    let outcomes = workers.run_all(&problem, &Kits::new(), &tasks)?;
    for (task, outcome) in tasks.iter().zip(outcomes) {
        assert_eq!(outcome, [task * task + 7]);
    }
    Ok(())
}
