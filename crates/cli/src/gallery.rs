//! The game that a run has played last, for spectators.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use arena::live::Live;

/// A game is shown so often: it takes longer to look at one.
const EVERY: Duration = Duration::from_secs(1);

/// Where a run plays no more, its last game is taken away after this time.
const LONGEST: Duration = Duration::from_secs(30);

/// Keeps the game in a file of the run's folder.
pub struct Gallery {
    live: Live,
    state: Mutex<State>,
}

struct State {
    /// When the next game is shown.
    due: Instant,
    /// When the last one was.
    shown: Option<Instant>,
}

impl Gallery {
    /// Of the run in this folder.
    pub fn of(folder: &Path) -> Self {
        Self {
            live: Live::beside(&folder.join("games.pgn")),
            state: Mutex::new(State {
                due: Instant::now(),
                shown: None,
            }),
        }
    }

    /// A task was done; its game is made only if it is to be shown.
    pub fn show(&self, game: &dyn Fn() -> Option<String>) {
        // The tasks have no time to wait for each other.
        let Ok(mut state) = self.state.try_lock() else {
            return;
        };
        let now = Instant::now();
        if now < state.due {
            return;
        }
        state.due = now + EVERY;
        // Without spectators the run goes on all the same.
        match game() {
            Some(game) => {
                let _ = self.live.put(&game);
                state.shown = Some(now);
            }
            None if state.shown.is_some_and(|shown| now - shown > LONGEST) => {
                let _ = self.live.put("");
                state.shown = None;
            }
            None => {}
        }
    }
}
