//! One game: players, clocks, and what ends it.

mod common;

use std::io::{self, BufReader};
use std::{env, process};

use arena::{
    Contender, Draw, Ending, Inside, Misdeed, Pace, Played, Player, Program, Resign, Rules, Seat,
    Timed, play,
};
use chess::{Color, End, Game, Outcome, fen};
use common::{Puppet, fault_of, organism, seat};
use engine::organism::Organism;
use engine::search::Score;

/// A game of an organism against itself.
fn own_game(pace: &str, rules: &Rules) -> Played {
    let (mut white, mut black) = (organism(), organism());
    play(
        seat(&mut white, pace),
        seat(&mut black, pace),
        Game::default(),
        rules,
    )
}

#[test]
fn organisms_repeat_themselves_exactly() {
    let (mut white, mut black) = (organism(), organism());
    let mut game = || {
        let (white, black) = (seat(&mut white, "nodes=700"), seat(&mut black, "depth=3"));
        play(white, black, Game::default(), &Rules::default())
    };
    let (first, second) = (game(), game());
    assert!(first.fault.is_none() && first.thoughts.len() > 20);
    let thoughts =
        |played: &Played| -> Vec<_> { played.thoughts.iter().map(|timed| timed.thought).collect() };
    // The memory of the first game is gone.
    assert_eq!(thoughts(&first), thoughts(&second));
    assert_eq!(first.game, second.game);
    for timed in first.thoughts.iter().step_by(2) {
        assert!(timed.thought.nodes.unwrap() <= 700);
    }
    for timed in first.thoughts.iter().skip(1).step_by(2) {
        assert_eq!(timed.thought.depth, Some(3));
    }
}

/// Makes the process a UCI engine.
const ROLE: &str = "GALAPAGOS_TEST_UCI";

#[test]
fn an_organism_plays_alike_inside_and_over_uci() {
    if env::var_os(ROLE).is_some() {
        engine::uci::run(
            Box::new(Organism::default()),
            engine::organism::read_mind,
            engine::uci::Offer::Usual,
            BufReader::new(io::stdin()),
            io::stdout(),
        );
        process::exit(0);
    }
    let mut program = Program::new("/usr/bin/env").repeatable();
    let test = env::current_exe().unwrap();
    program.arguments = vec![format!("{ROLE}=1").into(), test.into()];
    let name = "an_organism_plays_alike_inside_and_over_uci";
    program
        .arguments
        .extend(["--exact", name, "--nocapture"].map(Into::into));
    let outside = Contender::Uci(program);
    let inside = Contender::Inside(Inside::searching(Organism::default(), 1));
    let mut players = [inside, outside].map(|contender| contender.player().unwrap());
    let mut games = Vec::new();
    for (white, black) in [(0, 0), (0, 1), (1, 0)] {
        let played = match players.get_disjoint_mut([white, black]) {
            Ok([white, black]) => pair(&mut **white, &mut **black),
            Err(_) => pair(&mut *players[0], &mut organism()),
        };
        assert_eq!(played.fault, None);
        // Scores may differ: over UCI one that is only a bound replaces no other.
        let nodes = |timed: &Timed| timed.thought.nodes;
        let nodes: Vec<_> = played.thoughts.iter().map(nodes).collect();
        games.push((played.game, nodes));
    }
    assert!(games[0] == games[1] && games[0] == games[2]);
}

fn pair(white: &mut dyn Player, black: &mut dyn Player) -> Played {
    let (white, black) = (seat(white, "nodes=1000"), seat(black, "nodes=1000"));
    let start =
        fen::parse("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5");
    play(white, black, Game::new(start.unwrap()), &Rules::default())
}

#[test]
fn organisms_keep_their_time() {
    // How busy the machine is must not matter here.
    let rules = Rules {
        last_move: Some(60),
        margin: std::time::Duration::from_secs(60),
        ..Rules::default()
    };
    for pace in ["0.3+0.001", "10/0.05", "movetime=0.002"] {
        let played = own_game(pace, &rules);
        assert_eq!(played.fault, None, "{pace}");
        assert!(played.thoughts.len() > 20);
    }
}

#[test]
fn a_table_too_large_is_a_fault_at_once() {
    let contender = Contender::Inside(Inside::searching(Organism::default(), usize::MAX >> 20));
    let fault = contender.introduce(Pace::Nodes(1)).unwrap_err();
    assert!(matches!(fault.misdeed, Misdeed::NotStarted(_)), "{fault}");
}

/// A game of two puppets.
fn puppets(white: &[&'static str], black: &[&'static str], rules: &Rules) -> Played {
    let (mut white, mut black) = (Puppet::new(white), Puppet::new(black));
    play(
        seat(&mut white, "nodes=1"),
        seat(&mut black, "nodes=1"),
        Game::default(),
        rules,
    )
}

#[test]
fn every_end_has_its_reason() {
    let rules = Rules::default();
    let mate = puppets(&["f2f3", "g2g4"], &["e7e5", "d8h4"], &rules);
    let winner = Color::Black;
    assert_eq!(mate.ending, Ending::Rules(End::Checkmate { winner }));
    assert_eq!(mate.ending.to_string(), "Black mates");

    let resigned = puppets(&["e2e4"], &["e7e5"], &rules);
    assert_eq!(resigned.ending, Ending::Resignation { winner });
    assert_eq!(resigned.ending.to_string(), "White resigns");
    assert_eq!(resigned.thoughts.len(), 2);

    let illegal = puppets(&["e2e4"], &["e2e4"], &rules);
    let fault = fault_of(&illegal, Color::Black);
    assert!(
        matches!(fault.misdeed, Misdeed::IllegalMove { .. }),
        "{fault}"
    );
    assert_eq!(illegal.ending.outcome(), Outcome::Win(Color::White));
    assert_eq!(illegal.ending.to_string(), "Black loses by a fault");
    assert_eq!(illegal.game.moves().len(), 1);
}

/// How a game ends in which both sides move their knights to and fro, from a move
/// number and with scores.
fn shuffle(number: u16, white: Option<i32>, black: Option<i32>, rules: &Rules) -> (Ending, usize) {
    let mut players =
        [("g1f3", "f3g1", white), ("g8f6", "f6g8", black)].map(|(there, back, cp)| Puppet {
            score: cp.map(Score::Centipawns),
            ..Puppet::new(&[there, back].repeat(100))
        });
    let [white, black] = players.each_mut().map(|player| Seat {
        player,
        pace: Pace::Nodes(1),
    });
    let start = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}");
    let played = play(white, black, Game::new(fen::parse(&start).unwrap()), rules);
    (played.ending, played.thoughts.len())
}

#[test]
fn games_are_adjudicated_by_both_sides_scores() {
    let rules = Rules {
        resign: Some(Resign { cp: 500, moves: 2 }),
        draw: Some(Draw {
            cp: 10,
            moves: 1,
            from_move: 30,
        }),
        last_move: Some(50),
        ..Rules::chess_only()
    };
    let repeated = (Ending::Rules(End::Repetition), 8);
    let winner = Color::Black;
    for (number, white, black, ending) in [
        (
            1,
            Some(-500),
            Some(500),
            (Ending::Resignation { winner }, 4),
        ),
        (1, Some(-499), Some(500), repeated),
        // A side that says nothing agrees to nothing.
        (1, Some(-900), None, repeated),
        (40, None, None, repeated),
        (1, Some(10), Some(-10), repeated),
        (31, Some(10), Some(-10), (Ending::Agreement, 2)),
        (30, Some(10), Some(-10), (Ending::Agreement, 2)),
        (29, Some(10), Some(-10), (Ending::Agreement, 4)),
        (31, Some(10), Some(-11), repeated),
        (49, None, None, (Ending::MoveLimit, 4)),
    ] {
        assert_eq!(
            shuffle(number, white, black, &rules),
            ending,
            "{number} {white:?} {black:?}"
        );
    }
    assert_eq!(
        shuffle(49, Some(-900), Some(900), &Rules::chess_only()),
        repeated
    );
}
