//! How much the server may be asked to do.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// Nodes a move: the fewest, what is usual, and the most.
pub const NODES: [u64; 3] = [100, 20_000, 1_000_000];

/// Nodes a move of games between organisms: the fewest, what is usual, and the most. A pair
/// of games, each of 400 moves of both sides at most, needs no more than one move of a
/// visitor's opponent may.
pub const DUEL_NODES: [u64; 3] = [100, 500, 1250];

/// Pairs of games between two organisms.
pub const PAIRS: usize = 200;

/// Moves of a game, of both sides together.
pub const PLIES: usize = 600;

/// Engines that think at once, and requests that wait for them.
const THINKING: usize = 2;
const WAITING: usize = 40;

/// Moves that a visitor may ask for at once, and every second from then on.
const AT_ONCE: f64 = 60.0;
const A_SECOND: f64 = 8.0;

/// Visitors that are remembered.
const VISITORS: usize = 1000;

/// Pages that are kept up to date.
const PAGES: usize = 500;

/// How much the server is being asked to do.
#[derive(Debug)]
pub struct Limits {
    thinking: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    pages: Arc<AtomicUsize>,
    visitors: Mutex<HashMap<IpAddr, Allowance>>,
}

/// What a visitor may still ask for.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    moves: f64,
    at: Instant,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            thinking: Arc::new(Semaphore::new(THINKING)),
            waiting: Arc::default(),
            pages: Arc::default(),
            visitors: Mutex::default(),
        }
    }
}

impl Limits {
    /// A turn to think for a visitor, once there is one.
    pub async fn think(&self, visitor: IpAddr) -> Result<OwnedSemaphorePermit, Problem> {
        if !self.spend(visitor, Instant::now()) {
            return Err(Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                format!("These are too many moves at once; {A_SECOND} a second are answered."),
            ));
        }
        let place = Place::take(&self.waiting, WAITING).ok_or_else(|| {
            Problem::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "All engines are thinking about other games; try again in a moment.",
            )
        })?;
        let turn = self.thinking.clone().acquire_owned().await;
        drop(place);
        Ok(turn.expect("engines are never closed"))
    }

    fn spend(&self, visitor: IpAddr, now: Instant) -> bool {
        let visitors = self.visitors.lock();
        let mut visitors = visitors.unwrap_or_else(PoisonError::into_inner);
        if visitors.len() >= VISITORS && !visitors.contains_key(&visitor) {
            visitors.retain(|_, one| now.duration_since(one.at).as_secs_f64() * A_SECOND < AT_ONCE);
        }
        let own = visitors.entry(visitor).or_insert(Allowance {
            moves: AT_ONCE,
            at: now,
        });
        let earned = now.duration_since(own.at).as_secs_f64() * A_SECOND;
        own.moves = (own.moves + earned).min(AT_ONCE);
        own.at = now;
        let may = own.moves >= 1.0;
        if may {
            own.moves -= 1.0;
        }
        may
    }

    /// A place for a page that is kept up to date.
    pub fn watch(&self) -> Result<Place, Problem> {
        Place::take(&self.pages, PAGES).ok_or_else(|| {
            Problem::new(
                StatusCode::SERVICE_UNAVAILABLE,
                format!("{PAGES} pages are open already; close one."),
            )
        })
    }
}

/// Nodes that are asked for, within bounds.
pub fn nodes(asked: u64) -> NonZeroU64 {
    within(NODES, asked)
}

/// The same for games between organisms.
pub fn duel_nodes(asked: u64) -> NonZeroU64 {
    within(DUEL_NODES, asked)
}

fn within([least, _, most]: [u64; 3], asked: u64) -> NonZeroU64 {
    NonZeroU64::new(asked.clamp(least, most)).expect("the least is more than none")
}

/// One of a number of places, until it is dropped.
#[derive(Debug)]
pub struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(count: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let taken = Self(count.clone());
        // Where there is none, the place is given back at once.
        (count.fetch_add(1, Ordering::Relaxed) < most).then_some(taken)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_visitor_who_asks_for_too_much_must_wait_and_others_need_not() {
        let limits = Limits::default();
        let now = Instant::now();
        let [one, other] = [1, 2].map(|last| IpAddr::from(Ipv4Addr::new(10, 0, 0, last)));
        let asked = |visitor, at| (0..100).filter(|_| limits.spend(visitor, at)).count();
        assert_eq!(asked(one, now), 60);
        assert_eq!(asked(other, now), 60);
        assert_eq!(asked(one, now + Duration::from_secs(2)), 16);
        assert_eq!(asked(one, now + Duration::from_secs(3600)), 60);
    }

    #[test]
    fn nodes_stay_within_bounds() {
        assert_eq!(
            [0, 5000, u64::MAX].map(|asked| nodes(asked).get()),
            [100, 5000, 1_000_000]
        );
    }
}
