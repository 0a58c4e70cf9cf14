//! News as it happens: server-sent events.
//!
//! An event says that a page has changed, and nothing of what. A browser that has missed
//! some asks for the page as it is, so nothing need be repeated; one that comes back is
//! told the present state at once. Moves on boards alone are told as they are, since a page
//! for each would be too much.

use std::convert::Infallible;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use tokio::time::{Instant, sleep};

use crate::address;
use crate::boards;
use crate::house::House;
use crate::limits::Place;
use crate::pages::games;
use crate::problem::Problem;

/// How often a run is looked at.
const LOOK: Duration = Duration::from_millis(150);

/// When a browser that has lost its connection comes back.
const RETRY: Duration = Duration::from_millis(500);

/// A state in a few letters, to compare with.
pub fn mark(state: &impl Debug) -> String {
    let hash = blake3::hash(format!("{state:?}").as_bytes());
    hash.to_hex()[..16].to_owned()
}

/// Changes of a run.
pub async fn run(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    house.pulse(&name)?;
    let address = address::of_run(&name, "");
    let look = move |house: &House| house.pulse(&name).ok().map(|pulse| mark(&pulse));
    events(house, address, look, |_| None)
}

/// Changes of any run.
pub async fn runs(State(house): State<Arc<House>>) -> Result<impl IntoResponse, Problem> {
    let look = |house: &House| house.glance();
    events(house, "/".into(), look, |_| None)
}

/// Games in the folder of a run, and moves on its boards.
pub async fn games_of_run(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    house.pulse(&name)?;
    let address = address::of_run(&name, "/games");
    let (run, page) = (name.clone(), address.clone());
    let look = move |house: &House| games::state_of_run(house, &run).ok();
    let moves =
        move |house: &House| Some(boards::told(house, &page, || boards::of_run(house, &name)));
    events(house, address, look, moves)
}

/// Games in the folder of all runs, and moves on all boards.
pub async fn games(State(house): State<Arc<House>>) -> Result<impl IntoResponse, Problem> {
    let look = |house: &House| Some(games::state_of_all(house));
    let moves = |house: &House| Some(boards::told(house, "/games", || boards::all(house)));
    events(house, "/games".into(), look, moves)
}

/// Signs of life of the workers.
pub async fn workers(State(house): State<Arc<House>>) -> Result<impl IntoResponse, Problem> {
    house.fleet()?;
    let look = |house: &House| Some(mark(&house.fleet().ok()?.seen()));
    events(house, "/workers".into(), look, |_| None)
}

/// What an open connection knows.
struct Watch<L, M> {
    house: Arc<House>,
    address: String,
    look: L,
    moves: M,
    told: Option<String>,
    /// When it may be told of the next change.
    due: Instant,
    moved: Option<String>,
    _place: Place,
}

fn events(
    house: Arc<House>,
    address: String,
    look: impl Fn(&House) -> Option<String> + Send + 'static,
    moves: impl Fn(&House) -> Option<String> + Send + 'static,
) -> Result<impl IntoResponse, Problem> {
    let watch = Watch {
        _place: house.limits.watch()?,
        house,
        address,
        look,
        moves,
        told: None,
        due: Instant::now(),
        moved: None,
    };
    let events = stream::unfold(watch, async |mut watch| {
        loop {
            if let Some(news) = watch.change().await {
                let event = Event::default().retry(RETRY).data(news);
                return Some((Ok::<_, Infallible>(event), watch));
            }
            let moved = (watch.moves)(&watch.house);
            if moved.is_some() && moved != watch.moved {
                watch.moved.clone_from(&moved);
                let event = Event::default().event("boards");
                let event = event.data(moved.unwrap_or_default());
                return Some((Ok(event), watch));
            }
            sleep(LOOK).await;
        }
    });
    Ok(Sse::new(Box::pin(events)).keep_alive(KeepAlive::default()))
}

impl<L: Fn(&House) -> Option<String>, M> Watch<L, M> {
    /// What is new of the page, if there is anything and it is time to tell.
    async fn change(&mut self) -> Option<String> {
        if Instant::now() < self.due {
            return None;
        }
        let news = (self.look)(&self.house).unwrap_or_else(|| GONE.into());
        if self.told.as_ref() == Some(&news) {
            return None;
        }
        self.told = Some(news.clone());
        self.due = Instant::now() + self.house.pages.pause(&self.address).await;
        Some(news)
    }
}

/// What browsers are told of something that is no longer there.
const GONE: &str = "gone";
