//! Three servers that keep all of it three times.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::Duration;

use async_nats::jetstream;
use fleet::server;
use fleet::{Access, Fleet, names};

use crate::hostile::block_on;
use crate::toy::generation;
use crate::world::{hire_at, setup, until};

/// An address where nothing listens.
fn free() -> SocketAddr {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    free.local_addr().unwrap()
}

struct Cluster(Vec<Option<Child>>);

impl Cluster {
    fn new(folder: &Path, clients: &[SocketAddr]) -> Self {
        let routes: Vec<_> = clients.iter().map(|_| free()).collect();
        let to = routes
            .iter()
            .map(|route| format!("\"nats-route://{route}\""));
        let to = to.collect::<Vec<_>>().join(", ");
        let start = |(number, (client, route)): (usize, (&SocketAddr, &SocketAddr))| {
            let store = folder.join(format!("store{number}"));
            let text = format!(
                "listen: \"{client}\"\nserver_name: server{number}\n\
                 jetstream {{ store_dir: {store:?} }}\n\
                 cluster {{ name: galapagos, listen: \"{route}\", routes: [{to}] }}\n"
            );
            let file = folder.join(format!("server{number}.conf"));
            fs::write(&file, text).unwrap();
            Some(server::start(&file, *client).unwrap())
        };
        Self(clients.iter().zip(&routes).enumerate().map(start).collect())
    }

    fn kill(&mut self, number: usize) {
        if let Some(mut child) = self.0[number].take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        (0..self.0.len()).for_each(|number| self.kill(number));
    }
}

#[test]
fn one_server_of_three_may_be_lost() {
    let folder = tempfile::tempdir().unwrap();
    let clients = [free(), free(), free()];
    let mut cluster = Cluster::new(folder.path(), &clients);
    let access = |number: usize| Access {
        url: format!("nats://{}", clients[number]),
        ..Access::default()
    };
    // The three must find each other first.
    let mut made = None;
    until(|| {
        let fleet = Fleet::connect(access(0), setup(0.02), Box::new(|_| {}));
        made = fleet.ok();
        made.is_some()
    });
    let fleet = made.unwrap();
    let replicas = block_on(async {
        let client = async_nats::connect(access(0).url).await.unwrap();
        let tasks = jetstream::new(client).get_stream(names::TASKS).await;
        tasks.unwrap().cached_info().config.num_replicas
    });
    assert_eq!(replicas, 3);
    let _workers = [hire_at(access(0), "one"), hire_at(access(1), "other")];
    let length = Duration::from_millis(5);
    thread::scope(|scope| {
        let run = scope.spawn(|| (0..4).try_for_each(|_| generation(&fleet, 200, length)));
        thread::sleep(Duration::from_millis(1500));
        cluster.kill(0);
        run.join().unwrap().unwrap();
    });
}
