//! Limits in the words of xboard.

use std::fmt::Write;

use chess::Color;

use crate::{Limit, Misdeed};

/// The commands before a game that say how long the engine, as `mover`, may think
/// in it.
pub fn announce(limit: &Limit, mover: Color) -> Result<String, Misdeed> {
    match limit {
        Limit::Nodes(_) => Err(Misdeed::Unable(
            "count nodes: xboard's protocol has no such limit",
        )),
        // There is always a clock; this one ends no search.
        Limit::Depth(depth) => Ok(format!("level 0 1000 0\nsd {depth}\n")),
        Limit::MoveTime(time) if time.subsec_nanos() == 0 => Ok(format!("st {}\n", time.as_secs())),
        Limit::MoveTime(_) => Err(Misdeed::Unable(
            "think for parts of a second: xboard's protocol counts whole ones",
        )),
        Limit::Clocks { .. } => {
            let clock = limit.clock(mover).expect("there are clocks");
            // The commands before each move are more exact.
            let base = clock.remaining.as_secs().max(1);
            Ok(format!(
                "level {} {}:{:02} {}\n",
                clock.moves_to_go.unwrap_or(0),
                base / 60,
                base % 60,
                clock.increment.as_secs_f64()
            ))
        }
    }
}

/// The commands before a move that say how much time is left to the engine,
/// `mover`, and to its opponent.
pub fn clocks(limit: &Limit, mover: Color) -> String {
    let mut commands = String::new();
    for (word, color) in [("time", mover), ("otim", !mover)] {
        if let Some(clock) = limit.clock(color) {
            let _ = writeln!(commands, "{word} {}", clock.remaining.as_millis() / 10);
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pace;
    use crate::clock::Clocks;
    use Color::{Black, White};

    fn limit(white: &str, black: &str, mover: Color) -> Limit {
        let pace = |text: &str| text.parse::<Pace>().unwrap();
        Clocks::new(pace(white), pace(black)).limit(mover)
    }

    #[test]
    fn limits_in_the_words_of_xboard() {
        for (pace, command) in [
            ("40/90", "level 40 1:30 0\n"),
            ("1+0.01", "level 0 0:01 0.01\n"),
            ("0.5+2", "level 0 0:01 2\n"),
            ("movetime=3", "st 3\n"),
            ("depth=4", "level 0 1000 0\nsd 4\n"),
        ] {
            let limit = limit(pace, pace, White);
            assert_eq!(announce(&limit, White).as_deref(), Ok(command), "{pace}");
        }
        for pace in ["nodes=5", "movetime=0.5"] {
            assert!(announce(&limit(pace, pace, White), White).is_err());
        }
    }

    #[test]
    fn each_side_sees_its_own_clock_first() {
        let limit = limit("60", "1.237", Black);
        assert_eq!(clocks(&limit, Black), "time 123\notim 6000\n");
        assert_eq!(clocks(&Limit::Depth(3), White), "");
    }
}
