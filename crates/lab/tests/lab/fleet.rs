//! Every recipe over a real server, by workers that know nothing of it.

use std::net::{Ipv4Addr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use ::fleet::server::{self, Server};
use ::fleet::{Access, Build, Fleet, Rules, Setup, Worker};
use arena::lent::Engines;
use evo::{Threads, Workers};
use lab::portable;

use crate::runs::{champions, small, threads};
use crate::small::SMALL;

fn build() -> Build {
    Build {
        version: "of a test".into(),
        probe: 1,
    }
}

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
            let workers = Workers::elsewhere(&fleet, Threads::new(NonZeroUsize::MIN));
            let there = champions(small(name), &folder("there"), workers, u64::MAX);
            assert_eq!(here, there, "{name}");
        }
        is_over.store(true, Relaxed);
    });
    server.kill().unwrap();
    server.wait().unwrap();
}
