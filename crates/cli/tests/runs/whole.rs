//! Runs that are not interrupted.

use engine::eval::{Evaluation, Evaluator, Weights};
use engine::organism::Organism;
use engine::search::Score;
use problems::Sample;
use problems::mentor::{Lesson, Lessons};
use problems::positions::Positions;

use crate::workshop::{RECIPE, Workshop};

#[test]
fn a_run_ends_with_a_champion_and_what_it_is_worth() {
    let shop = Workshop::new(RECIPE);
    let text = shop.succeed(&["evolve", "small.toml"]);
    for part in [
        "generation 0",
        "generation 30",
        "best on test",
        "galapagos show",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let champion = Organism::read(&shop.path("runs/small-seed1/champion.toml")).unwrap();
    assert_eq!(champion.origin.recipe.as_deref(), Some("small"));
    assert_eq!(champion.origin.seed, Some(1));
    let hits = champion.origin.fitness.unwrap().sqrt();
    assert!(hits.fract() == 0.0 && hits > 0.0);
    // It was born in some generation, of parents unless in the first.
    let born = champion.origin.generation.unwrap();
    assert_eq!(champion.origin.parents.is_empty(), born == 0);
    // It plays.
    shop.succeed(&[
        "bench",
        "--depth",
        "2",
        "--organism",
        "runs/small-seed1/champion.toml",
    ]);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let shop = Workshop::new(RECIPE);
    for threads in ["1", "2", "3"] {
        shop.succeed(&[
            "evolve",
            "small.toml",
            "--threads",
            threads,
            "--name",
            threads,
        ]);
        assert_eq!(
            shop.read("runs/1/champion.toml"),
            shop.read(&format!("runs/{threads}/champion.toml"))
        );
    }
    shop.succeed(&["evolve", "small.toml", "--seed", "2", "--name", "other"]);
    assert_ne!(
        shop.read("runs/1/champion.toml"),
        shop.read("runs/other/champion.toml")
    );
}

#[test]
fn every_run_of_every_seed_is_independent() {
    let shop = Workshop::new(RECIPE);
    let mut champions = Vec::new();
    for seed in ["5", "6"] {
        let runs = ["--set", "runs=3", "--seed", seed, "--name", seed];
        let text = shop.succeed(&[&["evolve", "small.toml"], &runs[..]].concat());
        for word in ["run", "1", "2", "3", "mean", "spread"] {
            assert!(
                text.lines().any(|line| line.starts_with(word)),
                "{word} in {text}"
            );
        }
        let file = |run: u32| format!("runs/{seed}/champion-run{run}.toml");
        let best = shop.read(&format!("runs/{seed}/champion.toml"));
        assert!((1..=3).any(|run| best == shop.read(&file(run))));
        for run in 1..=3 {
            let champion = Organism::read(&shop.path(&file(run))).unwrap();
            assert_eq!(champion.name, format!("small seed {seed} run {run}"));
            assert_eq!(champion.origin.seed.unwrap().to_string(), seed);
            assert_eq!(champion.origin.run, Some(run));
            assert!(!champions.contains(&champion.weights), "{}", champion.name);
            champions.push(champion.weights);
        }
    }
    // The first run is the same however many follow it.
    shop.succeed(&["evolve", "small.toml", "--seed", "6", "--name", "alone"]);
    let alone = Organism::read(&shop.path("runs/alone/champion.toml")).unwrap();
    assert_eq!(alone.weights, champions[3]);
    assert_eq!((alone.origin.seed, alone.origin.run), (Some(6), None));
}

#[test]
fn a_name_is_never_taken_twice() {
    let shop = Workshop::new(RECIPE);
    shop.succeed(&["evolve", "small.toml"]);
    shop.succeed(&["evolve", "small.toml"]);
    assert_eq!(
        shop.read("runs/small-seed1/champion.toml"),
        shop.read("runs/small-seed1-2/champion.toml")
    );
    let text = shop.complaint(&["evolve", "small.toml", "--name", "small-seed1"]);
    assert!(text.contains("exists already"), "{text}");
}

#[test]
fn polish_is_reported_apart_and_never_worse() {
    let shop = Workshop::new(RECIPE);
    let text = shop.succeed(&["evolve", "small.toml", "--set", "polish.sweeps=2"]);
    assert!(text.contains("Apart from the run, polished"), "{text}");
    let fitness = |name: &str| {
        Organism::read(&shop.path(name))
            .unwrap()
            .origin
            .fitness
            .unwrap()
    };
    let champion = fitness("runs/small-seed1/champion.toml");
    assert!(fitness("runs/small-seed1/polished.toml") >= champion);
    shop.succeed(&["evolve", "small.toml", "--name", "plain"]);
    assert_eq!(champion, fitness("runs/plain/champion.toml"));
}

#[test]
fn players_are_bred_on_whole_games() {
    let recipe = r#"
name = "players"
seed = 1
runs = 2
generations = 8

[masters]
games = "games.pgn"
drawn = 1

[masters.start]
knight = [100, 500]
bishop = [130, 530]
rook = [300, 700]
queen = [700, 1100]
mobility = [0, 300]

[masters.bounds]
knight = [100, 500]
bishop = [130, 530]
rook = [300, 700]
queen = [700, 1100]
mobility = [0, 300]

[ep]
population = 6
survivors = 3
mutation = { non_uniform = { rate = 0.9, shape = 2, horizon = 8 } }
"#;
    let shop = Workshop::new(recipe);
    std::fs::write(
        shop.path("games.pgn"),
        "1. e4 e5 2. Bc4 d6 3. Nf3 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n",
    )
    .unwrap();
    for threads in ["1", "2"] {
        let text = shop.succeed(&[
            "evolve",
            "small.toml",
            "--threads",
            threads,
            "--name",
            threads,
        ]);
        assert!(text.contains("% of moves as the master's"), "{text}");
    }
    let champion = shop.read("runs/1/champion.toml");
    assert_eq!(champion, shop.read("runs/2/champion.toml"));
    assert!(
        champion.contains("kind = \"weights\"")
            && champion.contains("\n[weights]\nKNIGHT_VALUE = ")
    );
    assert!(shop.succeed(&["show", "1"]).contains("QUEEN_VALUE"));
    it_plays(&shop, "runs/1/champion.toml");
    shop.succeed(&["plot", "1"]);
    let text = shop.complaint(&["evolve", "small.toml", "--set", "masters.drawn=2"]);
    assert!(text.contains("small.toml:8: "), "{text}");
    let text = shop.complaint(&["evolve", "small.toml", "--set", "polish.sweeps=1"]);
    assert!(text.contains("[polish] goes with"), "{text}");
}

#[test]
fn a_mentor_is_learned_from() {
    let mentor = RECIPE.replace(
        "[mimic]\npositions = \"positions.epd\"\nscorer = \"exchange\"",
        "[mentor]\nscores = \"scores.epd\"",
    );
    let shop = Workshop::new(&mentor);
    let positions = Positions::read(&shop.path("positions.epd")).unwrap();
    let lesson = |sample: &Sample| Lesson {
        board: sample.board.clone(),
        score: Score::Centipawns(Evaluator::new(Weights::default()).evaluate(&sample.board)),
    };
    let lessons = Lessons {
        engine: "the published values".into(),
        nodes: 1,
        train: positions.train.iter().map(lesson).collect(),
        test: positions.test.iter().map(lesson).collect(),
    };
    lessons.write(&shop.path("scores.epd")).unwrap();
    let text = shop.succeed(&["evolve", "small.toml"]);
    // Less is better here.
    let line = text.lines().find(|line| line.starts_with("best ")).unwrap();
    let numbers: Vec<f64> = line
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    assert!(numbers[1] < numbers[0], "{text}");
}

/// In matches and over UCI, like organisms of the other kinds; both ways alike.
fn it_plays(shop: &Workshop, file: &str) {
    let program = assert_cmd::cargo::cargo_bin!("galapagos");
    let over_uci = format!(
        "{},args=uci --organism {file},name=other",
        program.to_str().unwrap()
    );
    let text = shop.succeed(&["match", file, &over_uci, "--depth", "2", "--pairs", "3"]);
    // The same player on both sides: every opening is won or lost with the same colour.
    assert!(text.contains("score   3 of 6"), "{text}");
    assert!(text.contains("faults  none"), "{text}");

    let mut session = shop.command(&["uci", "--organism", file]);
    session
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped());
    let mut session = session.spawn().unwrap();
    let asked = "uci\nposition fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\neval\ngo depth 3\n";
    std::io::Write::write_all(&mut session.stdin.take().unwrap(), asked.as_bytes()).unwrap();
    let output = session.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("uciok") && text.contains("KNIGHT_VALUE"),
        "{text}"
    );
    assert!(text.contains("bestmove "), "{text}");
}
