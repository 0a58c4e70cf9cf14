//! The configuration of a server for a fleet, and its start.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::names::{DATA, PRESENCE, TASKS};

/// The server's program, and the package of Debian that has it.
pub const PROGRAM: &str = "nats-server";

/// Where programs of the system are that are not for users.
const SYSTEM: &str = "/usr/sbin";

/// How long a server may take to listen.
const START: Duration = Duration::from_secs(10);

/// A server for a fleet.
#[derive(Clone, Debug)]
pub struct Server {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where it keeps tasks, outcomes and data.
    pub store: PathBuf,
    /// The user that runs are started as, with a password; without one there are no users at all.
    pub owner: Option<User>,
    /// Users that may do nothing but take tasks and give outcomes under their own names.
    pub volunteers: Vec<User>,
    /// Its certificate, and its key.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// The authority that signed the certificates which clients must have.
    pub authority: Option<PathBuf>,
}

/// A user of a server.
#[derive(Clone, Debug)]
pub struct User {
    /// The name; a worker's is the same.
    pub name: String,
    /// The password.
    pub password: String,
}

impl Server {
    /// One without users: whatever reaches this address may use it.
    pub const fn open(listen: SocketAddr, store: PathBuf) -> Self {
        Self {
            listen,
            store,
            owner: None,
            volunteers: Vec::new(),
            tls: None,
            authority: None,
        }
    }

    /// The configuration file.
    pub fn to_conf(&self) -> String {
        let mut text = format!(
            "# Written by `galapagos fleet up`.\n\
             listen: \"{}\"\n\
             max_payload: 1MB\n\
             jetstream {{ store_dir: {:?} }}\n",
            self.listen, self.store
        );
        if let Some((certificate, key)) = &self.tls {
            let _ = write!(
                text,
                "tls {{\n  cert_file: {certificate:?}\n  key_file: {key:?}\n"
            );
            if let Some(authority) = &self.authority {
                let _ = write!(text, "  ca_file: {authority:?}\n  verify: true\n");
            }
            text.push_str("}\n");
        }
        if let Some(owner) = &self.owner {
            text.push_str("authorization {\n  users: [\n");
            let User { name, password } = owner;
            let _ = writeln!(text, "    {{ user: {name:?}, password: {password:?} }}");
            for volunteer in &self.volunteers {
                text.push_str(&permissions(volunteer));
            }
            text.push_str("  ]\n}\n");
        }
        text
    }

    /// Writes the configuration into a file that others cannot read.
    pub fn write(&self, configuration: &Path) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(configuration)?;
        file.write_all(self.to_conf().as_bytes())
    }
}

/// Starts a server with a configuration that was [written](Server::write), and waits until
/// it listens at this address.
pub fn start(configuration: &Path, listen: SocketAddr) -> io::Result<Child> {
    let program = program().ok_or_else(|| {
        let what = format!("{PROGRAM} is not installed; on Debian: apt-get install {PROGRAM}");
        io::Error::new(io::ErrorKind::NotFound, what)
    })?;
    // Another program that listens there would be taken for the server.
    TcpListener::bind(listen).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot listen at {listen}: {error}"))
    })?;
    let log = configuration.with_extension("log");
    let mut server = Command::new(program)
        .arg("-c")
        .arg(configuration)
        .arg("-l")
        .arg(&log)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let failed = |why: &str| {
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        let said = text.lines().last().unwrap_or_default();
        let log = log.display();
        io::Error::other(format!("{PROGRAM} {why}: {said}; its log is {log}"))
    };
    let begun = Instant::now();
    loop {
        if let Some(status) = server.try_wait()? {
            return Err(failed(&format!("ended ({status})")));
        }
        if TcpStream::connect(listen).is_ok() {
            return Ok(server);
        }
        if begun.elapsed() > START {
            server.kill()?;
            server.wait()?;
            return Err(failed("does not listen"));
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Where a server with this configuration listens.
pub fn listens_at(configuration: &str) -> Option<SocketAddr> {
    let lines = configuration.lines();
    let mut addresses = lines.filter_map(|line| line.strip_prefix("listen: "));
    addresses.next()?.trim_matches('"').parse().ok()
}

/// Where the server's program is.
pub fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([SYSTEM.into()]);
    let mut programs = folders.map(|folder| folder.join(PROGRAM));
    programs.find(|program| program.is_file())
}

/// What a volunteer may do: take tasks, fetch data, give outcomes and signs of life, under
/// its own name.
pub struct Rights {
    /// The subjects that it may publish to.
    pub publish: Vec<String>,
    /// The subjects that it may hear.
    pub subscribe: Vec<String>,
}

impl Rights {
    /// Those of the volunteer with this name.
    pub fn of(name: &str) -> Self {
        let publish = [
            format!("galapagos.outcome.*.{name}"),
            format!("$KV.{PRESENCE}.worker.{name}"),
            format!("$JS.API.CONSUMER.INFO.{TASKS}.*"),
            format!("$JS.API.CONSUMER.MSG.NEXT.{TASKS}.*"),
            format!("$JS.ACK.{TASKS}.>"),
            format!("$JS.API.STREAM.INFO.KV_{DATA}"),
            format!("$JS.API.DIRECT.GET.KV_{DATA}.>"),
        ];
        let subscribe = [
            format!("galapagos.refused.{name}"),
            format!("_INBOX_{name}.>"),
        ];
        Self {
            publish: publish.into(),
            subscribe: subscribe.into(),
        }
    }
}

fn permissions(volunteer: &User) -> String {
    let User { name, password } = volunteer;
    let Rights { publish, subscribe } = Rights::of(name);
    format!(
        "    {{ user: {name:?}, password: {password:?}, permissions: {{\n      \
         publish: {publish:?}\n      subscribe: {subscribe:?}\n    }} }}\n"
    )
}
