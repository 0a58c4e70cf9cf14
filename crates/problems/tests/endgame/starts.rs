//! Where games begin.

use std::collections::HashSet;

use chess::{Color, Game, Piece, balance, fen};
use evo::Seed;
use problems::endgame::Ending;

use crate::positions::legal;
use crate::slow::Slow;

#[test]
fn starts_are_quiet_whatever_the_pieces() {
    for name in [
        "KRKR",
        "KQRKQR",
        "KRRKRR",
        "KQKQ",
        "KRK",
        "KQKR",
        "KBNK",
        "KPKP",
        "KRPKR",
        "KQBNPKRRP",
    ] {
        let ending: Ending = name.parse().unwrap();
        assert_eq!(ending.to_string(), name);
        let mut different = HashSet::new();
        let mut white_moves = 0;
        for number in 0..100 {
            let start = ending.start(Seed::new(1).child("start", number));
            assert_eq!(start, ending.start(Seed::new(1).child("start", number)));
            let position = fen::write(&start);
            // Read back: the strict reader takes no illegal position.
            assert_eq!(fen::parse(&position).unwrap(), start);
            let slow = Slow::new(&start);
            for side in Color::ALL {
                assert!(slow.nothing_attacked(side), "{position}");
                let letters = |color: Color| {
                    let order = [
                        Piece::King,
                        Piece::Queen,
                        Piece::Rook,
                        Piece::Bishop,
                        Piece::Knight,
                        Piece::Pawn,
                    ];
                    let counts =
                        order.map(|piece| start.colored_pieces(color, piece).len() as usize);
                    let letters = counts.iter().zip("KQRBNP".chars());
                    letters
                        .flat_map(|(&n, letter)| std::iter::repeat_n(letter, n))
                        .collect::<String>()
                };
                assert_eq!(
                    format!("{}{}", letters(Color::White), letters(Color::Black)),
                    name
                );
            }
            assert!(!legal(&start).is_empty());
            assert_eq!(Game::new(start.clone()).end(), None);
            white_moves += u32::from(start.side_to_move() == Color::White);
            different.insert(position);
        }
        assert!(different.len() > 95, "{name}");
        assert!(
            (30..70).contains(&white_moves),
            "{white_moves} of 100 with White to move"
        );
    }
}

#[test]
fn texts_that_are_no_ending_are_refused() {
    for wrong in ["", "K", "KRKRK", "QKR", "KXK", "krkr", "KRRRRRRRRRRRRRRRRK"] {
        let error = wrong.parse::<Ending>().unwrap_err().to_string();
        assert!(
            error.contains("is not an ending: write both kings"),
            "{wrong}: {error}"
        );
    }
    for hopeless in ["KK", "KBK", "KNK", "KQQQQQQQKQQQQQQQ"] {
        let error = hopeless.parse::<Ending>().unwrap_err().to_string();
        assert!(error.contains("no start was found"), "{hopeless}: {error}");
    }
}

#[test]
fn material_is_counted_for_either_side() {
    let board = fen::parse("k1q5/1r6/8/8/8/3BN3/4P3/K7 w - - 0 1").unwrap();
    assert_eq!(balance(&board, Color::White), 7 - 14);
    assert_eq!(balance(&board, Color::Black), 14 - 7);
}
