//! What a GUI or a tuner can set.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chess::Tables;
use params::ParamSpec;
use thiserror::Error;

use super::ReadMind;
use super::text::excerpt;
use crate::organism::OrganismError;
use crate::search::Engine;
use crate::{Mind, Weight};

const HASH: ParamSpec = ParamSpec::new("Hash", "mebibytes of the hash table", 1, 65536, 16);
const THREADS: ParamSpec = ParamSpec::new("Threads", "threads that search", 1, 256, 1);
/// No position has more than 218 legal moves.
const LINES: ParamSpec = ParamSpec::new("MultiPV", "lines to show", 1, 218, 1);
const OVERHEAD: ParamSpec = ParamSpec::new(
    "Move Overhead",
    "milliseconds between a decision here and the stopping of the clock",
    0,
    60_000,
    30,
);
/// The overhead where nothing else is set.
pub const USUAL_OVERHEAD: Duration = Duration::from_millis(OVERHEAD.default as u64);

const ELO: &str = "UCI_Elo";
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const SYZYGY: &str = "SyzygyPath";
const PONDER: &str = "Ponder";
const CHESS960: &str = "UCI_Chess960";
const ORGANISM: &str = "Organism";
const CLEAR_HASH: &str = "Clear Hash";
/// How the protocol writes a string of no characters.
const EMPTY: &str = "<empty>";

/// What must happen to the engine after a change, the most thorough last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// It forgets what it has searched.
    Forget,
    /// It is rebuilt.
    Rebuild,
}

/// Why an option was not set.
#[derive(Debug, Error)]
pub enum OptionError {
    #[error("there is no option `{0}`")]
    Unknown(String),
    #[error("{} is a whole number from {} to {}, not `{value}`", spec.name, spec.min, spec.max)]
    OutOfRange { spec: ParamSpec, value: String },
    #[error("{name} is true or false, not `{value}`")]
    NotABool { name: &'static str, value: String },
    #[error("the organism is unchanged: {0}")]
    Organism(#[from] OrganismError),
}

/// Which genes are options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// Those that people may want to change.
    Usual,
    /// All, for a tuner.
    All,
}

/// The options as they are set.
pub struct Settings {
    pub organism: Box<dyn Mind>,
    read: ReadMind,
    offer: Offer,
    pub chess960: bool,
    hash: i32,
    threads: i32,
    lines: i32,
    overhead: i32,
    is_limited: bool,
    /// As it was set; the strongest of the organism's kind if it was not.
    elo: Option<i32>,
    /// Folders of endgame tables, as they were named; empty for none.
    syzygy: String,
    /// Those tables, once an engine needed them.
    tables: Option<Arc<Tables>>,
}

impl Settings {
    pub fn new(organism: Box<dyn Mind>, read: ReadMind, offer: Offer) -> Self {
        Self {
            organism,
            read,
            offer,
            chess960: false,
            hash: HASH.default,
            threads: THREADS.default,
            lines: LINES.default,
            overhead: OVERHEAD.default,
            is_limited: false,
            elo: None,
            syzygy: String::new(),
            tables: None,
        }
    }

    /// How many of the best lines are wanted.
    pub fn lines(&self) -> usize {
        self.lines as usize
    }

    /// What passes between a decision here and the stopping of the clock.
    pub fn overhead(&self) -> Duration {
        Duration::from_millis(self.overhead as u64)
    }

    /// The most nodes a move may take, if the strength is limited.
    pub fn most_nodes(&self) -> Option<u64> {
        let ladder = self.organism.ladder();
        let elo = self.elo.unwrap_or(ladder.most());
        self.is_limited.then(|| ladder.nodes(elo))
    }

    /// The strengths that an organism of this kind can be limited to.
    fn elo(&self) -> ParamSpec {
        let ladder = self.organism.ladder();
        let (least, most) = (ladder.least(), ladder.most());
        let meaning = "strength to play with where it is limited";
        ParamSpec::new(ELO, meaning, least, most, most)
    }

    /// An engine with these settings, and messages about it. Where memory is short it
    /// gets the default hash table. Tables that cannot be opened are left out. No other
    /// engine may use tables, for a process can have one set open at a time.
    pub fn build(&mut self) -> (Engine, Vec<String>) {
        let mut engine = self.organism.engine(self.threads as usize, 1);
        let mut news = Vec::new();
        if let Err(error) = engine.resize_table(self.hash as usize) {
            news.push(format!(
                "no memory for a hash table of {} MiB ({error}); it has {} MiB",
                self.hash, HASH.default
            ));
            self.hash = HASH.default;
            // Without memory even for this, the smallest table must do.
            let _ = engine.resize_table(self.hash as usize);
        }
        if self.tables.is_none() && !self.syzygy.is_empty() {
            match Tables::open(&self.syzygy) {
                Ok(tables) => {
                    let pieces = tables.most_pieces();
                    news.push(format!("endgame tables of up to {pieces} pieces"));
                    self.tables = Some(Arc::new(tables));
                }
                Err(error) => {
                    news.push(format!("no endgame tables: {error}"));
                    self.syzygy.clear();
                }
            }
        }
        engine.set_tablebase(self.tables.clone());
        (engine, news)
    }

    /// The lines that declare all options to a GUI.
    pub fn declare(&self) -> Vec<String> {
        let general = [HASH, THREADS, LINES, OVERHEAD].map(|spec| spin(&spec, spec.default));
        let others = [
            format!("option name {PONDER} type check default false"),
            format!("option name {CHESS960} type check default false"),
            format!("option name {LIMIT_STRENGTH} type check default false"),
            spin(&self.elo(), self.elo().default),
            format!("option name {SYZYGY} type string default {EMPTY}"),
            format!("option name {ORGANISM} type string default {EMPTY}"),
            format!("option name {CLEAR_HASH} type button"),
        ];
        let genes = self.organism.genes().into_iter();
        let parameters = genes.map(|(spec, value)| spin(spec, value));
        let weights = self.weights().into_iter();
        let weights = weights.map(|(weight, value)| number(&weight.name, weight.spec, value));
        general
            .into_iter()
            .chain(others)
            .chain(parameters)
            .chain(weights)
            .collect()
    }

    /// The numbers of the evaluation that are offered besides the genes.
    fn weights(&self) -> Vec<(Weight, i32)> {
        match self.offer {
            Offer::Usual => Vec::new(),
            Offer::All => self.organism.weights(),
        }
    }

    /// Sets an option by its name in any case. Returns what must be done to the engine.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Option<Effect>, OptionError> {
        let is = |option: &str| option.eq_ignore_ascii_case(name);
        if is(HASH.name) {
            self.hash = read_number(&HASH, value)?;
        } else if is(THREADS.name) {
            self.threads = read_number(&THREADS, value)?;
        } else if is(LINES.name) {
            self.lines = read_number(&LINES, value)?;
            return Ok(None);
        } else if is(OVERHEAD.name) {
            self.overhead = read_number(&OVERHEAD, value)?;
            return Ok(None);
        } else if is(PONDER) {
            // The GUI says `go ponder` when it wants to: nothing to remember.
            read_bool(PONDER, value)?;
            return Ok(None);
        } else if is(CHESS960) {
            self.chess960 = read_bool(CHESS960, value)?;
            return Ok(None);
        } else if is(LIMIT_STRENGTH) {
            self.is_limited = read_bool(LIMIT_STRENGTH, value)?;
            return Ok(None);
        } else if is(ELO) {
            self.elo = Some(read_number(&self.elo(), value)?);
            return Ok(None);
        } else if is(SYZYGY) {
            let value = if value == EMPTY { "" } else { value };
            if value == self.syzygy {
                return Ok(None);
            }
            self.syzygy = value.into();
            self.tables = None;
        } else if is(ORGANISM) {
            // GUIs send the empty default back: that asks for no change.
            if value.is_empty() || value == EMPTY {
                return Ok(None);
            }
            self.organism = (self.read)(Path::new(value))?;
        } else if is(CLEAR_HASH) {
            return Ok(Some(Effect::Forget));
        } else {
            let mut genes = (0..).zip(self.organism.genes());
            if let Some((number, (spec, _))) = genes.find(|(_, (spec, _))| is(spec.name)) {
                self.organism.set_gene(number, read_number(spec, value)?);
                return Ok(Some(Effect::Rebuild));
            }
            let mut weights = (0..).zip(self.weights());
            let Some((number, (weight, _))) = weights.find(|(_, (one, _))| is(&one.name)) else {
                return Err(OptionError::Unknown(excerpt(name)));
            };
            let value = read_number(weight.spec, value)?;
            self.organism.set_weight(number, value);
        }
        Ok(Some(Effect::Rebuild))
    }
}

fn spin(spec: &ParamSpec, value: i32) -> String {
    number(spec.name, spec, value)
}

/// A number under a name of its own.
fn number(name: &str, spec: &ParamSpec, value: i32) -> String {
    let ParamSpec { min, max, .. } = spec;
    format!("option name {name} type spin default {value} min {min} max {max}")
}

fn read_number(spec: &ParamSpec, value: &str) -> Result<i32, OptionError> {
    let number = value.parse().ok().filter(|&number| spec.allows(number));
    number.ok_or_else(|| OptionError::OutOfRange {
        spec: *spec,
        value: excerpt(value),
    })
}

fn read_bool(name: &'static str, value: &str) -> Result<bool, OptionError> {
    let value = value.to_ascii_lowercase();
    value.parse().map_err(|_| OptionError::NotABool {
        name,
        value: excerpt(&value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Weights;
    use crate::organism::{Organism, read_mind};
    use crate::search::SearchParams;

    fn settings() -> Settings {
        Settings::new(Box::new(Organism::default()), read_mind, Offer::Usual)
    }

    #[test]
    fn every_declared_option_can_be_set_in_any_case() {
        for line in settings().declare() {
            let (name, kind) = line
                .strip_prefix("option name ")
                .and_then(|rest| rest.split_once(" type "))
                .unwrap();
            let value = kind.split(' ').nth(2).unwrap_or_default();
            for name in [name.to_uppercase(), name.to_lowercase()] {
                settings().set(&name, value).unwrap();
            }
        }
    }

    #[test]
    fn names_differ_in_more_than_case() {
        let declared = settings().declare();
        let names: std::collections::HashSet<_> = declared
            .iter()
            .map(|line| line.split(" type ").next().unwrap().to_uppercase())
            .collect();
        assert_eq!(names.len(), declared.len());
        assert_eq!(
            names.len(),
            11 + Weights::TABLE.len() + SearchParams::TABLE.len()
        );
    }

    #[test]
    fn genes_are_set_and_shown() {
        let mut settings = settings();
        for table in [Weights::TABLE, SearchParams::TABLE] {
            for spec in table.iter() {
                for value in [spec.min, spec.max] {
                    let effect = settings.set(spec.name, &value.to_string()).unwrap();
                    assert_eq!(effect, Some(Effect::Rebuild));
                    assert!(settings.declare().contains(&spin(spec, value)));
                }
                let error = settings.set(spec.name, &(spec.max + 1).to_string());
                let range = format!("from {} to {}", spec.min, spec.max);
                assert!(error.unwrap_err().to_string().contains(&range));
            }
        }
        let genes = settings.organism.genes();
        assert!(genes.iter().all(|(spec, value)| *value == spec.max));
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut settings = settings();
        for (name, value, problem) in [
            ("Hash", "0", "from 1 to 65536"),
            ("Hash", "99999999999999999999", "from 1 to 65536"),
            ("Hash", "", "from 1 to 65536"),
            ("Threads", "257", "from 1 to 256"),
            ("Threads", "two", "`two`"),
            ("UCI_Chess960", "yes", "true or false"),
            ("UCI_LimitStrength", "1", "true or false"),
            ("UCI_Elo", "9999", "UCI_Elo is a whole number from"),
            ("Organism", "/nowhere/x.toml", "is unchanged"),
            ("Hush", "1", "no option `Hush`"),
            ("", "1", "no option ``"),
        ] {
            let error = settings.set(name, value).unwrap_err().to_string();
            assert!(error.contains(problem), "{name}: {error}");
        }
        assert_eq!(settings.declare(), self::settings().declare());
        assert_eq!((settings.hash, settings.threads), (16, 1));
    }

    #[test]
    fn strength_is_limited_to_what_the_kind_can_have() {
        let mut settings = settings();
        settings.set(LIMIT_STRENGTH, "true").unwrap();
        let star = settings.elo();
        settings.organism = Box::new(crate::modern::Organism::default());
        let modern = settings.elo();
        assert!(modern.max > star.max);
        assert!(settings.declare().contains(&spin(&modern, modern.max)));
        settings.set(ELO, &modern.max.to_string()).unwrap();
        let nodes = settings.most_nodes();
        // What another kind cannot have is the most that it can.
        settings.organism = Box::new(Organism::default());
        assert_eq!(settings.most_nodes(), nodes);
        settings.set(ELO, &star.min.to_string()).unwrap();
        assert!(settings.most_nodes() < nodes);
    }

    #[test]
    fn too_large_a_table_is_refused() {
        // More than any address space holds.
        let mut settings = settings();
        settings.hash = i32::MAX;
        let (_, news) = settings.build();
        assert!(news[0].contains("it has 16 MiB"));
        assert_eq!(settings.hash, 16);
    }
}
