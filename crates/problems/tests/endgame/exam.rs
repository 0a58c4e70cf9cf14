//! Players tried against others, and their moves compared with the truth.

use arena::{Contender, Inside, Pace, Program};
use chess::{Board, Color, Game, Outcome, Piece, fen, san};
use evo::Seed;
use problems::endgame::{
    Endgame, Exam, Opponents, Organism, Plies, Points, Standing, Starts, Terminals, Truth, Value,
    vocabulary,
};

use crate::table::Table;

const EXAM_SEED: Seed = Seed::new(5);

fn exam() -> Exam {
    Exam {
        from: Starts {
            endings: ["KRKR", "KQKQ"].map(|name| name.parse().unwrap()).into(),
            quiet: Some("2".parse().unwrap()),
        },
        starts: 6,
        longest: 12,
        seed: EXAM_SEED,
    }
}

fn greedy() -> Organism {
    let words = vocabulary(Terminals::All);
    let tree = words.parse(
        "(If3 IsMate 500 EvaluateMaterial)",
        problems::endgame::FLOAT,
    );
    let mut organism = Organism::master();
    organism.genome.0.fill(tree.unwrap());
    organism
}

fn inside(organism: Organism) -> Contender {
    Contender::Inside(organism.inside())
}

/// Games in the arena go as those in which players are bred.
#[test]
fn an_exam_is_the_meeting_of_the_two() {
    let exam = exam();
    let meeting = Endgame {
        from: exam.from.clone(),
        starts: exam.starts,
        longest: exam.longest.into(),
        points: Points::PAPER,
        plies: Plies::ONE,
        opponents: Opponents::Peers(1),
    };
    let (player, master) = (greedy(), Organism::master());
    let (one, other) = (player.strategy(), master.strategy());
    let expected = meeting.meet(&one, &other, 0..exam.starts, EXAM_SEED).tally;
    let opponent = inside(master);
    for threads in [1, 2, 20] {
        let threads = threads.try_into().unwrap();
        let trials = exam.play(&player, &opponent, Pace::Depth(1), threads);
        let mut tally = Standing::default();
        for trial in trials.unwrap() {
            tally.count_in(trial.verdict);
        }
        assert_eq!(tally, expected);
    }
}

#[test]
fn an_opponent_that_is_not_there_spoils_it() {
    let nobody = Contender::Uci(Program::new("/no/such/program"));
    let fault = exam().play(&greedy(), &nobody, Pace::Depth(1), 2.try_into().unwrap());
    let fault = fault.unwrap_err().to_string();
    assert!(fault.contains("/no/such/program"), "{fault}");
}

/// Whether White wins, by working back from the mates.
fn known(table: &Table, board: &Board) -> Option<Outcome> {
    let rook = board.pieces(Piece::Rook).len() == 1;
    rook.then(|| match table.plies(board) {
        Some(_) => Outcome::Win(Color::White),
        None => Outcome::Draw,
    })
}

#[test]
fn what_is_given_away_is_found() {
    let table = Table::new(Piece::Rook);
    let mut game = Game::new(fen::parse("8/8/8/8/8/1k6/R7/7K w - - 0 1").unwrap());
    // The rook goes; it was saved twice before, and each time could have been lost.
    for text in [
        "Ra8", "Kb2", "Ra7", "Kb3", "Ra2", "Kc4", "Rb2", "Kc3", "Kh2", "Kxb2",
    ] {
        let mv = san::parse(game.board(), text).unwrap();
        game.play(mv).unwrap();
    }
    let truth = |side| {
        let mut truth = Truth::default();
        truth.note(&game, side, |board| known(&table, board));
        truth
    };
    let white = truth(Color::White);
    assert_eq!(white.moves, 5);
    let told: Vec<_> = white
        .blunders
        .iter()
        .map(|one| (san::write(&one.board, one.mv), one.before, one.after))
        .collect();
    let given = |text: &str| (text.to_owned(), Value::Win, Value::Draw);
    assert_eq!(told, [given("Ra2"), given("Kh2")]);
    // Black was lost but twice, took the gift once, and left the other.
    let black = truth(Color::Black);
    assert_eq!((black.moves, black.choices), (5, 2));
    assert_eq!(black.blunders.len(), 1);
    assert_eq!(
        san::write(&black.blunders[0].board, black.blunders[0].mv),
        "Kc4"
    );
    assert_eq!(black.blunders[0].after, Value::Loss);
}

/// Every move of random games, judged by itself.
#[test]
fn shares_are_those_of_single_moves() {
    let table = Table::new(Piece::Queen);
    let known = |board: &Board| {
        let queen = board.pieces(Piece::Queen).len() == 1;
        queen.then(|| match table.plies(board) {
            Some(_) => Outcome::Win(Color::White),
            None => Outcome::Draw,
        })
    };
    let ending: problems::endgame::Ending = "KQK".parse().unwrap();
    let (mut truth, mut moves, mut lost) = (Truth::default(), 0, 0);
    for number in 0..200 {
        let mut stream = Seed::new(1).child("game", number).stream();
        let mut game = Game::new(ending.start(Seed::new(2).child("start", number)));
        while game.end().is_none() && game.moves().len() < 40 {
            let board = game.board().clone();
            let legal = crate::positions::legal(&board);
            let mv = legal[stream.below(legal.len())];
            game.play(mv).unwrap();
            if board.side_to_move() == Color::White {
                moves += 1;
                let won = |board: &Board| known(board) == Some(Outcome::Win(Color::White));
                lost += usize::from(won(&board) && !won(game.board()));
            }
        }
        truth.note(&game, Color::White, known);
    }
    assert_eq!((truth.moves, truth.blunders.len()), (moves, lost));
    assert!(truth.choices > lost && lost > 20, "{lost}");
}

#[test]
fn an_identity_tells_players_apart() {
    let [one, same, other]: [Inside; 3] =
        [greedy(), greedy(), Organism::master()].map(Organism::inside);
    assert_eq!(format!("{one:?}"), format!("{same:?}"));
    assert_ne!(format!("{one:?}"), format!("{other:?}"));
}
