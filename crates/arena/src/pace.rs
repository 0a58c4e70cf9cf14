//! How much a player may think in a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A player's allowance: for every move, or for the game.
///
/// ```
/// use arena::Pace;
///
/// for text in ["40/60+0.5", "1+0.01", "nodes=2000", "depth=8", "movetime=0.1"] {
///     assert_eq!(text.parse::<Pace>()?.to_string(), text);
/// }
/// # Ok::<(), arena::PaceError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// Nodes a move.
    Nodes(u64),
    /// Plies a move.
    Depth(u8),
    /// Time a move.
    MoveTime(Duration),
    /// A clock.
    Clock {
        /// The moves `base` is for; then it is given again. `None`: for all.
        moves: Option<u32>,
        /// Time to begin with.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
    },
}

impl Pace {
    /// Whether it is an amount of time, which machines use differently.
    pub const fn is_time(self) -> bool {
        matches!(self, Self::MoveTime(_) | Self::Clock { .. })
    }
}

/// Why a text is not a pace.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a pace; try `1+0.01` (seconds for the game and a move), `40/60+0.5` (for 40 moves), \
     `movetime=0.1`, `nodes=2000` or `depth=8`"
)]
pub struct PaceError(String);

/// The shortest time there is: protocols count in milliseconds.
const SHORTEST: Duration = Duration::from_millis(1);

/// The longest: a year, which no clock's arithmetic minds.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

impl FromStr for Pace {
    type Err = PaceError;

    fn from_str(text: &str) -> Result<Self, PaceError> {
        parse(text).ok_or_else(|| PaceError(text.into()))
    }
}

fn parse(text: &str) -> Option<Pace> {
    if let Some((word, value)) = text.split_once('=') {
        return match word {
            "nodes" => value.parse().ok().filter(|&n| n > 0).map(Pace::Nodes),
            "depth" => value.parse().ok().filter(|&n| n > 0).map(Pace::Depth),
            "movetime" => seconds(value)
                .filter(|&t| t >= SHORTEST)
                .map(Pace::MoveTime),
            _ => None,
        };
    }
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(moves.parse().ok().filter(|&n| n > 0)?), time),
        None => (None, text),
    };
    let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
    Some(Pace::Clock {
        moves,
        base: seconds(base).filter(|&base| base >= SHORTEST)?,
        increment: seconds(increment)?,
    })
}

fn seconds(text: &str) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    (time <= LONGEST).then_some(time)
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::MoveTime(time) => write!(f, "movetime={}", time.as_secs_f64()),
            Self::Clock {
                moves,
                base,
                increment,
            } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_means() {
        let clock = |moves, base_ms, increment_ms| Pace::Clock {
            moves,
            base: Duration::from_millis(base_ms),
            increment: Duration::from_millis(increment_ms),
        };
        for (text, pace) in [
            ("40/60+0.5", clock(Some(40), 60_000, 500)),
            ("1+0.01", clock(None, 1000, 10)),
            ("0.5", clock(None, 500, 0)),
            ("nodes=2000", Pace::Nodes(2000)),
            ("depth=8", Pace::Depth(8)),
            ("movetime=0.1", Pace::MoveTime(Duration::from_millis(100))),
        ] {
            assert_eq!(text.parse(), Ok(pace), "{text}");
            assert_eq!(pace.to_string().parse(), Ok(pace), "{text}");
        }
    }

    #[test]
    fn refuses_nonsense() {
        for text in [
            "",
            "+",
            "0",
            "0+1",
            "-1",
            "1+-1",
            "0/60",
            "x/60",
            "40/",
            "1+",
            "inf",
            "nan",
            "1e30",
            "1e9",
            "nodes=0",
            "nodes=",
            "depth=0",
            "depth=300",
            "movetime=0",
            "mate=3",
            "1+1+1",
        ] {
            let error = text.parse::<Pace>().unwrap_err();
            assert!(error.to_string().contains("40/60+0.5"), "{text}");
        }
    }
}
