//! The attack on the king. What matters is how much comes together, so besides each
//! count there is a weight for the product of every two: a quadratic form, and still
//! linear in its weights.

use chess::{Color, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};

use crate::modern::eval::{Sink, View};

/// What is counted, in this order: attacking knights, bishops, rooks, queens; attacks on
/// squares around the king; those of the squares that only king or queen guard; safe
/// checks by knight, bishop, rook, queen.
const COUNTS: usize = 10;
const HITS: usize = 4;
const WEAK: usize = 5;
const CHECKS: usize = 6;

params::declare! { super::TABLE;
    KING_ATTACK[10]: -300..=300 = 0, "an attack on the enemy king: attacking knights, bishops, rooks, queens; attacks on squares around it; such squares guarded by king or queen only; safe checks by knight, bishop, rook, queen";
    KING_ATTACK_PAIR[55]: -300..=300 = 0, "products of every two of these counts, the first with itself and all others, then the second";
}

/// What one side's pieces do around the enemy king.
#[derive(Clone, Copy, Default)]
pub struct Assault {
    counts: [i32; COUNTS],
    /// Which counts are not zero, as bits.
    present: u32,
}

impl Assault {
    /// Counts a piece that attacks this many squares around the king.
    #[inline(always)]
    pub fn join(&mut self, piece: Piece, hits: u32) {
        if hits > 0 {
            self.counts[piece as usize - Piece::Knight as usize] += 1;
            self.counts[HITS] += hits as i32;
            self.present |= 1 << (piece as usize - Piece::Knight as usize) | 1 << HITS;
        }
    }

    #[inline(always)]
    fn set(&mut self, which: usize, count: i32) {
        self.counts[which] = count;
        self.present |= u32::from(count != 0) << which;
    }
}

/// Reports the attack of one side.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let Assault {
        counts,
        mut present,
    } = assault(view, us);
    while present != 0 {
        let which = present.trailing_zeros() as usize;
        sink.times(counts[which], |sink| {
            sink.one(KING_ATTACK + which);
            let mut others = present;
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                sink.add(KING_ATTACK_PAIR + pair(which, other), counts[other]);
                others &= others - 1;
            }
        });
        present &= present - 1;
    }
}

/// What the pieces do, with the squares around the king that are weak and safe checks.
#[inline(always)]
fn assault(view: &View, us: Color) -> Assault {
    let them = !us;
    let mut assault = view.assaults[us as usize];
    let own = &view.attacks[us as usize];
    let enemy = &view.attacks[them as usize];
    let softly = enemy[Piece::King as usize] | enemy[Piece::Queen as usize];
    let weak = view.all[us as usize] - (view.all[them as usize] - softly) - view.twice[them as usize];
    assault.set(WEAK, (weak & view.rings[them as usize]).len() as i32);

    let king = view.facts.kings[them as usize];
    let occupied = view.board.occupied();
    let safe = !view.board.colors(us)
        & (!view.all[them as usize] | (weak & view.twice[us as usize]));
    let diagonal = get_bishop_moves(king, occupied) & safe;
    let straight = get_rook_moves(king, occupied) & safe;
    let from = [
        get_knight_moves(king) & safe,
        diagonal,
        straight,
        diagonal | straight,
    ];
    for (nth, from) in from.into_iter().enumerate() {
        let checks = from & own[Piece::Knight as usize + nth];
        assault.set(CHECKS + nth, (checks.len() as i32).min(3));
    }
    assault
}

/// The number of a pair of counts, the first not after the second.
#[inline(always)]
fn pair(first: usize, second: usize) -> usize {
    first * (2 * COUNTS + 1 - first) / 2 + second - first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_numbered_without_gaps() {
        let mut next = 0;
        for first in 0..COUNTS {
            for second in first..COUNTS {
                assert_eq!(pair(first, second), next);
                next += 1;
            }
        }
        assert_eq!(super::super::TABLE.get(KING_ATTACK_PAIR).len, next);
    }
}
