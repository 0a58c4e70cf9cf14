//! How long a search may go on.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

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
    /// So many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// So many plies.
    pub fn depth(depth: u8) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }
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
    /// Exactly this long.
    pub fn fixed(time: Duration) -> Self {
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
        /// Moves a game is thought to go on for.
        const HORIZON: u32 = 30;
        let horizon = self.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let usable = self.remaining.saturating_sub(self.overhead);
        let share = usable / horizon + self.increment * 3 / 4;
        // One long think must leave something for the moves after it.
        let most = if horizon == 1 { usable } else { usable * 2 / 5 };
        let hard = (share * 4).min(most);
        Budget {
            soft: (share * 3 / 5).min(hard),
            hard,
        }
    }
}

/// Messages to a search that is under way.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Signals {
    /// Signals for a search that ponders: time limits wait for [`Signals::ponder_hit`].
    pub fn pondering() -> Self {
        let signals = Self::default();
        signals.pondering.store(true, Relaxed);
        signals
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
        self.pondering.store(false, Relaxed);
    }

    /// Whether the search is still on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}

/// When a search began, and when it must end.
#[derive(Clone, Copy)]
pub(super) struct Deadline<'a> {
    pub signals: &'a Signals,
    pub start: Instant,
    pub budget: Option<Budget>,
}

impl Deadline<'_> {
    /// The search must end now.
    pub fn is_over(&self) -> bool {
        self.signals.stopped() || self.passed(|budget| budget.hard)
    }

    /// Another iteration would hardly be finished in time.
    pub fn is_near(&self) -> bool {
        self.passed(|budget| budget.soft)
    }

    fn passed(&self, limit: impl Fn(&Budget) -> Duration) -> bool {
        self.budget.as_ref().is_some_and(|budget| {
            !self.signals.is_pondering() && self.start.elapsed() >= limit(budget)
        })
    }
}
