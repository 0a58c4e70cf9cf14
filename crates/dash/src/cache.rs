//! Pages that need not be made again.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::problem::Problem;

/// Pages by their addresses, each as it was for one state of what it shows.
#[derive(Debug)]
pub struct Cache {
    room: usize,
    pages: std::sync::Mutex<HashMap<String, Arc<Mutex<Option<Page>>>>>,
}

#[derive(Debug)]
struct Page {
    state: String,
    text: Arc<str>,
    took: Duration,
}

/// A page may be made anew once this many times as long has passed as it took: a run that
/// is watched keeps the processors for itself.
const RARELY: u32 = 20;

/// What a change waits for: with the way to the browser it is there within a second.
const AT_ONCE: Duration = Duration::from_millis(700);
const AT_LAST: Duration = Duration::from_secs(3);

impl Cache {
    /// With room for this number of pages.
    pub fn new(room: usize) -> Self {
        Self {
            room,
            pages: std::sync::Mutex::default(),
        }
    }

    /// The page at an address, in this state of what it shows. However many ask at once,
    /// it is made once.
    pub async fn page<F>(
        &self,
        address: String,
        state: &impl Debug,
        make: impl FnOnce() -> F,
    ) -> Result<Arc<str>, Problem>
    where
        F: Future<Output = Result<String, Problem>>,
    {
        let state = format!("{state:?}");
        let place = self.place(address);
        let mut page = place.lock().await;
        if let Some(page) = &*page
            && page.state == state
        {
            return Ok(page.text.clone());
        }
        let begun = Instant::now();
        let text: Arc<str> = make().await?.into();
        let took = begun.elapsed();
        *page = Some(Page {
            state,
            text: text.clone(),
            took,
        });
        Ok(text)
    }

    /// How long to wait after one change of a page before browsers are told of the next.
    pub async fn pause(&self, address: &str) -> Duration {
        let place = self.place(address.to_owned());
        let page = place.lock().await;
        let took = page.as_ref().map_or(Duration::ZERO, |page| page.took);
        (took * RARELY).clamp(AT_ONCE, AT_LAST)
    }

    fn place(&self, address: String) -> Arc<Mutex<Option<Page>>> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.len() >= self.room && !pages.contains_key(&address) {
            pages.clear();
        }
        pages.entry(address).or_default().clone()
    }
}
