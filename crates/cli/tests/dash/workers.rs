//! The workers of a fleet on the pages.

use std::net::TcpListener;
use std::process::Child;

use fleet::server::{self, Server};
use journal::{EventKind, Writer};
use tempfile::TempDir;

use crate::browser::Browser;
use crate::house::{Endless, House};
use crate::watch::check;

/// A server of a fleet.
struct Hub {
    url: String,
    child: Child,
    _folder: TempDir,
}

impl Hub {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let listen = free.local_addr().unwrap();
        drop(free);
        let configuration = folder.path().join("server.conf");
        let server = Server::open(listen, folder.path().join("store"));
        server.write(&configuration).unwrap();
        Self {
            url: format!("nats://{listen}"),
            child: server::start(&configuration, listen).unwrap(),
            _folder: folder,
        }
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn workers_come_by_themselves() {
    let house = House::new();
    let hub = Hub::new();
    let serve = ["serve", "runs", "--port", "0", "--fleet", &hub.url];
    let server = crate::house::Server::of(house.command(&serve));
    let browser = Browser::start();
    let page = browser.open(&format!("{}/workers", server.url));
    page.wait("document.querySelector('.empty')?.innerText.includes('No worker is there')");
    // A run prepares the server for workers.
    let mut run = house.evolve("fleet", 1_000_000);
    run.args(["--fleet", &hub.url]);
    let _run = Endless::start(run);
    let worker = ["worker", &hub.url, "--threads", "1", "--name", "attic"];
    let _worker = Endless::start(house.command(&worker));
    page.wait("document.querySelector('.table tbody th')?.innerText === 'attic'");
    let row = page.text("document.querySelector('.table tbody tr').innerText");
    assert!(row.contains("well"), "{row}");
    check(&page);
}

#[test]
fn a_run_tells_who_worked_for_it_and_what_became_of_them() {
    let house = House::new();
    house.breed("run", 2);
    // As if it were still to go on.
    let folder = house.runs().join("made");
    let reader = journal::Reader::open(&house.runs().join("run")).unwrap();
    let mut writer = Writer::create(&folder, reader.about()).unwrap();
    for (kind, text) in [
        (EventKind::Joined, "attic"),
        (EventKind::Joined, "<b>cellar</b>"),
        (EventKind::Lied, "<b>cellar</b>: it gave two outcomes"),
        (EventKind::Fault, "an answer did not come"),
    ] {
        writer.event(kind, text).unwrap();
    }
    let server = house.serve();
    let browser = Browser::start();
    let page = browser.open(&format!("{}/runs/made", server.url));
    let text = page.text("document.querySelector('[data-part=workers]').innerText");
    for part in [
        "2 took part; one fault was made good",
        "attic",
        "<b>cellar</b>",
        "it gave two outcomes",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    check(&page);
    let (code, page) = server.get("/workers");
    assert!(
        code == 200 && page.contains("galapagos serve --fleet"),
        "{page}"
    );
    assert_eq!(server.get("/workers/live").0, 404);
}
