//! The key of a position before it is reached: near enough to fetch its place in the hash
//! table while there is still other work to do.

use std::sync::LazyLock;

use chess::{Board, BoardBuilder, Color, Piece, Square};

use crate::search::picker::Picked;

/// What makes up a key, found by comparing the keys of positions: the board's library
/// keeps it to itself.
pub struct Parts {
    /// A piece on a square, by colour and piece.
    placed: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    /// The turn to move.
    turn: u64,
}

impl Parts {
    /// They are the same for all.
    pub fn get() -> &'static Self {
        static PARTS: LazyLock<Parts> = LazyLock::new(Parts::new);
        &PARTS
    }

    fn new() -> Self {
        Self {
            placed: Color::ALL.map(|color| {
                Piece::ALL.map(|piece| Square::ALL.map(|square| placed(color, piece, square)))
            }),
            turn: kings(Color::White, REFERENCE).map_or(0, |board| {
                let passed = board.null_move();
                passed.map_or(0, |passed| board.hash() ^ passed.hash())
            }),
        }
    }

    /// The key after a pass.
    #[inline(always)]
    pub fn passed(&self, board: &Board) -> u64 {
        board.hash_without_ep() ^ self.turn
    }

    /// The key after a move, but for castling and what it takes en passant.
    #[inline(always)]
    pub fn after(&self, board: &Board, picked: Picked) -> u64 {
        let Picked {
            mv, piece, victim, ..
        } = picked;
        let us = board.side_to_move();
        let own = &self.placed[us as usize];
        let mut key = board.hash() ^ self.turn ^ own[piece as usize][mv.from as usize];
        key ^= own[mv.promotion.unwrap_or(piece) as usize][mv.to as usize];
        if let Some(victim) = victim {
            key ^= self.placed[!us as usize][victim as usize][mv.to as usize];
        }
        key
    }
}

/// Where the kings stand that others are compared with.
const REFERENCE: [Square; 2] = [Square::A1, Square::H8];

/// What differs in the keys of two positions, one with the piece and one without. Kings
/// are always there: theirs is what differs from a king elsewhere.
fn placed(color: Color, piece: Piece, square: Square) -> u64 {
    let far = [Square::H8, Square::A8, Square::H1, Square::D4, Square::E5];
    let near = [Square::A1, Square::H1, Square::A8, Square::D4, Square::E5];
    let pairs = near
        .into_iter()
        .flat_map(|own| far.map(|other| [own, other]));
    let difference = |[own, other]: [Square; 2]| {
        let without = kings(color, [own, other])?;
        let with = match piece {
            Piece::King => kings(color, [square, other])?,
            _ => {
                let mut builder = BoardBuilder::from_board(&without);
                if builder.square(square).is_some() {
                    return None;
                }
                *builder.square_mut(square) = Some((piece, color));
                builder.build().ok()?
            }
        };
        Some(with.hash() ^ without.hash())
    };
    // No pawn stands on the first rank.
    pairs.filter_map(difference).next().unwrap_or(0)
}

/// Two kings, the one of `color` to move.
fn kings(color: Color, [own, other]: [Square; 2]) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    *builder.square_mut(own) = Some((Piece::King, color));
    *builder.square_mut(other) = Some((Piece::King, !color));
    builder.side_to_move = color;
    builder.build().ok()
}

#[cfg(test)]
mod tests {
    use chess::{fen, key, uci};

    use super::*;

    #[test]
    fn keys_of_ordinary_moves_are_known_before() {
        let position = "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R4RK1 w - - 0 1";
        let board = fen::parse(position).unwrap();
        for text in ["e5g6", "e5d3", "b7a8q", "b7b8n", "g1h1", "f3h3", "g2g3"] {
            let mv = uci::parse(&board, text).unwrap();
            let mut child = board.clone();
            child.play(mv);
            let expected = Parts::get().after(&board, Picked::new(&board, mv));
            assert_eq!(expected, key(&child), "{text}");
        }
    }

    #[test]
    fn the_key_of_a_pass_is_known_before() {
        for position in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        ] {
            let board = fen::parse(position).unwrap();
            let passed = board.null_move().unwrap();
            assert_eq!(Parts::get().passed(&board), key(&passed), "{position}");
        }
    }
}
