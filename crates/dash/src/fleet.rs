//! The workers of a fleet, as its server knows them.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fleet::{Access, Glance};

/// What a look at the fleet came to, or why nothing was seen.
pub type Seen = Result<Glance, String>;

/// A fleet that is looked at while a page shows it.
#[derive(Debug)]
pub struct Fleet {
    access: Access,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    seen: Option<(Instant, Arc<Seen>)>,
    /// When it was last asked for.
    wanted: Option<Instant>,
}

/// How often it is looked at: signs of life come every three seconds.
const EVERY: Duration = Duration::from_secs(1);

/// How long after the last question.
const WANTED: Duration = Duration::from_secs(10);

impl Fleet {
    /// At this server; nothing is asked of it yet.
    pub fn at(access: Access) -> Arc<Self> {
        let fleet = Arc::new(Self {
            access,
            state: Mutex::default(),
        });
        let watched = Arc::downgrade(&fleet);
        // It ends with the server.
        thread::spawn(move || {
            while let Some(fleet) = watched.upgrade() {
                let wanted = fleet.lock(|state| state.wanted);
                if wanted.is_some_and(|wanted| wanted.elapsed() < WANTED) {
                    fleet.look();
                }
                drop(fleet);
                thread::sleep(EVERY);
            }
        });
        fleet
    }

    /// What was seen last; nothing before the first look. Does not wait.
    pub fn seen(&self) -> Option<Arc<Seen>> {
        self.lock(|state| {
            state.wanted = Some(Instant::now());
            state.seen.as_ref().map(|(_, seen)| seen.clone())
        })
    }

    /// What is to be seen now, or was a moment ago. May wait for the server.
    pub fn now(&self) -> Arc<Seen> {
        let known = self.seen();
        let age = self.lock(|state| state.seen.as_ref().map(|(at, _)| at.elapsed()));
        match known.filter(|_| age.is_some_and(|age| age < 3 * EVERY)) {
            Some(seen) => seen,
            None => self.look(),
        }
    }

    fn look(&self) -> Arc<Seen> {
        let seen = Glance::at(&self.access).map_err(|error| error.to_string());
        let seen = Arc::new(seen);
        self.lock(|state| state.seen = Some((Instant::now(), seen.clone())));
        seen
    }

    fn lock<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
