//! What is attacked, by what, and whether it is guarded.

use chess::{BitBoard, Color, Piece, Rank};

use crate::eval::pawn_structure::{beside, forward};
use crate::modern::eval::{Sink, View};

params::declare! { super::TABLE;
    THREAT_PAWN[5]: -300..=300 = 0, "an enemy pawn, knight, bishop, rook, queen attacked by a pawn";
    THREAT_KNIGHT[5]: -300..=300 = 0, "one attacked by a knight";
    THREAT_BISHOP[5]: -300..=300 = 0, "one attacked by a bishop";
    THREAT_ROOK[5]: -300..=300 = 0, "one attacked by a rook";
    THREAT_QUEEN[5]: -300..=300 = 0, "one attacked by a queen";
    THREAT_KING[5]: -300..=300 = 0, "one attacked by the king and not guarded twice";
    THREAT_PUSH[5]: -300..=300 = 0, "one that a pawn can attack by a safe step";
    HANGING[5]: -300..=300 = 0, "one that is attacked and not guarded";
    WEAKLY_GUARDED[5]: -300..=300 = 0, "one that is attacked twice, guarded once and not by a pawn";
    RESTRICTED: -300..=300 = 0, "a square that both sides attack, the enemy only once and not with a pawn";
}

/// Reports the threats of one side.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let them = !us;
    let enemies = view.board.colors(them);
    let attacks = &view.attacks[us as usize];
    let guarded = view.all[them as usize];
    let guarded_twice = view.twice[them as usize];
    let pawn_guards = view.facts.attacks[them as usize];
    let attacked = view.all[us as usize];

    let mut each = |row: usize, victims: BitBoard| {
        let mut victims = victims & enemies - view.board.pieces(Piece::King);
        if victims.is_empty() {
            return;
        }
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let these = victims & view.board.pieces(piece);
            if !these.is_empty() {
                sink.add(row + piece as usize, these.len() as i32);
                victims -= these;
                if victims.is_empty() {
                    return;
                }
            }
        }
    };
    each(THREAT_PAWN, attacks[Piece::Pawn as usize]);
    each(THREAT_KNIGHT, attacks[Piece::Knight as usize]);
    each(THREAT_BISHOP, attacks[Piece::Bishop as usize]);
    each(THREAT_ROOK, attacks[Piece::Rook as usize]);
    each(THREAT_QUEEN, attacks[Piece::Queen as usize]);
    each(THREAT_KING, attacks[Piece::King as usize] - guarded_twice);
    each(HANGING, attacked - guarded);
    each(
        WEAKLY_GUARDED,
        (view.twice[us as usize] & guarded) - guarded_twice - pawn_guards,
    );

    let free = !view.board.occupied();
    let safe = free - pawn_guards - (guarded - attacked);
    let own_pawns = view.facts.pawns[us as usize];
    let stepped = forward(own_pawns, us) & free;
    let doubled = forward(stepped & Rank::Third.relative_to(us).bitboard(), us);
    let steps = (stepped | doubled) & safe;
    each(THREAT_PUSH, beside(steps, us) - attacks[Piece::Pawn as usize]);

    let contested = (attacked & guarded) - guarded_twice - pawn_guards;
    sink.add(RESTRICTED, contested.len() as i32);
}
