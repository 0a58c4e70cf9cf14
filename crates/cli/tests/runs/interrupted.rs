//! Runs that are stopped, killed and continued.

use std::io::Read;
use std::process::{Child, Command};

use evo::Seed;

use crate::workshop::{Workshop, long_recipe};

const CHAMPION: &str = "runs/broken/champion.toml";

fn unbroken(shop: &Workshop) -> String {
    shop.succeed(&["evolve", "small.toml", "--name", "unbroken"]);
    shop.read("runs/unbroken/champion.toml")
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn twenty_kills_change_nothing() {
    let shop = Workshop::new(&long_recipe());
    let champion = unbroken(&shop);

    let mut stream = Seed::new(3).stream();
    let mut child = shop.start(&["evolve", "small.toml", "--name", "broken"]);
    let mut reached = shop.wait_for("broken", 0, &mut child);
    for number in 0..20 {
        // Some are killed while they still make ready.
        if number % 5 < 4 {
            let target = reached + 1 + stream.below(60) as u32;
            reached = shop.wait_for("broken", target, &mut child);
        }
        kill(child);
        let threads = ["1", "2", "3"][number % 3];
        child = shop.start(&["resume", "broken", "--threads", threads]);
    }
    kill(child);
    assert!(!shop.path(CHAMPION).exists());
    shop.succeed(&["resume", "broken"]);
    assert_eq!(shop.read(CHAMPION), champion);

    // Nothing is left to do, and nothing is done.
    shop.succeed(&["resume", "broken"]);
    assert_eq!(shop.read(CHAMPION), champion);
    let figures = |run| shop.succeed(&["export", run, "--csv"]);
    assert_eq!(figures("broken"), figures("unbroken"));
}

#[test]
fn the_latest_unfinished_run_goes_on_where_none_is_named() {
    let shop = Workshop::new(&long_recipe());
    let text = shop.complaint(&["resume"]);
    assert!(text.contains("no unfinished run in runs"), "{text}");
    shop.succeed(&[
        "evolve",
        "small.toml",
        "--name",
        "ended",
        "--set",
        "generations=2",
    ]);
    for name in ["zero", "broken"] {
        let mut child = shop.start(&["evolve", "small.toml", "--name", name]);
        shop.wait_for(name, 0, &mut child);
        kill(child);
    }
    shop.succeed(&["resume"]);
    assert!(shop.path(CHAMPION).exists());
    assert!(!shop.path("runs/zero/champion.toml").exists());
}

#[test]
fn a_run_killed_between_independent_runs_goes_on() {
    let recipe = long_recipe()
        .replace("generations = 3000", "generations = 20")
        .replace("runs = 1", "runs = 60");
    let shop = Workshop::new(&recipe);
    unbroken(&shop);
    let mut child = shop.start(&["evolve", "small.toml", "--name", "broken"]);
    shop.wait_for("broken", 3, &mut child);
    for _ in 0..3 {
        kill(child);
        child = shop.start(&["resume", "broken"]);
    }
    kill(child);
    shop.succeed(&["resume", "broken"]);
    for name in ["champion.toml", "champion-run1.toml", "champion-run60.toml"] {
        let read = |run: &str| shop.read(&format!("runs/{run}/{name}"));
        assert_eq!(read("broken"), read("unbroken"));
    }
}

#[test]
fn ctrl_c_stops_after_a_whole_generation() {
    let shop = Workshop::new(&long_recipe());
    let champion = unbroken(&shop);
    let mut child = shop.start(&["evolve", "small.toml", "--name", "broken"]);
    shop.wait_for("broken", 5, &mut child);
    let asked = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(asked.unwrap().success());
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{errors}");
    assert!(errors.contains("galapagos resume runs/broken"), "{errors}");
    assert!(
        shop.succeed(&["runs"])
            .lines()
            .any(|line| line.starts_with("broken ") && line.contains("  stopped "))
    );
    shop.succeed(&["resume", "runs/broken", "--threads", "1"]);
    assert_eq!(shop.read(CHAMPION), champion);
}

#[test]
fn one_run_is_written_by_one_process() {
    let recipe = long_recipe().replace("generations = 3000", "generations = 1000000");
    let shop = Workshop::new(&recipe);
    let mut child = shop.start(&["evolve", "small.toml", "--name", "busy"]);
    shop.wait_for("busy", 1, &mut child);
    let text = shop.complaint(&["resume", "busy"]);
    let holder = format!("being written by process {}", child.id());
    assert!(text.contains(&holder), "{text}");
    let runs = shop.succeed(&["runs"]);
    assert!(runs.contains("  running 0 %"), "{runs}");
    assert!(
        shop.succeed(&["show", "busy"])
            .contains("champion of evaluations, born in")
    );
    kill(child);
}

#[test]
fn a_run_never_goes_on_with_other_data() {
    let shop = Workshop::new(&long_recipe());
    let mut child = shop.start(&["evolve", "small.toml", "--name", "broken"]);
    shop.wait_for("broken", 1, &mut child);
    kill(child);
    let file = shop.path("positions.epd");
    let text = shop.read("positions.epd");
    let (first, rest) = text.split_once('\n').unwrap();
    std::fs::write(&file, format!("{rest}{first}\n")).unwrap();
    let complaint = shop.complaint(&["resume", "broken"]);
    assert!(
        complaint.contains("it does not match the one in the recipe"),
        "{complaint}"
    );
    std::fs::remove_file(&file).unwrap();
    let complaint = shop.complaint(&["resume", "broken"]);
    assert!(
        complaint.contains("positions.epd: No such file"),
        "{complaint}"
    );
    std::fs::write(&file, text).unwrap();
    shop.succeed(&["resume", "broken"]);
}

#[test]
fn what_is_no_run_is_not_resumed() {
    let shop = Workshop::new(&long_recipe());
    for run in ["nothing", "./nothing"] {
        let text = shop.complaint(&["resume", run]);
        assert!(text.contains("there is no run in"), "{text}");
    }
}
