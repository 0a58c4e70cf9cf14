//! What crosses the wire: plain values in few bytes, limited in size and read with care.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The most bytes of a message, as NATS has it by default.
pub const MOST_SENT: usize = 1 << 20;

/// The most bytes that a message may unfold to. A value takes more memory than its bytes, so
/// this bounds what a message can make a reader need.
pub const MOST_UNFOLDED: usize = 8 << 20;

/// What a message has besides its value: its subject and its id.
const MARGIN: usize = 1024;

/// Pieces of data sets have so many bytes.
pub const PIECE: usize = 512 << 10;

/// The most pieces of a data set.
pub const MOST_PIECES: u32 = 4096;

/// The BLAKE3 hash of some content.
pub type Hash = [u8; 32];

/// A hash in hexadecimal digits.
pub fn digits(hash: &Hash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The program that a worker or a coordinator runs: both must be the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Its version.
    pub version: String,
    /// What it makes of tasks whose outcomes depend on all of its engines.
    pub probe: u64,
}

impl Build {
    /// Its name in subjects.
    pub fn id(&self) -> String {
        let all = format!("{} {}", self.version, self.probe);
        digits(blake3::hash(all.as_bytes()).as_bytes())[..16].to_owned()
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "galapagos {}, probe {:x}", self.version, self.probe)
    }
}

/// Tasks for a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The run that they belong to.
    pub run: String,
    /// The number of the batch in the run.
    pub number: u64,
    /// The kind of the problem.
    pub kind: String,
    /// The hash of the problem.
    pub problem: Hash,
    /// The tasks.
    pub tasks: Vec<Vec<u8>>,
}

/// What came of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the batch in its run.
    pub number: u64,
    /// The program that did it.
    pub build: Build,
    /// The outcomes in the order of the tasks, or why there are none.
    pub result: Result<Vec<Vec<u8>>, Refusal>,
    /// How long that took.
    pub micros: u64,
}

/// Why a batch was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// The problem is not in the store.
    Missing,
    /// A task could not be done.
    Failed(String),
}

/// A sign of life of a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worker {
    /// Its program.
    pub build: Build,
    /// How many tasks it does at once.
    pub threads: u32,
    /// The outside engines that it lends.
    pub engines: Vec<String>,
    /// Tasks done since it was started.
    pub tasks: u64,
    /// Thousandths of a second of work since then, of all threads.
    pub busy_ms: u64,
    /// Tasks that it could not do.
    pub failures: u64,
}

impl Worker {
    /// Tasks a second of all its threads, while they are at work.
    pub fn speed(&self) -> f64 {
        let seconds = self.busy_ms as f64 / 1000.0;
        f64::from(self.threads) * self.tasks as f64 / seconds.max(1e-3)
    }
}

/// A sign of life of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// What it is called.
    pub title: String,
    /// The program of its coordinator.
    pub build: Build,
    /// Batches that are handed out.
    pub out: u64,
    /// Tasks that wait for a batch.
    pub waiting: u64,
    /// Workers, with the outcomes that came from each and how many of them were checked.
    pub workers: Vec<(String, u64, u64)>,
    /// Workers that are refused, and why.
    pub refused: Vec<(String, String)>,
}

/// Why a message is not what it should be.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damaged {
    /// It is too long.
    #[error("a message of {0} bytes; {MOST_SENT} are the most")]
    TooLong(usize),
    /// It would be too long once it is unfolded.
    #[error("a message of {0} bytes when unfolded; {MOST_UNFOLDED} are the most")]
    TooLarge(usize),
    /// It cannot be unfolded within its limits.
    #[error("a message that cannot be unfolded")]
    Folded,
    /// It is no such value.
    #[error("a message that cannot be read")]
    Unread,
}

/// A value as a message.
pub fn write(value: &impl Serialize) -> Vec<u8> {
    folded(&plain(value))
}

/// A value as a message, if that can be sent and read.
pub fn try_write(value: &impl Serialize) -> Result<Vec<u8>, Damaged> {
    let bytes = plain(value);
    if bytes.len() > MOST_UNFOLDED {
        return Err(Damaged::TooLarge(bytes.len()));
    }
    let message = folded(&bytes);
    match message.len() + MARGIN {
        fits if fits <= MOST_SENT => Ok(message),
        _ => Err(Damaged::TooLong(message.len())),
    }
}

fn plain(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("messages are plain values")
}

fn folded(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, 1).expect("memory can be compressed")
}

/// The value of a message.
pub fn read<T: DeserializeOwned>(message: &[u8]) -> Result<T, Damaged> {
    if message.len() > MOST_SENT {
        return Err(Damaged::TooLong(message.len()));
    }
    let bytes = zstd::bulk::decompress(message, MOST_UNFOLDED).map_err(|_| Damaged::Folded)?;
    match postcard::take_from_bytes(&bytes) {
        Ok((value, [])) => Ok(value),
        _ => Err(Damaged::Unread),
    }
}

/// Whether this can be the name of a worker: one word of a subject.
pub fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=64).contains(&name.len()) && name.chars().all(is_plain)
}
