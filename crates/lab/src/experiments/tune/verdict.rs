//! Games that show whether new values are better: pairs kept one by one, so that a match
//! goes on where it was broken off.
//!
//! Two files hold a match: `NAME.csv` has a line for each pair, `NAME.pgn` the games. What
//! was being written when the power went is left out, and played again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arena::stats::{Decision, Pentanomial};
use problems::uci_engine::{Bout, Duel, Games};

/// The results of a match so far, and where they are kept.
#[derive(Debug)]
pub struct Ledger {
    pairs: File,
    games: File,
    /// Length of the file of games.
    length: u64,
    /// The pairs that count.
    pub results: Pentanomial,
    /// How many were played, those that do not count included.
    pub played: usize,
    /// What went wrong, in a line each.
    pub faults: Vec<String>,
}

/// Why a match cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The file cannot be read or written.
    #[error("{}: {source}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is of another match.
    #[error(
        "{} is of a match with other values, another pace or other openings; remove it, or keep it \
         elsewhere", .0.display()
    )]
    Other(PathBuf),
}

impl Ledger {
    /// Opens the files of a match in a folder, or makes them. `about` is a line that is
    /// different for different matches.
    pub fn open(folder: &Path, name: &str, about: &str) -> Result<Self, LedgerError> {
        let [csv, pgn] = ["csv", "pgn"].map(|ending| folder.join(format!("{name}.{ending}")));
        let failed = |file: &Path| {
            let file = file.to_owned();
            move |source| LedgerError::File { file, source }
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let open = |file: &Path| {
            let mut options = OpenOptions::new();
            let opened = options.read(true).append(true).create(true).open(file);
            opened.map_err(failed(file))
        };
        let mut pairs = open(&csv)?;
        let games = open(&pgn)?;
        let text = fs::read_to_string(&csv).map_err(failed(&csv))?;
        let head = format!("# {about}\nwhite,black,games_end,faults\n");
        let mut ledger = Self {
            games,
            length: 0,
            results: Pentanomial::default(),
            played: 0,
            faults: Vec::new(),
            pairs: pairs.try_clone().map_err(failed(&csv))?,
        };
        if text.len() < head.len() && head.starts_with(&text) {
            pairs.set_len(0).map_err(failed(&csv))?;
            pairs.write_all(head.as_bytes()).map_err(failed(&csv))?;
        } else {
            let rows = text.strip_prefix(&head);
            let rows = rows.ok_or_else(|| LedgerError::Other(csv.clone()))?;
            let mut whole = head.len();
            for row in rows.split_inclusive('\n') {
                if !ledger.read(row) {
                    break;
                }
                whole += row.len();
            }
            pairs.set_len(whole as u64).map_err(failed(&csv))?;
        }
        ledger.games.set_len(ledger.length).map_err(failed(&pgn))?;
        Ok(ledger)
    }

    /// Takes in a row, if it is whole.
    fn read(&mut self, row: &str) -> bool {
        let Some(row) = row.strip_suffix('\n') else {
            return false;
        };
        let mut columns = row.splitn(4, ',');
        let mut column = || columns.next();
        let (Some(white), Some(black), Some(end), Some(faults)) =
            (column(), column(), column(), column())
        else {
            return false;
        };
        let Ok(end) = end.parse() else {
            return false;
        };
        let half = |text: &str| text.parse().ok().filter(|&half: &u8| half <= 2);
        let half_points = match (half(white), half(black)) {
            (Some(white), Some(black)) => Some([white, black]),
            (None, None) if white.is_empty() && black.is_empty() => None,
            _ => return false,
        };
        self.count(half_points);
        self.length = end;
        let faults = faults.split(" | ").filter(|fault| !fault.is_empty());
        self.faults.extend(faults.map(str::to_owned));
        true
    }

    fn count(&mut self, half_points: Option<[u8; 2]>) {
        let games = Games {
            half_points,
            nodes: 0,
            moves: [Vec::new(), Vec::new()],
            faults: Vec::new(),
        };
        self.results += Duel::results(&[games]);
        self.played += 1;
    }

    /// Adds a pair.
    pub fn add(&mut self, duel: &Duel, bout: &Bout, games: &Games) -> io::Result<()> {
        let pgn = duel.pgn(self.played + 1, bout, games);
        self.games.write_all(pgn.as_bytes())?;
        self.length += pgn.len() as u64;
        let [white, black] = match games.half_points {
            Some(half_points) => half_points.map(|half| half.to_string()),
            None => [String::new(), String::new()],
        };
        let faults: Vec<_> = games.faults.iter().map(|fault| one_line(fault)).collect();
        let row = format!("{white},{black},{},{}\n", self.length, faults.join(" | "));
        self.pairs.write_all(row.as_bytes())?;
        self.count(games.half_points);
        self.faults.extend(faults);
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace('|', "/")
}

/// What a tuning run comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The new values are stronger at both limits.
    Better,
    /// That may be so or not.
    NotShown,
    /// They are weaker at one limit at least.
    Worse,
}

impl Verdict {
    /// Of the decisions and the results at all limits. Better is what the tests say at
    /// every limit; worse is what even the upper end of an interval says at one.
    pub fn of(matches: &[(Decision, Pentanomial)]) -> Self {
        let is_worse = |(_, results): &(Decision, Pentanomial)| results.elo().high < 0.0;
        let is_better = |(decision, _): &(Decision, Pentanomial)| *decision == Decision::AcceptH1;
        match matches {
            _ if matches.iter().any(is_worse) => Self::Worse,
            _ if !matches.is_empty() && matches.iter().all(is_better) => Self::Better,
            _ => Self::NotShown,
        }
    }

    /// The sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Better => "The new values are better.",
            Self::NotShown => "The new values are not shown to be better.",
            Self::Worse => "The new values are worse.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many pairs of each kind: lost, drawn and won by both games.
    fn results(pairs: [(u8, usize); 3]) -> Pentanomial {
        let mut results = Pentanomial::default();
        for (half_points, count) in pairs {
            for _ in 0..count {
                results += Pentanomial::of_half_points([half_points; 2]);
            }
        }
        results
    }

    #[test]
    fn one_of_three_sentences() {
        let won = (Decision::AcceptH1, results([(0, 50), (1, 50), (2, 150)]));
        let even = (Decision::Continue, results([(0, 50), (1, 50), (2, 55)]));
        let lost = (Decision::AcceptH0, results([(0, 150), (1, 50), (2, 50)]));
        // Not five Elo stronger, but not shown to be weaker either.
        let flat = (Decision::AcceptH0, results([(0, 55), (1, 50), (2, 50)]));
        for (matches, verdict) in [
            (&[won, won][..], Verdict::Better),
            (&[won, even], Verdict::NotShown),
            (&[even, won], Verdict::NotShown),
            (&[flat, flat], Verdict::NotShown),
            (&[won, flat], Verdict::NotShown),
            (&[won, lost], Verdict::Worse),
            (&[lost, even], Verdict::Worse),
            (&[], Verdict::NotShown),
        ] {
            assert_eq!(Verdict::of(matches), verdict, "{matches:?}");
        }
    }
}
