//! The server: where it listens, and what answers which address.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use axum::{Router, serve};
use fleet::Access;
use futures_util::future;
use lab::Experiments;
use tokio::runtime;
use tokio::time::sleep;

use crate::house::House;
use crate::{assets, duel, game, guard, live, pages, problem};

/// What is served, and where.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of all runs.
    pub runs: PathBuf,
    /// The experiments that their recipes can name.
    pub experiments: Experiments,
    /// The address; port 0 is one that is free.
    pub address: SocketAddr,
    /// What visitors must know. Without one, none but this machine is served.
    pub password: Option<String>,
    /// The server of the fleet whose workers are shown.
    pub fleet: Option<Access>,
}

impl Settings {
    /// The port where none is asked for.
    pub const PORT: u16 = 2859;

    /// These runs, to this machine alone.
    pub fn new(runs: &Path, experiments: Experiments) -> Self {
        Self {
            runs: runs.to_owned(),
            experiments,
            address: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), Self::PORT),
            password: None,
            fleet: None,
        }
    }
}

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is not to be had.
    #[error("cannot listen at {address}: {source}{}", advice(source))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// Others could look on.
    #[error("{0} can be reached from other machines: give a password, or listen at 127.0.0.1")]
    Open(IpAddr),
    /// The system refuses.
    #[error("cannot serve: {0}")]
    Io(#[from] io::Error),
}

/// What to do where an address is not to be had.
fn advice(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::AddrInUse => "; choose another port, or 0 for any that is free",
        io::ErrorKind::AddrNotAvailable => "; this machine has no such address",
        io::ErrorKind::PermissionDenied => "; choose a port above 1023",
        _ => "",
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Dash {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
}

impl Dash {
    /// Takes the address. Browsers that come before [`Dash::serve`] wait.
    pub fn bind(settings: Settings) -> Result<Self, Error> {
        let asked = settings.address;
        if !asked.ip().is_loopback() && settings.password.is_none() {
            return Err(Error::Open(asked.ip()));
        }
        let failed = |source| Error::Listen {
            address: asked,
            source,
        };
        let listener = TcpListener::bind(asked).map_err(failed)?;
        listener.set_nonblocking(true)?;
        Ok(Self {
            address: listener.local_addr()?,
            listener,
            settings,
        })
    }

    /// What to type into a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until it is told to stop.
    pub fn serve(self, stop: impl Fn() -> bool) -> Result<(), Error> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(THREADS)
            .thread_stack_size(evo::STACK_BYTES)
            .build()?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let app = app(Arc::new(House::new(&self.settings)));
            let app = app.into_make_service_with_connect_info::<SocketAddr>();
            let serving = serve(listener, app).into_future();
            let stopped = async {
                while !stop() {
                    sleep(LOOK).await;
                }
            };
            // Open event streams never end, so nothing is waited for.
            match future::select(Box::pin(serving), Box::pin(stopped)).await {
                future::Either::Left((served, _)) => served,
                future::Either::Right(_) => Ok(()),
            }
        });
        // A search under way ends by itself, and the process need not wait for it.
        runtime.shutdown_background();
        Ok(served?)
    }
}

/// Threads that read runs and search.
const THREADS: usize = 8;

/// How often to look whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// The most bytes of what a browser sends: a long game takes four thousand.
const BODY: usize = 64 * 1024;

fn app(house: Arc<House>) -> Router {
    Router::new()
        .route("/", get(pages::runs::page))
        .route("/live", get(live::runs))
        .route("/play", get(pages::play::champion))
        .route("/compare", get(pages::compare::page))
        .route("/runs/{run}", get(pages::run::page))
        .route("/runs/{run}/live", get(live::run))
        .route("/runs/{run}/chart", get(pages::run::chart))
        .route("/runs/{run}/report", get(pages::run::report))
        .route("/runs/{run}/demes", get(pages::demes::page))
        .route("/runs/{run}/play", get(pages::play::page))
        .route("/runs/{run}/games", get(pages::games::page))
        .route("/runs/{run}/games/live", get(live::games_of_run))
        .route("/games", get(pages::games::all))
        .route("/games/live", get(live::games))
        .route("/workers", get(pages::workers::page))
        .route("/workers/live", get(live::workers))
        .route("/api/game", post(game::answer))
        .route("/api/duel", post(duel::answer))
        .route("/assets/{file}", get(assets::asset))
        .route("/favicon.ico", get(assets::icon))
        .fallback(problem::no_page)
        .method_not_allowed_fallback(problem::no_method)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(house.clone(), guard::check))
        .with_state(house)
}
