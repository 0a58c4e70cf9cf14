//! Options that are no part of how an engine thinks: memory, files, books, protocols.

/// Names of options that are technical, in lower case.
const NAMES: [&str; 13] = [
    "clear hash",
    "contempt",
    "debug",
    "minimum split depth",
    "move overhead",
    "nodestime",
    "ponder",
    "randomness",
    "search depth",
    "search time",
    "skill level",
    "slow mover",
    "use nnue",
];

/// What is in the names of others.
const PARTS: [&str; 17] = [
    "analy", "bitbase", "book", "cache", "chess960", "egbb", "egtb", "gaviota", "hash", "log",
    "multipv", "nalimov", "showcurr", "syzygy", "thread", "uci_", "ucishow",
];

/// Whether an option of this name is technical.
pub fn is_technical(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    NAMES.contains(&name.as_str()) || PARTS.iter().any(|part| name.contains(part))
}

/// What technical options must be where games are to repeat themselves, and quick to begin.
pub const QUIET: [(&str, &str); 6] = [
    ("Threads", "1"),
    ("Number of Threads", "1"),
    ("Ponder", "false"),
    ("OwnBook", "false"),
    ("Own Book", "false"),
    ("Use Search Log", "false"),
];

/// The hash table of an engine that is tuned, in MiB, or the least it has.
pub const HASH: i64 = 8;
