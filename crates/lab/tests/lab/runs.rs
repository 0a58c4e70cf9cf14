//! Small runs of the recipes that come with the project, without a command line.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use evo::Threads;
use journal::{EventKind, Reader, Writer};
use lab::{Champion, Curve, EXPERIMENTS, Measure, Overview, Recipe, State, Study};

/// The folder of the recipes.
pub fn recipes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes")
}

/// Every experiment once, small.
pub const SMALL: [(&str, &[&str]); 6] = [
    ("ep-weights", &["generations=3"]),
    (
        "mentor",
        &[
            "generations=3",
            "mentor.train=50",
            "mentor.test=20",
            "ga.population=8",
        ],
    ),
    (
        "gp-endgame",
        &[
            "generations=2",
            "gp.population=6",
            "gp.elites=1",
            "endgame.master.games=2",
        ],
    ),
    (
        "evochess",
        &[
            "generations=2",
            "ga.population=4",
            "demes.count=3",
            "demes.migration.every=1",
            "evochess.search.nodes=200",
            "evochess.games.longest=12",
            "evochess.phases.second=16",
            "evochess.exam.classes=[2]",
            "evochess.exam.games=2",
        ],
    ),
    (
        "evochess-ordering",
        &[
            "generations=2",
            "ordering.train=4",
            "ordering.test=2",
            "ordering.depth=3",
            "ga.population=10",
        ],
    ),
    (
        "evol-star",
        &[
            "runs=2",
            "generations=2",
            "mimic.train=60",
            "mimic.test=20",
            "ga.population=8",
            "coevolve.generations=2",
            "coevolve.pairs=4",
            "coevolve.nodes=50",
            "coevolve.learner.population=4",
            "coevolve.first.openings=1",
            "coevolve.first.nodes=50",
            "coevolve.final.openings=1",
            "coevolve.final.nodes=50",
            "tactics.train=4",
            "tactics.nodes=300",
            "tactics.hash=1",
            "tactics.generations=2",
            "tactics.ga.population=4",
            "proof.pairs=1",
            "proof.nodes=50",
            "proof.hash=1",
        ],
    ),
];

/// One of them.
pub fn small(name: &str, changes: &[&str]) -> Recipe {
    let file = recipes().join(format!("{name}.toml"));
    let mut recipe = Recipe::read(&file, EXPERIMENTS).unwrap();
    let changes: Vec<_> = changes.iter().map(|&change| change.to_owned()).collect();
    recipe.set(&changes).unwrap();
    recipe
}

pub fn threads(count: usize) -> Threads {
    Threads::new(NonZeroUsize::new(count).unwrap())
}

/// Runs a recipe to its end, stopping after every so many generations, and gives the
/// files of all its champions.
pub fn champions(recipe: Recipe, folder: &Path, count: usize, pause: u64) -> Vec<String> {
    let study = Study::prepare(recipe).unwrap();
    let recipe = study.recipe();
    let about = recipe.about("a test".into(), "0.0.0");
    let mut writer = Writer::create(folder, &about).unwrap();
    loop {
        let mut left = pause;
        let end = study.evolve(
            &mut writer,
            threads(count),
            &|_| ControlFlow::Continue(()),
            |_| {
                left -= 1;
                match left {
                    0 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            },
        );
        if end.unwrap().is_continue() {
            break;
        }
        writer.event(EventKind::Stopped, "by a test").unwrap();
        drop(writer);
        writer = Writer::open(folder).unwrap();
    }
    let reader = writer.reader();
    let given = study.given(reader).unwrap();
    let champion = |phase| {
        let measure = Measure::of(recipe.stage(phase));
        let champion = Champion::find(reader, phase, measure).unwrap().unwrap();
        champion.to_toml(recipe, given.as_deref(), &[])
    };
    recipe.phases().map(champion).collect()
}

#[test]
fn threads_and_pauses_change_no_champion() {
    for (name, changes) in SMALL {
        let runs = tempfile::tempdir().unwrap();
        let folder = |name: &str| runs.path().join(name);
        let unbroken = champions(small(name, changes), &folder("unbroken"), 1, u64::MAX);
        let broken = champions(small(name, changes), &folder("broken"), 2, 1);
        assert_eq!(unbroken, broken, "{name}");
    }
}

#[test]
fn what_a_page_needs_is_told_of_a_run() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let recipe = small("mentor", SMALL[1].1);
    champions(recipe.clone(), &folder, 1, u64::MAX);
    let reader = Reader::open(&folder).unwrap();
    let again = Recipe::of(&reader, EXPERIMENTS).unwrap();
    assert_eq!(again.text(), recipe.text());
    let overview = Overview::read(&reader, &again).unwrap();
    assert_eq!(overview.state, State::Stopped(100));
    assert!(overview.score.unwrap().ends_with(" cp off"));
    // The curve is what the organisms' scores say.
    let champion = Champion::current(&reader, &again).unwrap().unwrap();
    let points = Curve::read(&reader, 0).unwrap().points;
    assert_eq!(points.len(), 4);
    assert_eq!(points[3].best, champion.score);
    let place = reader.last().unwrap().unwrap();
    let scores = reader.scores(place).unwrap();
    assert_eq!(
        scores.iter().copied().fold(f64::MAX, f64::min),
        points[3].best
    );
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    assert!((mean - points[3].mean).abs() < 1e-9);
    // A page that has seen two generations reads the others only.
    assert_eq!(reader.generations_of(0, 2).unwrap().len(), 2);
    let page = lab::report(&reader, &again).unwrap();
    assert!(page.contains("centipawns from the mentor"));
}
