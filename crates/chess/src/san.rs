//! Moves in standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! [`San`] is what the notation says, without a position; [`San::resolve`] finds
//! the legal move it means. [`parse`] does both.

use crate::{
    BitBoard, Board, File, Move, Piece, Rank, Square, fen, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, uci,
};
use thiserror::Error;

/// Why a text is not a move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SanError {
    /// The text does not have the form of a move.
    #[error("`{}` is not a move", .0.escape_default())]
    NotAMove(String),
    /// The position does not allow the move.
    #[error("{text} is illegal in {fen}")]
    Illegal {
        /// The move as given.
        text: String,
        /// The position.
        fen: String,
    },
    /// The text fits more than one legal move.
    #[error("{text} is ambiguous in {fen}")]
    Ambiguous {
        /// The move as given.
        text: String,
        /// The position.
        fen: String,
    },
    /// A pawn reaches the last rank and the text does not say what it becomes.
    #[error("{text} does not name the piece that the pawn becomes")]
    NoPromotion {
        /// The move as given.
        text: String,
    },
}

/// Reads a legal move.
///
/// Check, mate and annotation signs (`+ # ! ?`) are optional and not verified,
/// nor is `x`, except that a pawn move without its file is a push. Zeros may
/// stand for the letters of castling, `=` before a promotion may be missing, and
/// more may be said about the origin than needed, up to `Ng1-f3` and `e2e4`.
pub fn parse(board: &Board, text: &str) -> Result<Move, SanError> {
    let san = San::parse(text.as_bytes())
        .ok_or_else(|| SanError::NotAMove(text.chars().take(20).collect()))?;
    san.resolve(board)
        .map_err(|mismatch| mismatch.describe(board, text))
}

/// Writes a legal move of `board`, with as little about its origin as the
/// position needs, and with its check or mate sign.
pub fn write(board: &Board, mv: Move) -> String {
    let mut text = String::with_capacity(8);
    let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
    if uci::is_castling(board, mv) {
        text.push_str(if mv.to > mv.from { "O-O" } else { "O-O-O" });
    } else {
        let to_other_file = mv.from.file() != mv.to.file();
        let captures = board.occupied().has(mv.to) || piece == Piece::Pawn && to_other_file;
        if piece == Piece::Pawn {
            if captures {
                text.push(mv.from.file().into());
            }
        } else {
            text.push(char::from(piece).to_ascii_uppercase());
            push_origin(&mut text, board, piece, mv);
        }
        if captures {
            text.push('x');
        }
        text.push_str(&mv.to.to_string());
        if let Some(promotion) = mv.promotion {
            text.push('=');
            text.push(char::from(promotion).to_ascii_uppercase());
        }
    }
    let mut next = board.clone();
    next.play_unchecked(mv);
    if !next.checkers().is_empty() {
        let escapes = next.generate_moves(|_| true);
        text.push(if escapes { '+' } else { '#' });
    }
    text
}

/// Says which of several like pieces moves: by file, else by rank, else by both.
fn push_origin(text: &mut String, board: &Board, piece: Piece, mv: Move) {
    let rivals: BitBoard = (origins(board, piece, mv.to) - mv.from.bitboard())
        .into_iter()
        .filter(|&from| board.is_legal(Move { from, ..mv }))
        .collect();
    if rivals.is_empty() {
        return;
    }
    let alone_on_file = rivals.is_disjoint(mv.from.file().bitboard());
    let alone_on_rank = rivals.is_disjoint(mv.from.rank().bitboard());
    if alone_on_file || !alone_on_rank {
        text.push(mv.from.file().into());
    }
    if !alone_on_file {
        text.push(mv.from.rank().into());
    }
}

/// What a move in algebraic notation says, before it meets a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum San {
    /// Castling, `O-O` if `short`, else `O-O-O`.
    Castling {
        /// Whether it is castling with the rook on the king's side.
        short: bool,
    },
    /// Any other move.
    Normal {
        /// The piece that moves.
        piece: Piece,
        /// The file it comes from, if said. A pawn push has that of its target.
        file: Option<File>,
        /// The rank it comes from, if said.
        rank: Option<Rank>,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Piece>,
    },
}

/// Why a [`San`] does not name one legal move of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mismatch {
    /// No legal move fits.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
    /// A promotion is missing.
    NoPromotion,
}

impl Mismatch {
    /// The error for the move `text` in `board`.
    pub fn describe(self, board: &Board, text: &str) -> SanError {
        let text = text.to_string();
        match self {
            Self::Illegal => SanError::Illegal {
                text,
                fen: fen::write(board),
            },
            Self::Ambiguous => SanError::Ambiguous {
                text,
                fen: fen::write(board),
            },
            Self::NoPromotion => SanError::NoPromotion { text },
        }
    }
}

impl San {
    /// Reads the notation; `None` if it is not a move. See [`parse`] for what is
    /// accepted.
    pub fn parse(text: &[u8]) -> Option<San> {
        let mut rest = text;
        while let [head @ .., b'+' | b'#' | b'!' | b'?'] = rest {
            rest = head;
        }
        match rest {
            b"O-O" | b"0-0" | b"o-o" => return Some(San::Castling { short: true }),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => return Some(San::Castling { short: false }),
            _ => {}
        }
        // From the end, because only the target is always there.
        let mut promotion = None;
        if let [head @ .., letter] = rest
            && letter.is_ascii_alphabetic()
        {
            promotion = Some(promotion_of(*letter)?);
            rest = head.strip_suffix(b"=").unwrap_or(head);
        }
        let [head @ .., to_file, to_rank] = rest else {
            return None;
        };
        let to = Square::new(file_of(*to_file)?, rank_of(*to_rank)?);
        let (mut rest, mut captures) = (head, false);
        if let [head @ .., sign @ (b'x' | b':' | b'-')] = rest {
            captures = *sign != b'-';
            rest = head;
        }
        let (mut rank, mut file) = (None, None);
        if let [head @ .., digit] = rest
            && let Some(found) = rank_of(*digit)
        {
            rank = Some(found);
            rest = head;
        }
        if let [head @ .., letter] = rest
            && let Some(found) = file_of(*letter)
        {
            file = Some(found);
            rest = head;
        }
        let piece = match rest {
            [] => Piece::Pawn,
            [letter] => piece_of(*letter)?,
            _ => return None,
        };
        if piece == Piece::Pawn {
            if file.is_none() && !captures {
                file = Some(to.file());
            }
        } else if promotion.is_some() {
            return None;
        }
        Some(San::Normal {
            piece,
            file,
            rank,
            to,
            promotion,
        })
    }

    /// The one legal move of `board` that fits.
    pub fn resolve(self, board: &Board) -> Result<Move, Mismatch> {
        match self {
            San::Castling { short } => resolve_castling(board, short),
            San::Normal {
                piece,
                file,
                rank,
                to,
                promotion,
            } => {
                let mut from = origins(board, piece, to);
                if let Some(file) = file {
                    from &= file.bitboard();
                }
                if let Some(rank) = rank {
                    from &= rank.bitboard();
                }
                pick_legal(board, from, to, promotion)
            }
        }
    }
}

fn resolve_castling(board: &Board, short: bool) -> Result<Move, Mismatch> {
    let us = board.side_to_move();
    let rights = board.castle_rights(us);
    let rook = if short { rights.short } else { rights.long };
    let from = board.king(us);
    let to = Square::new(rook.ok_or(Mismatch::Illegal)?, from.rank());
    let mv = Move {
        from,
        to,
        promotion: None,
    };
    board.is_legal(mv).then_some(mv).ok_or(Mismatch::Illegal)
}

/// The only legal move to `to` from one of the squares `from`.
fn pick_legal(
    board: &Board,
    from: BitBoard,
    to: Square,
    promotion: Option<Piece>,
) -> Result<Move, Mismatch> {
    let mut found = None;
    for from in from {
        let mv = Move {
            from,
            to,
            promotion,
        };
        if board.is_legal(mv) && found.replace(mv).is_some() {
            return Err(Mismatch::Ambiguous);
        }
    }
    found.ok_or_else(|| {
        let as_queen = |from| {
            board.is_legal(Move {
                from,
                to,
                promotion: Some(Piece::Queen),
            })
        };
        if promotion.is_none() && from.into_iter().any(as_queen) {
            Mismatch::NoPromotion
        } else {
            Mismatch::Illegal
        }
    })
}

/// The squares from which a `piece` of the side to move may reach `to`, pins and
/// checks aside. Castling, where the king goes to its own rook, is not counted.
fn origins(board: &Board, piece: Piece, to: Square) -> BitBoard {
    let us = board.side_to_move();
    if board.colors(us).has(to) {
        return BitBoard::EMPTY;
    }
    let occupied = board.occupied();
    let reach = match piece {
        Piece::Pawn => get_pawn_attacks(to, !us) | to.file().bitboard(),
        Piece::Knight => get_knight_moves(to),
        Piece::Bishop => get_bishop_moves(to, occupied),
        Piece::Rook => get_rook_moves(to, occupied),
        Piece::Queen => get_bishop_moves(to, occupied) | get_rook_moves(to, occupied),
        Piece::King => get_king_moves(to),
    };
    reach & board.colored_pieces(us, piece)
}

fn file_of(letter: u8) -> Option<File> {
    File::try_index(letter.wrapping_sub(b'a').into())
}

fn rank_of(digit: u8) -> Option<Rank> {
    Rank::try_index(digit.wrapping_sub(b'1').into())
}

fn piece_of(letter: u8) -> Option<Piece> {
    Some(match letter {
        b'P' => Piece::Pawn,
        b'N' => Piece::Knight,
        b'B' => Piece::Bishop,
        b'R' => Piece::Rook,
        b'Q' => Piece::Queen,
        b'K' => Piece::King,
        _ => return None,
    })
}

fn promotion_of(letter: u8) -> Option<Piece> {
    piece_of(letter.to_ascii_uppercase())
        .filter(|piece| !matches!(piece, Piece::Pawn | Piece::King))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_means(fen: &str, texts: &[&str], meaning: &str) {
        let board = fen::parse(fen).unwrap();
        for text in texts {
            let mv = parse(&board, text).map(|mv| mv.to_string());
            assert_eq!(mv, Ok(meaning.into()), "{text}");
        }
    }

    #[test]
    fn tolerates_what_people_write() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_means(
            start,
            &["e4", "e4!?", "e2e4", "e2-e4", "Pe4", "ee4"],
            "e2e4",
        );
        assert_means(start, &["Nf3", "Ngf3", "N1f3", "Ng1-f3", "Nxf3+"], "g1f3");
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_means(castling, &["O-O", "0-0", "O-O+", "o-o!"], "e1h1");
        assert_means(castling, &["O-O-O", "0-0-0#"], "e1a1");
        let promotion = "1n6/P7/8/8/8/1k6/8/1K6 w - - 0 1";
        assert_means(promotion, &["a8=Q", "a8Q", "a8q", "a7-a8=Q+"], "a7a8q");
        assert_means(promotion, &["axb8=N", "ab8N", "xb8=N"], "a7b8n");
        // The knight on e2 is pinned, so only the other can go to c3.
        let pin = "4r1k1/8/8/8/8/8/4N3/N3K3 w - - 0 1";
        assert_means(pin, &["Nb3", "Nab3"], "a1b3");
        assert_means(
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            &["exd6", "ed6", "e5xd6"],
            "e5d6",
        );
    }

    #[test]
    fn writes_the_shortest_origin() {
        for (fen, mv, text) in [
            ("4k3/8/8/8/8/8/8/N3K2N w - - 0 1", "a1b3", "Nb3"),
            ("4k3/8/8/8/8/2N5/8/2N1K3 w - - 0 1", "c1e2", "N1e2"),
            ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"),
            ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "a1d1", "Rad1"),
            ("5k2/8/8/8/Q2Q4/8/8/Q3K3 w - - 0 1", "a4d1", "Qa4d1"),
            ("5k2/8/8/8/Q2Q4/8/8/Q3K3 w - - 0 1", "d4d1", "Qdd1"),
            ("5k2/8/8/8/Q2Q4/8/8/Q3K3 w - - 0 1", "a1d1", "Q1d1"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"),
            ("1n6/P7/8/8/8/1k6/8/1K6 w - - 0 1", "a7b8r", "axb8=R+"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ] {
            let board = fen::parse(fen).unwrap();
            assert_eq!(write(&board, mv.parse().unwrap()), text);
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let fault = |fen, text| {
            let board = fen::parse(fen).unwrap();
            parse(&board, text).unwrap_err().to_string()
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in [
            "", "x", "e", "e9", "Zf3", "Nf3=Q", "e8=K", "--", "é4", "Nbcf3", "e4e4e4",
        ] {
            assert!(fault(start, text).ends_with("is not a move"), "{text}");
        }
        for text in ["e5", "Ke2", "O-O", "Qxd8", "a8=Q", "Rxh1"] {
            assert_eq!(fault(start, text), format!("{text} is illegal in {start}"));
        }
        let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
        assert_eq!(
            fault(knights, "Nd2"),
            format!("Nd2 is ambiguous in {knights}")
        );
        let promotion = "8/P7/8/8/8/1k6/8/1K6 w - - 0 1";
        assert!(fault(promotion, "a8").contains("the piece that the pawn becomes"));
    }
}
