//! What a batch costs the server, and the run with its two workers, in processor time, which
//! other work on the machine changes little. Linux only.

use std::error::Error;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use evo::{
    Backend, Effort, Failure, Kind, Kits, Packed, Portable, Problem, Scores, Seed, Threads, Workers,
};
use fleet::server::{self, Server};
use fleet::{Access, Build, Fleet, Rules, Setup, Worker};
use serde::{Deserialize, Serialize};

/// Batches, of one task each.
const BATCHES: u64 = 20_000;

/// Tasks that take no time; a task has as many bytes as its outcome.
#[derive(Clone, Serialize, Deserialize)]
struct Nothing;

const BYTES: usize = 500;

impl Portable for Nothing {
    const KIND: &'static str = "nothing";
}

impl Problem for Nothing {
    type Program = Vec<u8>;
    type Task = Vec<u8>;
    type Outcome = Vec<u8>;
    type Kit = ();

    fn plan(&self, generation: &[Vec<u8>], _: Seed) -> Vec<Vec<u8>> {
        generation.to_vec()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), task: &Vec<u8>) -> Result<Vec<u8>, Failure> {
        Ok(task.clone())
    }

    fn reduce(&self, _: &[Vec<u8>], _: &[Vec<u8>], _: &[Vec<u8>]) -> Scores {
        Scores {
            fitness: Vec::new(),
            effort: Effort::default(),
        }
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }
}

/// Seconds of processor time that a process has used.
fn used(process: &str) -> Result<f64, Box<dyn Error>> {
    const TICKS: f64 = 100.0;
    let text = fs::read_to_string(PathBuf::from("/proc").join(process).join("stat"))?;
    let (_, figures) = text.rsplit_once(") ").ok_or("no name")?;
    let figures: Vec<&str> = figures.split(' ').collect();
    let (user, system): (f64, f64) = (figures[11].parse()?, figures[12].parse()?);
    Ok((user + system) / TICKS)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let listen = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
    let server = Server::open(listen, folder.path().join("store"));
    let configuration = folder.path().join("server.conf");
    server.write(&configuration)?;
    let mut server = server::start(&configuration, listen)?;
    let access = Access {
        url: format!("nats://{listen}"),
        ..Access::default()
    };
    let build = Build {
        version: "of a measurement".into(),
        probe: 0,
    };
    let is_over = AtomicBool::new(false);
    let measured = thread::scope(|scope| {
        for name in ["one", "other"] {
            let worker = Worker {
                name: name.into(),
                build: build.clone(),
                threads: NonZeroUsize::MIN,
                kinds: vec![Kind::of::<Nothing>()],
                engines: Vec::new(),
                say: Box::new(|_| {}),
            };
            let (access, is_over) = (&access, &is_over);
            scope.spawn(move || worker.run(access, || is_over.load(Relaxed)));
        }
        let measured = measure(&access, build.clone(), server.id());
        is_over.store(true, Relaxed);
        measured
    });
    server.kill()?;
    server.wait()?;
    measured
}

fn measure(access: &Access, build: Build, server: u32) -> Result<(), Box<dyn Error>> {
    let setup = Setup {
        title: "load".into(),
        build,
        rules: Rules {
            batch: Duration::ZERO,
            least_batch: Duration::ZERO,
            worth_sending: Duration::ZERO,
            ..Rules::default()
        },
        redelivery: Duration::from_secs(30),
    };
    let fleet = Fleet::connect(access.clone(), setup, Box::new(|_| {}))?;
    let go_on = |_| ControlFlow::Continue(());
    let workers = Workers::elsewhere(&fleet, Threads::new(NonZeroUsize::MIN));
    let tasks: Vec<_> = (0..BATCHES)
        .map(|task| task.to_le_bytes().repeat(BYTES / 8))
        .collect();
    let generation = |tasks: &[Vec<u8>]| {
        workers
            .watched(&go_on)
            .run_all(&Nothing, &Kits::new(), tasks)
    };
    // The start is no part of it.
    generation(&tasks[..100])?;
    let server = server.to_string();
    let before = (used(&server)?, used("self")?);
    generation(&tasks)?;
    let each = |after: f64, before: f64| 1e3 * (after - before) / BATCHES as f64;
    println!(
        "a batch takes {:.2} ms of the server's processor time, {:.2} ms of run and worker",
        each(used(&server)?, before.0),
        each(used("self")?, before.1)
    );
    Ok(())
}
