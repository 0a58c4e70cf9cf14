//! What can be seen of a run.

use crate::workshop::{RECIPE, Workshop};

fn finished() -> Workshop {
    let shop = Workshop::new(RECIPE);
    shop.succeed(&["evolve", "small.toml", "--name", "one"]);
    shop
}

#[test]
fn a_finished_run_is_told_of_again() {
    let shop = Workshop::new(RECIPE);
    let told = shop.succeed(&["evolve", "small.toml", "--name", "one"]);
    let page = shop.read("runs/one/report.html");
    std::fs::remove_file(shop.path("runs/one/report.html")).unwrap();
    assert_eq!(shop.succeed(&["resume", "one"]), told);
    assert_eq!(shop.read("runs/one/report.html"), page);
}

#[test]
fn the_recorded_command_can_be_given_to_a_shell() {
    let shop = Workshop::new(RECIPE);
    let rank = "ga.selection={ rank = { pressure = 1.5 } }";
    let odd = ["--runs-dir", "it's", "--set", rank];
    shop.succeed(&[&["evolve", "small.toml", "--name", "one"], &odd[..]].concat());
    let reader = journal::Reader::open(&shop.path("it's/one")).unwrap();
    assert_eq!(
        reader.about().command,
        format!(r"galapagos evolve small.toml --name one --runs-dir 'it'\''s' --set '{rank}'")
    );
}

#[test]
fn show_has_every_gene_beside_the_papers() {
    let text = finished().succeed(&["show", "one"]);
    let line = text
        .lines()
        .find(|line| line.starts_with("KNIGHT_VALUE"))
        .unwrap();
    let words: Vec<_> = line.split_whitespace().collect();
    assert_eq!(words[2], "521", "{line}");
    assert!(words[3].contains('|'), "{line}");
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("KING_"))
            .count(),
        6
    );
    assert!(text.contains("* best   o mean"), "{text}");
}

#[test]
fn runs_says_how_far_each_has_come() {
    let shop = finished();
    std::fs::create_dir(shop.path("runs/torn")).unwrap();
    std::fs::write(shop.path("runs/torn/journal.sqlite"), "no database").unwrap();
    let long = "a-name-that-is-longer-than-a-column-of-a-table-may-ever-be";
    shop.succeed(&["evolve", "small.toml", "--name", long]);
    let output = shop.output(&["runs"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert!(
        lines.iter().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert_eq!(lines[1], long);
    let column = |name| lines[0].find(name).unwrap();
    let [score, state, started] = ["score", "state", "started"].map(column);
    for line in [lines[2], lines[3]] {
        assert!(line[state..].starts_with("finished "), "{text}");
        let (solved, unit) = line[score..].split_once(' ').unwrap();
        assert!(
            solved.parse::<f64>().unwrap() > 0.0 && unit == "% solved",
            "{text}"
        );
        let date: Vec<_> = line[started..started + 16].split(['-', ' ', ':']).collect();
        let date: Vec<u32> = date.iter().map(|part| part.parse().unwrap()).collect();
        assert!(date[0] >= 2026 && (1..=12).contains(&date[1]), "{text}");
    }
    assert!(
        lines[3].starts_with("one ") && lines[4].starts_with("torn "),
        "{text}"
    );
    assert!(lines[4][state..].starts_with("damaged"), "{text}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("torn: ") && errors.contains("is not a journal"),
        "{errors}"
    );
    let empty = shop.succeed(&["runs", "--runs-dir", "elsewhere"]);
    assert!(empty.contains("no runs in elsewhere"), "{empty}");
}

#[test]
fn exports_are_tables() {
    let shop = finished();
    let csv = shop.succeed(&["export", "one", "--csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 1 + 31);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let column = |name| rows[0].iter().position(|head| *head == name).unwrap();
    let value = |row: usize, name| rows[row][column(name)].parse::<f64>().unwrap();
    // 60 positions: fitness is the square of those solved.
    let solved = value(31, "best_fitness").sqrt();
    assert!((value(31, "best_score") - 100.0 * solved / 60.0).abs() < 1e-9);
    assert!(value(31, "mean_score") <= value(31, "best_score"));

    let csv = shop.succeed(&["export", "one", "--csv", "--organisms"]);
    assert_eq!(csv.lines().count(), 1 + 31 * 20);
    assert!(
        csv.lines()
            .next()
            .unwrap()
            .contains(",PAWN_VALUE,KNIGHT_VALUE,")
    );

    for organisms in [false, true] {
        let mut arguments = vec!["export", "one", "--json"];
        arguments.extend(organisms.then_some("--organisms"));
        let rows: Vec<serde_json::Map<String, serde_json::Value>> =
            serde_json::from_str(&shop.succeed(&arguments)).unwrap();
        assert_eq!(rows.len(), if organisms { 31 * 20 } else { 31 });
        assert_eq!(rows[0]["generation"], 0);
        assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    }
}

#[test]
fn plots_are_drawn_in_both_formats() {
    let shop = finished();
    let text = shop.succeed(&["plot", "one"]);
    for name in ["curve", "genes"] {
        let svg = shop.read(&format!("runs/one/{name}.svg"));
        assert!(
            svg.starts_with("<svg") && svg.contains("one: evaluations"),
            "{name}"
        );
        let png = std::fs::read(shop.path(&format!("runs/one/{name}.png"))).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert!(text.contains(&format!("runs/one/{name}.png")), "{text}");
    }
    assert!(
        shop.read("runs/one/genes.svg")
            .contains("WEAK_SQUARE_PENALTY")
    );
}

#[test]
fn one_picture_is_drawn_where_it_is_asked_for() {
    let shop = finished();
    let text = shop.succeed(&["plot", "one", "-o", "figure.svg"]);
    assert_eq!(text, "figure.svg\n");
    assert!(shop.read("figure.svg").contains("% of positions solved"));
    let again = ["plot", "one", "-o", "figure.svg"];
    assert!(shop.complaint(&again).contains("exists already"));
    shop.succeed(&[&again[..], &["--force"]].concat());
    shop.succeed(&["plot", "one", "--genes", "-o", "genes.PNG"]);
    let png = std::fs::read(shop.path("genes.PNG")).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert!(!shop.path("runs/one/curve.svg").exists());
    let text = shop.complaint(&["plot", "one", "-o", "figure.pdf"]);
    assert!(text.contains("name it .svg or .png"), "{text}");
    let text = shop.complaint(&["plot", "one", "--stage", "search"]);
    assert!(text.contains("known here: evaluations"), "{text}");
}

/// The script of docs/ finds in the journal what `export` says, where Python has what
/// it needs; ./test sees to that.
#[test]
fn the_documented_script_redraws_figure_2() {
    let python = |arguments: &[&str]| {
        let mut command = std::process::Command::new("/usr/bin/python3");
        command.args(arguments).output()
    };
    let ready = python(&["-c", "import matplotlib, pandas, tomllib"]);
    if !ready.is_ok_and(|output| output.status.success()) {
        eprintln!("left out: Python has no pandas and matplotlib");
        return;
    }
    let shop = finished();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/journal.py");
    let [run, picture] = ["runs/one", "figure2.png"].map(|name| shop.path(name));
    let [run, picture] = [&run, &picture].map(|path| path.to_str().unwrap());
    let output = python(&[script, run, "-o", picture]).unwrap();
    assert!(output.status.success(), "{output:?}");
    let png = std::fs::read(picture).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");

    let text = String::from_utf8(output.stdout).unwrap();
    let numbers = |line: &str| -> Vec<f64> {
        let words = line.split_whitespace();
        words.map(|word| word.parse().unwrap()).collect()
    };
    let last = text.lines().find(|line| line.starts_with("30 ")).unwrap();
    let csv = shop.succeed(&["export", "one", "--csv"]);
    let row: Vec<_> = csv.lines().last().unwrap().split(',').collect();
    let exported = [2, 4, 5, 6].map(|at| row[at].parse::<f64>().unwrap());
    for (drawn, exported) in numbers(last).into_iter().zip(exported) {
        assert!((drawn - exported).abs() < 0.006, "{text}\n{csv}");
    }
    let champion = shop.read("runs/one/champion.toml");
    let gene = text.lines().find(|line| line.starts_with("KNIGHT_VALUE"));
    let gene = gene.unwrap().split_whitespace().last().unwrap();
    assert!(
        champion.contains(&format!("KNIGHT_VALUE = {gene}")),
        "{text}"
    );
}

#[test]
fn a_run_that_is_not_there_is_refused() {
    for run in ["0", "9"] {
        let text = finished().complaint(&["show", "one", "--run", run]);
        assert!(text.contains("there is one run only"), "{text}");
    }
}

#[test]
fn the_champions_of_several_runs_are_summed_up_gene_by_gene() {
    let shop = Workshop::new(RECIPE);
    shop.succeed(&["evolve", "small.toml", "--name", "three", "--set", "runs=3"]);
    let show = shop.succeed(&["show", "three"]);
    let table = show.split("champions of 3 runs").nth(1).unwrap();
    for gene in ["KNIGHT_VALUE", "DOUBLED_PAWN_PENALTY"] {
        let value = |run: u32| -> f64 {
            let file = shop.read(&format!("runs/three/champion-run{run}.toml"));
            let line = file.lines().find(|line| line.starts_with(gene)).unwrap();
            line.rsplit(' ').next().unwrap().parse().unwrap()
        };
        let [a, b, c] = [value(1), value(2), value(3)];
        let mean = (a + b + c) / 3.0;
        let squares = (a * a + b * b + c * c - 3.0 * mean * mean) / 2.0;
        let line = table.lines().find(|line| line.starts_with(gene)).unwrap();
        let mut words = line.split_whitespace().skip(1);
        let mut number = || -> f64 { words.next().unwrap().parse().unwrap() };
        assert!((number() - mean).abs() < 0.01, "{line}");
        assert!((number() - squares.max(0.0).sqrt()).abs() < 0.01, "{line}");
    }
}
