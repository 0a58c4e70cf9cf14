//! How much of the speed of two threads two workers reach, by the length of tasks. The
//! tasks are a fixed piece of work, and both ways take turns, so that a machine that is
//! busy with something else slows both.

use std::error::Error;
use std::hint::black_box;
use std::net::{Ipv4Addr, TcpListener};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use evo::{
    Backend, Effort, Failure, Fitness, Kind, Kits, Packed, Portable, Problem, Scores, Seed,
    Threads, Workers,
};
use fleet::server::{self, Server};
use fleet::{Access, Build, Fleet, Rules, Setup, Worker};
use serde::{Deserialize, Serialize};

/// Seconds of work in a generation, on one thread.
const WORK: f64 = 10.0;

/// How often both are measured.
const TURNS: usize = 3;

/// Additions.
#[derive(Clone, Serialize, Deserialize)]
struct Additions(u64);

impl Portable for Additions {
    const KIND: &'static str = "additions";
}

impl Problem for Additions {
    type Program = u64;
    type Task = u64;
    type Outcome = u64;
    type Kit = ();

    fn plan(&self, generation: &[u64], _: Seed) -> Vec<u64> {
        generation.to_vec()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), task: &u64) -> Result<u64, Failure> {
        Ok((0..self.0).fold(*task, |sum, number| black_box(sum ^ number).wrapping_mul(3)))
    }

    fn reduce(&self, _: &[u64], _: &[u64], outcomes: &[u64]) -> Scores {
        let fitness = |&outcome: &u64| Fitness::exact(outcome as f64);
        Scores {
            fitness: outcomes.iter().map(fitness).collect(),
            effort: Effort::default(),
        }
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }
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
                kinds: vec![Kind::of::<Additions>()],
                engines: Vec::new(),
                say: Box::new(|_| {}),
            };
            let (access, is_over) = (&access, &is_over);
            scope.spawn(move || worker.run(access, || is_over.load(Relaxed)));
        }
        let measured = measure(&access, build.clone());
        is_over.store(true, Relaxed);
        measured
    });
    server.kill()?;
    server.wait()?;
    measured
}

fn measure(access: &Access, build: Build) -> Result<(), Box<dyn Error>> {
    let setup = Setup {
        title: "overhead".into(),
        build,
        rules: Rules {
            worth_sending: Duration::ZERO,
            ..Rules::default()
        },
        redelivery: Duration::from_secs(30),
    };
    let fleet = Fleet::connect(access.clone(), setup, Box::new(|_| {}))?;
    let threads = Threads::new(NonZeroUsize::new(2).expect("it is not 0"));
    let begun = Instant::now();
    Additions(100_000_000).run(&mut (), &0)?;
    let each = begun.elapsed().as_secs_f64() / 1e8;
    println!(
        "{:>8} {:>9} {:>9} {:>7}",
        "task", "threads", "workers", "ratio"
    );
    for millis in [100, 10, 1] {
        let seconds = f64::from(millis) / 1e3;
        let problem = Additions((seconds / each) as u64);
        let tasks: Vec<_> = (0..(WORK / seconds) as u64).collect();
        let took = |workers: Workers<'_>| -> Result<f64, Box<dyn Error>> {
            let go_on = |_| ControlFlow::Continue(());
            let begun = Instant::now();
            workers
                .watched(&go_on)
                .run_all(&problem, &Kits::new(), &tasks)?;
            Ok(begun.elapsed().as_secs_f64())
        };
        let mut turns = Vec::new();
        // The first generation tells how long tasks are, and newcomers are looked at closely.
        took(Workers::elsewhere(&fleet, threads))?;
        for _ in 0..TURNS {
            turns.push((
                took(threads.into())?,
                took(Workers::elsewhere(&fleet, threads))?,
            ));
        }
        turns.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
        let (threads, workers) = turns[TURNS / 2];
        println!(
            "{millis:>5} ms {threads:>7.2} s {workers:>7.2} s {:>7.3}",
            threads / workers
        );
    }
    Ok(())
}
