//! `galapagos fleet`: the machines that do the work of runs, and their server.

use std::fs;
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use fleet::Glance;
use fleet::server::{self, Server, User};

use super::ServerArguments;
use crate::interrupt::{Interrupt, Stopped};

/// Show the workers and runs of a server, or start one
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
The server stores the tasks of runs until workers take them. It is NATS with
JetStream, which `galapagos fleet up` configures and starts. docs/fleet.md
describes fleets from two laptops to a hundred machines.

Examples:
  galapagos fleet up
  galapagos fleet up --listen 0.0.0.0:4222 --volunteer ann --volunteer bob
  galapagos fleet nats://localhost:4222"
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// The server, as for `galapagos worker`
    #[arg(required = true)]
    url: Option<String>,

    #[command(flatten)]
    server: ServerArguments,
}

#[derive(clap::Subcommand)]
enum Command {
    Up(Up),
}

/// Write the configuration of a server and start it
#[derive(clap::Args)]
#[command(after_help = "\
The configuration is written into a folder; if the folder has one, that server
is started again. A server that other machines can reach has users with
passwords: one for runs, and one for each volunteer, who may only take tasks
and send outcomes under that name.

Examples:
  galapagos fleet up
  galapagos fleet up --listen 0.0.0.0:4222 --volunteer ann --volunteer bob
  galapagos fleet up --listen 0.0.0.0:4222 --tls-cert cert.pem --tls-key key.pem")]
pub struct Up {
    /// The folder for its configuration, tasks and data
    #[arg(default_value = "fleet")]
    folder: PathBuf,

    /// The address to listen on; 0.0.0.0 means all addresses of this machine
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:4222")]
    listen: SocketAddr,

    /// Create a user for a worker of this name; may be given several times
    #[arg(long, value_name = "NAME", value_parser = super::worker::worker_name)]
    volunteer: Vec<String>,

    /// The server's certificate, for TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The key of that certificate
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// The certificate authority that must have signed the clients' certificates
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_ca: Option<PathBuf>,
}

/// Shows a fleet, or starts its server.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match (&arguments.command, &arguments.url) {
        (Some(Command::Up(up)), _) => up.run(),
        (None, Some(url)) => {
            let seen = Glance::at(&arguments.server.access(url)?)?;
            Ok(show(&mut io::stdout().lock(), &seen)?)
        }
        (None, None) => unreachable!("one of the two is required"),
    }
}

fn show(out: &mut impl Write, seen: &Glance) -> io::Result<()> {
    if seen.runs.is_empty() {
        writeln!(out, "no run is at work")?;
    }
    for (_, run) in &seen.runs {
        let (title, build) = (&run.title, &run.build.version);
        let (batches, waiting) = (run.out, run.waiting);
        writeln!(
            out,
            "{title}, version {build}: {batches} batches out, {waiting} tasks waiting"
        )?;
        for (worker, outcomes, confirmed) in &run.workers {
            writeln!(
                out,
                "  {worker}: {outcomes} outcomes, {confirmed} checked and correct"
            )?;
        }
        for (worker, why) in &run.refused {
            writeln!(out, "  {worker} is refused: {why}")?;
        }
    }
    if seen.workers.is_empty() {
        return writeln!(out, "no workers; start one: galapagos worker URL");
    }
    writeln!(
        out,
        "\n{:<24} {:>7} {:>9} {:>10} {:>8}  version",
        "worker", "threads", "tasks", "tasks/s", "failures"
    )?;
    for (name, worker) in &seen.workers {
        let speed = worker.speed();
        let (threads, tasks, failures) = (worker.threads, worker.tasks, worker.failures);
        let build = &worker.build.version;
        let lends = match &worker.engines[..] {
            [] => String::new(),
            engines => format!(", lends {}", engines.join(", ")),
        };
        writeln!(
            out,
            "{name:<24} {threads:>7} {tasks:>9} {speed:>10.1} {failures:>8}  {build}{lends}"
        )?;
    }
    Ok(())
}

impl Up {
    fn run(&self) -> anyhow::Result<()> {
        let interrupt = Interrupt::listen()?;
        fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        let configuration = self.folder.join("server.conf");
        let (listen, made) = match fs::read_to_string(&configuration) {
            Ok(text) => {
                eprintln!(
                    "as in {}; remove that file to have a new one written",
                    configuration.display()
                );
                let listen = server::listens_at(&text).with_context(|| {
                    let file = configuration.display();
                    format!("{file}: there is no line `listen: \"ADDRESS:PORT\"` in it")
                })?;
                (listen, None)
            }
            Err(_) => {
                let server = self.server()?;
                server
                    .write(&configuration)
                    .with_context(|| configuration.display().to_string())?;
                (self.listen, Some(server))
            }
        };
        let started = server::start(&configuration, listen);
        if let Some(server) = &made {
            match started {
                Ok(_) => tell(server),
                // The next attempt may be at another address.
                Err(_) => fs::remove_file(&configuration)?,
            }
        }
        let mut child = started?;
        eprintln!(
            "the server listens at {listen}; its log is {}. Ctrl-C stops it.",
            configuration.with_extension("log").display()
        );
        while !interrupt.asked() {
            if let Some(status) = child.try_wait()? {
                let log = configuration.with_extension("log");
                anyhow::bail!("the server ended ({status}); its log is {}", log.display());
            }
            thread::sleep(Duration::from_millis(100));
        }
        child.kill()?;
        child.wait()?;
        let again = self.folder.display();
        Err(Stopped(format!(
            "stopped; its data stays in {again}; to start it again:\n  galapagos fleet up {again}"
        ))
        .into())
    }

    fn server(&self) -> anyhow::Result<Server> {
        let files = [&self.tls_cert, &self.tls_key, &self.tls_ca];
        for file in files.into_iter().flatten() {
            ensure!(file.is_file(), "{}: there is no such file", file.display());
        }
        let whole =
            |path: &Path| fs::canonicalize(path).with_context(|| path.display().to_string());
        let pair = self.tls_cert.as_deref().zip(self.tls_key.as_deref());
        let has_users = !self.listen.ip().is_loopback() || !self.volunteer.is_empty();
        let owner = has_users.then(|| user("owner")).transpose()?;
        let volunteers = self.volunteer.iter().map(|name| user(name));
        Ok(Server {
            listen: self.listen,
            store: whole(&self.folder)?.join("store"),
            owner,
            volunteers: volunteers.collect::<Result<_, _>>()?,
            tls: pair
                .map(|(certificate, key)| anyhow::Ok((whole(certificate)?, whole(key)?)))
                .transpose()?,
            authority: self.tls_ca.as_deref().map(whole).transpose()?,
        })
    }
}

/// A user with a new password.
fn user(name: &str) -> anyhow::Result<User> {
    let mut secret = [0; 16];
    let source = "/dev/urandom";
    let mut random = fs::File::open(source).context(source)?;
    random.read_exact(&mut secret).context(source)?;
    Ok(User {
        name: name.to_owned(),
        password: secret.iter().map(|byte| format!("{byte:02x}")).collect(),
    })
}

/// Says which commands go with a new server.
fn tell(server: &Server) {
    let scheme = if server.tls.is_some() { "tls" } else { "nats" };
    let address = |user: Option<&User>| {
        let user = user.map_or_else(String::new, |User { name, password }| {
            format!("{name}:{password}@")
        });
        let port = server.listen.port();
        match server.listen.ip() {
            ip if ip.is_unspecified() => format!("{scheme}://{user}THIS-MACHINE:{port}"),
            ip => format!("{scheme}://{user}{ip}:{port}"),
        }
    };
    let owner = address(server.owner.as_ref());
    eprintln!("runs:    galapagos evolve RECIPE --fleet {owner}");
    match &server.volunteers[..] {
        [] => eprintln!("workers: galapagos worker {owner}"),
        all => all
            .iter()
            .for_each(|one| eprintln!("workers: galapagos worker {}", address(Some(one)))),
    }
}
