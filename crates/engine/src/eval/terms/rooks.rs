//! Rooks want open files, the seventh rank, each other, and the enemy king.

use chess::{BitBoard, Color, File, Piece, Rank, get_rook_moves};

use super::king::press;
use crate::eval::pawn_structure::ahead;
use crate::eval::{Sink, UNIT, View};

params::declare! { super::TABLE;
    ROOK_ATTACK_KING_FILE: 0..=63 = 51, "a rook on the enemy king's file, no own pawn on it";
    ROOK_ATTACK_KING_ADJ_FILE: 0..=63 = 8, "a rook on a file beside the enemy king, which stands on the c to f files, no own pawn on it";
    ROOK_ATTACK_KING_ADJ_FILE_ABGH: 0..=63 = 26, "the same when the enemy king stands on the a, b, g or h file";
    ROOK_7TH_RANK: 0..=63 = 30, "a rook on the seventh rank, and a quarter for each rank beyond the second, as far as the sixth";
    ROOK_CONNECTED: 0..=63 = 6, "a rook that guards another rook or a queen";
    ROOK_MOBILITY: 0..=63 = 4, "a square a rook attacks or guards, two in the enemy's half; four more with an enemy piece on it";
    ROOK_BEHIND_PASSED_PAWN: 0..=63 = 40, "a rook behind a passed pawn of either side";
    ROOK_OPEN_FILE: 0..=63 = 27, "a rook on a file without pawns";
    ROOK_SEMI_OPEN_FILE: 0..=63 = 11, "a rook on a file with enemy pawns only";
    ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN: 0..=63 = 15, "a rook on a half-open file that attacks an isolated or backward pawn";
    ROOK_COLUMN_MULT: 0..=63 = 6, "steps of a rook's file from the edge of the board";
}

/// Reports the rooks of one side.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let rooks = view.pieces(us, Piece::Rook);
    if rooks.is_empty() {
        return;
    }
    let own_files = view.structure.files[us as usize];
    let enemy_files = view.structure.files[!us as usize];
    let semi_open = rooks & (enemy_files - own_files);
    sink.count(ROOK_OPEN_FILE, (rooks - own_files - enemy_files).len() as i32);
    sink.count(ROOK_SEMI_OPEN_FILE, semi_open.len() as i32);

    let king_file = view.kings[!us as usize].file();
    let hunters = rooks - own_files;
    sink.count(ROOK_ATTACK_KING_FILE, (hunters & king_file.bitboard()).len() as i32);
    let beside = match king_file {
        File::C | File::D | File::E | File::F => ROOK_ATTACK_KING_ADJ_FILE,
        File::A | File::B | File::G | File::H => ROOK_ATTACK_KING_ADJ_FILE_ABGH,
    };
    sink.count(beside, (hunters & king_file.adjacent()).len() as i32);

    let [behind_own, behind_enemy] =
        [us, !us].map(|side| ahead(view.structure.passed[side as usize], !side));
    let behind = rooks & (behind_own | behind_enemy);
    sink.count(ROOK_BEHIND_PASSED_PAWN, behind.len() as i32);

    let partners = rooks | view.pieces(us, Piece::Queen);
    let weak_pawns = view.structure.weak(!us);
    for rook in rooks {
        let attacks = get_rook_moves(rook, view.board.occupied());
        sink.count(ROOK_MOBILITY, view.mobility(us, attacks));
        press(view, us, attacks, sink);
        sink.count(ROOK_CONNECTED, seen(attacks & partners));
        if semi_open.has(rook) {
            sink.count(ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN, seen(attacks & weak_pawns));
        }
        let rank = rook.rank().relative_to(us);
        let climbed = (rank as i32 - Rank::Second as i32).clamp(0, 4);
        sink.add(ROOK_7TH_RANK, UNIT / 4 * climbed);
        sink.count(ROOK_7TH_RANK, i32::from(rank == Rank::Seventh));
        let file = rook.file() as i32;
        sink.count(ROOK_COLUMN_MULT, file.min(7 - file));
    }
}

/// One if there is anything to see.
#[inline(always)]
fn seen(squares: BitBoard) -> i32 {
    i32::from(!squares.is_empty())
}
