//! Engines that speak as xboard engines do.

mod common;

use std::fs;
use std::time::Duration;

use arena::{Contender, Ending, Misdeed, Player, Program, Rules, Timed, XboardEngine, play};
use chess::{Color, Game, fen};
use common::{Puppet, fault_of, organism, play_black, play_white, script, seat, xboard_scripted};
use engine::search::Score;

fn start(program: &Program) -> Box<dyn Player> {
    Contender::Xboard(program.clone()).player().unwrap()
}

#[track_caller]
fn white_misdeed(cases: &str) -> Misdeed {
    let played = play_white(&mut *start(&xboard_scripted(cases)), "depth=1");
    fault_of(&played, Color::White).misdeed.clone()
}

#[test]
fn a_good_one() {
    let mut player = start(&xboard_scripted(""));
    assert_eq!(player.name(), "Scripted");
    for _ in 0..2 {
        let played = play_white(&mut *player, "60");
        assert_eq!(played.ending, Ending::MoveLimit);
        let thought = played.thoughts[0].thought;
        assert_eq!(thought.mv.to_string(), "e2e4");
        assert_eq!(thought.score, Some(Score::Centipawns(20)));
        assert_eq!((thought.depth, thought.nodes), (Some(3), Some(77)));
    }
}

#[test]
fn not_an_xboard_engine() {
    let mut program = script("while read -r line; do echo what; done");
    program.start_timeout = Duration::from_millis(300);
    let fault = XboardEngine::start(&program).err().unwrap();
    assert!(matches!(fault.misdeed, Misdeed::NoFeatures(_)), "{fault}");

    let mut program = xboard_scripted("protover*) echo feature ping=1 done=0;;");
    program.start_timeout = Duration::from_millis(300);
    let fault = XboardEngine::start(&program).err().unwrap();
    assert!(matches!(fault.misdeed, Misdeed::Hang { .. }), "{fault}");
}

#[test]
fn what_the_protocol_cannot_say_is_refused_before_the_game() {
    for pace in ["nodes=100", "movetime=0.1"] {
        let contender = Contender::Xboard(xboard_scripted(""));
        let fault = contender.introduce(pace.parse().unwrap()).unwrap_err();
        assert!(matches!(fault.misdeed, Misdeed::Unable(_)), "{fault}");
    }
    let mut program = xboard_scripted("");
    program.options = vec![("Hsah".into(), "1".into())];
    let fault = XboardEngine::start(&program).err().unwrap();
    assert!(fault.to_string().contains("no option `Hsah`"), "{fault}");
}

#[test]
fn resignations_and_claims() {
    for words in ["resign", "0-1 {White resigns}", "offer draw; echo resign"] {
        let mut player = start(&xboard_scripted(&format!("go) echo {words};;")));
        let played = play_white(&mut *player, "depth=1");
        let winner = Color::Black;
        assert_eq!(played.ending, Ending::Resignation { winner });
        assert_eq!(played.fault, None);
    }
    for words in ["1-0 {White mates}", "1/2-1/2 {Draw by repetition}"] {
        let misdeed = white_misdeed(&format!("go) echo '{words}';;"));
        assert_eq!(misdeed, Misdeed::WrongClaim(words.into()));
    }
}

#[test]
fn legal_moves_must_be_accepted() {
    let mut player = start(&xboard_scripted(
        "usermove*) echo \"Illegal move: ${line#usermove }\";; go) ;;",
    ));
    let played = play_black(&mut *player, "depth=1");
    let fault = fault_of(&played, Color::Black);
    assert!(matches!(fault.misdeed, Misdeed::Refusal(_)), "{fault}");

    let misdeed = white_misdeed("go) echo 'Error (unknown command): go';;");
    assert!(matches!(misdeed, Misdeed::Refusal(_)), "{misdeed}");
    // What it need not know does no harm.
    let noise = "easy|post|level*) echo \"Error (unknown command): $line\";;";
    let played = play_white(&mut *start(&xboard_scripted(noise)), "depth=1");
    assert_eq!(played.ending, Ending::MoveLimit);
}

/// Knights that can take on e5 after 1. e4 e5.
const KNIGHTS: &str = "r1bqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1";

/// What an engine with these features hears in a game of two moves that begins
/// with 1. e4 from `KNIGHTS`, from its `new` on.
fn heard(features: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut program = script(&format!(
        "while read -r line; do echo \"$line\" >> heard; case $line in
         protover*) echo 'feature {features} done=1';;
         ping*) echo pong ${{line#ping }};;
         go) echo move e7e5;;
         *f3e5|*Nxe5) echo 'My move is: Nxe5';;
         esac; done"
    ));
    program.directory = Some(folder.path().into());
    let mut puppet = Puppet::new(&["f3e5"]);
    let mut player = start(&program);
    let mut opening = Game::new(fen::parse(KNIGHTS).unwrap());
    opening.play("e2e4".parse().unwrap()).unwrap();
    let rules = Rules {
        last_move: Some(2),
        ..Rules::chess_only()
    };
    let (white, black) = (seat(&mut puppet, "9"), seat(&mut *player, "40/100+0.5"));
    let played = play(white, black, opening, &rules);
    assert_eq!(played.ending, Ending::MoveLimit, "{:?}", played.fault);
    assert_eq!(played.game.moves().last().unwrap().to_string(), "c6e5");

    let text = fs::read_to_string(folder.path().join("heard")).unwrap();
    let lines = text.lines().skip_while(|line| *line != "new");
    lines.map(str::to_owned).collect()
}

#[test]
fn the_game_is_told_as_the_engine_wants_it() {
    let lines = heard("ping=1 setboard=1 usermove=1");
    let (last, lines) = lines.split_last().unwrap();
    // What is left after a move is not known beforehand.
    let (clocks, lines) = lines.split_last_chunk::<2>().map(|(a, b)| (b, a)).unwrap();
    let set_up = format!("setboard {KNIGHTS}");
    let expected = [
        "new",
        "force",
        "easy",
        "post",
        "ping 2",
        &set_up,
        "level 40 1:40 0.5",
        "ping 3",
        "usermove e2e4",
        "time 10000",
        "otim 900",
        "go",
    ];
    assert_eq!(lines, expected);
    assert!(clocks[0].starts_with("time ") && clocks[1].starts_with("otim "));
    assert_eq!(last, "usermove f3e5");

    let lines = heard("setboard=1 san=1 time=0");
    let expected = [
        "new",
        "force",
        "easy",
        "post",
        &set_up,
        "level 40 1:40 0.5",
        "e4",
        "go",
        "Nxe5",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn without_setboard_moves_must_do() {
    let program =
        xboard_scripted("protover*) echo feature usermove=1 done=1;; go) echo move e7e5;;");
    let mut player = start(&program);
    assert_eq!(
        play_black(&mut *player, "depth=1").ending,
        Ending::MoveLimit
    );

    let mut opponent = organism();
    let start = Game::new(fen::parse(KNIGHTS).unwrap());
    let (white, black) = (
        seat(&mut *player, "depth=1"),
        seat(&mut opponent, "depth=1"),
    );
    let played = play(white, black, start, &Rules::default());
    let fault = fault_of(&played, Color::White);
    assert!(matches!(fault.misdeed, Misdeed::Unable(_)), "{fault}");
}

#[test]
fn an_engine_for_one_game_is_started_for_each() {
    for (reuse, starts) in [(0, 2), (1, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let mut program = xboard_scripted(&format!(
            "protover*) echo x >> starts; echo feature ping=1 reuse={reuse} done=1;;"
        ));
        program.directory = Some(folder.path().into());
        let mut player = start(&program);
        for _ in 0..2 {
            assert_eq!(
                play_white(&mut *player, "depth=1").ending,
                Ending::MoveLimit
            );
        }
        let text = fs::read_to_string(folder.path().join("starts")).unwrap();
        assert_eq!(text.lines().count(), starts);
    }
}

#[test]
fn a_depth_may_have_an_older_name() {
    let misses = "sd*) echo \"Illegal move: $line\";; go) echo move e2e4;;
                  depth*) echo move a2a3 > depth;;";
    let folder = tempfile::tempdir().unwrap();
    let mut program = xboard_scripted(misses);
    program.directory = Some(folder.path().into());
    let played = play_white(&mut *start(&program), "depth=5");
    assert_eq!(played.ending, Ending::MoveLimit);
    assert!(folder.path().join("depth").exists());
}

#[test]
fn engines_of_debian() {
    for name in ["phalanx", "hoichess"] {
        let contender = Contender::Xboard(Program::new(name));
        let pace = "depth=2";
        if let Err(fault) = contender.introduce(pace.parse().unwrap()) {
            println!("skipped: {fault}");
            continue;
        }
        let mut player = contender.player().unwrap();
        let mut opponent = organism();
        let start = Game::new(fen::parse(KNIGHTS).unwrap());
        let rules = Rules {
            last_move: Some(40),
            ..Rules::chess_only()
        };
        for engine_is_white in [true, false] {
            let (own, other) = (seat(&mut *player, pace), seat(&mut opponent, "nodes=500"));
            let (white, black) = if engine_is_white {
                (own, other)
            } else {
                (other, own)
            };
            let played = play(white, black, start.clone(), &rules);
            assert_eq!(played.fault, None, "{name}");
            let scored = |timed: &&Timed| timed.thought.score.is_some();
            assert!(played.thoughts.iter().filter(scored).count() > played.thoughts.len() / 2);
        }
    }
}
