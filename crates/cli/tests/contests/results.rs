//! What comes of a match or a tournament.

use std::process::Command;

use chess::pgn::Record;
use chess::{Color, Move};
use serde_json::json;

use crate::workshop::{Workshop, engine, organism, shipped};

fn moves(games: &[Record]) -> Vec<&[Move]> {
    games.iter().map(|game| game.game.moves()).collect()
}

#[test]
fn a_match_is_the_same_on_one_thread_and_two() {
    let workshop = Workshop::new();
    let organism = organism();
    let other = format!("{organism},nodes=150,name=other");
    let play = |concurrency, file| {
        workshop.json(&[
            "match",
            &organism,
            &other,
            "--nodes",
            "100",
            "--pairs",
            "4",
            "--concurrency",
            concurrency,
            "--pgn",
            file,
        ])
    };
    let [one, two] = [play("1", "one.pgn"), play("2", "two.pgn")];
    assert_eq!(one["players"], two["players"]);
    assert_eq!(one["encounters"], two["encounters"]);
    assert!(workshop.undated("one.pgn") == workshop.undated("two.pgn"));
}

/// The names that users of other programs know, and an engine as the referee.
#[test]
fn chess960_is_played_by_organisms_and_engines() {
    let workshop = Workshop::new();
    let arguments = [
        "match",
        &organism(),
        "stockfish",
        "--nodes",
        "200",
        "--pairs",
        "3",
    ];
    let variant = ["--variant", "fischerandom", "--pgn", "games.pgn"];
    let result = workshop.json(&[&arguments[..], &variant].concat());
    for player in result["players"].as_array().unwrap() {
        assert_eq!(player["faults"], json!({ "time_losses": 0, "others": 0 }));
    }
    let games = workshop.games("games.pgn");
    assert_eq!(games.len(), 6);
    for game in games {
        assert_eq!(game.tags.get("Variant"), Some("Chess960"));
        let date: Vec<_> = game.tags.get("Date").unwrap().split('.').collect();
        assert_eq!(
            date.iter().map(|part| part.len()).collect::<Vec<_>>(),
            [4, 2, 2]
        );
        assert!(date[0].parse::<u32>().unwrap() >= 2026);
    }
}

/// An organism at fixed nodes is one player, inside this process or outside.
#[test]
fn an_organism_plays_the_same_games_over_uci() {
    let workshop = Workshop::new();
    let [inside, outside] = [organism(), engine()].map(|contender| {
        let file = if contender.ends_with("uci") {
            "uci.pgn"
        } else {
            "own.pgn"
        };
        let faster = format!("{contender},nodes=200");
        workshop.stdout(&[
            "match", &contender, &faster, "--nodes", "100", "--pairs", "2", "--pgn", file,
        ]);
        workshop.games(file)
    });
    assert_eq!(inside.len(), 4);
    assert_eq!(moves(&inside), moves(&outside));
}

#[test]
fn an_endgame_player_plays_the_same_games_over_uci() {
    let workshop = Workshop::new();
    let starts = "8/8/8/4k3/8/2R5/5K2/r7 w - - 0 1\n8/3k4/8/8/q7/8/5K2/6Q1 b - - 0 1\n";
    std::fs::write(workshop.file("starts.epd"), starts).unwrap();
    let master = shipped("endgame-master.toml");
    let outside = format!("{} --organism {master},name=outside", engine());
    let inside = format!("{master},name=inside");
    let [one, other] = [&inside, &outside].map(|contender| {
        let file = if contender == &inside {
            "in.pgn"
        } else {
            "out.pgn"
        };
        workshop.stdout(&[
            "match",
            contender,
            &organism(),
            "--depth",
            "2",
            "--pairs",
            "2",
            "--openings",
            "starts.epd",
            "--last-move",
            "30",
            "--pgn",
            file,
        ]);
        workshop.games(file)
    });
    assert_eq!(one.len(), 4);
    assert_eq!(moves(&one), moves(&other));
}

#[test]
fn the_json_agrees_with_the_games() {
    let workshop = Workshop::new();
    let organism = organism();
    let strong = format!("{organism},nodes=400,name=strong");
    let result = workshop.json(&[
        "match",
        &strong,
        &organism,
        "--nodes",
        "50",
        "--pairs",
        "5",
        "--pgn",
        "games.pgn",
    ]);
    let games = workshop.games("games.pgn");
    let mut half_points = 0;
    for game in &games {
        let side = match game.tags.get("White") {
            Some("strong") => Color::White,
            _ => Color::Black,
        };
        half_points += game.result().unwrap().half_points(side);
    }
    let encounter = &result["encounters"][0];
    assert_eq!(encounter["players"], json!(["strong", "Galapagos 2"]));
    assert_eq!(encounter["games"], json!(games.len()));
    assert_eq!(encounter["points"], json!(f64::from(half_points) / 2.0));
    assert_eq!(result["players"][0]["pace"], "nodes=400");
    assert_eq!(
        result["players"][1]["faults"],
        json!({"others": 0, "time_losses": 0})
    );
    assert_eq!(result["sprt"], json!(null));
    assert_eq!(result["pairs"], 5);
}

#[test]
fn a_test_ends_a_match_by_itself_and_is_not_played_on() {
    let workshop = Workshop::new();
    let organism = organism();
    let strong = format!("{organism},nodes=500,name=strong");
    let arguments = [
        "match",
        &strong,
        &organism,
        "--nodes",
        "20",
        "--sprt",
        "-50",
        "50",
        "--pgn",
        "games.pgn",
    ];
    let result = workshop.json(&arguments);
    assert_eq!(result["sprt"]["accepted"], "elo1");
    assert!(result["sprt"]["llr"].as_f64() >= result["sprt"]["upper_bound"].as_f64());
    let pairs = result["pairs"].as_u64().unwrap();
    assert!(pairs < 100, "{pairs}");

    let again = workshop.json(&arguments);
    assert_eq!(again["pairs_before"], pairs);
    assert_eq!(again["encounters"], result["encounters"]);
    let told = workshop.stdout(&arguments);
    assert!(told.contains("for -50 or 50 Elo: 50 accepted"), "{told}");
}

#[test]
fn a_test_that_runs_out_of_openings_says_so() {
    let workshop = Workshop::new();
    let organism = organism();
    let openings = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1\n";
    std::fs::write(workshop.file("two.epd"), openings).unwrap();
    let other = format!("{organism},name=b");
    let test = [
        "match", &organism, &other, "--nodes", "20", "--sprt", "0", "5",
    ];
    for (more, says) in [
        (
            &["--openings", "two.epd"][..],
            "undecided after all 2 openings",
        ),
        (&["--pairs", "1"], "undecided after 1 pairs"),
    ] {
        let output = workshop.run(&[&test, more].concat());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && errors.contains(says), "{errors}");
    }
}

#[test]
fn a_cross_table_adds_up() {
    let workshop = Workshop::new();
    let organism = organism();
    std::fs::write(
        workshop.file("field.txt"),
        format!("# two more\n{organism},name=b,nodes=60\n\n{organism},name=c,nodes=30\n"),
    )
    .unwrap();
    let told = workshop.stdout(&[
        "tournament",
        "--round-robin",
        &format!("{organism},name=a"),
        "@field.txt",
        "--nodes",
        "120",
        "--pairs",
        "3",
    ]);
    // Rank, name, then points/games against each.
    let rows: Vec<Vec<&str>> = told
        .lines()
        .skip_while(|line| !line.trim().starts_with("points"))
        .skip(1)
        .take(3)
        .map(|line| line.split_whitespace().collect())
        .collect();
    let points = |cell: &str| cell.split_once('/').unwrap().0.parse::<f64>().unwrap();
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row[0], (i + 1).to_string(), "{told}");
        assert_eq!(row[2 + i], "-", "{told}");
        for j in (0..3).filter(|&j| j != i) {
            assert_eq!(points(row[2 + j]) + points(rows[j][2 + i]), 6.0, "{told}");
        }
        let sum: f64 = (0..3).filter(|&j| j != i).map(|j| points(row[2 + j])).sum();
        let share = format!("{:.1} %", 100.0 * sum / 12.0);
        let line = told
            .lines()
            .find(|line| line.trim().starts_with(&format!("{} {}", i + 1, row[1])));
        assert!(line.unwrap().contains(&share), "{told}");
    }
    assert!(told.contains("games   18;"), "{told}");
}

#[test]
fn games_of_timed_players_tell_their_times() {
    let workshop = Workshop::new();
    let organism = organism();
    workshop.stdout(&[
        "match",
        &organism,
        &format!("{organism},nodes=100,name=b"),
        "--movetime",
        "0.005",
        "--margin",
        "60000",
        "--last-move",
        "2",
        "--pairs",
        "1",
        "--pgn",
        "games.pgn",
    ]);
    for game in workshop.games("games.pgn") {
        assert_eq!(game.tags.get("Termination"), Some("adjudication"));
        assert_eq!(game.comments.last().unwrap().text, "move limit");
        let first_mover = game.game.start().side_to_move();
        for (ply, comment) in game.comments.iter().rev().skip(1).rev().enumerate() {
            let mover = if ply % 2 == 0 {
                first_mover
            } else {
                !first_mover
            };
            let name = match mover {
                Color::White => game.tags.get("White"),
                Color::Black => game.tags.get("Black"),
            };
            let words: Vec<&str> = comment.text.split(' ').collect();
            assert!(
                words[0].starts_with(['+', '-']) && words[0].contains('/'),
                "{words:?}"
            );
            assert_eq!(
                words.len(),
                if name == Some("b") { 2 } else { 3 },
                "{words:?}"
            );
            assert!(words.last().unwrap().ends_with('n'), "{words:?}");
        }
    }
}

/// A second reader of PGN finds the same games.
#[test]
fn python_chess_reads_the_games() {
    let workshop = Workshop::new();
    let organism = organism();
    workshop.stdout(&[
        "match",
        &organism,
        &organism,
        "--nodes",
        "100",
        "--pairs",
        "2",
        "--pgn",
        "games.pgn",
    ]);
    let script = "
import chess.pgn, sys
file = open(sys.argv[1])
while game := chess.pgn.read_game(file):
    assert not game.errors, game.errors
    print(game.headers['Result'], *[move.uci() for move in game.mainline_moves()])
";
    let mut python = Command::new("python3");
    python.args(["-c", script]).arg(workshop.file("games.pgn"));
    let Ok(output) = python.output() else {
        println!("skipped: no python3");
        return;
    };
    let complaint = String::from_utf8_lossy(&output.stderr);
    if complaint.contains("ModuleNotFoundError") {
        println!("skipped: no python-chess");
        return;
    }
    assert!(output.status.success(), "{complaint}");
    let ours: Vec<String> = workshop
        .games("games.pgn")
        .iter()
        .map(|record| {
            let mut board = record.game.start().clone();
            let mut line = record.result().unwrap().to_string();
            for &mv in record.game.moves() {
                line += &format!(" {}", chess::uci::write(&board, mv, false));
                board.play_unchecked(mv);
            }
            line
        })
        .collect();
    let theirs = String::from_utf8(output.stdout).unwrap();
    assert_eq!(theirs.lines().collect::<Vec<_>>(), ours);
}
