//! Players that need no process of their own.

use std::fmt;
use std::sync::Arc;

use engine::Mind;

use crate::{OrganismPlayer, Player};

/// Makes players in this process. In the same game they always choose alike.
#[derive(Clone)]
pub struct Inside {
    identity: String,
    make: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

impl Inside {
    /// `identity` is different for players that may choose differently; a whole
    /// organism file, for example.
    pub fn new(
        identity: impl Into<String>,
        make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Self {
        Self {
            identity: identity.into(),
            make: Arc::new(make),
        }
    }

    /// Players of an organism that searches, each with a hash table of this size.
    pub fn searching(organism: impl Mind, mebibytes: usize) -> Self {
        let organism: Arc<dyn Mind> = Arc::new(organism);
        let identity = format!("{}\nhash = {mebibytes}", organism.to_toml());
        Self::new(identity, move || {
            Box::new(OrganismPlayer::new(organism.clone(), mebibytes))
        })
    }

    /// A new player.
    pub fn player(&self) -> Box<dyn Player> {
        (self.make)()
    }
}

impl fmt::Debug for Inside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Inside").field(&self.identity).finish()
    }
}
