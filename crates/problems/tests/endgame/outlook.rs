//! What is won or lost by force, beside plain minimax.

use chess::{balance, fen, key};
use evo::Seed;
use problems::endgame::{Ending, MATE, Organism, Plies, explain, outlook};
use problems::mimic::tie_break;

use crate::positions::{legal, random_board, random_game};
use crate::slow::Slow;

fn plies(number: i64) -> Plies {
    number.try_into().unwrap()
}

#[test]
fn known_positions_have_their_value() {
    for (position, depth, value) in [
        // A mate in one, and being mated in one.
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1, MATE),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 2, -MATE),
        // Stalemate, and a bare king that takes the last piece.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, 0),
        ("8/8/8/8/8/5k2/6R1/K7 b - - 0 1", 0, 0),
        // A protected piece is not won; an unprotected one is.
        ("7k/8/8/1p6/r3R3/8/8/1K6 w - - 0 1", 1, -1),
        ("7k/8/8/8/4r3/8/8/K3R3 w - - 0 1", 1, 5),
        // A check that wins a rook: two plies, and the reply to the check.
        ("r6k/8/8/8/8/8/8/1K1Q4 w - - 0 1", 2, 9),
    ] {
        let board = fen::parse(position).unwrap();
        assert_eq!(outlook(&board, depth), value, "{position}");
        assert_eq!(Slow::new(&board).outlook(depth), value, "{position}");
    }
}

#[test]
fn the_value_is_that_of_plain_minimax() {
    let mut stream = Seed::new(3).stream();
    let mut decided = 0;
    for number in 0..400 {
        let board = random_board(&mut stream);
        let depth = (number % 3) as u8;
        if board.occupied().len() > [8, 6, 4][usize::from(depth)] {
            continue;
        }
        let value = outlook(&board, depth);
        let position = fen::write(&board);
        assert_eq!(
            value,
            Slow::new(&board).outlook(depth),
            "{position} {depth}"
        );
        decided += u32::from(value != balance(&board, board.side_to_move()));
    }
    assert!(decided > 50, "{decided}");
}

#[test]
fn from_a_quiet_start_nothing_is_won_by_force() {
    let seed = |number| Seed::new(6).child("start", number);
    for name in ["KRKR", "KQKQ"] {
        let ending: Ending = name.parse().unwrap();
        for number in 0..12 {
            let start = ending.quiet_start(plies(2), seed(number));
            assert_eq!(start, ending.quiet_start(plies(2), seed(number)));
            assert!(Slow::new(&start).nothing_attacked(start.side_to_move()));
            assert_eq!(Slow::new(&start).outlook(2), 0, "{}", fen::write(&start));
        }
    }
    // With more pieces many starts are won by force: the quiet ones are others.
    let ending: Ending = "KQRKQR".parse().unwrap();
    let mut loud = 0;
    for number in 0..20 {
        loud += u32::from(outlook(&ending.start(seed(number)), 4) != 0);
        let quiet = ending.quiet_start(plies(4), seed(number));
        assert_eq!(outlook(&quiet, 4), 0, "{}", fen::write(&quiet));
    }
    assert!((3..18).contains(&loud), "{loud} of 20");
}

/// The move with the best outlook is made, and among several the tree chooses.
#[test]
fn a_deeper_look_is_obvious_minimax_and_then_the_tree() {
    let mut differ = 0;
    for number in 0..150 {
        let mut stream = Seed::new(9).child("game", number).stream();
        let game = random_game(stream.below(6), &mut stream);
        let board = game.board();
        if legal(board).is_empty() || board.occupied().len() > 6 {
            continue;
        }
        let depth = 2 + number as u8 % 2;
        if depth == 3 && board.occupied().len() > 4 {
            continue;
        }
        let mut player = Organism::master();
        let near = player.strategy().choose(&game).0;
        let mut scores = Vec::new();
        player
            .strategy()
            .judge(&game, |mv, score, _| scores.push((mv, score)));
        let left = if board.checkers().is_empty() {
            depth - 1
        } else {
            depth
        };
        let gets = |mv| {
            let mut after = board.clone();
            after.play(mv);
            -Slow::new(&after).outlook(left)
        };
        let ranked = scores.iter().map(|&(mv, score)| (gets(mv), score, mv));
        let best = ranked.max_by(|a, b| {
            let tie = |mv| tie_break(key(board), mv);
            let score = a.1.total_cmp(&b.1);
            a.0.cmp(&b.0).then(score).then(tie(a.2).cmp(&tie(b.2)))
        });
        let (outlook, score, mv) = best.unwrap();
        player.plies = plies(depth.into());
        assert_eq!(
            player.strategy().choose(&game).0,
            mv,
            "{}",
            fen::write(board)
        );
        let told = &explain(&player, &game).moves[0];
        assert_eq!(
            (told.mv, told.outlook, told.score),
            (mv, Some(outlook), score)
        );
        differ += u32::from(near != mv);
    }
    assert!(differ > 2, "{differ}");
}
