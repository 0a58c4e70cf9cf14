//! An engine with planted parameters: this program behind a script that turns options into
//! what they are planted to do.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// What the script does with each line. SKILL multiplies the nodes that are allowed, DEAD
/// does nothing, STEP counts in tens, CRASH ends the engine from 7 on, HANG keeps it silent
/// at 3, and every so many games that FLAKY says the engine dies.
const SCRIPT: &str = r#"#!/bin/sh
exec 3>&1
crash=0; hang=0; skill=5; flaky=0; games=0
while read -r line; do
  set -- $line
  case "$line" in
    uci)
      echo 'option name SKILL type spin default 5 min 1 max 20' >&3
      echo 'option name DEAD type spin default 5 min 0 max 10' >&3
      echo 'option name STEP type spin default 0 min 0 max 1000' >&3
      echo 'option name CRASH type spin default 0 min 0 max 10' >&3
      echo 'option name HANG type spin default 0 min 0 max 10' >&3
      echo 'option name FLAKY type spin default 0 min 0 max 1000' >&3
      echo 'option name Mode type combo default plain var plain var other' >&3
      echo 'option name Log File type string default none' >&3
      echo uci;;
    "setoption name SKILL "*) skill=$5;;
    "setoption name DEAD "*) ;;
    "setoption name Mode "*) ;;
    "setoption name STEP "*) echo "setoption name REVERSE_MARGIN value $((75 + $5 / 10))";;
    "setoption name CRASH "*) crash=$5;;
    "setoption name HANG "*) hang=$5;;
    "setoption name FLAKY "*) flaky=$5;;
    ucinewgame)
      echo "$line"
      echo >> "$0.games"
      games=$(wc -l < "$0.games")
      if [ "$flaky" -gt 0 ] && [ $((games % flaky)) -eq 0 ]; then exit 1; fi;;
    "go nodes "*)
      if [ "$crash" -ge 7 ]; then exit 1; fi
      if [ "$hang" -ne 3 ]; then echo "go nodes $(($3 * skill / 5))"; fi;;
    *) echo "$line";;
  esac
done | GALAPAGOS uci | grep --line-buffered -v '^option name [A-Z]*_'
"#;

/// A folder with the engine in it.
pub struct Bench(TempDir);

impl Bench {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bench = Self(folder);
        let galapagos = assert_cmd::cargo::cargo_bin!("galapagos");
        let script = SCRIPT.replace("GALAPAGOS", &galapagos.display().to_string());
        bench.write("engine", &script);
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(bench.path("engine"), executable).unwrap();
        bench
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("galapagos"));
        command.args(arguments).current_dir(self.0.path());
        command
    }

    pub fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// What it prints.
    pub fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// It must fail, and its message is this.
    pub fn complaint(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// In the background.
    pub fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Writes a recipe for a few parameters, with few games.
    pub fn recipe(&self, name: &str, parameters: &str) {
        let text = format!(
            "name = \"{name}\"
seed = 1
generations = 6

[tune]
engine = \"./engine\"
arguments = []
openings = \"built-in\"
pace = \"nodes=60\"
pairs = 4
spread = 0.2
patience = 10

[tune.cma_es]
population = 6
step = 0.2
repeated = 0.0
parents = \"all\"

[tune.fixed]
Hash = 1

[tune.parameters]
{parameters}
"
        );
        self.write(&format!("{name}.toml"), &text);
    }
}
