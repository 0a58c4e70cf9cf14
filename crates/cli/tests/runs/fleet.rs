//! Runs whose work is done by workers in processes of their own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, sleep};
use std::time::Duration;

use arena::lent::Engines;
use evo::{Bench, Failure, Kind};
use fleet::server::{self, Server};
use fleet::{Access, Build, Glance, Worker};
use journal::{EventKind, Reader, Writer};

use crate::workshop::{Workshop, long_recipe};

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
        let server = Server::open(listen, folder.path().join("store"));
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

pub fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().unwrap();
}

/// Waits until a worker is shown. It gives a sign of itself every few seconds, and after a
/// crash of the server must first find back.
fn shows(shop: &Workshop, url: &str, worker: &str) {
    let mut seen = String::new();
    for _ in 0..60 {
        seen = shop.succeed(&["fleet", url]);
        if seen.contains(worker) {
            assert!(seen.contains("tasks/s"), "{seen}");
            return;
        }
        sleep(Duration::from_millis(500));
    }
    panic!("{worker} is not there: {seen}");
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
    // Which of them had a task in time is chance.
    assert!(!joined.is_empty());
    let known = |name: &&str| ["first", "second", "third"].contains(name);
    assert!(joined.iter().all(known), "{joined:?}");
    shows(&shop, &url, "second");

    // A worker that is asked to stop does so at once.
    interrupt(&second);
    assert_eq!(second.wait().unwrap().code(), Some(130));
    interrupt(&third);
    third.wait().unwrap();
}

/// Whether the worker of the next test lies by now.
static LIES: AtomicBool = AtomicBool::new(false);

/// Climbs the ladder, and later says that no game was played.
struct Turned {
    honest: Box<dyn Bench>,
}

impl Bench for Turned {
    fn run(&self, task: &[u8]) -> Result<Vec<u8>, Failure> {
        match LIES.load(Relaxed) {
            true => Ok(b"\0".to_vec()),
            false => self.honest.run(task),
        }
    }
}

fn turned() -> Kind {
    Kind::new("ladder", |problem| {
        let honest = kind("ladder").open(problem)?;
        Ok(Box::new(Turned { honest }))
    })
}

/// Work as honest workers do it.
pub fn kind(name: &str) -> Kind {
    let mut kinds = lab::portable(&Engines::new()).into_iter();
    kinds.find(|kind| kind.name() == name).unwrap()
}

/// What the program under test is, which an honest worker tells.
pub fn build(shop: &Workshop, access: &Access) -> Build {
    let mut honest = shop.start(&["worker", &access.url, "--threads", "1"]);
    let build = loop {
        match &Glance::at(access).map(|seen| seen.workers) {
            Ok(workers) if !workers.is_empty() => break workers[0].1.build.clone(),
            _ => sleep(Duration::from_millis(100)),
        }
    };
    kill(&mut honest);
    build
}

#[test]
fn a_run_that_believed_a_liar_begins_again() {
    let shop = Workshop::new(&recipe().replace("generations = 4", "generations = 2"));
    let server = Running::new();
    let url = server.url();
    shop.succeed(&["evolve", "small.toml", "--name", "threads"]);
    let access = Access {
        url: url.clone(),
        ..Access::default()
    };
    let work = |name| shop.start(&["worker", &url, "--threads", "1", "--name", name]);
    let build = build(&shop, &access);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let liar = Worker {
            name: "liar".into(),
            build,
            threads: NonZeroUsize::MIN,
            kinds: vec![turned()],
            engines: Vec::new(),
            say: Box::new(|_| {}),
        };
        let liar = scope.spawn(|| liar.run(&access, || is_over.load(Relaxed)));
        let mut run = shop.start(&["evolve", "small.toml", "--name", "fleet", "--fleet", &url]);
        shop.wait_for("fleet", 0, &mut run);
        kill(&mut run);
        LIES.store(true, Relaxed);
        let mut run = shop.start(&["resume", "fleet", "--fleet", &url]);
        let refused = liar.join().unwrap().unwrap_err();
        assert_eq!(
            refused.to_string(),
            "this worker is refused: it gave wrong outcomes"
        );
        let mut honest = work("honest");
        assert!(run.wait().unwrap().success());
        kill(&mut honest);
    });
    let files = |run: &str| shop.read(&format!("runs/{run}/champion.toml"));
    assert_eq!(files("fleet"), files("threads"));
    let events = Reader::open(&shop.path("runs/fleet"))
        .unwrap()
        .events()
        .unwrap();
    let lied = events.iter().find(|event| event.kind == EventKind::Lied);
    assert_eq!(lied.unwrap().text, "liar: gave wrong outcomes");
    let restarted = events
        .iter()
        .find(|event| event.kind == EventKind::Restarted);
    assert!(restarted.unwrap().text.contains("liar"), "{events:?}");
}

#[test]
fn a_run_killed_before_it_began_again_does_so_when_it_is_resumed() {
    let shop = Workshop::new(&long_recipe().replace("generations = 3000", "generations = 300"));
    shop.succeed(&["evolve", "small.toml", "--name", "threads"]);
    let mut run = shop.start(&["evolve", "small.toml", "--name", "spoilt"]);
    shop.wait_for("spoilt", 5, &mut run);
    kill(&mut run);
    let folder = shop.path("runs/spoilt");
    let mut writer = Writer::open(&folder).unwrap();
    writer.event(EventKind::Joined, "liar").unwrap();
    writer.event(EventKind::Joined, "honest").unwrap();
    let lie = "liar: gave wrong outcomes";
    writer.event(EventKind::Lied, lie).unwrap();
    drop(writer);
    let games = folder.join("games");
    fs::create_dir(&games).unwrap();
    // Without a fleet, too.
    shop.succeed(&["resume", "spoilt"]);
    let files = |run: &str| shop.read(&format!("runs/{run}/champion.toml"));
    assert_eq!(files("spoilt"), files("threads"));
    let events = Reader::open(&folder).unwrap().events().unwrap();
    let restarts = events.iter().filter(|one| one.kind == EventKind::Restarted);
    let why: Vec<_> = restarts.map(|event| &*event.text).collect();
    let expected = "liar gave wrong outcomes, and took part in earlier generations";
    assert_eq!(why, [expected]);
    assert!(!games.exists());
}

#[test]
fn a_run_without_workers_says_so_and_can_be_stopped() {
    let shop = Workshop::new(&recipe());
    let server = Running::new();
    let url = server.url();
    let mut run = shop.start(&["evolve", "small.toml", "--name", "lonely", "--fleet", &url]);
    let mut lines = BufReader::new(run.stderr.take().unwrap()).lines();
    let advice = format!("waiting for one: galapagos worker {url}");
    assert!(lines.any(|line| line.unwrap().contains(&advice)));
    interrupt(&run);
    assert!(lines.any(|line| line.unwrap().contains("galapagos resume")));
    assert_eq!(run.wait().unwrap().code(), Some(130));
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
fn an_address_that_is_taken_is_named_and_another_may_follow() {
    let shop = Workshop::new(&recipe());
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let listen = taken.local_addr().unwrap().to_string();
    let told = shop.complaint(&["fleet", "up", "there", "--listen", &listen]);
    let expected = format!("cannot listen at {listen}: ");
    assert!(told.contains(&expected), "{told}");
    let free = free_address();
    let up = ["fleet", "up", "there", "--listen", &free.to_string()];
    let mut server = shop.start(&up);
    while std::net::TcpStream::connect(free).is_err() {
        assert!(server.try_wait().unwrap().is_none(), "it ended too early");
        sleep(Duration::from_millis(20));
    }
    interrupt(&server);
    assert_eq!(server.wait().unwrap().code(), Some(130));
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
    shows(&shop, &owner, "ann");
    let stranger = shop.complaint(&["fleet", &format!("nats://{listen}")]);
    assert!(stranger.contains("cannot connect"), "{stranger}");
    for child in [&mut worker, &mut child] {
        interrupt(child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
}
