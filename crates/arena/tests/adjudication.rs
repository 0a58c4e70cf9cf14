//! Rules that end games early, against the same games played out.

mod common;

use arena::book::Book;
use arena::{Ending, OrganismPlayer, Played, Rules, play};
use chess::Color;
use common::seat;
use engine::organism::Organism;
use std::sync::Arc;

/// Two organisms whose centipawns differ, from some openings with both colours; the
/// side of the first goes with each game.
fn games(rules: &Rules, nodes: u64, openings: usize) -> Vec<(Color, Played)> {
    let player = |organism| OrganismPlayer::new(Arc::new(organism), 1);
    let (mut first, mut second) = (player(Organism::champion()), player(Organism::default()));
    let book = Book::built_in();
    let mut games = Vec::new();
    for number in 0..openings {
        for side in Color::ALL {
            let (white, black) = match side {
                Color::White => (&mut first, &mut second),
                Color::Black => (&mut second, &mut first),
            };
            let pace = format!("nodes={nodes}");
            let start = book.opening(number).game.clone();
            let played = play(seat(white, &pace), seat(black, &pace), start, rules);
            games.push((side, played));
        }
    }
    games
}

#[test]
fn the_default_rule_gives_what_the_games_give_when_played_out() {
    let rules = Rules::default();
    let short = games(&rules, 400, 25);
    let long = games(&Rules::chess_only(), 400, 25);
    let (mut ended, mut changed, mut shift, mut squares) = (0, 0, 0, 0);
    for ((side, short), (_, long)) in short.iter().zip(&long) {
        // Every game ends without a move limit too.
        assert!(matches!(long.ending, Ending::Rules(_)), "{}", long.ending);
        let plies = short.thoughts.len();
        match long.ending_by(&rules) {
            Some(early) => assert_eq!(early, (short.ending, plies)),
            None => assert_eq!((short.ending, plies), (long.ending, long.thoughts.len())),
        }
        let half_points = |played: &Played| i32::from(played.ending.outcome().half_points(*side));
        let difference = half_points(short) - half_points(long);
        ended += u32::from(matches!(short.ending, Ending::Material { .. }));
        changed += u32::from(difference != 0);
        shift += difference;
        squares += difference * difference;
    }
    // Most games are shorter and few end otherwise, for one side as often as for the
    // other within two standard errors.
    assert!(ended > 25 && changed <= 5, "{ended} {changed}");
    assert!(shift * shift <= 4 * squares, "{shift} {squares}");
}
