//! What a pace leaves a player in the course of a game.

use std::time::Duration;

use chess::Color;
use engine::search::Clock;

use crate::{Limit, Misdeed, Pace};

/// The clocks of both players.
pub struct Clocks {
    white: Account,
    black: Account,
}

/// One player's allowance and what is left of it.
struct Account {
    pace: Pace,
    /// What is left to the next control; meaningless without a clock.
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl Clocks {
    /// The clocks at the beginning of a game.
    pub fn new(white: Pace, black: Pace) -> Self {
        Self {
            white: Account::new(white),
            black: Account::new(black),
        }
    }

    /// What ends the next search of `mover`.
    pub fn limit(&self, mover: Color) -> Limit {
        let own = self.of(mover);
        match own.pace {
            Pace::Nodes(nodes) => Limit::Nodes(nodes),
            Pace::Depth(depth) => Limit::Depth(depth),
            Pace::MoveTime(time) => Limit::MoveTime(time),
            Pace::Clock { .. } => {
                // An opponent without a clock is shown with the mover's time.
                let shown = |color| self.of(color).clock().or(own.clock());
                let clock = |color| shown(color).expect("the mover has a clock");
                Limit::Clocks {
                    white: clock(Color::White),
                    black: clock(Color::Black),
                }
            }
        }
    }

    /// Takes the time of a move from the mover's clock; taking more than the clock
    /// and `margin` allow is a misdeed.
    pub fn spend(
        &mut self,
        mover: Color,
        taken: Duration,
        margin: Duration,
    ) -> Result<(), Misdeed> {
        let account = match mover {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        };
        account.spend(taken, margin)
    }

    fn of(&self, color: Color) -> &Account {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl Account {
    fn new(pace: Pace) -> Self {
        let (remaining, moves_to_go) = match pace {
            Pace::Clock { base, moves, .. } => (base, moves),
            _ => (Duration::ZERO, None),
        };
        Self {
            pace,
            remaining,
            moves_to_go,
        }
    }

    fn clock(&self) -> Option<Clock> {
        match self.pace {
            Pace::Clock { increment, .. } => Some(Clock {
                remaining: self.remaining,
                increment,
                moves_to_go: self.moves_to_go,
                overhead: Duration::ZERO,
            }),
            _ => None,
        }
    }

    fn spend(&mut self, taken: Duration, margin: Duration) -> Result<(), Misdeed> {
        let allowed = match self.pace {
            Pace::Nodes(_) | Pace::Depth(_) => return Ok(()),
            Pace::MoveTime(time) => time,
            Pace::Clock { .. } => self.remaining,
        };
        if taken > allowed.saturating_add(margin) {
            return Err(Misdeed::Overstep { allowed, taken });
        }
        if let Pace::Clock {
            moves,
            base,
            increment,
        } = self.pace
        {
            let left = allowed.saturating_sub(taken).saturating_add(increment);
            self.moves_to_go = self.moves_to_go.map(|moves| moves - 1);
            self.remaining = if self.moves_to_go == Some(0) {
                self.moves_to_go = moves;
                left.saturating_add(base)
            } else {
                left
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// The mover's remaining milliseconds and moves to go.
    fn shown(clocks: &Clocks, mover: Color) -> (u128, Option<u32>) {
        match clocks.limit(mover) {
            Limit::Clocks { white, black } => {
                let clock = if mover == White { white } else { black };
                (clock.remaining.as_millis(), clock.moves_to_go)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn time_is_spent_and_given() {
        let classical = "2/10+0.5".parse().unwrap();
        let mut clocks = Clocks::new(classical, "1+0.01".parse().unwrap());
        assert_eq!(shown(&clocks, White), (10_000, Some(2)));
        clocks.spend(White, ms(4000), ms(0)).unwrap();
        assert_eq!(shown(&clocks, White), (6500, Some(1)));
        clocks.spend(White, ms(6500), ms(0)).unwrap();
        assert_eq!(shown(&clocks, White), (10_500, Some(2)));
        assert_eq!(shown(&clocks, Black), (1000, None));
        clocks.spend(Black, ms(300), ms(0)).unwrap();
        assert_eq!(shown(&clocks, Black), (710, None));
    }

    #[test]
    fn more_than_there_is_is_forgiven_to_the_margin() {
        let mut clocks = Clocks::new("1+0".parse().unwrap(), "movetime=0.1".parse().unwrap());
        clocks.spend(White, ms(1020), ms(20)).unwrap();
        assert_eq!(shown(&clocks, White), (0, None));
        let overstep = clocks.spend(White, ms(21), ms(20));
        assert_eq!(
            overstep,
            Err(Misdeed::Overstep {
                allowed: ms(0),
                taken: ms(21)
            })
        );
        for _ in 0..3 {
            clocks.spend(Black, ms(120), ms(20)).unwrap();
            assert!(clocks.spend(Black, ms(121), ms(20)).is_err());
        }
    }

    #[test]
    fn a_clock_faces_none() {
        let mut clocks = Clocks::new("nodes=5".parse().unwrap(), "3".parse().unwrap());
        clocks.spend(White, ms(1 << 40), ms(0)).unwrap();
        assert_eq!(clocks.limit(White), Limit::Nodes(5));
        match clocks.limit(Black) {
            Limit::Clocks { white, black } => assert_eq!(white, black),
            other => panic!("{other:?}"),
        }
    }
}
