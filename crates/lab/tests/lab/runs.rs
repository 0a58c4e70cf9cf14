//! Small runs of the recipes that come with the project, without a command line.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use evo::{Origin, Threads, Workers};
use journal::{EventKind, Place, Reader, Writer};
use lab::{Champion, Curve, EXPERIMENTS, Measure, Overview, Proof, Recipe, State, Study};

use crate::hostile::Hostile;
use crate::small::{SMALL, changes};

/// The folder of the recipes.
pub fn recipes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes")
}

/// A recipe at a small size.
pub fn small(name: &str) -> Recipe {
    let file = recipes().join(format!("{name}.toml"));
    let mut recipe = Recipe::read(&file, EXPERIMENTS).unwrap();
    let changes = changes(name).iter();
    let changes: Vec<_> = changes.map(|&change| change.to_owned()).collect();
    recipe.set(&changes).unwrap();
    recipe
}

pub fn threads(count: usize) -> Workers<'static> {
    Threads::new(NonZeroUsize::new(count).unwrap()).into()
}

/// Runs a recipe to its end, stopping after every `pause` generations, and gives the
/// files of all its champions, and what its matches say.
pub fn champions(recipe: Recipe, folder: &Path, workers: Workers<'_>, pause: u64) -> Vec<String> {
    let study = Study::prepare(recipe).unwrap();
    let recipe = study.recipe();
    let about = recipe.about("a test".into(), "0.0.0");
    let mut writer = Writer::create(folder, &about).unwrap();
    loop {
        let mut left = pause;
        let end = study.evolve(&mut writer, workers, &|_| ControlFlow::Continue(()), |_| {
            left -= 1;
            match left {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        if end.unwrap().is_continue() {
            break;
        }
        writer.event(EventKind::Stopped, "by a test").unwrap();
        drop(writer);
        writer = Writer::open(folder).unwrap();
    }
    let go_on = |_| ControlFlow::Continue(());
    let proved = study.prove(&mut writer, workers, &go_on, |_| {}).unwrap();
    assert!(proved.is_continue());
    let reader = writer.reader();
    let given = study.given(reader).unwrap();
    let champion = |phase| {
        let measure = Measure::of(recipe.stage(phase));
        let champion = Champion::find(reader, phase, measure).unwrap().unwrap();
        champion.to_toml(recipe, given.as_deref(), &[])
    };
    let proofs = Proof::all(reader).unwrap();
    let proofs = proofs.iter().map(Proof::to_string);
    recipe.phases().map(champion).chain(proofs).collect()
}

#[test]
fn threads_pauses_and_a_hostile_fleet_change_no_champion() {
    for (name, _) in SMALL {
        let runs = tempfile::tempdir().unwrap();
        let folder = |name: &str| runs.path().join(name);
        let unbroken = champions(small(name), &folder("unbroken"), threads(1), u64::MAX);
        let broken = champions(small(name), &folder("broken"), threads(2), 1);
        assert_eq!(unbroken, broken, "{name}");
        let hostile = Workers::elsewhere(&Hostile, Threads::new(NonZeroUsize::MIN));
        let hostile = champions(small(name), &folder("hostile"), hostile, u64::MAX);
        assert_eq!(unbroken, hostile, "{name}");
    }
}

#[test]
fn what_a_page_needs_is_told_of_a_run() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let recipe = small("mentor");
    champions(recipe.clone(), &folder, threads(1), u64::MAX);
    let reader = Reader::open(&folder).unwrap();
    let again = Recipe::of(&reader, EXPERIMENTS).unwrap();
    assert_eq!(again.text(), recipe.pinned().unwrap().text());
    let overview = Overview::read(&reader, &again).unwrap();
    assert_eq!(overview.state, State::Stopped(100));
    assert!(overview.score.unwrap().ends_with(" cp off"));
    // The curve is what the organisms' scores say.
    let champion = Champion::current(&reader, &again).unwrap().unwrap();
    let points = Curve::read(&reader, 0).unwrap().points;
    assert_eq!(points.len(), 5);
    assert_eq!(points[4].best, champion.score);
    let place = reader.last().unwrap().unwrap();
    let scores = reader.scores(place).unwrap();
    assert_eq!(
        scores.iter().copied().fold(f64::MAX, f64::min),
        points[4].best
    );
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    assert!((mean - points[4].mean).abs() < 1e-9);
    // A page that has seen two generations reads the others only.
    assert_eq!(reader.generations_of(0, 2).unwrap().len(), 3);
    let page = lab::report(&reader, &again).unwrap();
    assert!(page.contains("centipawns from the mentor"));
}

/// A second stage of EvoChess, without generations.
const DEEPER: &str = "deeper={ experiment = 'evochess', generations = 0, heirs = 2, \
    modules = ['depth'], \
    search = { rest = 2, least = 1, most = 10, change = 2, nodes = 300, killers = 4 }, \
    programs = { start = 8, statements = 200, nesting = 5, moves = 0.2, own = 0.1, alike = 0.5 }, \
    steps = { start = 0.1, least = 0.01 }, \
    games = { lead = 9, moves = 4, longest = 15, quiet = 6, decisive_cp = 900 }, \
    phases = { first = [2], second = { from = 16, against = [] }, \
    third = { from = 16, against = [] }, skip = { up_to = 4, won_up_to = 6, above = 0.0 }, \
    fourth = 16, twelve = { games = 0, points = 6, without_win = 2 }, \
    fourteen = { games = 0, points = 5, without_win = 2 }, points = { draw = 1, loss = 2 } }, \
    exam = { every = 1, classes = [2], games = 1 }, \
    ga = { population = 3, elites = 1, selection = 'roulette', crossover_rate = 0.5, \
    crossover = { depth = { branched = 0.5 }, weights = 'uniform' }, \
    mutation = { depth = { rate = 0.7, foreign = 0.4, statement = 0.3 }, \
    weights = { learning = 1.0 } } } }";

#[test]
fn individuals_go_on_in_the_next_stage() {
    let mut recipe = small("evochess");
    let stages = "stages=['evochess', 'deeper']";
    recipe.set(&[stages.into(), DEEPER.into()]).unwrap();
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    champions(recipe, &folder, threads(2), u64::MAX);
    let reader = Reader::open(&folder).unwrap();
    let recipe = Recipe::of(&reader, EXPERIMENTS).unwrap();
    let place = Place {
        phase: 1,
        generation: 0,
    };
    let organisms = reader.organisms(place).unwrap();
    let founders = organisms.iter().filter(|one| one.origin == Origin::Founder);
    assert_eq!(founders.count(), 2);
    let before = Champion::find(&reader, 0, Measure::of(recipe.stage(0)));
    let first = reader.program(place, 0).unwrap();
    assert_eq!(first, before.unwrap().unwrap().program);
    let many = DEEPER.replace("heirs = 2", "heirs = 4");
    assert!(small("evochess").set(&[stages.into(), many]).is_err());
}
