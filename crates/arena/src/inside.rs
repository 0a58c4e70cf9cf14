//! Players that need no process of their own.

use std::fmt;
use std::sync::Arc;

use engine::Mind;

use crate::{OrganismPlayer, Player};

/// Makes players in this process. In the same game they always choose alike.
#[derive(Clone)]
pub struct Inside {
    file: String,
    mebibytes: Option<usize>,
    make: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

impl Inside {
    /// Players without a hash table. `file` is the text of the organism's file.
    pub fn new(
        file: impl Into<String>,
        make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Self {
        Self {
            file: file.into(),
            mebibytes: None,
            make: Arc::new(make),
        }
    }

    /// Players of an organism that searches, each with a hash table of this size.
    pub fn searching(organism: impl Mind, mebibytes: usize) -> Self {
        let organism: Arc<dyn Mind> = Arc::new(organism);
        let file = organism.to_toml();
        let make = move || Box::new(OrganismPlayer::new(organism.clone(), mebibytes)) as _;
        Self {
            mebibytes: Some(mebibytes),
            ..Self::new(file, make)
        }
    }

    /// The text of the organism's file, and the size of the hash table if it has one: others
    /// choose alike.
    pub fn parts(&self) -> (&str, Option<usize>) {
        (&self.file, self.mebibytes)
    }

    /// A new player.
    pub fn player(&self) -> Box<dyn Player> {
        (self.make)()
    }
}

impl fmt::Debug for Inside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hash = self.mebibytes.map(|size| format!("\nhash = {size}"));
        let identity = format!("{}{}", self.file, hash.unwrap_or_default());
        f.debug_tuple("Inside").field(&identity).finish()
    }
}
