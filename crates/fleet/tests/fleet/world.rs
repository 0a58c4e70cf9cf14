//! A server, honest workers and a coordinator, all with short patience.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use evo::{Kind, Note};
use fleet::server::{self, Server};
use fleet::{Access, Build, Fleet, LinkError, Rules, Setup, Worker};
use tempfile::TempDir;

use crate::toy::kinds;

/// More than anything here takes.
const LONG: Duration = Duration::from_secs(60);

pub struct World {
    folder: TempDir,
    pub server: Server,
    child: Child,
    /// How to reach it, where that takes more than its address.
    pub access: Option<Access>,
}

/// A worker in a thread of its own.
pub struct Hired {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<(), LinkError>>>,
}

pub fn build() -> Build {
    Build {
        version: "1.0".into(),
        probe: 1,
    }
}

impl World {
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    /// With a configuration that is changed before the start.
    pub fn with(change: impl FnOnce(&mut Server)) -> Self {
        Self::with_more(change, "")
    }

    /// With more text at the end of the configuration.
    pub fn with_more(change: impl FnOnce(&mut Server), more: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let listen: SocketAddr = port.local_addr().unwrap();
        drop(port);
        let mut server = Server::open(listen, folder.path().join("store"));
        change(&mut server);
        let configuration = folder.path().join("server.conf");
        fs::write(&configuration, server.to_conf() + more).unwrap();
        let child = server::start(&configuration, listen).unwrap();
        Self {
            folder,
            server,
            child,
            access: None,
        }
    }

    /// Ends the server as a crash would, and starts it again on its store.
    pub fn crash_server(&mut self, pause: Duration) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        thread::sleep(pause);
        let configuration = self.folder.path().join("server.conf");
        self.child = server::start(&configuration, self.server.listen).unwrap();
    }

    pub fn access(&self) -> Access {
        let open = || Access {
            url: format!("nats://{}", self.server.listen),
            ..Access::default()
        };
        self.access.clone().unwrap_or_else(open)
    }

    /// A coordinator that checks this share of outcomes.
    pub fn fleet(&self, checked: f64) -> Fleet {
        Fleet::connect(self.access(), setup(checked), Box::new(|_| {})).unwrap()
    }

    pub fn hire(&self, name: &str) -> Hired {
        self.hire_as(name, build(), kinds())
    }

    pub fn hire_as(&self, name: &str, build: Build, kinds: Vec<Kind>) -> Hired {
        employ(self.access(), name, (build, kinds), &[])
    }
}

/// An honest worker at this server.
pub fn hire_at(access: Access, name: &str) -> Hired {
    employ(access, name, (build(), kinds()), &[])
}

/// A worker of this build that knows these kinds and lends these engines.
pub fn employ(
    access: Access,
    name: &str,
    (build, kinds): (Build, Vec<Kind>),
    engines: &[&str],
) -> Hired {
    let worker = Worker {
        name: name.into(),
        build,
        threads: NonZeroUsize::MIN,
        kinds,
        engines: engines.iter().map(|&engine| engine.into()).collect(),
        say: Box::new(|_| {}),
    };
    let is_over = Arc::new(AtomicBool::new(false));
    let asked = is_over.clone();
    let thread = thread::spawn(move || worker.run(&access, || asked.load(Relaxed)));
    Hired {
        is_over,
        thread: Some(thread),
    }
}

/// What a coordinator knows that checks this share of outcomes.
pub fn setup(checked: f64) -> Setup {
    Setup {
        title: "a test".into(),
        build: build(),
        rules: Rules {
            batch: Duration::from_millis(50),
            least_batch: Duration::from_millis(10),
            worth_sending: Duration::ZERO,
            checked,
            patience: Duration::from_secs(2),
            ..Rules::default()
        },
        redelivery: Duration::from_secs(1),
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Hired {
    /// How it ended by itself.
    pub fn await_end(mut self) -> Result<(), LinkError> {
        self.thread.take().unwrap().join().unwrap()
    }
}

impl Drop for Hired {
    fn drop(&mut self) {
        self.is_over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Does something until it says that it is enough.
pub fn until(mut is_enough: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_enough() {
        assert!(begun.elapsed() < LONG, "it never came to that");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The faults among notes, and the lies.
pub fn told(notes: &[Note]) -> Vec<String> {
    let told = notes.iter().filter_map(|note| match note {
        Note::Joined(_) => None,
        Note::Lied { worker, how } => Some(format!("{worker} {how}")),
        Note::Fault(what) => Some(what.clone()),
    });
    told.collect()
}
