//! Positions in Forsyth–Edwards notation.

use crate::{
    Board, BoardBuilder, Color, File, Piece, Rank, Square, get_king_moves, legal_en_passant,
};
use cozy_chess::BoardBuilderError;
use thiserror::Error;

/// Why a text is not a FEN, or a FEN not a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenError {
    /// The number of fields is not 4, 5 or 6.
    #[error("a FEN has 4 to 6 fields, this one has {0}")]
    FieldCount(usize),
    /// The first field, the pieces on their squares.
    #[error("FEN piece placement: {0}")]
    Placement(String),
    /// The second field, `w` or `b`.
    #[error("FEN side to move: `{0}` is neither `w` nor `b`")]
    SideToMove(String),
    /// The third field, castling rights.
    #[error("FEN castling rights: {0}")]
    Castling(String),
    /// The fourth field, the en-passant square.
    #[error("FEN en-passant square: {0}")]
    EnPassant(String),
    /// The fifth field, half moves since the last capture or pawn move.
    #[error("FEN half-move clock: `{0}` is not a number from 0 to 65535")]
    HalfmoveClock(String),
    /// The sixth field, the number of the move to be played.
    #[error("FEN move number: `{0}` is not a number from 0 to 65535")]
    MoveNumber(String),
}

/// Reads a FEN.
///
/// - Missing clocks are `0 1`; a half-move clock above 100 is read as 100,
///   where [`Board`] stops counting; move number 0 is read as 1.
/// - Castling rights may be `KQkq`, which in Chess960 means the outermost rook
///   on that side of the king (X-FEN), or the files of the rooks (Shredder-FEN).
/// - An en-passant square is accepted whether or not a pawn can capture there,
///   as long as a pawn may just have passed it.
pub fn parse(text: &str) -> Result<Board, FenError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().take(7).collect();
    let (&[placement, side, castling, en_passant], clocks) = fields
        .split_first_chunk()
        .filter(|(_, clocks)| clocks.len() <= 2)
        .ok_or_else(|| FenError::FieldCount(text.split_ascii_whitespace().count()))?;

    let mut builder = BoardBuilder::empty();
    place_pieces(&mut builder, placement)?;
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(FenError::SideToMove(excerpt(side))),
    };
    check_pieces(&builder)?;
    add_castling(&mut builder, castling)?;
    if en_passant != "-" {
        let square = en_passant.parse().map_err(|_| {
            FenError::EnPassant(format!("`{}` is not a square", excerpt(en_passant)))
        })?;
        builder.en_passant = Some(square);
    }
    if let Some(clock) = clocks.first() {
        let clock: u16 = clock
            .parse()
            .map_err(|_| FenError::HalfmoveClock(excerpt(clock)))?;
        builder.halfmove_clock = clock.min(100) as u8;
    }
    if let Some(number) = clocks.get(1) {
        let number: u16 = number
            .parse()
            .map_err(|_| FenError::MoveNumber(excerpt(number)))?;
        builder.fullmove_number = number.max(1);
    }

    let board = builder.build().map_err(|error| match error {
        BoardBuilderError::InvalidCastlingRights => {
            FenError::Castling(format!("`{castling}` does not fit the kings and rooks"))
        }
        BoardBuilderError::InvalidEnPassant => {
            FenError::EnPassant(format!("no pawn has just passed {en_passant}"))
        }
        _ => FenError::Placement("the side that has moved is in check".into()),
    })?;
    if board.checkers().len() > 2 {
        let problem = "more than two pieces give check";
        return Err(FenError::Placement(problem.into()));
    }
    Ok(board)
}

/// Writes a FEN of six fields.
///
/// The en-passant square is written only if a capture there is legal. Castling
/// rights are written `KQkq` if every king and rook that has one stands where
/// it starts in standard chess, else all as Shredder-FEN rook files.
pub fn write(board: &Board) -> String {
    // Cozy writes `KQkq` plainly and rook files in the alternate form.
    let text = if has_standard_castling(board) {
        format!("{board}")
    } else {
        format!("{board:#}")
    };
    let mut fields: Vec<&str> = text.split(' ').collect();
    if legal_en_passant(board).is_none() {
        fields[3] = "-";
    }
    fields.join(" ")
}

/// Whether every castling right belongs to a king on the e-file and a rook on
/// the a- or h-file, so that no Chess960 notation is needed.
pub fn has_standard_castling(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let none = rights.short.is_none() && rights.long.is_none();
        none || board.king(color).file() == File::E
            && rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A)
    })
}

fn place_pieces(builder: &mut BoardBuilder, placement: &str) -> Result<(), FenError> {
    let count = placement.split('/').count();
    if count != Rank::NUM {
        return Err(FenError::Placement(format!("{count} ranks instead of 8")));
    }
    for (row, &rank) in placement.split('/').zip(Rank::ALL.iter().rev()) {
        let mut files = File::ALL.into_iter();
        let misfit = || FenError::Placement(format!("rank {rank} does not have 8 squares"));
        for letter in row.chars() {
            if let Some(empty @ 1..) = letter.to_digit(9) {
                files.nth(empty as usize - 1).ok_or_else(misfit)?;
                continue;
            }
            let piece = Piece::try_from(letter.to_ascii_lowercase()).map_err(|_| {
                FenError::Placement(format!("{letter:?} on rank {rank} is not a piece"))
            })?;
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let file = files.next().ok_or_else(misfit)?;
            *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
        }
        if files.next().is_some() {
            return Err(misfit());
        }
    }
    Ok(())
}

/// Refuses what the rules or [`Board`] cannot hold, except checks, which need a
/// board to be seen.
fn check_pieces(builder: &BoardBuilder) -> Result<(), FenError> {
    let squares = |wanted| {
        let square = move |&square: &Square| builder.square(square) == Some(wanted);
        Square::ALL.into_iter().filter(square)
    };
    for color in Color::ALL {
        let name = match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        let problem = |problem| Err(FenError::Placement(format!("{name} has {problem}")));
        let pieces = Piece::ALL.into_iter().flat_map(|p| squares((p, color)));
        let mut pawns = squares((Piece::Pawn, color));
        match squares((Piece::King, color)).count() {
            0 => return problem("no king"),
            1 => {}
            _ => return problem("more than one king"),
        }
        if pieces.count() > 16 {
            return problem("more than 16 pieces");
        }
        if pawns.clone().count() > 8 {
            return problem("more than 8 pawns");
        }
        if pawns.any(|square| matches!(square.rank(), Rank::First | Rank::Eighth)) {
            return problem("a pawn on the first or last rank");
        }
    }
    let king = |color| squares((Piece::King, color)).next();
    if let (Some(white), Some(black)) = (king(Color::White), king(Color::Black))
        && get_king_moves(white).has(black)
    {
        return Err(FenError::Placement("the kings touch".into()));
    }
    Ok(())
}

fn add_castling(builder: &mut BoardBuilder, field: &str) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let homeless = || FenError::Castling(format!("no king and rook for `{letter}`"));
        let rank = Rank::First.relative_to(color);
        let stands = |piece, file| builder.square(Square::new(file, rank)) == Some((piece, color));
        let mut files = File::ALL.into_iter();
        let king = files
            .clone()
            .find(|&file| stands(Piece::King, file))
            .ok_or_else(homeless)?;
        let rook = match letter.to_ascii_lowercase() {
            'k' => files.rfind(|&file| stands(Piece::Rook, file) && file > king),
            'q' => files.find(|&file| stands(Piece::Rook, file) && file < king),
            file @ 'a'..='h' => files.find(|&f| stands(Piece::Rook, f) && char::from(f) == file),
            _ => {
                let problem = format!("`{}` is not a right", letter.escape_default());
                return Err(FenError::Castling(problem));
            }
        };
        let rook = rook.ok_or_else(homeless)?;
        let rights = builder.castle_rights_mut(color);
        let right = if rook > king {
            &mut rights.short
        } else {
            &mut rights.long
        };
        if right.replace(rook).is_some() {
            let problem = format!("`{letter}` repeats a right");
            return Err(FenError::Castling(problem));
        }
    }
    Ok(())
}

/// The beginning of a faulty field: errors stay readable whatever the input.
fn excerpt(text: &str) -> String {
    text.chars()
        .take(20)
        .flat_map(char::escape_default)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_read(text: &str, written: &str) {
        assert_eq!(parse(text).map(|board| write(&board)), Ok(written.into()));
    }

    #[test]
    fn missing_clocks_and_extra_space() {
        assert_read(
            " 8/8/4k3/8/8/4K3/4P3/8  b -\t- ",
            "8/8/4k3/8/8/4K3/4P3/8 b - - 0 1",
        );
        assert_read(
            "8/8/4k3/8/8/4K3/4P3/8 w - - 7",
            "8/8/4k3/8/8/4K3/4P3/8 w - - 7 1",
        );
        assert_read(
            "8/8/4k3/8/8/4K3/4P3/8 w - - 120 0",
            "8/8/4k3/8/8/4K3/4P3/8 w - - 100 1",
        );
    }

    #[test]
    fn castling_in_three_notations() {
        let standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_read(standard, standard);
        assert_read("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", standard);
        let shredder = "1r2k1r1/8/8/8/8/8/8/RR2K1RR w HAgb - 0 1";
        assert_read(shredder, shredder);
        assert_read("1r2k1r1/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", shredder);
        assert_read(
            "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBkq - 0 1",
            "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
        );
    }

    #[test]
    fn en_passant_is_written_when_legal() {
        let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        assert_read(start, &start.replace("e3", "-"));
        let legal = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
        assert_read(legal, legal);
    }

    #[test]
    fn faults_name_the_field() {
        let pawns = "8/8/4k3/8/8/4K3/4P3/8";
        for (text, part) in [
            ("", "has 0"),
            (pawns, "has 1"),
            (&format!("{pawns} w - - 0 1 x"), "has 7"),
            ("8/8/4k3/8/4K3/4P3/8 w - -", "7 ranks"),
            ("8/8/4k3/8/8/4K3/4P4/8 w - -", "rank 2"),
            ("8/8/4k3/8/8/4K3/4P2/8 w - -", "rank 2"),
            ("8/8/4k3/8/8/4K3/4é3/8 w - -", "'é' on rank 2"),
            ("8/8/4k3/9/8/4K3/8/8 w - -", "'9' on rank 5"),
            ("8/8/4k3/8/8/8/8/8 w - -", "White has no king"),
            ("8/8/4k3/8/8/k3K3/8/8 w - -", "Black has more than one king"),
            ("P7/8/4k3/8/8/4K3/8/8 w - -", "White has a pawn"),
            ("8/8/4k3/4K3/8/8/8/8 w - -", "kings touch"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - -", "in check"),
            ("4k3/8/3N1N2/1B6/8/8/8/4RK2 b - -", "more than two"),
            (&format!("{pawns} x - -"), "side to move"),
            (&format!("{pawns} w K -"), "castling"),
            (&format!("{pawns} w ß -"), "castling"),
            ("4k2r/8/8/8/8/8/8/4K3 b kk -", "repeats"),
            (&format!("{pawns} w - e9"), "en-passant"),
            (&format!("{pawns} w - e6"), "en-passant"),
            (&format!("{pawns} w - - -1"), "half-move clock"),
            (&format!("{pawns} w - - 0 99999"), "move number"),
        ] {
            match parse(text) {
                Ok(board) => panic!("{text} was read as {board}"),
                Err(error) => assert!(error.to_string().contains(part), "{text}: {error}"),
            }
        }
    }
}
