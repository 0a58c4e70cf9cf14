//! The `go` command: what to search and how long.

use std::num::IntErrorKind;
use std::time::Duration;

use chess::{Board, Color, Move, uci};

use super::text;
use crate::search::{Budget, Clock, Limit, MAX_DEPTH, Signals};

/// A `go` command.
#[derive(Debug, Default, PartialEq)]
pub struct Go {
    /// What ends the search.
    pub limit: Limit,
    /// The only moves to look at, if any are named.
    pub only: Vec<Move>,
    /// The answer waits for `stop`.
    pub infinite: bool,
    /// The answer waits for `ponderhit`, and so does the clock.
    pub ponder: bool,
}

impl Go {
    /// Reads the words after `go`. Those it does not know are skipped, as the protocol
    /// wants, and numbers out of range become the nearest ones in range. What would
    /// search without end by mistake is refused: a limit without its number, and
    /// unknown words without a limit.
    pub fn parse(arguments: &str, board: &Board, overhead: Duration) -> Result<Self, String> {
        let mut go = Self::default();
        let mut numbers = Numbers::default();
        let mut moves_follow = false;
        let mut is_understood = arguments.trim().is_empty();
        let mut words = arguments.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => moves_follow = true,
                _ => {
                    if let Some(place) = numbers.named(word) {
                        *place = Some(number_of(word, words.next())?);
                    } else if !moves_follow {
                        continue;
                    } else if let Ok(mv) = uci::parse(board, word) {
                        go.only.push(mv);
                    }
                }
            }
            is_understood = true;
        }
        if !is_understood {
            return Err(format!(
                "nothing known in `{}`: try depth 10, nodes 100000, movetime 1000 or infinite",
                text::excerpt(arguments.trim())
            ));
        }
        let clock = numbers.clock(board.side_to_move(), overhead);
        go.limit = Limit {
            depth: numbers
                .depth
                .map(|depth| depth.clamp(1, MAX_DEPTH.into()) as u8),
            nodes: numbers.nodes.map(|nodes| nodes.max(0) as u64),
            mate: numbers
                .mate
                .map(|moves| moves.clamp(1, u8::MAX.into()) as u8),
            time: None,
        };
        if !go.infinite {
            let fixed = |time| Budget::fixed(milliseconds(time).saturating_sub(overhead));
            let on_clock = clock.map(|clock| Limit::on_clock(&clock, board));
            let on_clock = on_clock.unwrap_or_default();
            go.limit.time = numbers.movetime.map(fixed).or(on_clock.time);
            go.limit.depth = match (go.limit.depth, on_clock.depth) {
                (Some(asked), Some(forced)) => Some(asked.min(forced)),
                (asked, forced) => asked.or(forced),
            };
        }
        Ok(go)
    }

    /// The signals its search starts with.
    pub fn signals(&self) -> Signals {
        if self.ponder {
            Signals::pondering()
        } else {
            Signals::default()
        }
    }
}

/// The numbers of a `go` command, as they were sent.
#[derive(Default)]
struct Numbers {
    wtime: Option<i64>,
    btime: Option<i64>,
    winc: Option<i64>,
    binc: Option<i64>,
    movestogo: Option<i64>,
    movetime: Option<i64>,
    depth: Option<i64>,
    nodes: Option<i64>,
    mate: Option<i64>,
}

impl Numbers {
    fn named(&mut self, name: &str) -> Option<&mut Option<i64>> {
        Some(match name {
            "wtime" => &mut self.wtime,
            "btime" => &mut self.btime,
            "winc" => &mut self.winc,
            "binc" => &mut self.binc,
            "movestogo" => &mut self.movestogo,
            "movetime" => &mut self.movetime,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            _ => return None,
        })
    }

    /// The clock of the side to move, if it has one.
    fn clock(&self, side: Color, overhead: Duration) -> Option<Clock> {
        let (remaining, increment) = match side {
            Color::White => (self.wtime, self.winc),
            Color::Black => (self.btime, self.binc),
        };
        Some(Clock {
            remaining: milliseconds(remaining?),
            increment: milliseconds(increment.unwrap_or(0)),
            // Some GUIs send 0 where there is no further control.
            moves_to_go: self
                .movestogo
                .filter(|&moves| moves > 0)
                .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
            overhead,
        })
    }
}

/// Reads the whole number that belongs to `name`; one that is too large becomes the
/// largest there is.
fn number_of(name: &str, word: Option<&str>) -> Result<i64, String> {
    let word = word.ok_or_else(|| format!("`{name}` needs a number"))?;
    word.parse()
        .or_else(|error: std::num::ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Ok(i64::MAX),
            IntErrorKind::NegOverflow => Ok(i64::MIN),
            _ => Err(format!(
                "`{name}` needs a whole number, not `{}`",
                text::excerpt(word)
            )),
        })
}

/// GUIs send negative times for clocks that were overstepped.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn go(arguments: &str) -> Go {
        Go::parse(arguments, &Board::default(), OVERHEAD).unwrap()
    }

    fn time(arguments: &str) -> Duration {
        go(arguments).limit.time.unwrap().hard
    }

    #[test]
    fn limits() {
        let limit = go("depth 7 nodes 1000 mate 3").limit;
        assert_eq!(
            limit,
            Limit {
                depth: Some(7),
                nodes: Some(1000),
                mate: Some(3),
                time: None
            }
        );
        assert_eq!(go("").limit, Limit::default());
        assert_eq!(time("movetime 110"), Duration::from_millis(100));
        assert!(go("ponder wtime 1000").ponder);
        assert_eq!(go("infinite wtime 1000").limit, Limit::default());
    }

    #[test]
    fn only_the_movers_clock_counts() {
        assert_eq!(go("btime 1000 binc 10").limit, Limit::default());
        let slow = time("wtime 100000 winc 1000");
        assert!(time("wtime 1000 winc 0 btime 100000 binc 1000") < slow);
        assert_eq!(
            time("wtime 1000 movestogo 0"),
            time("wtime 1000 movestogo -1")
        );
        assert!(time("wtime 100000 movestogo 1") > slow);
    }

    #[test]
    fn senseless_numbers_become_sensible() {
        assert_eq!(go("depth -5").limit, Limit::depth(1));
        assert_eq!(
            go("depth 99999999999999999999").limit,
            Limit::depth(MAX_DEPTH)
        );
        assert_eq!(go("nodes -1").limit, Limit::nodes(0));
        assert_eq!(go("mate 0").limit.mate, Some(1));
        assert!(time("movetime 99999999999999999999") > Duration::from_secs(1 << 40));
        assert!(time("movetime -3") <= Duration::from_millis(1));
        assert!(time("wtime -250 btime 10") <= Duration::from_millis(1));
        assert!(time("wtime 5 winc 100000") <= Duration::from_millis(1));
        let huge = "99999999999999999999";
        time(&format!("wtime {huge} winc {huge} movestogo {huge}"));
    }

    #[test]
    fn what_would_search_without_an_end_by_mistake_is_refused() {
        for (arguments, says) in [
            ("depth abc", "`depth` needs a whole number, not `abc`"),
            ("depth 1.5", "`depth` needs a whole number, not `1.5`"),
            ("nodes x", "`nodes` needs a whole number, not `x`"),
            ("movetime", "`movetime` needs a number"),
            ("depth nodes 9", "not `nodes`"),
            ("depth 3 depth", "`depth` needs a number"),
            ("wtime soon depth 2", "not `soon`"),
            ("dpeth 5", "nothing known in `dpeth 5`"),
        ] {
            let refused = Go::parse(arguments, &Board::default(), OVERHEAD).unwrap_err();
            assert!(refused.contains(says), "{refused}");
        }
        assert_eq!(go("quickly depth 3").limit, Limit::depth(3));
        assert!(go("now infinite").infinite);
    }

    #[test]
    fn moves_to_search() {
        let moves = |arguments| go(arguments).only.iter().map(Move::to_string).collect();
        let two: Vec<String> = moves("searchmoves e2e4 e2e5 junk d2d4 depth 3");
        assert_eq!(two, ["e2e4", "d2d4"]);
        assert_eq!(go("searchmoves e2e4 depth 3").limit, Limit::depth(3));
    }

    #[test]
    fn a_forced_move_is_played_at_once_on_the_clock() {
        let board = fen::parse("7k/8/8/8/8/8/5q2/7K w - - 0 1").unwrap();
        let forced = fen::parse("k7/8/8/8/8/1r6/r7/K7 w - - 0 1").unwrap();
        let depth = |board, arguments| Go::parse(arguments, board, OVERHEAD).unwrap().limit.depth;
        assert_eq!(depth(&forced, "wtime 9000"), Some(2));
        assert_eq!(depth(&forced, "wtime 9000 depth 1"), Some(1));
        assert_eq!(depth(&forced, "movetime 9000"), None);
        assert_eq!(depth(&forced, "infinite wtime 9000"), None);
        assert_eq!(depth(&board, "wtime 9000"), None);
    }
}
