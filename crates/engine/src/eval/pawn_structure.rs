//! What can be said of a position from its pawns alone.

use chess::{BitBoard, Board, Color, File, Piece, Rank};

/// Facts about both sides' pawns. Pairs are indexed by colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PawnStructure {
    /// The pawns.
    pub pawns: [BitBoard; 2],
    /// Every square of a file that holds an own pawn.
    pub files: [BitBoard; 2],
    /// Squares the pawns guard now or could guard after advancing.
    pub reach: [BitBoard; 2],
    /// Pawns that no enemy pawn can stop or take on their way.
    pub passed: [BitBoard; 2],
    /// Pawns with no neighbour on either side.
    pub isolated: [BitBoard; 2],
    /// Pawns whose neighbours have all gone ahead and whose next square is guarded by an enemy pawn.
    pub backward: [BitBoard; 2],
}

impl PawnStructure {
    /// Looks at the pawns of `board`.
    pub fn new(board: &Board) -> Self {
        Self::of([Color::White, Color::Black].map(|color| board.colored_pieces(color, Piece::Pawn)))
    }

    pub(super) fn of(pawns: [BitBoard; 2]) -> Self {
        let mut structure = Self {
            pawns,
            ..Self::default()
        };
        for us in Color::ALL {
            let own = pawns[us as usize];
            structure.files[us as usize] = ahead(own, us) | ahead(own, !us) | own;
            structure.reach[us as usize] = beside(own | ahead(own, us), us);
        }
        for us in Color::ALL {
            let (own, enemy) = (pawns[us as usize], pawns[!us as usize]);
            let neighbours = sideways(structure.files[us as usize]);
            let isolated = own - neighbours;
            // The squares ahead of an enemy pawn are all the squares an own pawn
            // could meet it from; beside those it would be taken.
            let stoppers = ahead(enemy, !us);
            let passed = own - stoppers - structure.reach[!us as usize] - ahead(own, !us);
            // A neighbour level with the pawn or behind it could still come to guard its next square.
            let supported = structure.reach[us as usize];
            let enemy_guard = beside(enemy, !us);
            let stop_unsupported = forward(own, us) - supported;
            let backward = back(stop_unsupported & enemy_guard, us) - isolated;
            structure.isolated[us as usize] = isolated;
            structure.passed[us as usize] = passed;
            structure.backward[us as usize] = backward & own;
        }
        structure
    }

    /// Pawns that a rook likes to attack.
    pub fn weak(&self, color: Color) -> BitBoard {
        self.isolated[color as usize] | self.backward[color as usize]
    }
}

/// The squares one step forward, seen from `color`.
pub fn forward(squares: BitBoard, color: Color) -> BitBoard {
    BitBoard(match color {
        Color::White => squares.0 << 8,
        Color::Black => squares.0 >> 8,
    })
}

fn back(squares: BitBoard, color: Color) -> BitBoard {
    forward(squares, !color)
}

/// All squares ahead on the same files.
pub fn ahead(squares: BitBoard, color: Color) -> BitBoard {
    let mut fill = forward(squares, color).0;
    match color {
        Color::White => {
            fill |= fill << 8;
            fill |= fill << 16;
            fill |= fill << 32;
        }
        Color::Black => {
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill |= fill >> 32;
        }
    }
    BitBoard(fill)
}

/// The same squares moved one file to either side.
pub fn sideways(squares: BitBoard) -> BitBoard {
    let left = (squares - File::A.bitboard()).0 >> 1;
    let right = (squares - File::H.bitboard()).0 << 1;
    BitBoard(left | right)
}

/// The squares that pawns of `color` on `pawns` guard.
pub fn beside(pawns: BitBoard, color: Color) -> BitBoard {
    sideways(forward(pawns, color))
}

/// Ranks a pawn has advanced from where it started, 0 to 5.
pub fn advancement(rank: Rank, color: Color) -> i32 {
    rank.relative_to(color) as i32 - Rank::Second as i32
}
