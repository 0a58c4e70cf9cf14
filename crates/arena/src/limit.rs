//! How long an outside engine may think.

use std::time::Duration;

use chess::Color;
use engine::search::Clock;

/// What ends a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// About this many nodes.
    Nodes(u64),
    /// This many plies.
    Depth(u8),
    /// This much time for the move.
    MoveTime(Duration),
    /// The engine manages its own time.
    Clocks {
        /// White's clock.
        white: Clock,
        /// Black's clock.
        black: Clock,
    },
}

impl Limit {
    /// The `go` command for this limit when `mover` is to move.
    pub fn go(&self, mover: Color) -> String {
        match self {
            Self::Nodes(nodes) => format!("go nodes {nodes}"),
            Self::Depth(depth) => format!("go depth {depth}"),
            Self::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Self::Clocks { white, black } => {
                // To some engines, 0 means that there is no clock.
                let left = |clock: &Clock| clock.remaining.as_millis().max(1);
                let mut command = format!(
                    "go wtime {} btime {} winc {} binc {}",
                    left(white),
                    left(black),
                    white.increment.as_millis(),
                    black.increment.as_millis(),
                );
                if let Some(moves) = self.clock(mover).and_then(|clock| clock.moves_to_go) {
                    command += &format!(" movestogo {moves}");
                }
                command
            }
        }
    }

    /// The time `mover` has, if it is limited.
    pub(crate) fn time(&self, mover: Color) -> Option<Duration> {
        match self {
            Self::Nodes(_) | Self::Depth(_) => None,
            Self::MoveTime(time) => Some(*time),
            Self::Clocks { .. } => self.clock(mover).map(|clock| clock.remaining),
        }
    }

    /// One side's clock, if there are clocks.
    pub(crate) fn clock(&self, mover: Color) -> Option<&Clock> {
        match self {
            Self::Clocks { white, black } => Some(match mover {
                Color::White => white,
                Color::Black => black,
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_commands() {
        let clock = |seconds, moves_to_go| Clock {
            remaining: Duration::from_secs(seconds),
            increment: Duration::from_millis(10 * seconds),
            moves_to_go,
            overhead: Duration::ZERO,
        };
        let clocks = Limit::Clocks {
            white: clock(1, None),
            black: clock(2, Some(7)),
        };
        let time = Limit::MoveTime(Duration::from_millis(1500));
        for (limit, mover, command, seconds) in [
            (Limit::Nodes(3000), Color::White, "go nodes 3000", None),
            (Limit::Depth(4), Color::Black, "go depth 4", None),
            (time, Color::White, "go movetime 1500", Some(1.5)),
            (
                clocks,
                Color::White,
                "go wtime 1000 btime 2000 winc 10 binc 20",
                Some(1.0),
            ),
            (
                clocks,
                Color::Black,
                "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 7",
                Some(2.0),
            ),
        ] {
            assert_eq!(limit.go(mover), command);
            assert_eq!(limit.time(mover), seconds.map(Duration::from_secs_f64));
        }
    }
}
