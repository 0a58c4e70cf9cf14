//! An experiment that the project does not have, added from this one file: a genome, a
//! problem and an optimiser of its own. The program breeds it, survives being killed,
//! shows it, plots it and exports it like all others.
//!
//! The experiment is the puzzle of the queens: on a board of n × n squares, n queens are
//! to stand so that none attacks another. A genome is a permutation: the row of the
//! queen of every column.

use std::path::Path;
use std::process::{Command, ExitCode, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use std::{env, fs};

use chess::Damage;
use evo::{
    Effort, Example, Failure, Fitness, Optimiser, Organism, Origin, Problem, Scores, Seed, Space,
    Stream,
};
use journal::{Genes, Reader};
use lab::evolve::{self, Trained};
use lab::experiment::{Bred, Entry, Experiment, Experiments, Gene, Ready, Work};
use lab::recipe::{self, Section};
use lab::{Measure, Recipe, Recorded, Stage, StudyError};
use serde::{Deserialize, Serialize};

/// The experiments that recipes can name: the project's and this one.
const EXPERIMENTS: Experiments = &[
    Entry {
        name: "queens",
        read,
    },
    lab::EXPERIMENTS[0],
];

// The genome.

/// The rows of the queens, one for each column.
#[derive(Clone, Debug, PartialEq)]
struct Permutations {
    size: usize,
}

impl Space for Permutations {
    type Genome = Vec<u32>;
    type Program = Vec<u32>;
    type Crossover = ();
    type Mutation = ();

    fn sample(&self, stream: &mut Stream) -> Vec<u32> {
        let mut rows: Vec<_> = (0..self.size as u32).collect();
        stream.shuffle(&mut rows);
        rows
    }

    fn decode(&self, genome: &Vec<u32>) -> Vec<u32> {
        genome.clone()
    }

    fn show(&self, genome: &Vec<u32>) -> String {
        format!("{genome:?}")
    }

    fn holds(&self, genome: &Vec<u32>) -> bool {
        let mut rows = genome.clone();
        rows.sort_unstable();
        rows.iter().copied().eq(0..self.size as u32)
    }

    fn cross(&self, (): &(), mother: &Vec<u32>, _: &Vec<u32>, _: &mut Stream) -> Vec<u32> {
        mother.clone()
    }

    fn mutate(&self, (): &(), genome: &mut Vec<u32>, _: u32, stream: &mut Stream) {
        genome.swap(stream.below(self.size), stream.below(self.size));
    }
}

impl Recorded for Permutations {
    fn genes(&self, genome: &Vec<u32>) -> Genes {
        let rows = genome.iter().copied().map(f64::from);
        rows.collect::<Vec<_>>().into()
    }
}

// The problem.

/// How many pairs of queens do not attack each other.
struct Queens;

impl Problem for Queens {
    type Program = Vec<u32>;
    type Task = Vec<u32>;
    type Outcome = u64;
    type Kit = ();

    fn plan(&self, generation: &[Vec<u32>], _: Seed) -> Vec<Vec<u32>> {
        generation.to_vec()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), rows: &Vec<u32>) -> Result<u64, Failure> {
        // So that there is time to kill the program.
        sleep(Duration::from_millis(1));
        let columns = 0..rows.len();
        let apart = |&(a, b): &(usize, usize)| rows[a].abs_diff(rows[b]) as usize != b - a;
        let pairs = columns.flat_map(|b| (0..b).map(move |a| (a, b)));
        Ok(pairs.filter(apart).count() as u64)
    }

    fn reduce(&self, _: &[Vec<u32>], _: &[Vec<u32>], pairs: &[u64]) -> Scores {
        Scores {
            fitness: pairs
                .iter()
                .map(|&one| Fitness::exact(one as f64))
                .collect(),
            effort: Effort {
                positions: pairs.len() as u64,
                ..Effort::default()
            },
        }
    }
}

// The optimiser.

/// Tries swaps of the best so far, more of them at once the longer nothing was better.
#[derive(Debug, Serialize, Deserialize)]
struct Climber {
    tries: u32,
    next_generation: u32,
    stuck: u32,
    population: Vec<Organism<Vec<u32>>>,
}

impl Optimiser<Permutations> for Climber {
    fn next_generation(&self) -> u32 {
        self.next_generation
    }

    fn ask(&mut self, space: &Permutations, seed: Seed) -> Vec<(Vec<u32>, Origin)> {
        let Some(best) = evo::recommend(&self.population) else {
            let mut stream = seed.stream();
            return vec![(space.sample(&mut stream), Origin::Random)];
        };
        let (parent, best) = (best as u32, &self.population[best].genome);
        let child = |number: u32| {
            let mut stream = seed.child("try", number.into()).stream();
            let mut child = best.clone();
            for _ in 0..=stream.below(1 + self.stuck as usize) {
                space.mutate(&(), &mut child, self.next_generation, &mut stream);
            }
            (child, Origin::Mutant(parent))
        };
        let copy = (best.clone(), Origin::Copy(parent));
        std::iter::once(copy)
            .chain((0..self.tries).map(child))
            .collect()
    }

    fn tell(&mut self, _: &Permutations, generation: Vec<Organism<Vec<u32>>>, _: &[Example]) {
        let best = |all: &[Organism<Vec<u32>>]| {
            let values = all.iter().map(|one| one.fitness.value);
            values.fold(0.0, f64::max)
        };
        self.stuck = match best(&generation) > best(&self.population) {
            true => 0,
            false => (self.stuck + 1).min(3),
        };
        self.population = generation;
        self.next_generation += 1;
    }

    fn population(&self) -> &[Organism<Vec<u32>>] {
        &self.population
    }
}

// What the lab must know.

/// `[queens]`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [queens]")]
struct Settings {
    size: usize,
    tries: u32,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, recipe::Mistake> {
    let settings: Settings = section.settings()?;
    if settings.size < 4 {
        return Err(section.wrong("fewer than 4 queens have no solution"));
    }
    Ok(vec![section.stage(settings)?])
}

impl Experiment for Settings {
    fn genes(&self) -> Vec<Gene> {
        let gene = |column| Gene {
            name: format!("COLUMN_{column}"),
            min: 0.0,
            max: self.size as f64 - 1.0,
            published: None,
        };
        (1..=self.size).map(gene).collect()
    }

    fn demes(&self) -> Vec<String> {
        vec!["climber".into()]
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "pairs of queens apart",
            sign: "",
            short: " apart",
            places: 0,
            less_is_better: false,
            trial: "",
            among_peers: false,
        }
    }

    fn prepare(
        &self,
        _: &Recipe,
        _: &Stage,
        _: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        Ok(Box::new(*self))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        format!(
            "kind = \"queens\"\nname = \"{}\"\nrows = {:?}\n",
            bred.name, bred.values
        )
    }
}

impl Ready for Settings {
    fn evolve(&self, work: Work<'_>) -> Result<std::ops::ControlFlow<()>, lab::Error> {
        let space = Permutations { size: self.size };
        let problem = Trained::alone(Queens, |fitness, _, _| fitness);
        evolve::go(&space, &problem, work, |_| {
            Ok(Climber {
                tries: self.tries,
                next_generation: 0,
                stuck: 0,
                population: Vec::new(),
            })
        })
    }
}

// The test.

const RECIPE: &str = "\
name = \"queens\"
seed = 1
generations = 150

[queens]
size = 8
tries = 6
";

/// Tells a process that it is the program.
const AS_PROGRAM: &str = "GALAPAGOS_WITH_QUEENS";

/// This file is a program of its own: `galapagos` with one more experiment, and the test
/// that runs it.
fn main() -> ExitCode {
    if env::var_os(AS_PROGRAM).is_some() {
        return cli::main(EXPERIMENTS);
    }
    it_is_bred_killed_resumed_shown_plotted_and_exported();
    mistakes_are_told_with_their_line();
    ExitCode::SUCCESS
}

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .env(AS_PROGRAM, "1")
        .args(arguments)
        .current_dir(folder);
    command
}

fn output(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).output().unwrap()
}

fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let output = output(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn it_is_bred_killed_resumed_shown_plotted_and_exported() {
    let shop = tempfile::tempdir().unwrap();
    let folder = shop.path();
    fs::write(folder.join("queens.toml"), RECIPE).unwrap();
    let told = succeed(folder, &["evolve", "queens.toml", "--name", "unbroken"]);
    assert!(told.contains("pairs of queens apart"), "{told}");
    let champion = fs::read_to_string(folder.join("runs/unbroken/champion.toml")).unwrap();

    let evolve = ["evolve", "queens.toml", "--name", "broken"];
    let mut child = program(folder, &evolve)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let run = folder.join("runs/broken");
    let recorded = || Reader::open(&run).map_or(0, |run| run.count_generations().unwrap());
    while recorded() < 20 && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(recorded() < 151, "it was killed too late");
    succeed(folder, &["resume", "broken"]);
    let resumed = fs::read_to_string(run.join("champion.toml")).unwrap();
    assert_eq!(resumed, champion);

    // 28 pairs of eight queens: none attacks another.
    let shown = succeed(folder, &["show", "broken"]);
    assert!(
        shown.contains("28") && shown.contains("COLUMN_8"),
        "{shown}"
    );
    succeed(folder, &["plot", "broken"]);
    let curve = fs::read_to_string(run.join("curve.svg")).unwrap();
    assert!(curve.contains("pairs of queens apart"));
    let rows = succeed(folder, &["export", "broken", "--csv", "--organisms"]);
    assert!(rows.lines().next().unwrap().ends_with("COLUMN_8"), "{rows}");
    let twins = ["unbroken", "broken"].map(|run| succeed(folder, &["export", run, "--csv"]));
    assert_eq!(twins[0], twins[1]);
    assert!(succeed(folder, &["runs"]).contains("28 apart"));
    assert!(run.join("report.html").exists());
}

fn mistakes_are_told_with_their_line() {
    let shop = tempfile::tempdir().unwrap();
    for (from, to, says) in [
        ("size = 8", "size = 3", "queens.toml:5: fewer than 4 queens"),
        (
            "tries",
            "tires",
            "queens.toml:7: unknown key `tires`; did you mean `tries`?",
        ),
        (
            "[queens]",
            "[queen]",
            "queens.toml:5: unknown key `queen`; did you mean `queens`?",
        ),
    ] {
        fs::write(shop.path().join("queens.toml"), RECIPE.replace(from, to)).unwrap();
        let output = output(shop.path(), &["evolve", "queens.toml"]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(says), "{text}");
    }
}
