//! Two organisms against each other, a pair of games at a time.

use std::num::NonZeroU64;

use arena::book::Book;
use arena::{Fault, Pace, Played, Player, Rules, Seat, play};
use chess::Color;

use crate::Playable;

/// The hash table of each player, in MiB.
const TABLE: usize = 8;

/// Two games from one opening, each player with both colours.
#[derive(Clone, Debug)]
pub struct Duel {
    /// In the first one the first player has White.
    pub games: [Played; 2],
}

impl Duel {
    /// Half points of the first player, with White and with Black.
    pub fn half_points(&self) -> [u8; 2] {
        let [one, other] = self.games.each_ref().map(|played| played.ending.outcome());
        [
            one.half_points(Color::White),
            other.half_points(Color::Black),
        ]
    }

    /// Plays the pair with this number, counted from 0, at this many nodes a move, from the
    /// opening of the program's own with that number. The same two always play the same games.
    pub fn play(
        players: [Box<dyn Playable>; 2],
        number: usize,
        nodes: NonZeroU64,
    ) -> Result<Self, Fault> {
        let book = Book::built_in();
        let start = &book.opening(number).game;
        let [mut first, mut second] = players.map(|player| player.contender(TABLE).player());
        let first = first.as_mut().map_err(|fault| fault.clone())?;
        let second = second.as_mut().map_err(|fault| fault.clone())?;
        let game = |white: &mut dyn Player, black: &mut dyn Player| {
            let pace = Pace::Nodes(nodes.get());
            let seat = |player| Seat { player, pace };
            play(seat(white), seat(black), start.clone(), &Rules::default())
        };
        let games = [
            game(&mut **first, &mut **second),
            game(&mut **second, &mut **first),
        ];
        Ok(Self { games })
    }
}
