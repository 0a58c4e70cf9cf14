//! Games of a task for people to look at.

use chess::pgn::{self, Marker, Tags};
use chess::{Color, Game, Outcome};

/// A game between two of these names, White first, as PGN.
pub fn game([white, black]: [String; 2], game: &Game, half_points: u8) -> String {
    let mut tags = Tags::default();
    tags.set("White", white);
    tags.set("Black", black);
    let outcome = match half_points {
        0 => Outcome::Win(Color::Black),
        1 => Outcome::Draw,
        _ => Outcome::Win(Color::White),
    };
    let mut text = Vec::new();
    pgn::write(&mut text, &tags, game, Marker::Finished(outcome), &[])
        .expect("memory can be written");
    String::from_utf8(text).expect("tags and moves are text")
}
