//! What is attacked, by what, and whether it is guarded.

use chess::{Color, Piece, Rank};

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

/// What can be threatened: a king that is attacked is in check.
const VICTIMS: [Piece; 5] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
];

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

    let rows = [
        (THREAT_PAWN, attacks[Piece::Pawn as usize]),
        (THREAT_KNIGHT, attacks[Piece::Knight as usize]),
        (THREAT_BISHOP, attacks[Piece::Bishop as usize]),
        (THREAT_ROOK, attacks[Piece::Rook as usize]),
        (THREAT_QUEEN, attacks[Piece::Queen as usize]),
        (THREAT_KING, attacks[Piece::King as usize] - guarded_twice),
        (HANGING, !guarded),
        (
            WEAKLY_GUARDED,
            (view.twice[us as usize] & guarded) - guarded_twice - pawn_guards,
        ),
    ];
    let free = !view.board.occupied();
    let safe = free - pawn_guards - (guarded - attacked);
    let stepped = forward(view.facts.pawns[us as usize], us) & free;
    let doubled = forward(stepped & Rank::Third.relative_to(us).bitboard(), us);
    let steps = (stepped | doubled) & safe;
    let pushed = (beside(steps, us) - attacks[Piece::Pawn as usize]) & enemies;
    for piece in VICTIMS {
        let victims = enemies & view.board.pieces(piece);
        let in_reach = victims & attacked;
        if !in_reach.is_empty() {
            for (row, attackers) in rows {
                sink.add(row + piece as usize, (in_reach & attackers).len() as i32);
            }
        }
        if !pushed.is_empty() {
            sink.add(THREAT_PUSH + piece as usize, (victims & pushed).len() as i32);
        }
    }

    let contested = (attacked & guarded) - guarded_twice - pawn_guards;
    sink.add(RESTRICTED, contested.len() as i32);
}
