//! A folder with a recipe and made-up positions.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use chess::Game;
use evo::Seed;
use journal::{Place, Reader};
use problems::Sample;
use problems::positions::{Drawn, Pick};
use tempfile::TempDir;

/// A recipe that is done in a moment.
pub const RECIPE: &str = r#"
name = "small"
seed = 1
runs = 1
generations = 30

[mimic]
positions = "positions.epd"
scorer = "exchange"
train = 60
test = 40

[ga]
population = 20
elites = 1
selection = "roulette"
crossover = "uniform"
crossover_rate = 0.75
mutation = { rate = 0.005 }
"#;

/// A recipe that takes seconds: there is time to interrupt it.
pub fn long_recipe() -> String {
    RECIPE
        .replace("generations = 30", "generations = 3000")
        .replace("train = 60", "train = 400")
        .replace("population = 20", "population = 40")
}

pub struct Workshop {
    folder: TempDir,
}

impl Workshop {
    /// With this recipe as `small.toml`.
    pub fn new(recipe: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("small.toml"), recipe).unwrap();
        let drawn = Drawn {
            train: picks("train", 400),
            test: picks("test", 40),
        };
        fs::write(folder.path().join("positions.epd"), drawn.to_epd()).unwrap();
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("galapagos"));
        command.args(arguments).current_dir(self.folder.path());
        command
    }

    pub fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments)
            .output()
            .expect("the program starts")
    }

    /// What it prints.
    pub fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// It must fail, and its last line explain.
    pub fn complaint(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        let last = text.lines().last().unwrap();
        assert!(last.starts_with("galapagos: "), "{text}");
        last.to_owned()
    }

    /// In the background.
    pub fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    /// Waits until a run in the background has come to this generation, and returns how
    /// far it is.
    pub fn wait_for(&self, run: &str, generation: u32, child: &mut Child) -> u32 {
        let reached = |last: Place| last.generation >= generation;
        self.wait(run, child, reached).generation
    }

    /// Waits until a run in the background has come to this phase and generation.
    pub fn wait_for_place(&self, run: &str, place: (u32, u32), child: &mut Child) {
        let reached = |last: Place| (last.phase, last.generation) >= place;
        self.wait(run, child, reached);
    }

    /// Waits until a run in the background has found this out.
    pub fn wait_for_finding(&self, run: &str, name: &str, child: &mut Child) {
        let folder = self.path("runs").join(run);
        let found = || Reader::open(&folder).and_then(|reader| reader.finding(name));
        while !matches!(found(), Ok(Some(_))) {
            assert!(child.try_wait().unwrap().is_none(), "it ended too early");
            sleep(Duration::from_millis(1));
        }
    }

    fn wait(&self, run: &str, child: &mut Child, reached: impl Fn(Place) -> bool) -> Place {
        let folder = self.path("runs").join(run);
        loop {
            let last = Reader::open(&folder).and_then(|reader| reader.last());
            if let Ok(Some(last)) = last
                && reached(last)
            {
                return last;
            }
            assert!(child.try_wait().unwrap().is_none(), "it ended too early");
            sleep(Duration::from_millis(1));
        }
    }
}

/// Positions of random games with a random move in each.
fn picks(set: &str, count: u64) -> Vec<Pick> {
    (0..count)
        .map(|number| {
            let mut stream = Seed::new(7).child(set, number).stream();
            let mut game = Game::default();
            loop {
                let board = game.board().clone();
                let mut moves = Vec::new();
                board.generate_moves(|some| {
                    moves.extend(some);
                    false
                });
                let played = moves[stream.below(moves.len())];
                if game.moves().len() == 10 + number as usize % 20 {
                    let id = format!("{set} {number}");
                    let sample = Sample { board, played };
                    return Pick { sample, id };
                }
                game.play(played).unwrap();
                if game.end().is_some() {
                    game = Game::default();
                }
            }
        })
        .collect()
}
