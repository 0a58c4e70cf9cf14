//! `galapagos serve`: runs in a browser.

use std::fs;
use std::io::ErrorKind;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, ensure};
use dash::{Dash, Settings};
use fleet::Access;
use lab::Experiments;

use super::ServerArguments;
use crate::interrupt::Interrupt;

/// Show runs in a browser: watch evolution as it happens, play the champions
#[derive(clap::Args)]
#[command(after_help = "\
The pages show all runs of a folder, those that are finished and those that go
on, and change as the runs do. Nothing is written, and nothing is loaded from
the network. You can play against any organism of any generation; the page
shows which terms spoke for its move. A match or tournament with
--pgn RUNS/FILE is shown move by move. Ctrl-C stops it.

Only browsers on this machine are served. With --bind others are too, and must
give the password, under any user name. The connection is not encrypted: beyond
your own network, put the server behind one that speaks HTTPS, or use `ssh -L`.

Examples:
  galapagos serve
  galapagos serve /data/runs --port 8000
  galapagos serve --fleet nats://localhost:4222
  galapagos evolve --serve")]
pub struct Arguments {
    /// The folder of all runs
    #[arg(default_value = "runs")]
    runs: PathBuf,

    #[command(flatten)]
    port: PortArgument,

    /// Serve other machines too, listening on this address; 0.0.0.0 means all
    #[arg(long, value_name = "ADDRESS", requires = "password_file")]
    bind: Option<IpAddr>,

    /// A file whose first line is the password that visitors must give
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,

    /// Show the workers of a fleet too: the address of their server, as for
    /// `galapagos fleet`
    #[arg(long, value_name = "URL")]
    fleet: Option<String>,

    #[command(flatten)]
    server: ServerArguments,
}

/// Where a server listens.
#[derive(clap::Args)]
pub struct PortArgument {
    /// The port to serve at, 0 for any that is free [default: 2859, or any if that
    /// is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
}

impl PortArgument {
    /// Takes the port.
    fn bind(&self, mut settings: Settings) -> anyhow::Result<Dash> {
        if let Some(port) = self.port {
            settings.address.set_port(port);
        }
        match Dash::bind(settings.clone()) {
            Err(dash::Error::Listen { source, .. })
                if self.port.is_none() && source.kind() == ErrorKind::AddrInUse =>
            {
                settings.address.set_port(0);
                Ok(Dash::bind(settings)?)
            }
            bound => Ok(bound?),
        }
    }

    /// Serves beside what this process does, as long as it does it.
    pub fn beside(
        &self,
        runs: &Path,
        experiments: Experiments,
        fleet: Option<Access>,
    ) -> anyhow::Result<()> {
        let settings = Settings {
            fleet,
            ..Settings::new(runs, experiments)
        };
        let dash = self.bind(settings)?;
        eprintln!("serving at {}", dash.url());
        thread::spawn(move || {
            if let Err(error) = dash.serve(|| false) {
                eprintln!("note: {error}");
            }
        });
        Ok(())
    }
}

/// Serves until Ctrl-C.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let runs = &arguments.runs;
    ensure!(
        !runs.is_file(),
        "{} is a file; give the folder that has the runs in it",
        runs.display()
    );
    let mut settings = Settings::new(runs, experiments);
    if let Some(address) = arguments.bind {
        settings.address.set_ip(address);
    }
    let file = arguments.password_file.as_deref();
    settings.password = file.map(password).transpose()?;
    let fleet = arguments.fleet.as_ref();
    let access = fleet.map(|url| arguments.server.access(url));
    settings.fleet = access.transpose()?;
    let dash = arguments.port.bind(settings)?;
    let interrupt = Interrupt::listen()?;
    println!("{}", dash.url());
    eprintln!("serving the runs in {}; Ctrl-C stops", runs.display());
    Ok(dash.serve(|| interrupt.asked())?)
}

/// The first line of a file.
fn password(file: &Path) -> anyhow::Result<String> {
    let text = fs::read_to_string(file);
    let text = text.with_context(|| format!("cannot read {}", file.display()))?;
    let password = text.lines().next().unwrap_or_default().trim();
    ensure!(
        password.len() >= LEAST,
        "{}: its first line is the password, of at least {LEAST} characters",
        file.display()
    );
    Ok(password.into())
}

/// Shorter passwords are easily guessed.
const LEAST: usize = 8;
