//! Games of Chess960.

mod common;

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;

use arena::book::Book;
use arena::tournament::{Entrant, Schedule, Tournament};
use arena::{Contender, Inside, Limit, Misdeed, Pace, Rules, Variant};
use chess::pgn::{self, Record};
use chess::{Board, Game, fen};
use common::{script, scripted, stockfish, xboard_scripted};
use engine::organism::Organism;
use evo::Seed;

fn organism() -> Contender {
    Contender::Inside(Inside::searching(Organism::default(), 1))
}

/// The games of a match of organisms and, where there is one, of Stockfish.
fn games(book: Book, rounds: usize) -> Vec<Record> {
    let opponent = stockfish().map_or_else(organism, Contender::Uci);
    let pace = Pace::Nodes(300);
    let contenders = [organism(), opponent.playing(book.variant())];
    let tournament = Tournament {
        entrants: Entrant::gather(contenders.map(|contender| (contender, pace))).unwrap(),
        schedule: Schedule::RoundRobin,
        rounds,
        book,
        rules: Rules {
            last_move: Some(40),
            ..Rules::chess_only()
        },
        workers: 2,
        test: None,
        dated: true,
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let run = || {
        let standings = tournament.run(Some(&path), &|| false, |_| ControlFlow::Continue(()));
        let standings = standings.unwrap();
        assert!(
            standings
                .faults
                .iter()
                .all(|faults| *faults == Default::default())
        );
        standings.kept
    };
    assert_eq!(run(), 0);
    let text = fs::read(&path).unwrap();
    // The last game was cut off; its pair is played again.
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    assert_eq!(run(), rounds - 1);
    let reader = pgn::Reader::open(&path).unwrap();
    reader.map(|record| record.unwrap()).collect()
}

#[test]
fn every_start_is_played_by_both_sides_and_all_moves_are_legal() {
    let book = Book::chess960().shuffled(Seed::new(1));
    let records = games(book, 6);
    assert_eq!(records.len(), 12);
    let mut castled = 0;
    for pair in records.chunks(2) {
        let [first, second] = pair else { panic!() };
        assert_eq!(first.game.start(), second.game.start());
        assert_eq!(first.tags.get("White"), second.tags.get("Black"));
    }
    for record in &records {
        assert_eq!(record.tags.get("Variant"), Some("Chess960"));
        assert_eq!(record.tags.get("SetUp"), Some("1"));
        let text = record.tags.get("FEN").unwrap();
        assert_eq!(&fen::parse(text).unwrap(), record.game.start());
        let date = record.tags.get("Date").unwrap();
        assert!(date.len() == 10 && date.starts_with("20"), "{date}");
        let mut board = record.game.start().clone();
        for &mv in record.game.moves() {
            castled += usize::from(chess::uci::is_castling(&board, mv));
            board.play(mv);
        }
    }
    assert!(castled > 0, "no player castled");
    let starts: HashSet<u64> = records.iter().map(|r| chess::key(r.game.start())).collect();
    assert_eq!(starts.len(), 6);
}

#[test]
fn the_start_positions_go_by_their_numbers() {
    let book = Book::chess960();
    let openings = book.openings();
    assert_eq!((openings.len(), openings[518].number), (960, 518));
    assert_eq!(openings[518].game.start(), &Board::default());
    let starts: HashSet<u64> = openings
        .iter()
        .map(|o| chess::key(o.game.start()))
        .collect();
    assert_eq!(starts.len(), 960);
    // From the list of the rules: the first and the last.
    for (number, rank) in [(0, "BBQNNRKR"), (959, "RKRNNQBB")] {
        let text = fen::write(openings[number].game.start());
        assert!(text.contains(&format!("/{rank} w ")), "{text}");
    }
}

#[test]
fn a_file_of_positions_is_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("starts.fen");
    // The same position as X-FEN and as Shredder-FEN.
    let pieces = "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w";
    fs::write(&file, format!("{pieces} KQkq - 0 1\n{pieces} HEhe - 0 1\n")).unwrap();
    let book = Book::read(&file, None, Variant::Chess960).unwrap();
    let [one, two] = book.openings() else {
        panic!()
    };
    assert_eq!(one.game.start(), two.game.start());
    let error = Book::read(&file, None, Variant::Standard).unwrap_err();
    assert!(error.to_string().contains("--variant chess960"), "{error}");
}

#[test]
fn engines_that_cannot_are_named_before_the_first_game() {
    let refused = |contender: Contender| {
        let contender = contender.playing(Variant::Chess960);
        let fault = contender.introduce(Pace::Depth(1)).unwrap_err();
        assert!(matches!(fault.misdeed, Misdeed::NotStarted(_)), "{fault}");
        fault.to_string()
    };
    let error = refused(Contender::Uci(scripted("")));
    assert!(error.contains("it has no option `UCI_Chess960`"), "{error}");
    let error = refused(Contender::Xboard(xboard_scripted("")));
    assert!(
        error.contains("it has no variant `fischerandom`, only normal"),
        "{error}"
    );
}

/// What the engines hear: the option or the variant, the start, castling.
#[test]
fn castling_is_written_as_each_protocol_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let answer = |cases: &str| {
        let file = heard.display();
        script(&format!(
            "while read -r line; do echo \"$line\" >> '{file}'; case $line in {cases} esac; done"
        ))
    };
    let uci = "uci) echo 'option name UCI_Chess960 type check'; echo uciok;;
        isready) echo readyok;;
        go*) echo bestmove a7a6;;";
    let xboard = "protover*) echo 'feature ping=1 setboard=1 variants=\"fischerandom\" done=1';;
        ping*) echo pong ${line#ping };;
        go) echo move a7a6;;";
    let start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GB - 0 1";
    let mut game = Game::new(fen::parse(start).unwrap());
    game.play("f1g1".parse().unwrap()).unwrap();
    for (contender, expected) in [
        (
            Contender::Uci(answer(uci)),
            [
                "setoption name UCI_Chess960 value true".into(),
                format!("position fen {start} moves f1g1"),
            ],
        ),
        (
            Contender::Xboard(answer(xboard)),
            ["variant fischerandom".into(), format!("setboard {start}")],
        ),
    ] {
        let is_xboard = matches!(contender, Contender::Xboard(_));
        let mut player = contender.playing(Variant::Chess960).player().unwrap();
        player.new_game().unwrap();
        let thought = player.choose(&game, Limit::Depth(1)).unwrap();
        assert_eq!(thought.unwrap().mv.to_string(), "a7a6");
        let text = fs::read_to_string(&heard).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for line in expected {
            assert!(lines.contains(&line.as_str()), "{line} is not in {text}");
        }
        assert_eq!(lines.contains(&"O-O"), is_xboard, "{text}");
        fs::remove_file(&heard).unwrap();
    }
}
