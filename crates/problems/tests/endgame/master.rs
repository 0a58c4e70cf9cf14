//! The master strategy: it mates, and it holds.

use chess::{Color, End, Game, Move, Piece};
use evo::{Seed, Space};
use problems::endgame::{
    Endgame, Ending, Opponents, Organism, Plies, Points, Starts, Strategy, Terminals, Verdict,
};

use crate::positions::legal;
use crate::table::Table;
use crate::trees::large_space;

/// The move after which mate is farthest away, or never comes.
fn longest_defence(table: &Table, game: &Game) -> Move {
    let plies = |&mv: &Move| {
        let mut after = game.board().clone();
        after.play(mv);
        table.plies(&after).unwrap_or(u8::MAX)
    };
    legal(game.board()).into_iter().max_by_key(plies).unwrap()
}

/// It mates the lone king from every start, however well that defends itself.
#[test]
fn it_mates_with_a_queen_and_with_a_rook() {
    let master = Organism::master().strategy();
    for (name, piece, farthest) in [("KQK", Piece::Queen, 10), ("KRK", Piece::Rook, 16)] {
        let table = Table::new(piece);
        // The known greatest distances: 10 moves for a queen, 16 for a rook.
        assert_eq!(table.farthest(), 2 * farthest - 1);
        let ending: Ending = name.parse().unwrap();
        for number in 0..300 {
            let start = ending.start(Seed::new(1).child("start", number));
            let mut game = Game::new(start);
            while game.end().is_none() {
                let mv = match game.board().side_to_move() {
                    Color::White => master.choose(&game).0,
                    Color::Black => longest_defence(&table, &game),
                };
                game.play(mv).unwrap();
            }
            let winner = Color::White;
            assert_eq!(
                game.end(),
                Some(End::Checkmate { winner }),
                "{}",
                chess::fen::write(game.start())
            );
        }
    }
}

#[test]
fn it_holds_and_beats_what_chance_makes() {
    let master = Organism::master();
    let space = large_space(Terminals::All);
    for name in ["KRKR", "KQKQ", "KRRKRR", "KQRKQR"] {
        let endgame = Endgame {
            from: Starts {
                endings: vec![name.parse().unwrap()],
                quiet: None,
            },
            starts: 10,
            longest: 50,
            points: Points::PAPER,
            plies: Plies::ONE,
            opponents: Opponents::One(master.genome.clone()),
        };
        let mut tally = problems::endgame::Standing::default();
        for number in 0..10 {
            let random = space.sample(&mut Seed::new(9).child("player", number).stream());
            let (master, random) = (master.strategy(), Strategy::new(&random));
            let starts = 0..endgame.starts;
            tally += endgame
                .meet(&master, &random, starts, Seed::new(number))
                .tally;
        }
        let lost = tally.count(Verdict::Mated) + tally.count(Verdict::Behind);
        assert!(lost <= 6, "{name}: {tally:?}");
        assert!(
            tally.points(&Points::PAPER) >= 0.7 * 200.0,
            "{name}: {tally:?}"
        );
    }
}
