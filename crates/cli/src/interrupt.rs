//! Ctrl-C as a request to stop at the next good moment.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

/// What a shell reports of a program that Ctrl-C ended.
pub const ENDED_BY_CTRL_C: u8 = 130;

/// How often something that waits looks whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Whether the user, or the system on its way down, has asked to stop.
#[derive(Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on; called once in the life of the program. A second Ctrl-C
    /// ends it at once.
    pub fn listen() -> anyhow::Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        let heard = asked.clone();
        ctrlc::set_handler(move || {
            if heard.swap(true, Relaxed) {
                process::exit(ENDED_BY_CTRL_C.into());
            }
        })?;
        Ok(Self(asked))
    }

    /// Whether to stop.
    pub fn asked(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// Waits until then.
    pub fn wait(&self) {
        while !self.asked() {
            sleep(LOOK);
        }
    }

    /// Whether a loop continues.
    pub fn flow(&self) -> ControlFlow<()> {
        match self.asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A command did stop on request, with what the user should know.
#[derive(Debug)]
pub struct Stopped(pub String);

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Stopped {}
