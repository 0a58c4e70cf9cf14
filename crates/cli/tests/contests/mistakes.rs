//! Mistakes of users and of engines.

use serde_json::json;

use crate::workshop::{Workshop, organism};

/// The program must fail before any game, with these words and no panic.
#[track_caller]
fn complains(workshop: &Workshop, arguments: &[&str], words: &[&str]) {
    let output = workshop.run(&[arguments, &["--pgn", "games.pgn"]].concat());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(matches!(output.status.code(), Some(1 | 2)), "{told}");
    for word in words {
        assert!(told.contains(word), "no `{word}` in: {told}");
    }
    assert!(!workshop.file("games.pgn").exists());
}

#[test]
fn what_cannot_be_played_is_named_before_the_first_game() {
    let workshop = Workshop::new();
    let organism = organism();
    let good = organism.as_str();
    for (other, words) in [
        (
            "./no-such-engine",
            &["./no-such-engine", "No such file"][..],
        ),
        (
            "no-such-engine",
            &["no-such-engine", "no such program in PATH"],
        ),
        ("none.toml", &["cannot read none.toml"]),
        (
            "stockfish,protocol=uci",
            &["`protocol`", "did you mean `proto`?"],
        ),
        (&format!("{good},proto=uci"), &["unknown key `proto`"]),
        ("true", &["true", "crashed"]),
        ("/", &["it is a folder"]),
    ] {
        complains(&workshop, &["match", good, other, "--nodes", "10"], words);
        let tournament = [
            "tournament",
            "--gauntlet",
            good,
            good,
            other,
            "--nodes",
            "10",
        ];
        complains(&workshop, &tournament, words);
    }
    complains(
        &workshop,
        &["tournament", "--round-robin", good, "--nodes", "10"],
        &["two contenders"],
    );
    let plain = workshop.script("plain", "");
    for (other, words) in [
        ("phalanx,proto=xboard", "it has no variant `fischerandom`"),
        (&plain, "it has no option `UCI_Chess960`"),
    ] {
        let arguments = [
            "match",
            good,
            other,
            "--depth",
            "1",
            "--variant",
            "chess960",
        ];
        complains(&workshop, &arguments, &["Chess960", words]);
    }
    complains(&workshop, &["tournament", good, good], &["--round-robin"]);
    let list = workshop.file("list.txt");
    std::fs::write(&list, format!("{good}\n{good},tc=soon\n")).unwrap();
    complains(
        &workshop,
        &["tournament", "--round-robin", "@list.txt"],
        &["list.txt:2", "`soon` is not a pace"],
    );
}

#[test]
fn wrong_options_are_named() {
    let workshop = Workshop::new();
    let organism = organism();
    let good = organism.as_str();
    for (arguments, words) in [
        (&["--tc", "soon"][..], &["soon", "1+0.01"][..]),
        (&["--tc", "1", "--nodes", "10"], &["cannot be used with"]),
        (&["--nodes", "0"], &["nodes=0"]),
        (
            &["--resign", "score=3"],
            &["unknown key `score`", "cp, moves"],
        ),
        (&["--sprt", "5", "0"], &["5", "0", "less than"]),
        (&["--alpha", "0.1"], &["--sprt"]),
        (&["--openings", "none.epd"], &["none.epd"]),
        (&["--syzygy", "."], &["no Syzygy table"]),
        (
            &["--nodes", "10", "--pairs", "100000"],
            &["100000 openings", "same games again"],
        ),
        (&["--concurrency", "0"], &["--concurrency"]),
        // As others call it.
        (&["--rounds", "5"], &["`--rounds`", "`--pairs N`"]),
        (&["--games", "2"], &["`--pairs N`"]),
        (&["--st", "0.1"], &["`--movetime SECONDS`"]),
        (&["-each", "tc=1+0.01"], &["`--tc 1+0.01`"]),
        (&["-engine", "cmd=stockfish"], &["name the contenders"]),
        (&["-concurrency", "2"], &["write `--concurrency`"]),
        (&["-openings", "file=x.pgn"], &["`--openings FILE`"]),
    ] {
        complains(
            &workshop,
            &[&["match", good, good], arguments].concat(),
            words,
        );
    }
}

#[test]
fn a_damaged_opening_is_left_out_and_named() {
    let workshop = Workshop::new();
    let organism = organism();
    let other = format!("{organism},name=other");
    let book = workshop.file("book.pgn");
    std::fs::write(&book, "1. e4 *\n\n1. e5 *\n\n1. d4 *\n").unwrap();
    let play = ["match", &organism, &other, "--nodes", "10", "--pairs", "2"];
    let output = workshop.run(&[&play[..], &["--openings", "book.pgn"]].concat());
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.starts_with("1 damaged game left out: book.pgn:3: game 2: "),
        "{told}"
    );

    let same = ["--openings", "book.pgn", "--pgn", "book.pgn"];
    let output = workshop.run(&[&play[..], &same].concat());
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("would be read and written"), "{told}");

    std::fs::write(&book, "1. e5 *\n").unwrap();
    complains(
        &workshop,
        &[&play[..], &["--openings", "book.pgn"]].concat(),
        &["no opening in it; 1 damaged game left out: book.pgn:1"],
    );
}

#[test]
fn tables_and_lines_fit_80_columns() {
    let workshop = Workshop::new();
    let names = ["a", "b", "c"].map(|name| {
        format!(
            "{},name={name} with a name that is much too long for a table",
            organism()
        )
    });
    let [a, b, c] = names.each_ref().map(String::as_str);
    let sprt = [
        "match", a, b, "--nodes", "10", "--sprt", "0", "10", "--pairs", "10",
    ];
    let many = ["tournament", "--round-robin", a, b, c, "--nodes", "10"];
    for arguments in [&sprt[..], &many] {
        let output = workshop.run(arguments);
        assert!(output.status.success(), "{output:?}");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        // But for the title, which has the names in full.
        let lines = told.lines().filter(|line| !line.contains("much too long"));
        for line in lines {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn a_bad_engine_is_at_fault_not_merely_beaten() {
    let workshop = Workshop::new();
    let organism = organism();
    let bad = workshop.script("bad", "go*) echo bestmove e2e5;;");
    let arguments = ["match", &organism, &bad, "--nodes", "10", "--pairs", "2"];
    let output = workshop.run(&arguments);
    assert!(output.status.success());
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        table.contains("faults  bad: 0 on time, 4 others"),
        "{table}"
    );
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told.matches("fault in round").count(), 4, "{told}");
    assert!(told.contains("< bestmove e2e5"), "the last lines: {told}");

    let result = workshop.json(&[&arguments[..], &["--pgn", "games.pgn"]].concat());
    let faults = &result["players"][1]["faults"];
    assert_eq!(*faults, json!({"others": 4, "time_losses": 0}));
    let game = &workshop.games("games.pgn")[0];
    assert_eq!(game.tags.get("Termination"), Some("rules infraction"));
    let reason = &game.comments.last().unwrap().text;
    assert!(
        reason.starts_with("Black loses by a fault: illegal move e2e5"),
        "{reason}"
    );
    let log = std::fs::read_to_string(workshop.file("games.pgn.faults")).unwrap();
    assert_eq!(log.matches("< bestmove e2e5").count(), 4, "{log}");
}

#[test]
fn an_engine_that_always_fails_does_not_play_on_for_ever() {
    let workshop = Workshop::new();
    let bad = workshop.script("bad", "go*) exit 1;;");
    let arguments = [
        "match",
        &organism(),
        &bad,
        "--tc",
        "1+1",
        "--pairs",
        "1000000",
    ];
    let output = workshop.run(&[&arguments[..], &["--pgn", "games.pgn"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("bad was at fault in 10 games in a row"),
        "{told}"
    );
    assert_eq!(workshop.games("games.pgn").len(), 10);
}
