//! `galapagos tune` and the runs of its recipes, with an engine whose parameters are
//! planted.

mod engine;

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use chess::pgn;
use engine::Bench;
use journal::{EventKind, Reader};

const SKILL: &str = "SKILL = { base = 2, min = 1, max = 20 }";

#[test]
fn a_recipe_from_the_handshake() {
    let bench = Bench::new();
    let told = bench.succeed(&["tune", "init", "./engine,option.FLAKY=0", "-o", "mine.toml"]);
    assert!(
        told.starts_with("mine.toml: 6 parameters of Galapagos"),
        "{told}"
    );
    let recipe = bench.read("mine.toml");
    for line in [
        "\"SKILL\" = { base = 5, min = 1, max = 20 }",
        "\"STEP\" = { base = 0, min = 0, max = 1000 }",
        "\"Mode\" = { base = \"plain\", choices = [\"plain\", \"other\"] }",
        "\"FLAKY\" = \"0\"",
        "\"Hash\" = \"8\"",
        "# \"Threads\" = { base = 1, min = 1, max = 256 }",
        "pace = \"nodes=2000\"",
    ] {
        assert!(recipe.contains(line), "{line} in {recipe}");
    }
    assert!(!recipe.contains("Log File"));
    let complaint = bench.complaint(&["tune", "init", "./engine", "-o", "mine.toml"]);
    assert!(complaint.contains("--force"), "{complaint}");
    let complaint = bench.complaint(&["tune", "init", "./missing", "-o", "other.toml"]);
    assert!(complaint.contains("missing"), "{complaint}");
    let complaint = bench.complaint(&["tune", "init", "./engine", "--only", "NOT"]);
    assert!(complaint.contains("begins with `NOT`"), "{complaint}");
    assert!(!bench.path("other.toml").exists() && !bench.path("tune.toml").exists());
}

#[test]
fn rows_that_others_share() {
    let bench = Bench::new();
    bench.write("rows.txt", "SKILL, int, 4, 2, 15, 1.0, 0.002\n");
    bench.succeed(&["tune", "init", "./engine", "--rows", "rows.txt"]);
    let recipe = bench.read("tune.toml");
    assert!(
        recipe.contains("\"SKILL\" = { base = 4, min = 2, max = 15 }"),
        "{recipe}"
    );
    assert!(!recipe.contains("\n\"STEP\""));
    for (row, problem) in [
        ("SKILL, int, 4, 2, 99, 1, 0.002", "takes 1 to 20"),
        ("SPEED, int, 4, 2, 9, 1, 0.002", "no number `SPEED`"),
        ("SKILL, int, 4", "line 1: 3 columns"),
    ] {
        bench.write("rows.txt", row);
        let arguments = ["tune", "init", "./engine", "--rows", "rows.txt", "--force"];
        let complaint = bench.complaint(&arguments);
        assert!(complaint.contains(problem), "{complaint}");
    }
}

#[test]
fn the_probe_finds_what_is_planted() {
    let bench = Bench::new();
    bench.succeed(&["tune", "init", "./engine,option.FLAKY=0"]);
    let recipe = bench
        .read("tune.toml")
        .replace("patience = 10", "patience = 1")
        .replace("\nc = 0.1 ", "\nc = 0.004 ");
    bench.write("tune.toml", &recipe);
    let found = bench.succeed(&[
        "tune",
        "probe",
        "tune.toml",
        "--pace",
        "nodes=400",
        "--positions",
        "4",
    ]);
    let line = |name: &str| {
        let mut lines = found.lines();
        lines
            .find(|line| line.starts_with(name))
            .unwrap_or_else(|| panic!("{name} in {found}"))
    };
    assert!(line("DEAD ").contains("DEAD"), "{found}");
    assert!(
        line("SKILL ").contains("from 4 down and from 6 up"),
        "{found}"
    );
    // It counts in tens: fewer change nothing.
    assert!(
        line("STEP ").contains("from 10 up") || line("STEP ").contains("COARSE"),
        "{found}"
    );
    // One of nineteen is 0.053: SPSA must move it by more than it would, and STEP as well.
    let genes = line("  genes = {");
    assert!(
        genes.contains("\"SKILL\" = 0.053") && genes.contains("\"STEP\" = 0."),
        "{found}"
    );
    let told = recipe.replace("\nc = 0.004 ", &format!("\n{}\nc = 0.004 ", genes.trim()));
    bench.write("told.toml", &told);
    let again = bench.succeed(&[
        "tune",
        "probe",
        "told.toml",
        "--pace",
        "nodes=400",
        "--positions",
        "4",
    ]);
    assert!(!again.contains("genes = {"), "{again}");
    assert!(
        line("CRASH ").contains("FAILS") && line("HANG ").contains("FAILS"),
        "{found}"
    );
    assert!(found.contains("\nCRASH = 7 to 10: "), "{found}");
    assert!(found.contains("\nHANG = 3: hangs"), "{found}");
    // The reproducer does it again.
    let (_, lines) = found.split_once("\nCRASH = 7").unwrap();
    let lines: Vec<_> = lines
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with("    "))
        .collect();
    assert!(
        lines.contains(&"    setoption name CRASH value 7"),
        "{lines:?}"
    );
    assert!(found.contains("these lines make it do so again"), "{found}");
}

#[test]
fn a_parameter_that_matters_is_found_and_verified() {
    let bench = Bench::new();
    bench.recipe("skilled", SKILL);
    bench.succeed(&["evolve", "skilled.toml", "--threads", "2"]);
    let champion = bench.read("runs/skilled-seed1/champion.toml");
    assert!(champion.contains("kind = \"outside\""), "{champion}");
    let values = bench.succeed(&["tune", "values", "skilled-seed1"]);
    let value: i32 = values.trim().rsplit(' ').next().unwrap().parse().unwrap();
    assert!(value > 4, "more nodes win: {values}");
    let source = bench.succeed(&["tune", "values", "skilled-seed1", "--as", "c"]);
    assert_eq!(
        source,
        format!("static const int SKILL = {value}; // was 2\n")
    );
    // Rows that are written can be read, and tuned on from there.
    let rows = bench.succeed(&["tune", "values", "skilled-seed1", "--as", "spsa"]);
    assert_eq!(rows.trim().split(',').count(), 7, "{rows}");
    bench.write("rows.txt", &rows);
    let again = [
        "tune", "init", "./engine", "--rows", "rows.txt", "-o", "on.toml",
    ];
    bench.succeed(&again);
    let line = format!("\"SKILL\" = {{ base = {value}, min = 1, max = 20 }}");
    assert!(bench.read("on.toml").contains(&line), "{rows}");

    let verify = [
        "tune",
        "verify",
        "skilled-seed1",
        "--pairs",
        "60",
        "--sprt",
        "0",
        "20",
    ];
    let verdict = bench.succeed(&verify);
    assert!(
        verdict.ends_with("The new values are better.\n"),
        "{verdict}"
    );
    assert!(verdict.contains("faults in these matches: 0"), "{verdict}");
    // The games are kept, whole, and the same command plays none anew.
    let kept = bench.read("runs/skilled-seed1/verify/nodes-60.pgn");
    let file = bench.path("runs/skilled-seed1/verify/nodes-60.pgn");
    let games = pgn::Reader::open(&file).unwrap().count();
    assert!(games > 0 && games.is_multiple_of(2));
    assert_eq!(bench.succeed(&verify), verdict);
    assert_eq!(bench.read("runs/skilled-seed1/verify/nodes-60.pgn"), kept);
    // Its opponents can be others: an outside organism plays like all.
    let arguments = [
        "match",
        "runs/skilled-seed1/champion.toml",
        "./engine,option.SKILL=1",
        "--nodes",
        "40",
        "--pairs",
        "1",
    ];
    assert!(bench.succeed(&arguments).contains("faults  none"));

    // Half a line, as a power cut leaves it, is left out and played again.
    let pairs = bench.path("runs/skilled-seed1/verify/nodes-60.csv");
    let whole = fs::read(&pairs).unwrap();
    fs::write(&pairs, &whole[..whole.len() - 3]).unwrap();
    assert_eq!(bench.succeed(&verify), verdict);
    assert_eq!(fs::read(&pairs).unwrap(), whole);
}

#[test]
fn killed_and_resumed_on_any_number_of_threads() {
    let bench = Bench::new();
    bench.recipe("steady", SKILL);
    bench.succeed(&["evolve", "steady.toml", "--threads", "1", "--name", "one"]);
    let mut killed = bench.start(&["evolve", "steady.toml", "--threads", "2", "--name", "two"]);
    let reached = || Reader::open(&bench.path("runs/two")).and_then(|reader| reader.last());
    while !matches!(reached(), Ok(Some(last)) if last.generation >= 1) {
        assert!(killed.try_wait().unwrap().is_none(), "it ended too early");
        sleep(Duration::from_millis(2));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    bench.succeed(&["resume", "two"]);
    let champion = |run: &str| bench.read(&format!("runs/{run}/champion.toml"));
    assert_eq!(champion("one"), champion("two"));
    let games = |run: &str| {
        let mut files: Vec<_> = fs::read_dir(bench.path(&format!("runs/{run}/games")))
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()))
            .collect();
        files.sort();
        files
    };
    assert_eq!(games("one"), games("two"));
    assert_eq!(games("one").len(), 7);
}

#[test]
fn an_engine_that_dies_now_and_then_costs_pairs_and_is_named() {
    let bench = Bench::new();
    bench.recipe(
        "dying",
        &format!("{SKILL}\nFLAKY = {{ base = 23, min = 0, max = 1000, value = 23 }}"),
    );
    bench.succeed(&["evolve", "dying.toml", "--threads", "2"]);
    let reader = Reader::open(&bench.path("runs/dying-seed1")).unwrap();
    let faults = reader.events().unwrap();
    let faults = faults
        .iter()
        .filter(|event| event.kind == EventKind::Fault)
        .count();
    assert!(faults > 0, "every 23rd game ends early");
    let arguments = [
        "tune",
        "verify",
        "dying-seed1",
        "--pairs",
        "80",
        "--sprt",
        "0",
        "20",
    ];
    let verdict = bench.succeed(&arguments);
    assert!(
        verdict.contains(&format!("faults while it was bred: {faults}")),
        "{verdict}"
    );
    assert!(
        verdict.ends_with("The new values are better.\n"),
        "{verdict}"
    );
}

/// Values that change nothing win one game of each pair and lose the other, or draw both.
/// A crash that counted as a loss would show.
#[test]
fn crashes_do_not_show_in_the_result() {
    let bench = Bench::new();
    let dead = "DEAD = { base = 5, min = 0, max = 10 }";
    let flaky = "FLAKY = { base = 50, min = 0, max = 1000, value = 50 }";
    bench.recipe("even", &format!("{dead}\n{flaky}"));
    bench.succeed(&["evolve", "even.toml", "--threads", "2"]);
    let verdict = bench.succeed(&["tune", "verify", "even-seed1", "--pairs", "60"]);
    let matches = verdict.lines().filter(|line| line.starts_with("nodes="));
    let matches: Vec<_> = matches.collect();
    assert_eq!(matches.len(), 2, "{verdict}");
    for played in matches {
        let (wins, losses) = played.split_once('+').unwrap().1.split_once(" -").unwrap();
        let (wins, losses) = (wins.split(' ').next(), losses.split(',').next());
        assert_eq!(wins, losses, "{verdict}");
    }
    assert!(!verdict.contains("faults in these matches: 0"), "{verdict}");
    assert!(
        verdict.ends_with("The new values are not shown to be better.\n"),
        "{verdict}"
    );
}

#[test]
fn a_run_goes_on_longer_or_with_other_parameters() {
    let bench = Bench::new();
    bench.recipe(
        "longer",
        &format!("{SKILL}\nDEAD = {{ base = 5, min = 0, max = 10 }}"),
    );
    bench.succeed(&[
        "evolve",
        "longer.toml",
        "--set",
        "generations=2",
        "--name",
        "grown",
    ]);
    bench.succeed(&[
        "evolve",
        "longer.toml",
        "--set",
        "generations=4",
        "--name",
        "whole",
    ]);
    bench.succeed(&["tune", "change", "grown", "--generations", "4"]);
    bench.succeed(&["resume", "grown"]);
    let champion = |run: &str| bench.read(&format!("runs/{run}/champion.toml"));
    assert_eq!(champion("grown"), champion("whole"));

    let change = [
        "tune",
        "change",
        "grown",
        "--freeze",
        "DEAD=7",
        "--range",
        "SKILL=1,12",
        "--add",
        "STEP",
        "--generations",
        "2",
    ];
    bench.succeed(&change);
    bench.succeed(&["resume", "grown"]);
    let reader = Reader::open(&bench.path("runs/grown")).unwrap();
    assert_eq!(reader.last().unwrap().unwrap().generation, 2);
    assert_eq!(reader.last().unwrap().unwrap().phase, 1);
    let changes = reader.events().unwrap();
    let changes: Vec<_> = changes
        .iter()
        .filter(|event| event.kind == EventKind::Changed)
        .collect();
    assert_eq!(changes.len(), 2);
    assert!(
        changes[1]
            .text
            .contains("freeze DEAD=7, range SKILL=1,12, add STEP")
    );
    let values = bench.succeed(&["tune", "values", "grown"]);
    assert!(values.contains("setoption name DEAD value 7\n"), "{values}");
    assert!(values.contains("setoption name STEP value "), "{values}");
    for (wrong, problem) in [
        (&["--freeze", "NOTHING"][..], "no parameter `NOTHING`"),
        (&["--freeze", "SKILL=99"], "`99` is no value of `SKILL`"),
        (&["--range", "SKILL=5,12"], "its base is 2"),
        (&["--add", "SPEED"], "no option `SPEED`"),
        (&["--generations", "1"], "generation 2 already"),
        (&[], "nothing to change"),
    ] {
        let arguments = [&["tune", "change", "grown"], wrong].concat();
        let complaint = bench.complaint(&arguments);
        assert!(complaint.contains(problem), "{complaint}");
    }
}

#[test]
fn cheap_questions_first_and_games_to_decide() {
    let bench = Bench::new();
    bench.recipe("ladder", SKILL);
    let recipe = bench.read("ladder.toml");
    let (head, rest) = recipe.split_once("[tune]").unwrap();
    let positions = rest
        .replace(
            "openings = \"built-in\"",
            "positions = \"built-in\"\ntrain = 30",
        )
        .replace("pairs = 4\n", "");
    let decide = "
[games]
experiment = \"tune\"
generations = 2
openings = \"built-in\"
pace = \"nodes=60\"
pairs = 4
check = { every = 1, pairs = 2 }
spread = 0.1
patience = 10

[games.cma_es]
population = 6
step = 0.1
repeated = 0.0
parents = \"all\"
";
    let head = head.replace("generations = 6", "stages = [\"tune\", \"games\"]");
    let text = format!("{head}[tune]\ngenerations = 2{positions}{decide}");
    bench.write("ladder.toml", &text);
    bench.succeed(&["evolve", "ladder.toml"]);
    let shown = bench.succeed(&["show", "ladder-seed1"]);
    assert!(shown.contains("tuning by masters' moves"), "{shown}");
    assert!(shown.contains("tuning by games"), "{shown}");
    let scores = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/scores.epd");
    for (source, what) in [
        ("suite = \"built-in\"", "tactics"),
        ("positions = \"built-in\"", "moves"),
        (&format!("scores = \"{scores}\""), "mentor"),
    ] {
        let text = recipe
            .replace("openings = \"built-in\"", &format!("{source}\ntrain = 20"))
            .replace("pairs = 4\n", "")
            .replace("generations = 6", "generations = 1");
        bench.write("other.toml", &text);
        bench.succeed(&["evolve", "other.toml", "--name", what]);
    }
}

#[test]
fn wrong_recipes_say_what_and_where() {
    let bench = Bench::new();
    bench.recipe("wrong", SKILL);
    let recipe = bench.read("wrong.toml");
    for (right, wrong, problem) in [
        (
            "base = 2, min",
            "base = 99, min",
            "SKILL: the base 99 is not from 1 to 20",
        ),
        ("max = 20 }", "max = 0 }", "leaves no choice"),
        ("pairs = 4\n", "", "games need `pairs`"),
        ("nodes=60", "nodes=0", "`nodes=0` is not a pace"),
        (
            "openings = \"built-in\"\n",
            "",
            "say what values are judged by",
        ),
        ("engine = \"./engine\"\n", "", "the key `engine` is missing"),
        ("Hash = 1", "SKILL = 1", "`SKILL` is fixed and a parameter"),
    ] {
        bench.write("bad.toml", &recipe.replace(right, wrong));
        let complaint = bench.complaint(&["evolve", "bad.toml"]);
        assert!(
            complaint.contains(problem) && complaint.contains("bad.toml"),
            "{complaint}"
        );
    }
    bench.write("bad.toml", &recipe.replace("./engine", "./nothing"));
    assert!(bench.complaint(&["evolve", "bad.toml"]).contains("nothing"));
    bench.write("bad.toml", &recipe.replace("SKILL =", "SKULL ="));
    assert!(
        bench
            .complaint(&["evolve", "bad.toml"])
            .contains("no option `SKULL`")
    );
}
