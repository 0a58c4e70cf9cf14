//! What a player sees of a position.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use chess::{
    BitBoard, Board, Color, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// A position after a move of the player's, and the one before it. The player is
/// the side that has just moved, so the opponent is to move.
///
/// What several terminals need is computed when the first one asks.
pub struct View<'a> {
    before: &'a Board,
    after: &'a Board,
    history: &'a [u64],
    men: [OnceCell<Men>; 2],
    kings: [OnceCell<BitBoard>; 2],
    rooms: [OnceCell<u32>; 2],
}

/// The men of one side and what each attacks. A square with a man of their own on it
/// is attacked too: that man is protected.
pub struct Men {
    each: ArrayVec<Man, 16>,
    all: BitBoard,
}

/// A man, where it stands and what it attacks.
#[derive(Clone, Copy)]
pub struct Man {
    pub piece: Piece,
    pub square: Square,
    pub attacks: BitBoard,
}

impl Men {
    /// One by one.
    pub fn each(&self) -> impl Iterator<Item = Man> + Clone {
        self.each.iter().copied()
    }

    /// One by one, without the king.
    pub fn pieces(&self) -> impl Iterator<Item = Man> + Clone {
        self.each().filter(|man| man.piece != Piece::King)
    }

    /// All that is attacked.
    pub const fn attacks(&self) -> BitBoard {
        self.all
    }
}

impl<'a> View<'a> {
    /// The view after a legal move from `before` to `after`. `history` holds the
    /// keys of all positions of the game, the latest last, `before` included.
    pub fn new(before: &'a Board, after: &'a Board, history: &'a [u64]) -> Self {
        Self {
            before,
            after,
            history,
            men: Default::default(),
            kings: Default::default(),
            rooms: Default::default(),
        }
    }

    /// The position before the move.
    pub const fn before(&self) -> &Board {
        self.before
    }

    /// The position after the move.
    pub const fn after(&self) -> &Board {
        self.after
    }

    /// The player.
    pub fn me(&self) -> Color {
        !self.after.side_to_move()
    }

    /// The opponent.
    pub fn opponent(&self) -> Color {
        self.after.side_to_move()
    }

    /// How often the position after the move has occurred before in the game.
    pub fn occurrences(&self) -> usize {
        let now = chess::key(self.after);
        // With the same side to move it can have been two plies ago at the latest,
        // and no earlier than the last capture or pawn move.
        let plies = usize::from(self.after.halfmove_clock());
        let earlier = self.history.iter().rev().take(plies).skip(1).step_by(2);
        earlier.filter(|&&key| key == now).count()
    }

    /// The men of one side.
    pub fn men(&self, side: Color) -> &Men {
        self.men[side as usize].get_or_init(|| {
            let mut men = Men {
                each: ArrayVec::new(),
                all: BitBoard::EMPTY,
            };
            let occupied = self.after.occupied();
            for piece in Piece::ALL {
                for square in self.after.colored_pieces(side, piece) {
                    let attacks = attacks(piece, side, square, occupied);
                    men.all |= attacks;
                    men.each.push(Man {
                        piece,
                        square,
                        attacks,
                    });
                }
            }
            men
        })
    }

    /// The men of one side without its king.
    pub fn pieces(&self, side: Color) -> BitBoard {
        self.after.colors(side) - self.after.pieces(Piece::King)
    }

    /// Where the king of one side may go, were it to move.
    pub fn king_moves(&self, side: Color) -> BitBoard {
        *self.kings[side as usize].get_or_init(|| king_moves(self.after, side))
    }

    /// How many squares the opponent's king could walk to if no other man moved, after
    /// the move.
    pub fn room_after(&self) -> u32 {
        *self.rooms[1].get_or_init(|| room(self.after, self.opponent()))
    }

    /// The same before the move.
    pub fn room_before(&self) -> u32 {
        *self.rooms[0].get_or_init(|| room(self.before, self.opponent()))
    }

    /// The men of one side that are pinned to their king.
    pub fn pinned(&self, side: Color) -> BitBoard {
        let king = self.after.king(side);
        let occupied = self.after.occupied();
        let own = self.after.colors(side);
        let mut pinned = BitBoard::EMPTY;
        for pinner in snipers(self.after, king, !side) {
            let between = get_between_rays(king, pinner) & occupied;
            if between.len() == 1 {
                pinned |= between & own;
            }
        }
        pinned
    }
}

/// What a man attacks.
pub fn attacks(piece: Piece, side: Color, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, side),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

/// The men of `by` that would attack a square if the board were occupied like this.
pub fn attackers(board: &Board, square: Square, by: Color, occupied: BitBoard) -> BitBoard {
    let men = |piece| board.pieces(piece);
    let straight = men(Piece::Rook) | men(Piece::Queen);
    let diagonal = men(Piece::Bishop) | men(Piece::Queen);
    let all = get_pawn_attacks(square, !by) & men(Piece::Pawn)
        | get_knight_moves(square) & men(Piece::Knight)
        | get_king_moves(square) & men(Piece::King)
        | get_rook_moves(square, occupied) & straight
        | get_bishop_moves(square, occupied) & diagonal;
    all & board.colors(by) & occupied
}

/// The line pieces of `by` that would attack a square on an empty board.
pub fn snipers(board: &Board, square: Square, by: Color) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let straight = get_rook_rays(square) & (board.pieces(Piece::Rook) | queens);
    let diagonal = get_bishop_rays(square) & (board.pieces(Piece::Bishop) | queens);
    (straight | diagonal) & board.colors(by)
}

/// Squares to the nearest edge: 0 to 3.
pub fn from_edge(square: Square) -> i32 {
    let nearest = |index: usize| index.min(7 - index) as i32;
    nearest(square.file() as usize).min(nearest(square.rank() as usize))
}

/// Moves of a king from one square to the other.
pub fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32).abs_diff(b.file() as i32);
    let ranks = (a.rank() as i32).abs_diff(b.rank() as i32);
    files.max(ranks) as i32
}

/// What one side attacks while the other's king is lifted off the board, so that
/// it cannot hide behind itself.
fn lit(board: &Board, by: Color) -> BitBoard {
    let occupied = board.occupied() - board.king(!by).bitboard();
    let mut lit = BitBoard::EMPTY;
    for piece in Piece::ALL {
        for square in board.colored_pieces(by, piece) {
            lit |= attacks(piece, by, square, occupied);
        }
    }
    lit
}

fn king_moves(board: &Board, side: Color) -> BitBoard {
    get_king_moves(board.king(side)) - board.colors(side) - lit(board, !side)
}

/// The squares that a king reaches step by step, never onto one that is attacked,
/// while all others stand still. Its own men are in the way, the enemy's are not.
fn room(board: &Board, side: Color) -> u32 {
    let king = board.king(side).bitboard();
    let free = !(lit(board, !side) | (board.colors(side) - king));
    let mut reached = king;
    loop {
        let wider = (reached | neighbours(reached) & free) | king;
        if wider == reached {
            return reached.len();
        }
        reached = wider;
    }
}

/// The squares a king's step away from any of these, themselves included.
fn neighbours(squares: BitBoard) -> BitBoard {
    const A: u64 = chess::File::A.bitboard().0;
    const H: u64 = chess::File::H.bitboard().0;
    let row = squares.0 | (squares.0 & !H) << 1 | (squares.0 & !A) >> 1;
    BitBoard(row | row << 8 | row >> 8)
}
