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
    shop.succeed(&["evolve", "small.toml", "--name", "it's", "--set", rank]);
    let reader = journal::Reader::open(&shop.path("runs/it's")).unwrap();
    assert_eq!(
        reader.about().command,
        format!(r"galapagos evolve small.toml --name 'it'\''s' --set '{rank}'")
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
    let text = shop.succeed(&["runs"]);
    assert!(
        text.contains("one   finished, generation 30 of 30"),
        "{text}"
    );
    assert!(
        text.contains("torn  ") && text.contains("is no journal"),
        "{text}"
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
    let solved = value(31, "best").sqrt();
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
            svg.starts_with("<svg") && svg.contains("small, seed 1"),
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
fn a_run_that_is_not_there_is_refused() {
    for run in ["0", "9"] {
        let text = finished().complaint(&["show", "one", "--run", run]);
        assert!(text.contains("there is one run only"), "{text}");
    }
}
