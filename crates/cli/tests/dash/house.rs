//! A folder with runs, and the server that shows them.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A recipe that is done in a moment: positions of the project, looked at one ply deep.
pub const SMALL: [&str; 8] = [
    "evol-eval",
    "--set",
    "mimic.train=60",
    "--set",
    "mimic.test=40",
    "--set",
    "ga.population=20",
    "--set",
];

/// A process that goes on until it is taken away.
pub struct Endless(pub Child);

impl Endless {
    pub fn start(mut command: Command) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        Self(command.spawn().unwrap())
    }

    /// Stops it as Ctrl-C does, and returns what it printed.
    pub fn stop(mut self) -> String {
        let pid = self.0.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status().unwrap();
        let mut printed = String::new();
        let mut out = self.0.stdout.take().unwrap();
        out.read_to_string(&mut printed).unwrap();
        self.0.wait().unwrap();
        printed
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The file of an organism that comes with the program.
pub fn shipped(name: &str) -> String {
    let organisms = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../organisms");
    organisms.join(name).to_str().unwrap().into()
}

pub struct House {
    folder: TempDir,
}

impl House {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn runs(&self) -> PathBuf {
        self.folder.path().join("runs")
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("galapagos"));
        command.args(arguments).current_dir(self.folder.path());
        command
    }

    /// Breeds a small run.
    pub fn breed(&self, name: &str, generations: u32) {
        let made = self.evolve(name, generations).output().unwrap();
        assert!(made.status.success(), "{made:?}");
    }

    /// The command that does.
    pub fn evolve(&self, name: &str, generations: u32) -> Command {
        let generations = format!("generations={generations}");
        let mut command = self.command(&["evolve"]);
        command.args(SMALL).args([&generations, "--name", name]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Serves the runs at any free port.
    pub fn serve(&self) -> Server {
        self.serve_at(0)
    }

    pub fn serve_at(&self, port: u16) -> Server {
        Server::of(self.command(&["serve", "runs", "--port", &port.to_string()]))
    }
}

pub struct Server {
    process: Child,
    pub url: String,
}

impl Server {
    /// Starts one, which says where it serves.
    pub fn of(mut command: Command) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let url = line.trim().trim_end_matches('/').to_owned();
        assert!(url.starts_with("http://"), "{line}");
        Self { process, url }
    }

    pub fn port(&self) -> u16 {
        let port = self.url.rsplit(':').next().unwrap();
        port.parse().unwrap()
    }

    /// Sends a request as it is written here, and returns the code and the answer.
    pub fn send(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port())).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        // The server may answer before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let code = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
        (code.unwrap_or_else(|| panic!("no code: {answer}")), answer)
    }

    pub fn get(&self, path: &str) -> (u16, String) {
        self.get_with(path, "")
    }

    /// With more lines in its head.
    pub fn get_with(&self, path: &str, lines: &str) -> (u16, String) {
        let host = if lines.contains("Host:") {
            ""
        } else {
            "Host: 127.0.0.1\r\n"
        };
        self.send(&format!(
            "GET {path} HTTP/1.1\r\n{host}{lines}Connection: close\r\n\r\n"
        ))
    }

    pub fn post(&self, path: &str, lines: &str, body: &str) -> (u16, String) {
        let length = body.len();
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n{lines}Connection: close\r\n\r\n{body}"
        ))
    }

    /// Stops it as Ctrl-C does, and says whether it has ended well.
    pub fn stop(mut self) -> bool {
        let pid = self.process.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status().unwrap();
        self.process.wait().unwrap().success()
    }

    /// Takes it away without warning.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Copies a run.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}
