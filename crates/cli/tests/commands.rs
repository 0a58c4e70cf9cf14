//! The program as a user meets it: commands, files and errors.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use engine::organism::Organism;

fn galapagos(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("galapagos"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The program must fail, with one line of explanation and no panic.
fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn the_document_of_parameters_is_up_to_date() {
    let document = fs::read_to_string(project("docs/parameters.md")).unwrap();
    assert_eq!(stdout(&galapagos(&["params", "--markdown"])), document);
}

#[test]
fn the_chromosomes_have_the_papers_lengths() {
    let text = stdout(&galapagos(&["params"]));
    assert!(text.contains("star: evaluation weights: 35 in 224 bits"));
    assert!(text.contains("star: search parameters: 18 in 70 bits"));
}

#[test]
fn the_published_values_are_shipped_as_a_file() {
    let shipped = Organism::read(&project("organisms/evol-star-2014.toml")).unwrap();
    assert_eq!(shipped, Organism::default());
}

#[test]
fn the_bench_is_a_checksum() {
    let total = |arguments: &[&str]| -> u64 {
        let text = stdout(&galapagos(arguments));
        let last = text.lines().last().unwrap();
        last.split(' ').next().unwrap().parse().unwrap()
    };
    // Another number means another search: say so in the commit, with the new one.
    let [first, second] = ["galapagos-1", "galapagos-2"].map(|name| {
        let file = project(&format!("organisms/{name}.toml"));
        file.to_str().unwrap().to_owned()
    });
    assert_eq!(total(&["bench", "--organism", &first]), 5_328_625);
    let shallow = ["bench", "--depth", "5"];
    let with = |file| total(&[&shallow[..], &["--organism", file]].concat());
    assert_eq!(with(&first), 141_893);
    assert_eq!(with(&second), total(&shallow));
}

#[test]
fn perft_counts_and_divides() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let text = stdout(&galapagos(&["perft", "3", "--fen", kiwipete]));
    assert!(text.starts_with("97862 positions"), "{text}");
    let text = stdout(&galapagos(&["perft", "3", "--divide", "--fen", kiwipete]));
    assert!(text.contains("\n97862 positions"), "{text}");
    assert!(text.contains("e1g1: 2059\n"), "{text}");
}

#[test]
fn a_suite_is_solved_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite.epd");
    fs::write(
        &suite,
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n\
         # a comment\n\
         7k/5Q2/6K1/8/8/8/8/8 w - - am Qf8; id \"not this one\";\n\
         4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; am e4; id \"whatever\";\n",
    )
    .unwrap();
    let solve = |threads: &str| {
        let suite = suite.to_str().unwrap();
        stdout(&galapagos(&[
            "solve",
            suite,
            "--nodes",
            "3000",
            "--threads",
            threads,
            "--verbose",
        ]))
    };
    let text = solve("1");
    assert_eq!(text, solve("3"));
    assert!(text.contains("back rank    Ra8#     solved at"), "{text}");
    assert!(text.contains("of 3 solved"), "{text}");
}

#[test]
fn damaged_lines_of_a_suite_are_left_out_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite.epd");
    let good = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"one\";\n";
    let bad = "6k1/5ppp/8/8/8/8/8/R5K1 w - - - bm Ra8#;\n";
    fs::write(&suite, format!("{good}{bad}{good}nonsense\n")).unwrap();
    let output = galapagos(&["solve", suite.to_str().unwrap(), "--nodes", "1000"]);
    assert!(stdout(&output).starts_with("2 of 2 solved"), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.starts_with("2 damaged lines left out, the first: ") && told.contains("suite.epd:2: "),
        "{told}"
    );
}

#[test]
fn tables_fit_80_columns() {
    let suite = project("data/tactics.epd");
    for arguments in [
        &["params"][..],
        &["bench", "--depth", "1"],
        &["solve", suite.to_str().unwrap(), "--nodes", "10"],
    ] {
        for line in stdout(&galapagos(arguments)).lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn bad_input_is_named_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = fs::read_to_string(project("organisms/evol-star-2014.toml")).unwrap();
    let organism = |name: &str, from: &str, to: &str| {
        let file = write(name, &good.replace(from, to));
        complaint(&galapagos(&["bench", "--organism", &file]))
    };

    let text = organism("range.toml", "KNIGHT_VALUE = 521", "KNIGHT_VALUE = 2048");
    let line = 1 + good
        .lines()
        .position(|line| line.starts_with("KNIGHT_VALUE"))
        .unwrap();
    assert!(
        text.contains(&format!(
            "range.toml:{line}: KNIGHT_VALUE: 2048 is not a whole number from 0 to 2047"
        )),
        "{text}"
    );
    let text = organism("name.toml", "ROOK_VALUE", "ROK_VALUE");
    assert!(
        text.contains("unknown gene `ROK_VALUE`; did you mean `ROOK_VALUE`?"),
        "{text}"
    );
    let text = organism("missing.toml", "BISHOP_PAIR = 28\n", "");
    assert!(text.contains("the gene BISHOP_PAIR is missing"), "{text}");
    let text = organism("kind.toml", "\"star\"", "\"fish\"");
    assert!(
        text.contains("kind.toml:1: `fish` is not a kind of organism"),
        "{text}"
    );
    let master = project("organisms/endgame-master.toml");
    let master = ["bench", "--organism", master.to_str().unwrap()];
    let text = complaint(&galapagos(&master));
    assert!(
        text.contains("endgame-master.toml: an organism of this kind does not search"),
        "{text}"
    );
    let text = organism("type.toml", "= 521", "= \"521\"");
    assert!(text.contains(&format!("type.toml:{line}: ")), "{text}");
    let text = organism("cut.toml", "[search]", "[sear");
    assert!(text.contains("cut.toml:"), "{text}");
    let text = complaint(&galapagos(&["bench", "--organism", "nowhere.toml"]));
    assert!(text.contains("nowhere.toml"), "{text}");
    assert_eq!(text.matches("No such file").count(), 1, "{text}");

    let text = complaint(&galapagos(&["solve", &write("empty.epd", "# nothing\n")]));
    assert!(text.contains("no position"), "{text}");
    let text = complaint(&galapagos(&["solve", "nowhere.epd"]));
    assert!(text.contains("nowhere.epd: cannot read: "), "{text}");
    let text = complaint(&galapagos(&[
        "solve",
        &write("bad.epd", "8/8/8 w - - bm e4;\n"),
    ]));
    assert!(text.contains("bad.epd:1"), "{text}");
    let text = complaint(&galapagos(&[
        "solve",
        &write("aim.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n"),
    ]));
    assert!(text.contains("neither bm nor am"), "{text}");
    let text = complaint(&galapagos(&["perft", "2", "--fen", "what"]));
    assert!(text.contains("--fen"), "{text}");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("galapagos"))
        .args(["perft", "2", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(errors, "");
}

#[test]
fn the_document_of_endgame_words_is_up_to_date() {
    let document = fs::read_to_string(project("docs/endgame-terminals.md")).unwrap();
    assert_eq!(stdout(&galapagos(&["explain", "--words"])), document);
}

#[test]
fn an_endgame_player_explains_its_move() {
    let master = project("organisms/endgame-master.toml");
    let master = master.to_str().unwrap();
    let trees = stdout(&galapagos(&["explain", master]));
    assert!(
        trees.contains("\n  if IsMate: 500\n  else if IsDraw: -500\n"),
        "{trees}"
    );

    let text = stdout(&galapagos(&[
        "explain",
        master,
        "--fen",
        "7k/8/6K1/8/8/8/8/R7 w - -",
    ]));
    for part in [
        "White is ahead by 5: the advantage tree judges.",
        "Ra8# is played: it scores 500.\n  yes IsMate\n  so  500 = 500\n  fired: IsMate\n",
        "is next: it scores ",
        "All moves:\n  Ra8#          500  yes IsMate\n",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // As many lines as there are moves.
    let moves = text.split("All moves:\n").nth(1).unwrap();
    assert_eq!(moves.lines().count(), 14 + 6);

    let stale = stdout(&galapagos(&[
        "explain",
        master,
        "--fen",
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
    ]));
    assert!(stale.contains("There is no legal move."), "{stale}");
    for (arguments, says) in [
        (
            ["nowhere.toml", "--fen", "8/8/8/8/8/8/8/8 w - -"],
            "cannot read nowhere.toml",
        ),
        ([master, "--fen", "8/8 w - -"], "--fen 8/8 w - -: "),
    ] {
        let text = complaint(&galapagos(&[&["explain"], &arguments[..]].concat()));
        assert!(text.contains(says), "{text}");
    }
    let star = project("organisms/evol-star-2014.toml");
    let text = complaint(&galapagos(&["explain", star.to_str().unwrap()]));
    assert!(
        text.contains("`explain` reads endgame players; this is a `star` organism"),
        "{text}"
    );
}
