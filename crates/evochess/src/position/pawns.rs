//! What depends on pawns alone, and a small memory for it.

use chess::{BitBoard, Board, Color, File, Piece};

use super::CENTRE;
use super::weights as w;

/// The pawns of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pawns {
    /// Of White and of Black.
    pub of: [BitBoard; 2],
    /// All squares of the files they stand on.
    pub files: [BitBoard; 2],
    /// All squares of the files of passed pawns.
    pub passed_files: BitBoard,
    /// Whether more than six stand in the centre.
    pub closed: bool,
}

/// Pawns with what they are worth to each side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    pub pawns: Pawns,
    pub scores: [i32; 2],
}

impl Pawns {
    /// The pawns of a position.
    pub fn of(board: &Board) -> Self {
        let of = [Color::White, Color::Black].map(|side| board.colored_pieces(side, Piece::Pawn));
        let files = of.map(fill);
        let mut pawns = Self {
            of,
            files,
            passed_files: BitBoard::EMPTY,
            closed: ((of[0] | of[1]) & CENTRE).len() > 6,
        };
        pawns.passed_files = fill(pawns.passed(Color::White) | pawns.passed(Color::Black));
        pawns
    }

    /// Those without enemy pawns on their file and the files beside it.
    fn passed(&self, side: Color) -> BitBoard {
        let enemies = self.files[!side as usize];
        self.of[side as usize] & !(enemies | beside(enemies))
    }

    /// The terms of one side.
    pub fn terms(&self, side: Color, add: &mut impl FnMut(usize, i32)) {
        let own = self.of[side as usize];
        let count = |squares: BitBoard| squares.len() as i32;
        add(w::PAWN, count(own));
        add(w::CENTRE_PAWN, count(own & CENTRE));
        // Its side's pawns before each pawn, and what lies before the pawns beside it.
        let ahead = forward(own, side);
        add(w::DOUBLED_PAWN, -count(own & ahead));
        add(w::PASSED_PAWN, count(self.passed(side)));
        let supported = beside(own | ahead);
        add(w::BACKWARD_PAWN, -count(own & !supported));
    }
}

/// All squares of the files of these.
fn fill(squares: BitBoard) -> BitBoard {
    let mut filled = squares.0;
    for shift in [8, 16, 32] {
        filled |= filled << shift | filled >> shift;
    }
    BitBoard(filled)
}

/// All squares before these, as a side sees it.
fn forward(squares: BitBoard, side: Color) -> BitBoard {
    let mut filled = squares.0;
    for shift in [8, 16, 32] {
        match side {
            Color::White => filled |= filled << shift,
            Color::Black => filled |= filled >> shift,
        }
    }
    BitBoard(match side {
        Color::White => filled << 8,
        Color::Black => filled >> 8,
    })
}

/// The squares to the left and right of these.
fn beside(squares: BitBoard) -> BitBoard {
    let (left, right) = (!File::A.bitboard(), !File::H.bitboard());
    BitBoard((squares & left).0 >> 1 | (squares & right).0 << 1)
}

const ENTRIES: usize = 1 << 12;

/// Remembers what pawns are worth: few moves change them.
#[derive(Clone, Debug)]
pub struct PawnTable(Vec<Known>);

impl Default for PawnTable {
    fn default() -> Self {
        // A position without pawns is worth nothing, which is what an empty entry says.
        Self(vec![Known::default(); ENTRIES])
    }
}

impl PawnTable {
    /// The pawns of a position; `score` says what they are worth to a side where that is
    /// not known.
    #[inline]
    pub fn get(&mut self, board: &Board, score: impl Fn(Color, &Pawns) -> i32) -> Known {
        let of = [Color::White, Color::Black].map(|side| board.colored_pieces(side, Piece::Pawn));
        let mixed = of[0].0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ of[1].0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let entry = &mut self.0[(mixed >> 40) as usize % ENTRIES];
        if entry.pawns.of != of {
            let pawns = Pawns::of(board);
            let scores = [Color::White, Color::Black].map(|side| score(side, &pawns));
            *entry = Known { pawns, scores };
        }
        *entry
    }
}
