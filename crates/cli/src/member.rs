//! This program as a member of a fleet.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use std::{fs, process};

use arena::elsewhere::Elsewhere;
use engine::bench::{self, POSITIONS};
use engine::eval::Weights;
use engine::organism::Organism;
use engine::{Mind, modern};
use evo::Courier;
use fleet::{Build, Fleet, LinkError, Rules, Setup};
use journal::{EventKind, Reader};
use problems::mimic::{Horizon, Mimic};
use problems::positions::Positions;

use crate::commands::FleetArgument;

/// Plies of the searches of the probe.
const PROBE_DEPTH: u8 = 6;

/// Positions of the probe whose moves are to be predicted.
const PROBE_SAMPLES: usize = 200;

/// After this time without a sign of a batch, another worker gets it.
const REDELIVERY: Duration = Duration::from_secs(10);

/// What this program is: its version, and what it makes of searches of both kinds and of
/// the scoring of positions, for which processors have different instructions.
pub fn build() -> Build {
    let minds: [&dyn Mind; 2] = [&Organism::champion(), &modern::Organism::champion()];
    let nodes = |mind: &&dyn Mind| -> u64 {
        let positions = POSITIONS.iter();
        let costs = positions.map(|position| bench::search(*mind, position, PROBE_DEPTH));
        costs.map(|cost| cost.nodes).sum()
    };
    let searched = minds.iter().map(nodes);
    let samples = Positions::built_in().test;
    let some = &samples[..PROBE_SAMPLES.min(samples.len())];
    let hits = Mimic::new(some, Horizon::Quiescence).agreement(&[Weights::default()]);
    let probe = searched.chain(hits.into_iter().map(u64::from));
    Build {
        version: env!("CARGO_PKG_VERSION").into(),
        probe: probe.fold(0, |sum, part| sum * 1_000_003 + part),
    }
}

/// The name of a worker that was given none: the machine's and the process's.
pub fn own_name() -> String {
    let machine = fs::read_to_string("/etc/hostname").unwrap_or_default();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let machine: String = machine.trim().chars().take(40).map(plain).collect();
    let machine = if machine.is_empty() {
        "worker"
    } else {
        &machine
    };
    format!("{machine}-{}", process::id())
}

/// Connects a run of this name to the fleet that is asked for.
pub fn connect(argument: &FleetArgument, title: &str) -> anyhow::Result<Option<Fleet>> {
    let Some(access) = argument.access()? else {
        return Ok(None);
    };
    let setup = Setup {
        title: title.to_owned(),
        build: build(),
        rules: Rules::default(),
        redelivery: REDELIVERY,
    };
    let connected: Result<_, LinkError> =
        Fleet::connect(access, setup, Box::new(|what| eprintln!("fleet: {what}")));
    Ok(Some(connected?))
}

/// A fleet as the place where work is done, and what stops that.
pub fn elsewhere<'a>(fleet: &'a Fleet, stop: &'a (dyn Fn() -> bool + Sync)) -> Elsewhere<'a> {
    let courier = fleet;
    Elsewhere { courier, stop }
}

/// What the journal of a run says of workers.
#[derive(Default)]
pub struct Crew {
    /// Those that took part in what is recorded.
    joined: BTreeSet<String>,
    /// Those that lied, and how.
    liars: BTreeMap<String, String>,
}

impl Crew {
    /// That of a run.
    pub fn of(reader: &Reader) -> anyhow::Result<Self> {
        let mut crew = Self::default();
        for event in reader.events()? {
            match event.kind {
                EventKind::Joined => drop(crew.joined.insert(event.text)),
                EventKind::Lied => {
                    let (worker, how) = event.text.split_once(": ").unwrap_or((&event.text, ""));
                    crew.liars.insert(worker.to_owned(), how.to_owned());
                }
                EventKind::Restarted => crew.joined.clear(),
                _ => {}
            }
        }
        Ok(crew)
    }

    /// Tells a fleet.
    pub fn introduce(&self, fleet: &Fleet) {
        for worker in &self.joined {
            fleet.remember(worker, None);
        }
        for (worker, how) in &self.liars {
            fleet.remember(worker, Some(format!("it {how}")));
        }
    }

    /// Why recorded generations do not count, if a worker that lied took part in them: the
    /// process that found it out was killed before it began the run again.
    pub fn spoils(&self) -> Option<String> {
        let mut liars = self.liars.iter();
        let (worker, how) = liars.find(|(worker, _)| self.joined.contains(*worker))?;
        Some(format!(
            "{worker} {how}, and took part in earlier generations"
        ))
    }
}
