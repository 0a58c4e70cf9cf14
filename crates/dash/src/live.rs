//! News as it happens: server-sent events.
//!
//! An event says that a page has changed, and nothing of what. A browser that has missed
//! some asks for the page as it is, so nothing need be repeated; one that comes back is
//! told the present state at once.

use std::convert::Infallible;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use tokio::time::sleep;

use crate::address;
use crate::house::House;
use crate::limits::Place;
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
    events(house, address, look)
}

/// Changes of any run.
pub async fn runs(State(house): State<Arc<House>>) -> Result<impl IntoResponse, Problem> {
    let look = |house: &House| house.glance();
    events(house, "/".into(), look)
}

/// What an open connection knows.
struct Watch<L> {
    house: Arc<House>,
    address: String,
    look: L,
    told: Option<String>,
    _place: Place,
}

fn events(
    house: Arc<House>,
    address: String,
    look: impl Fn(&House) -> Option<String> + Send + 'static,
) -> Result<impl IntoResponse, Problem> {
    let watch = Watch {
        _place: house.limits.watch()?,
        house,
        address,
        look,
        told: None,
    };
    let events = stream::unfold(watch, async |mut watch| {
        if watch.told.is_some() {
            sleep(watch.house.pages.pause(&watch.address).await).await;
        }
        loop {
            let seen = (watch.look)(&watch.house);
            let news = seen.unwrap_or_else(|| GONE.into());
            if watch.told.as_ref() != Some(&news) {
                watch.told = Some(news.clone());
                let event = Event::default().retry(RETRY).data(news);
                return Some((Ok::<_, Infallible>(event), watch));
            }
            sleep(LOOK).await;
        }
    });
    Ok(Sse::new(Box::pin(events)).keep_alive(KeepAlive::default()))
}

/// What browsers are told of something that is no longer there.
const GONE: &str = "gone";
