//! `galapagos worker`: does tasks of runs on other machines.

use std::str::FromStr;

use anyhow::Context;
use arena::lent::Engines;
use arena::{Program, UciEngine};
use fleet::{LinkError, Worker};

use super::{ServerArguments, ThreadsArgument};
use crate::contest;
use crate::interrupt::{Interrupt, Stopped};
use crate::member;

/// Work for runs on other machines
#[derive(clap::Args)]
#[command(after_help = "\
A worker takes tasks from the server, of all commands that were given --fleet,
does them and sends the outcomes back. It starts no programs but the UCI
engines that --engine names. Runs ask for these engines by name, and set their
options except those that are texts. Ctrl-C stops it; its unfinished tasks go
to another worker.

It must have the version of the run, and its processor must compute the same
results, which is tested at the start.

Examples:
  galapagos worker nats://localhost:4222
  galapagos worker nats://localhost:4222 --threads 2 --name attic
  galapagos worker nats://localhost:4222 --engine stockfish
  galapagos worker nats://localhost:4222 \\
      --engine stockfish=/usr/games/stockfish")]
pub struct Arguments {
    /// The server: nats://HOST:PORT, tls://HOST:PORT, nats://USER:PASSWORD@HOST:PORT
    url: String,

    /// The name of this worker, one word; on a server with users, that of its user
    /// [default: that user, or the machine and the process]
    #[arg(long, value_parser = worker_name)]
    name: Option<String>,

    /// Lend a UCI engine under this name; PROGRAM is as in `galapagos match`, and the
    /// same as the name if it is left out; may be given several times
    #[arg(long, value_name = "NAME=PROGRAM")]
    engine: Vec<Loan>,

    #[command(flatten)]
    threads: ThreadsArgument,

    #[command(flatten)]
    server: ServerArguments,
}

/// An engine that is lent, and its name.
#[derive(Clone)]
struct Loan(String, Program);

impl FromStr for Loan {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (name, program) = text.split_once('=').unwrap_or((text, text));
        anyhow::ensure!(
            !name.is_empty() && !name.contains(['/', ',']),
            "`{name}` is not a name: write NAME or NAME=PROGRAM"
        );
        Ok(Self(name.to_owned(), contest::parse_engine(program)?))
    }
}

/// Reads the name of a worker.
pub fn worker_name(name: &str) -> Result<String, &'static str> {
    match fleet::is_name(name) {
        true => Ok(name.to_owned()),
        false => Err("a name is at most 64 letters, digits, - and _"),
    }
}

/// Works until Ctrl-C.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let interrupt = Interrupt::listen()?;
    let access = arguments.server.access(&arguments.url)?;
    let user = access.user().filter(|user| fleet::is_name(user));
    let name = arguments
        .name
        .clone()
        .or(user)
        .unwrap_or_else(member::own_name);
    let threads = arguments.threads.count();
    let mut engines = Engines::new();
    for Loan(engine, program) in &arguments.engine {
        let started = UciEngine::start(program)?;
        eprintln!("{engine} is {}", started.name());
        engines.insert(engine.clone(), program.clone());
    }
    eprintln!("worker {name}, {threads} at once; Ctrl-C stops it");
    let worker = Worker {
        name,
        build: member::build(),
        threads,
        kinds: lab::portable(&engines),
        engines: engines.into_keys().collect(),
        say: Box::new(|what| eprintln!("{what}")),
    };
    match worker.run(&access, || interrupt.asked()) {
        Ok(()) => Err(Stopped("stopped; its unfinished tasks go to another worker".into()).into()),
        Err(refused @ LinkError::Refused(_)) => Err(refused).context(
            "a worker needs the version of the run, and a processor that computes the same results",
        ),
        Err(error) => Err(error.into()),
    }
}
