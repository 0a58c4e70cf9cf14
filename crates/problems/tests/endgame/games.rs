//! Games and what they count.

use chess::{fen, key};
use evo::trees::Forest;
use problems::endgame::{
    FLOAT, Points, Standing, Strategy, Terminals, Verdict, pair, tree_for, vocabulary,
};
use problems::mimic::tie_break;

use crate::positions::{legal, random_game};

fn strategy(trees: [&str; 3]) -> Strategy {
    let words = vocabulary(Terminals::All);
    let trees = trees.map(|text| words.parse(text, FLOAT).unwrap());
    Strategy::new(&Forest(trees.into()))
}

/// The same tree, whatever the material.
fn simple(tree: &str) -> Strategy {
    strategy([tree; 3])
}

fn meet(first: &Strategy, second: &Strategy, position: &str, longest: u32) -> Standing {
    let start = fen::parse(position).unwrap();
    pair(first, second, &start, longest).tally
}

fn verdicts(list: &[Verdict]) -> Standing {
    let mut tally = Standing::default();
    list.iter().for_each(|&verdict| tally.count_in(verdict));
    tally
}

#[test]
fn the_tree_follows_the_material() {
    for (position, tree) in [
        ("k7/8/8/8/8/8/8/KR6 w - - 0 1", 0),
        ("k7/8/8/8/8/8/8/KR6 b - - 0 1", 2),
        ("k7/8/8/8/8/5bnn/8/KQ6 w - - 0 1", 1),
        ("k7/8/8/8/8/8/7p/KQ6 b - - 0 1", 2),
    ] {
        assert_eq!(tree_for(&fen::parse(position).unwrap()), tree, "{position}");
    }
}

#[test]
fn the_move_with_the_best_score_is_made_and_a_hash_decides_between_equals() {
    // The more checks the better; and nothing to choose by.
    let checks = simple("(If3 IsOppKingInCheck 500 NumNotMovesOppKing)");
    let blank = simple("500");
    for number in 0..200 {
        let mut stream = evo::Seed::new(8).child("game", number).stream();
        let game = random_game(stream.below(6), &mut stream);
        let moves = legal(game.board());
        if moves.is_empty() {
            continue;
        }
        let tie = |&mv: &chess::Move| tie_break(key(game.board()), mv);
        let (mv, judged) = blank.choose(&game);
        assert_eq!(judged as usize, moves.len());
        assert_eq!(Some(&mv), moves.iter().max_by_key(|&mv| tie(mv)));
        let score = |&mv: &chess::Move| {
            let mut after = game.board().clone();
            after.play(mv);
            if !after.checkers().is_empty() {
                return 500;
            }
            let king = after.king(after.side_to_move());
            8 - legal(&after).iter().filter(|mv| mv.from == king).count()
        };
        let best = moves.iter().max_by_key(|&mv| (score(mv), tie(mv)));
        assert_eq!(
            Some(&checks.choose(&game).0),
            best,
            "{}",
            fen::write(game.board())
        );
    }
}

#[test]
fn each_end_has_its_verdict() {
    let killer = simple("(If3 IsMate 500 0.002)");
    let idle = simple("0.002");
    // A mate in one for the player with White.
    let mate = meet(&killer, &idle, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1);
    assert_eq!(mate.count(Verdict::Mate), 1);
    // Both colours count, so one side of the pair has the rook and the other not.
    let broken_off = meet(&idle, &idle, "7k/8/8/3K4/8/8/8/R7 w - - 0 1", 3);
    assert_eq!(broken_off, verdicts(&[Verdict::Ahead, Verdict::Behind]));
    // Equal material at the end of the moves.
    let level = meet(&idle, &idle, "7k/6r1/8/3K4/8/8/8/R7 w - - 0 1", 0);
    assert_eq!(level, verdicts(&[Verdict::Draw; 2]));
    // The player with White is stalemated or stalemates, ahead or not.
    let stale = simple("(If3 IsDraw 500 0.002)");
    let stalemate = meet(&stale, &stale, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 50);
    assert_eq!(stalemate, verdicts(&[Verdict::Draw; 2]));
    // The last piece is taken: neither side can win.
    let greedy = simple("EvaluateMaterial");
    let bare = meet(&greedy, &greedy, "8/8/8/8/8/5k2/6R1/K7 b - - 0 1", 50);
    assert_eq!(bare, verdicts(&[Verdict::Draw; 2]));
    // Going back and forth breaks a game off, and so do fifty quiet moves.
    let back = simple("(If3 IsRepetition 500 0.002)");
    let repeated = meet(&back, &back, "7k/8/8/3K4/8/8/8/R7 w - - 0 1", 1000);
    assert_eq!(repeated, verdicts(&[Verdict::Ahead, Verdict::Behind]));
    let never = simple("(If3 (Or2 IsMate IsRepetition) -500 NumMyPiecesNotAttacked)");
    let fifty = meet(&never, &never, "7k/8/8/3K4/8/8/8/R7 w - - 0 1", 1000);
    assert_eq!(fifty, verdicts(&[Verdict::Ahead, Verdict::Behind]));
}

#[test]
fn points_are_as_configured() {
    let list = [
        Verdict::Mate,
        Verdict::Mate,
        Verdict::Ahead,
        Verdict::Draw,
        Verdict::Draw,
        Verdict::Draw,
        Verdict::Behind,
        Verdict::Mated,
    ];
    let tally = verdicts(&list);
    assert_eq!(tally.games(), 8);
    assert_eq!(tally.points(&Points::PAPER), 2.0 + 0.75 + 1.5);
    assert_eq!(tally.other().points(&Points::PAPER), 1.0 + 0.75 + 1.5);
    assert_eq!(tally.other().other(), tally);
    let even = Points {
        behind: 0.25,
        ..Points::PAPER
    };
    assert_eq!(tally.points(&even) + tally.other().points(&even), 8.0);
    // The error of a sum of eight values whose variance is known.
    let values = [1.0, 1.0, 0.75, 0.5, 0.5, 0.5, 0.0, 0.0f64];
    let mean = values.iter().sum::<f64>() / 8.0;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 7.0;
    assert!((tally.stderr(&Points::PAPER) - (8.0 * variance).sqrt()).abs() < 1e-12);
    assert_eq!(Standing::default().stderr(&Points::PAPER), 0.0);
    let others: Vec<_> = list.iter().map(|verdict| verdict.other()).collect();
    assert_eq!(verdicts(&others), tally.other());
}
