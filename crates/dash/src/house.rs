//! What all requests share.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::Html;
use journal::{Pulse, Reader};
use lab::{Experiments, Recipe};
use tokio::task::spawn_blocking;

use crate::Settings;
use crate::address;
use crate::boards::Source;
use crate::cache::Cache;
use crate::fleet::Fleet;
use crate::glances::Glances;
use crate::limits::Limits;
use crate::live::mark;
use crate::organisms::Organisms;
use crate::password::Password;
use crate::problem::Problem;
use crate::records::Records;
use crate::surveys::Surveys;

/// What all requests share.
#[derive(Debug)]
pub struct House {
    runs: PathBuf,
    experiments: Experiments,
    /// What visitors must know, where other machines can ask.
    pub password: Option<Password>,
    /// Pages that need not be made again.
    pub pages: Cache,
    /// Rows of the list of runs, likewise.
    pub rows: Cache,
    /// What engines may be asked to do.
    pub limits: Limits,
    /// Organisms that have played.
    pub organisms: Organisms,
    /// What became of the genes of runs.
    pub surveys: Surveys,
    /// Records of tournaments.
    pub records: Records,
    /// Where games are being played, and what is on the boards there.
    pub sources: Glances<Vec<Source>>,
    /// See [`boards::told`](crate::boards::told).
    pub boards: Glances<String>,
    glanced: Glances<Option<String>>,
    fleet: Option<Arc<Fleet>>,
}

/// What is kept of pages, and of rows in the list of runs.
const PAGES: usize = 64;
const ROWS: usize = 4096;

/// How long a look at all runs holds.
const GLANCE: Duration = Duration::from_millis(300);

/// A run that was opened.
pub struct Run {
    /// Its name.
    pub name: String,
    /// What it did.
    pub reader: Reader,
    /// What it does.
    pub recipe: Recipe,
}

impl House {
    /// With nothing in its caches.
    pub fn new(settings: &Settings) -> Self {
        Self {
            runs: settings.runs.clone(),
            experiments: settings.experiments,
            password: settings.password.as_deref().map(Password::new),
            pages: Cache::new(PAGES),
            rows: Cache::new(ROWS),
            limits: Limits::default(),
            organisms: Organisms::default(),
            surveys: Surveys::default(),
            records: Records::default(),
            sources: Glances::default(),
            boards: Glances::default(),
            glanced: Glances::default(),
            fleet: settings.fleet.clone().map(Fleet::at),
        }
    }

    /// The folder of all runs.
    pub fn runs(&self) -> &Path {
        &self.runs
    }

    /// The folder of a run. A name leads to nowhere else.
    pub fn folder(&self, name: &str) -> Result<PathBuf, Problem> {
        let is_plain =
            !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
        match is_plain {
            true => Ok(self.runs.join(name)),
            false => Err(missing(name)),
        }
    }

    /// The pulse of a run.
    pub fn pulse(&self, name: &str) -> Result<Pulse, Problem> {
        Pulse::of(&self.folder(name)?).ok_or_else(|| missing(name))
    }

    /// Opens a run.
    pub fn open(&self, name: &str) -> Result<Run, Problem> {
        let reader = match Reader::open(&self.folder(name)?) {
            Err(journal::Error::Missing(_)) => return Err(missing(name)),
            opened => opened?,
        };
        Ok(Run {
            recipe: Recipe::of(&reader, self.experiments)?,
            name: name.into(),
            reader,
        })
    }

    /// A page below that of a run, made anew where the run has changed; `render` is told
    /// the state that it shows.
    pub async fn page(
        self: &Arc<Self>,
        name: String,
        below: &str,
        render: impl FnOnce(&Self, &Run, &str) -> Result<String, Problem> + Send + 'static,
    ) -> Result<Html<Bytes>, Problem> {
        let pulse = self.pulse(&name)?;
        let address = address::of_run(&name, below);
        let (house, state) = (self.clone(), mark(&pulse));
        let make = || aside(move || render(&house, &house.open(&name)?, &state));
        let page = self.pages.page(address, &pulse, make).await?;
        Ok(sent(page))
    }

    /// The names of all runs, with their pulses.
    pub fn names(&self) -> Result<Vec<(String, Pulse)>, Problem> {
        let names = journal::names(&self.runs)?.into_iter();
        let beating = names.filter_map(|name| {
            let pulse = Pulse::of(&self.runs.join(&name))?;
            Some((name, pulse))
        });
        Ok(beating.collect())
    }

    /// The state of all runs, as it was a moment ago: many browsers share one look.
    pub fn glance(&self) -> Option<String> {
        let look = || Some(mark(&self.names().ok()?));
        self.glanced.get("", GLANCE, look)
    }

    /// The fleet whose workers are shown.
    pub fn fleet(&self) -> Result<&Fleet, Problem> {
        let none = || {
            Problem::missing(
                "No fleet is shown here; `galapagos serve --fleet URL` shows the workers of one.",
            )
        };
        self.fleet.as_deref().ok_or_else(none)
    }
}

/// A page on its way, without a copy of it.
pub fn sent(page: Arc<str>) -> Html<Bytes> {
    Html(Bytes::from_owner(Arc::<[u8]>::from(page)))
}

fn missing(name: &str) -> Problem {
    Problem::missing(format!(
        "There is no run `{name}` here. It may have been removed."
    ))
}

/// Does work that takes time on a thread of its own.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    match spawn_blocking(work).await {
        Ok(done) => done,
        // What has panicked has told the terminal.
        Err(_) => Err(Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "This could not be done; the terminal of the server says why.",
        )),
    }
}
