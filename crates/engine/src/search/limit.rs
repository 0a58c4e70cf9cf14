//! How long a search may take.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use chess::Board;

/// Everything that can end a search; the first to be met does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limit {
    /// Plies of the last iteration.
    pub depth: Option<u8>,
    /// Nodes, never one more.
    pub nodes: Option<u64>,
    /// A mate in this many moves has been found.
    pub mate: Option<u8>,
    /// Time; only for play, since what it ends cannot be repeated.
    pub time: Option<Budget>,
}

impl Limit {
    /// This many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// This many plies.
    pub fn depth(depth: u8) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// What a clock leaves for a move on `board`: a forced one is played at once.
    pub fn on_clock(clock: &Clock, board: &Board) -> Self {
        Self {
            depth: has_one_move(board).then_some(FORCED_DEPTH),
            time: Some(clock.budget()),
            ..Self::default()
        }
    }
}

/// Deep enough for an expected reply, and over at once.
const FORCED_DEPTH: u8 = 2;

fn has_one_move(board: &Board) -> bool {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len();
        count > 1
    });
    count == 1
}

/// Time for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search is cut off at this.
    pub hard: Duration,
}

impl Budget {
    /// This long, but never too short for a move.
    pub fn fixed(time: Duration) -> Self {
        let time = time.max(SHORTEST);
        Self {
            soft: time,
            hard: time,
        }
    }
}

/// A player's clock when it is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// What passes between a decision here and the stopping of the clock.
    pub overhead: Duration,
}

impl Clock {
    /// The time to give the next move.
    ///
    /// ```
    /// use std::time::Duration;
    /// use engine::search::Clock;
    ///
    /// let clock = Clock {
    ///     remaining: Duration::from_secs(60),
    ///     increment: Duration::from_secs(1),
    ///     moves_to_go: None,
    ///     overhead: Duration::from_millis(10),
    /// };
    /// let budget = clock.budget();
    /// assert!(budget.soft < budget.hard && budget.hard < clock.remaining);
    /// ```
    pub fn budget(&self) -> Budget {
        /// Moves that a game is expected to last.
        const HORIZON: u32 = 30;
        let horizon = self.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let usable = self.remaining.saturating_sub(self.overhead);
        let increment = self.increment.saturating_mul(3) / 4;
        let share = (usable / horizon).saturating_add(increment);
        // One long think must leave something for the moves after it, and every
        // one something for a machine that is busy with other things.
        let most = usable.saturating_mul(4) / 5 / horizon.min(4);
        let hard = share.saturating_mul(4).min(most).max(SHORTEST);
        Budget {
            soft: (share.saturating_mul(3) / 5).min(hard),
            hard,
        }
    }
}

/// Enough for a move that is better than a random one.
const SHORTEST: Duration = Duration::from_millis(1);

/// Messages to a search that is under way.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    /// When pondering ended, if the search began with it.
    ponder_hit: Option<OnceLock<Instant>>,
}

impl Signals {
    /// Signals for a search that ponders: time limits wait for [`Signals::ponder_hit`].
    pub fn pondering() -> Self {
        Self {
            ponder_hit: Some(OnceLock::new()),
            ..Self::default()
        }
    }

    /// Ends the search at once.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search was told to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The move pondered on was played: time counts from now on.
    pub fn ponder_hit(&self) {
        if let Some(hit) = &self.ponder_hit {
            hit.get_or_init(Instant::now);
        }
    }

    /// Whether the search is still on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.ponder_hit
            .as_ref()
            .is_some_and(|hit| hit.get().is_none())
    }

    /// Since when time counts for a search that began at `start`; not at all
    /// while it is on the opponent's time.
    fn clock_start(&self, start: Instant) -> Option<Instant> {
        match &self.ponder_hit {
            None => Some(start),
            Some(hit) => hit.get().copied(),
        }
    }
}

/// When a search began, and when it must end.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    pub signals: &'a Signals,
    pub start: Instant,
    pub budget: Option<Budget>,
}

impl Deadline<'_> {
    /// The search must end now.
    pub fn is_over(&self) -> bool {
        self.signals.stopped() || self.passed(|budget| budget.hard)
    }

    /// Another iteration would hardly be finished in time; `patience` is the share of the
    /// soft limit that this position deserves.
    pub fn is_near(&self, patience: f64) -> bool {
        self.passed(|budget| {
            let soft = Duration::try_from_secs_f64(budget.soft.as_secs_f64() * patience);
            soft.unwrap_or(budget.hard).min(budget.hard)
        })
    }

    fn passed(&self, limit: impl Fn(&Budget) -> Duration) -> bool {
        self.budget.as_ref().is_some_and(|budget| {
            let start = self.signals.clock_start(self.start);
            start.is_some_and(|start| start.elapsed() >= limit(budget))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    #[test]
    fn a_forced_move_needs_no_time() {
        let clock = Clock {
            remaining: Duration::from_secs(9),
            increment: Duration::ZERO,
            moves_to_go: None,
            overhead: Duration::ZERO,
        };
        let depth = |text| Limit::on_clock(&clock, &fen::parse(text).unwrap()).depth;
        assert_eq!(depth("k7/8/8/8/8/1r6/r7/K7 w - - 0 1"), Some(FORCED_DEPTH));
        assert_eq!(depth("7k/8/8/8/8/8/5q2/7K w - - 0 1"), None);
    }

    fn budget(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining_ms),
            increment: Duration::from_millis(increment_ms),
            moves_to_go,
            overhead: Duration::from_millis(20),
        };
        clock.budget()
    }

    #[test]
    fn every_clock_gives_a_budget_it_can_pay() {
        for remaining in [0, 1, 19, 20, 21, 25, 50, 1000, 3_600_000, u64::MAX] {
            for increment in [0, 10, 5000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let Budget { soft, hard } = budget(remaining, increment, moves_to_go);
                    assert!(soft <= hard);
                    let usable = Duration::from_millis(remaining.saturating_sub(20));
                    assert!(hard <= usable.max(SHORTEST), "{remaining} {increment}");
                }
            }
        }
        let most = Clock {
            remaining: Duration::MAX,
            increment: Duration::MAX,
            moves_to_go: Some(1),
            overhead: Duration::ZERO,
        };
        assert!(most.budget().hard < Duration::MAX);
    }

    #[test]
    fn time_counts_from_the_ponder_hit() {
        let signals = Signals::pondering();
        let deadline = Deadline {
            signals: &signals,
            start: Instant::now(),
            budget: Some(Budget::fixed(Duration::from_secs(3600))),
        };
        assert_eq!(signals.clock_start(deadline.start), None);
        assert!(signals.is_pondering() && !deadline.is_over());
        signals.ponder_hit();
        assert!(!signals.is_pondering());
        let hit = signals.clock_start(deadline.start);
        assert!(hit >= Some(deadline.start));
        signals.ponder_hit();
        assert_eq!(signals.clock_start(deadline.start), hit);
    }
}
