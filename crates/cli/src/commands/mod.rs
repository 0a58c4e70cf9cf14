//! One file per command.

pub mod bench;
pub mod compare;
pub mod evolve;
pub mod exam;
pub mod explain;
pub mod export;
pub mod fleet;
pub mod forecast;
pub mod games;
pub mod r#match;
pub mod mentor;
pub mod mine;
pub mod openings;
pub mod params;
pub mod perft;
pub mod plot;
pub mod positions;
pub mod race;
pub mod recipes;
pub mod report;
pub mod resume;
pub mod runs;
pub mod serve;
pub mod show;
pub mod solve;
pub mod tournament;
pub mod tune;
pub mod uci;
pub mod worker;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use ::fleet::Access;
use anyhow::{Context as _, ensure};
use arena::Program;
use chess::Damage;
use engine::Mind;
use engine::organism::{self, OrganismError};
use lab::Playable;
use problems::endgame;

use crate::contest;

/// Which organism a command is about.
#[derive(clap::Args)]
pub struct OrganismArgument {
    /// The organism file [default: galapagos-2, bred by this program]
    #[arg(long, value_name = "FILE")]
    organism: Option<PathBuf>,
}

impl OrganismArgument {
    /// Reads it.
    pub fn read(&self) -> Result<Box<dyn Playable>, OrganismError> {
        let path = self.organism.as_deref();
        path.map_or_else(|| Ok(lab::champion()), lab::read_organism)
    }

    /// Reads it as one that searches.
    pub fn searching(&self) -> anyhow::Result<Box<dyn Mind>> {
        self.read()?.mind().with_context(|| {
            let file = self
                .organism
                .as_deref()
                .unwrap_or(Path::new("the champion"));
            format!(
                "{}: an organism of this kind does not search; give one of kind star, modern \
                 or weights",
                file.display()
            )
        })
    }
}

/// Where runs are kept.
#[derive(clap::Args)]
pub struct RunsArgument {
    /// The folder of all runs
    #[arg(long, value_name = "FOLDER", default_value = "runs")]
    runs_dir: PathBuf,
}

impl RunsArgument {
    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.runs_dir
    }

    /// The folder of one. A single word is a name; what has a slash in it is a path.
    pub fn find(&self, run: &Path) -> PathBuf {
        match run.components().count() {
            1 => self.runs_dir.join(run),
            _ => run.to_owned(),
        }
    }
}

/// Reads the name of a new run, which must stay within the folder of all runs.
pub fn run_name(name: &str) -> Result<String, &'static str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    match name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_plain) {
        true => Ok(name.to_owned()),
        false => Err("a run name is letters, digits, - _ and ., and begins with a letter or digit"),
    }
}

/// Which run a command is about.
#[derive(clap::Args)]
pub struct RunArgument {
    /// The run: its name, or the path of its folder
    run: PathBuf,

    #[command(flatten)]
    runs: RunsArgument,
}

impl RunArgument {
    /// Its folder.
    pub fn folder(&self) -> PathBuf {
        self.runs.find(&self.run)
    }
}

/// Which of a run's independent runs a command is about.
#[derive(clap::Args)]
pub struct WhichArgument {
    /// Which of several independent runs, from 1 [default: the one with the best
    /// champion]
    #[arg(long = "run", value_name = "N")]
    pub number: Option<u32>,
}

/// Which outside engine a command works with.
#[derive(clap::Args)]
pub struct EngineArgument {
    /// A UCI engine: a name or a path, then with commas, as in `galapagos match`,
    /// option.NAME=VALUE, args=TEXT, dir=FOLDER
    #[arg(
        long,
        default_value = "stockfish",
        value_name = "PROGRAM",
        value_parser = contest::parse_engine
    )]
    engine: Program,
}

impl EngineArgument {
    /// What to start, as it was given.
    pub fn given(&self) -> Program {
        self.engine.clone()
    }

    /// What to start, set up to repeat itself.
    pub fn program(&self) -> Program {
        self.given().repeatable()
    }
}

/// How many outside engines work at once.
#[derive(clap::Args, Clone, Copy)]
pub struct WorkersArgument {
    /// Engines to run at once [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
}

impl WorkersArgument {
    /// How many.
    pub fn count(self) -> usize {
        self.workers.unwrap_or_else(cores).get()
    }
}

/// How much of the machine to use.
#[derive(clap::Args, Clone, Copy)]
pub struct ThreadsArgument {
    /// Threads [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl ThreadsArgument {
    /// How many threads.
    pub fn count(self) -> NonZeroUsize {
        self.threads.unwrap_or_else(cores)
    }
}

/// How a server knows this program.
#[derive(clap::Args, Clone)]
pub struct ServerArguments {
    /// The NATS credentials file to log in with
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,

    /// The certificate authority that signed the server's certificate; requires TLS
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,

    /// The client certificate, for a server that requires one
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The key of that certificate
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl ServerArguments {
    /// How the server at this address is to be reached.
    pub fn access(&self, url: &str) -> anyhow::Result<Access> {
        let files = [&self.creds, &self.tls_ca, &self.tls_cert, &self.tls_key];
        for file in files.into_iter().flatten() {
            ensure!(file.is_file(), "{}: there is no such file", file.display());
        }
        Ok(Access {
            url: url.to_owned(),
            credentials: self.creds.clone(),
            authority: self.tls_ca.clone(),
            certificate: self.tls_cert.clone().zip(self.tls_key.clone()),
        })
    }
}

/// Which machines do the work.
#[derive(clap::Args, Clone)]
pub struct FleetArgument {
    /// Do the work on a fleet: the address of its server, as for `galapagos worker`
    #[arg(long, value_name = "URL")]
    fleet: Option<String>,

    #[command(flatten)]
    server: ServerArguments,
}

impl FleetArgument {
    /// How their server is to be reached, if they do the work.
    pub fn access(&self) -> anyhow::Result<Option<Access>> {
        let url = self.fleet.as_ref();
        url.map(|url| self.server.access(url)).transpose()
    }
}

/// Says what is left out of the input, if anything is.
pub fn tell_damage(damage: &Damage) {
    if damage.count > 0 {
        eprintln!("{damage}");
    }
}

/// Reads the file of an endgame player for a command that needs one.
pub fn endgame_player(command: &str, path: &Path) -> anyhow::Result<endgame::Organism> {
    let kind = organism::kind(path)?;
    ensure!(
        kind != organism::KIND,
        "{}: `{command}` reads endgame players; this is a `{kind}` organism, whose genes \
         `galapagos params` lists",
        path.display()
    );
    Ok(endgame::Organism::read(path)?)
}

fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
