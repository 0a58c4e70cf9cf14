//! A server with a certificate that asks for one.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use fleet::{Access, Fleet};

use crate::toy::generation;
use crate::world::{World, setup};

fn openssl(folder: &Path, arguments: &str) {
    let done = Command::new("openssl")
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
}

/// An authority, and a certificate each for a server and a client.
fn certify(folder: &Path) {
    let key = "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(
        folder,
        &format!("{key} -x509 -keyout ca.key -out ca.pem -subj /CN=authority"),
    );
    std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1").unwrap();
    for name in ["server", "client"] {
        openssl(
            folder,
            &format!("{key} -keyout {name}.key -out {name}.csr -subj /CN={name}"),
        );
        let signed = "-CA ca.pem -CAkey ca.key -CAcreateserial -extfile names";
        openssl(
            folder,
            &format!("x509 -req -in {name}.csr {signed} -out {name}.pem"),
        );
    }
}

#[test]
fn certificates_are_asked_for_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let file = |name: &str| folder.path().join(name);
    let mut world = World::with(|server| {
        server.tls = Some((file("server.pem"), file("server.key")));
        server.authority = Some(file("ca.pem"));
    });
    let without = Access {
        authority: Some(file("ca.pem")),
        ..world.access()
    };
    let refused = Fleet::connect(without.clone(), setup(0.02), Box::new(|_| {}));
    assert!(refused.is_err());
    world.access = Some(Access {
        certificate: Some((file("client.pem"), file("client.key"))),
        ..without
    });
    let fleet = world.fleet(0.02);
    let _worker = world.hire("worker");
    generation(&fleet, 20, Duration::from_millis(5)).unwrap();
}
