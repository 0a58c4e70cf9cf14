//! Every recipe over a real server, by workers that know nothing of it.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use ::fleet::server::{self, Server};
use ::fleet::{Access, Build, Fleet, Rules, Setup, Worker};
use arena::lent::Engines;
use evo::{Courier, Job, Kind, Note, Threads, Unfinished, Watch, Workers};
use lab::portable;

use crate::runs::{champions, small, threads};
use crate::small::SMALL;

fn build() -> Build {
    Build {
        version: "of a test".into(),
        probe: 1,
    }
}

/// A fleet, and what kinds of work it has done.
struct Watched<'a> {
    fleet: &'a Fleet,
    kinds: &'a Mutex<BTreeSet<&'static str>>,
}

impl Courier for Watched<'_> {
    fn deliver(
        &self,
        job: &Job<'_>,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<Vec<u8>>>, Unfinished> {
        let delivered = self.fleet.deliver(job, watch)?;
        if let (Some(_), Some(problem)) = (&delivered, &job.problem) {
            self.kinds.lock().unwrap().insert(problem.kind);
        }
        Ok(delivered)
    }

    fn notes(&self) -> Vec<Note> {
        self.fleet.notes()
    }
}

/// Work with files and engines of others, which has tests of its own.
const OTHER: [&str; 6] = ["digging", "duel", "exam", "games", "pairs", "scoring"];

#[test]
fn a_fleet_breeds_the_same_champions_as_threads() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let listen = port.local_addr().unwrap();
    drop(port);
    let server = Server::open(listen, folder.path().join("store"));
    let configuration = folder.path().join("server.conf");
    server.write(&configuration).unwrap();
    let mut server = server::start(&configuration, listen).unwrap();
    let access = Access {
        url: format!("nats://{listen}"),
        ..Access::default()
    };
    let is_over = AtomicBool::new(false);
    let kinds = Mutex::default();
    thread::scope(|scope| {
        for name in ["one", "other"] {
            let worker = Worker {
                name: name.into(),
                build: build(),
                threads: NonZeroUsize::MIN,
                kinds: portable(&Engines::new()),
                engines: Vec::new(),
                say: Box::new(|_| {}),
            };
            let (access, is_over) = (&access, &is_over);
            scope.spawn(move || worker.run(access, || is_over.load(Relaxed)).unwrap());
        }
        for (name, _) in SMALL {
            let setup = Setup {
                title: name.into(),
                build: build(),
                // However short tasks are, they travel.
                rules: Rules {
                    worth_sending: Duration::ZERO,
                    ..Rules::default()
                },
                redelivery: Duration::from_secs(30),
            };
            let fleet = Fleet::connect(access.clone(), setup, Box::new(|_| {})).unwrap();
            let runs = tempfile::tempdir().unwrap();
            let folder = |name: &str| runs.path().join(name);
            let here = champions(small(name), &folder("here"), threads(2), u64::MAX);
            let watched = Watched {
                fleet: &fleet,
                kinds: &kinds,
            };
            let workers = Workers::elsewhere(&watched, Threads::new(NonZeroUsize::MIN));
            let there = champions(small(name), &folder("there"), workers, u64::MAX);
            assert_eq!(here, there, "{name}");
        }
        is_over.store(true, Relaxed);
    });
    server.kill().unwrap();
    server.wait().unwrap();
    // All that can be done elsewhere was.
    let all = portable(&Engines::new());
    let all = all.iter().map(Kind::name);
    let expected: BTreeSet<_> = all.filter(|name| !OTHER.contains(name)).collect();
    assert_eq!(kinds.into_inner().unwrap(), expected);
}
