//! Runs whose work is done by workers in processes of their own.

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use fleet::server::{self, Server};
use journal::{EventKind, Reader};

use crate::workshop::Workshop;

/// A server with a store of its own.
pub struct Running {
    pub listen: SocketAddr,
    configuration: PathBuf,
    child: Child,
    _folder: tempfile::TempDir,
}

/// An address where nothing listens.
pub fn free_address() -> SocketAddr {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    free.local_addr().unwrap()
}

impl Running {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listen = free_address();
        let server = Server {
            listen,
            store: folder.path().join("store"),
            owner: None,
            volunteers: Vec::new(),
            tls: None,
            authority: None,
        };
        let configuration = folder.path().join("server.conf");
        server.write(&configuration).unwrap();
        Self {
            listen,
            child: server::start(&configuration, listen).unwrap(),
            configuration,
            _folder: folder,
        }
    }

    fn crash(&mut self) {
        kill(&mut self.child);
        self.child = server::start(&self.configuration, self.listen).unwrap();
    }

    pub fn url(&self) -> String {
        format!("nats://{}", self.listen)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        kill(&mut self.child);
    }
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().unwrap();
}

/// Generations that are worth the way.
fn recipe() -> String {
    let recipe = crate::evochess::recipe(4);
    let recipe = recipe.replacen("nodes = 200", "nodes = 3000", 1);
    recipe.replacen("longest = 10", "longest = 20", 1)
}

#[test]
fn kills_on_all_sides_change_no_champion() {
    let shop = Workshop::new(&recipe());
    let mut server = Running::new();
    let url = server.url();
    shop.succeed(&["evolve", "small.toml", "--name", "threads"]);
    let work = |name| shop.start(&["worker", &url, "--threads", "1", "--name", name]);
    let (mut first, mut second) = (work("first"), work("second"));
    let evolve = ["evolve", "small.toml", "--name", "fleet", "--fleet", &url];
    let mut run = shop.start(&evolve);
    shop.wait_for("fleet", 0, &mut run);
    kill(&mut first);
    let mut third = work("third");
    shop.wait_for("fleet", 1, &mut run);
    server.crash();
    shop.wait_for("fleet", 2, &mut run);
    kill(&mut run);
    shop.succeed(&["resume", "fleet", "--fleet", &url]);
    let files = |run: &str| shop.read(&format!("runs/{run}/champion.toml"));
    assert_eq!(files("fleet"), files("threads"));
    let rows = |run| shop.succeed(&["export", run, "--csv", "--organisms"]);
    assert_eq!(rows("fleet"), rows("threads"));

    // The journal names the workers, and what is there can be seen.
    let reader = Reader::open(&shop.path("runs/fleet")).unwrap();
    let events = reader.events().unwrap();
    let joined = events
        .iter()
        .filter(|event| event.kind == EventKind::Joined);
    let joined: Vec<_> = joined.map(|event| &*event.text).collect();
    assert!(joined.contains(&"second"), "{joined:?}");
    let seen = shop.succeed(&["fleet", &url]);
    assert!(
        seen.contains("second") && seen.contains("tasks/s"),
        "{seen}"
    );

    // A worker that is asked to stop does so at once.
    interrupt(&second);
    assert_eq!(second.wait().unwrap().code(), Some(130));
    interrupt(&third);
    third.wait().unwrap();
}

#[test]
fn a_run_without_workers_says_so_and_can_be_stopped() {
    let shop = Workshop::new(&recipe());
    let server = Running::new();
    let url = server.url();
    let mut run = shop.start(&["evolve", "small.toml", "--name", "lonely", "--fleet", &url]);
    sleep(Duration::from_secs(4));
    interrupt(&run);
    let mut told = String::new();
    run.stderr
        .take()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(130), "{told}");
    assert!(
        told.contains(&format!("waiting for one: galapagos worker {url}")),
        "{told}"
    );
    assert!(told.contains("galapagos resume"), "{told}");
}

#[test]
fn what_is_wrong_with_a_server_is_said() {
    let shop = Workshop::new(&recipe());
    let nowhere = format!("nats://{}", free_address());
    let told = shop.complaint(&["worker", &nowhere]);
    assert!(
        told.contains(&format!("cannot connect to {nowhere}")),
        "{told}"
    );
    let told = shop.complaint(&["evolve", "small.toml", "--fleet", &nowhere]);
    assert!(
        told.contains("`galapagos fleet up` starts a server"),
        "{told}"
    );
    let told = shop.complaint(&["fleet", "nats://"]);
    assert!(told.contains("not the address of a server"), "{told}");
    let told = shop.complaint(&["worker", &nowhere, "--creds", "none.creds"]);
    assert!(told.contains("none.creds: there is no such file"), "{told}");
}

#[test]
fn a_server_that_others_reach_has_users() {
    let shop = Workshop::new(&recipe());
    let listen = free_address();
    let up = [
        "fleet",
        "up",
        "there",
        "--listen",
        &listen.to_string(),
        "--volunteer",
        "ann",
    ];
    let mut child = shop.start(&up);
    let url = |user: &str| {
        let conf = shop.read("there/server.conf");
        let (_, rest) = conf
            .split_once(&format!("user: \"{user}\", password: \""))
            .unwrap();
        format!("nats://{user}:{}@{listen}", &rest[..32])
    };
    while std::net::TcpStream::connect(listen).is_err() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        sleep(Duration::from_millis(20));
    }
    shop.succeed(&[
        "evolve",
        "small.toml",
        "--name",
        "threads",
        "--set",
        "generations=1",
    ]);
    let mut worker = shop.start(&["worker", &url("ann"), "--threads", "1"]);
    let owner = url("owner");
    shop.succeed(&[
        "evolve",
        "small.toml",
        "--name",
        "fleet",
        "--set",
        "generations=1",
        "--fleet",
        &owner,
    ]);
    let files = |run: &str| shop.read(&format!("runs/{run}/champion.toml"));
    assert_eq!(files("fleet"), files("threads"));
    let seen = shop.succeed(&["fleet", &owner]);
    assert!(seen.contains("ann"), "{seen}");
    let stranger = shop.complaint(&["fleet", &format!("nats://{listen}")]);
    assert!(stranger.contains("cannot connect"), "{stranger}");
    for child in [&mut worker, &mut child] {
        interrupt(child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
}
