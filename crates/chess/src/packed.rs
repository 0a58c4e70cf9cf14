//! Moves in sixteen bits.

use cozy_chess::{Move, Piece, Square};

/// A move in sixteen bits, never zero: no move is from a square to itself.
#[inline]
pub fn pack(mv: Move) -> u16 {
    let promotion = mv.promotion.map_or(0, |piece| piece as u16);
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}

/// The move in these bits; none in zero, nor in bits that [`pack`] does not make.
#[inline]
pub fn unpack(bits: u16) -> Option<Move> {
    let square = |shift: u16| Square::index(usize::from(bits >> shift) & 63);
    let promotion = usize::from(bits >> 12);
    let promotion = match promotion {
        0 => None,
        _ => Some(Piece::try_index(promotion)?),
    };
    (bits != 0).then(|| Move {
        from: square(0),
        to: square(6),
        promotion,
    })
}
