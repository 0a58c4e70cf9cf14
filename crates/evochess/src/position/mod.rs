//! The position module: what a position is worth.
//!
//! Every term is written once, as a call of `add` with its weight and a count; summed up
//! it is the score, and collected it explains it.

mod pawns;
mod weights;

use chess::{
    BitBoard, Board, CastleRights, Color, File, Piece, Rank, Square, get_knight_moves, key,
};

pub use weights::{PIECES, PositionWeights, TABLE};

use crate::{Phase, Weights};
use pawns::{PawnTable, Pawns};
use weights as w;

/// The 16 squares in the centre of the board.
pub const CENTRE: BitBoard = BitBoard(0x0000_3c3c_3c3c_0000);

/// Evaluates positions, with chance from a seed.
#[derive(Clone, Debug)]
pub struct Position {
    weights: [i32; TABLE.len()],
    seed: u64,
    pawns: PawnTable,
}

impl Position {
    /// These weights; what chance adds depends on the position and the seed alone.
    pub fn new(weights: &PositionWeights, seed: u64) -> Self {
        let values = weights.values().try_into();
        let mut weights: [i32; TABLE.len()] = values.expect("one value for each weight");
        weights[w::PROMOTION] /= THIRDS;
        Self {
            weights,
            seed,
            pawns: PawnTable::default(),
        }
    }

    /// The same, with nothing left to chance.
    pub const fn without_chance(mut self) -> Self {
        self.weights[w::RANDOM] = 0;
        self
    }

    /// The values of pieces, pawn to queen.
    pub fn pieces(&self) -> [i32; 5] {
        PIECES.map(|gene| self.weights[gene])
    }

    /// What a position is worth for the side to move, in centipawns.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        let weights = &self.weights;
        let pawns = self.pawns.get(board, |side, pawns| {
            let mut score = 0;
            pawns.terms(side, &mut |gene, count| score += weights[gene] * count);
            score
        });
        let phase = Phase::of(board);
        let side = |side: Color| {
            let mut score = pawns.scores[side as usize];
            terms(board, side, phase, &pawns.pawns, &mut |gene, count| {
                score += weights[gene] * count;
            });
            score
        };
        let white = side(Color::White) - side(Color::Black) + self.chance(board);
        match board.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }

    /// How often each weight counts, for White and for Black; that of promotion in thirds.
    pub fn explain(board: &Board) -> [Vec<(usize, i32)>; 2] {
        let pawns = Pawns::of(board);
        let phase = Phase::of(board);
        [Color::White, Color::Black].map(|side| {
            let mut counted = Vec::new();
            let mut add = |gene, count| {
                if count != 0 {
                    counted.push((gene, count));
                }
            };
            terms(board, side, phase, &pawns, &mut add);
            pawns.terms(side, &mut add);
            counted
        })
    }

    /// A number from -RANDOM to +RANDOM that is always the same for a position.
    fn chance(&self, board: &Board) -> i32 {
        let most = self.weights[w::RANDOM];
        let mixed = (key(board) ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32;
        ((mixed * (2 * most as u64 + 1)) >> 32) as i32 - most
    }
}

/// The terms of one side that do not depend on pawns alone.
#[inline(always)]
fn terms(
    board: &Board,
    side: Color,
    phase: Phase,
    pawns: &Pawns,
    add: &mut impl FnMut(usize, i32),
) {
    let of = |piece| board.colored_pieces(side, piece);
    let count = |squares: BitBoard| squares.len() as i32;
    let (knights, bishops, rooks) = (of(Piece::Knight), of(Piece::Bishop), of(Piece::Rook));
    add(w::KNIGHT, count(knights));
    add(w::BISHOP, count(bishops));
    add(w::ROOK, count(rooks));
    add(w::QUEEN, count(of(Piece::Queen)));

    let first = Rank::First.relative_to(side);
    let home = Square::new(File::C, first).bitboard() | Square::new(File::F, first).bitboard();
    add(w::BISHOP_AT_HOME, -count(bishops & home));
    add(w::TWO_BISHOPS, i32::from(bishops.len() > 1));

    let own = board.colors(side);
    for knight in knights {
        let reached = get_knight_moves(knight) & !own;
        add(w::KNIGHT_MOBILITY, i32::from(reached.len() > 6));
    }
    if pawns.closed {
        add(w::KNIGHT_CLOSED, count(knights));
    }

    let (files, enemy_files) = (pawns.files[side as usize], pawns.files[!side as usize]);
    let open = rooks & !(files | enemy_files);
    add(w::ROOK_OPEN, count(open));
    add(w::ROOK_HALF_OPEN, count(rooks & enemy_files & !files));
    add(
        w::ROOK_SEVENTH,
        count(rooks & Rank::Seventh.relative_to(side).bitboard()),
    );
    add(w::ROOK_PASSED, count(rooks & pawns.passed_files));

    let king = board.king(side);
    let has_castled = castled(king, rooks, board.castle_rights(side), first);
    add(w::CASTLED, i32::from(has_castled));
    if phase == Phase::End {
        let enemies = pawns.of[!side as usize];
        let wings = [QUEEN_SIDE, KING_SIDE].map(|wing| !(enemies & wing).is_empty());
        if wings == [true, true] {
            add(w::KNIGHT_WINGS, -count(knights));
        }
        add_promotion(pawns.of[side as usize], side, add);
        return;
    }
    add(w::KING_OUT, -i32::from(king.rank() != first));
    if has_castled {
        add(
            w::CASTLE_WEAKNESS,
            -missing_shield(king, side, pawns.of[side as usize]),
        );
    } else if *board.castle_rights(side) == CastleRights::EMPTY {
        add(w::CASTLING_MISSED, -1);
    }
}

const QUEEN_SIDE: BitBoard =
    BitBoard(File::A.bitboard().0 | File::B.bitboard().0 | File::C.bitboard().0);
const KING_SIDE: BitBoard =
    BitBoard(File::F.bitboard().0 | File::G.bitboard().0 | File::H.bitboard().0);

/// A position does not say whether castling was done: the king stands in a corner of the
/// first rank where no rook is shut in, and has no right to castle.
fn castled(king: Square, rooks: BitBoard, rights: &CastleRights, first: Rank) -> bool {
    let outside = match king.file() {
        File::G | File::H => File::G.bitboard() | File::H.bitboard(),
        File::A | File::B | File::C => File::A.bitboard() | File::B.bitboard(),
        _ => return false,
    };
    king.rank() == first
        && *rights == CastleRights::EMPTY
        && (rooks & outside & first.bitboard()).is_empty()
}

/// How many of the three files before a king have no pawn on the two ranks next to it.
fn missing_shield(king: Square, side: Color, pawns: BitBoard) -> i32 {
    let middle = (king.file() as usize).clamp(1, 6);
    let ranks =
        Rank::Second.relative_to(side).bitboard() | Rank::Third.relative_to(side).bitboard();
    let bare = |file: usize| (pawns & ranks & File::index(file).bitboard()).is_empty();
    (middle - 1..=middle + 1).filter(|&file| bare(file)).count() as i32
}

/// What the bonus of a pawn near promotion is counted in.
const THIRDS: i32 = 3;

/// The whole bonus a step before promotion, two thirds and a third of it before that.
fn add_promotion(pawns: BitBoard, side: Color, add: &mut impl FnMut(usize, i32)) {
    let on = |rank: Rank| (pawns & rank.relative_to(side).bitboard()).len() as i32;
    let thirds = THIRDS * on(Rank::Seventh) + 2 * on(Rank::Sixth) + on(Rank::Fifth);
    add(w::PROMOTION, thirds);
}
