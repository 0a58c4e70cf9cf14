//! Endgame tables.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chess::{
    BitBoard, Board, Color, Outcome, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, legal_en_passant,
};
use pyrrhic_rs::{EngineAdapter, TBError, TableBases, WdlProbeResult};
use thiserror::Error;

/// Syzygy endgame tables: the result of every position with few pieces.
///
/// The library behind them keeps them in globals, so that a process can have one
/// folder open at a time.
pub struct Tables {
    bases: TableBases<Rays>,
    /// Pieces of the largest table. The library says 7 whatever there is.
    most_pieces: u32,
}

/// Why tables cannot be used.
#[derive(Debug, Error)]
pub enum TablesError {
    /// The folder or a file in it cannot be read.
    #[error("{}: {error}", .path.display())]
    Unreadable {
        /// The folder or the file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is no table in the folder.
    #[error("{}: there is no Syzygy table in it, no file like KRvK.rtbw", .0.display())]
    Missing(PathBuf),
    /// A file in the folder is not what its name says.
    #[error("{}: this is no whole Syzygy table; fetch it again or take it away", .0.display())]
    Damaged(PathBuf),
    /// The library cannot open a folder with this name.
    #[error("{}: tables cannot be read from a folder with `:` or odd characters in its path", .0.display())]
    OddPath(PathBuf),
    /// There are tables in use already.
    #[error("Syzygy tables are open in this process already")]
    AlreadyOpen,
    /// The library could not open them.
    #[error("{}: the Syzygy tables cannot be opened", .0.display())]
    Refused(PathBuf),
}

impl Tables {
    /// Opens the tables in a folder.
    pub fn open(folder: &Path) -> Result<Self, TablesError> {
        let most_pieces = largest_table(folder)?;
        let path = folder.to_str().filter(|path| !path.contains([':', '\0']));
        let path = path.ok_or_else(|| TablesError::OddPath(folder.into()))?;
        let bases = TableBases::new(path).map_err(|error| match error {
            TBError::AlreadyInitialized => TablesError::AlreadyOpen,
            _ => TablesError::Refused(folder.into()),
        })?;
        Ok(Self { bases, most_pieces })
    }

    /// The result of a position with best play, if the tables know it. The
    /// fifty-move rule counts as if a pawn had just moved.
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        let castles = |color| {
            let rights = board.castle_rights(color);
            rights.short.or(rights.long).is_some()
        };
        if board.occupied().len() > self.most_pieces || Color::ALL.into_iter().any(castles) {
            return None;
        }
        let mover = board.side_to_move();
        // Square 0 can never be the one behind a pawn and means none.
        let en_passant = legal_en_passant(board).map_or(0, |file| {
            Square::new(file, Rank::Sixth.relative_to(mover)) as u32
        });
        let pieces = |piece| board.pieces(piece).0;
        let result = self.bases.probe_wdl(
            board.colors(Color::White).0,
            board.colors(Color::Black).0,
            pieces(Piece::King),
            pieces(Piece::Queen),
            pieces(Piece::Rook),
            pieces(Piece::Bishop),
            pieces(Piece::Knight),
            pieces(Piece::Pawn),
            en_passant,
            mover == Color::White,
        );
        Some(match result.ok()? {
            WdlProbeResult::Win => Outcome::Win(mover),
            WdlProbeResult::Loss => Outcome::Win(!mover),
            WdlProbeResult::Draw | WdlProbeResult::CursedWin | WdlProbeResult::BlessedLoss => {
                Outcome::Draw
            }
        })
    }
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "tables of up to {} pieces", self.most_pieces)
    }
}

/// The number of pieces of the largest table in a folder. Every table is looked
/// at: a file cut off would be read beyond its end.
fn largest_table(folder: &Path) -> Result<u32, TablesError> {
    let unreadable = |path: &Path, error| TablesError::Unreadable {
        path: path.into(),
        error,
    };
    let mut most = None;
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, error))? {
        let path = entry.map_err(|error| unreadable(folder, error))?.path();
        let Some(pieces) = table_pieces(&path) else {
            continue;
        };
        if !is_whole(&path).map_err(|error| unreadable(&path, error))? {
            return Err(TablesError::Damaged(path));
        }
        most = most.max(Some(pieces));
    }
    most.ok_or_else(|| TablesError::Missing(folder.into()))
}

/// The number of pieces in `KRPvKR.rtbw`; `None` if it is no name of a table.
fn table_pieces(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?.strip_suffix(".rtbw")?;
    let (strong, weak) = name.split_once('v')?;
    let is_side = |side: &str| {
        let men = side.strip_prefix('K');
        men.is_some_and(|men| men.chars().all(|man| "QRBNP".contains(man)))
    };
    (is_side(strong) && is_side(weak)).then_some((strong.len() + weak.len()) as u32)
}

/// Whether a table has its magic number at the beginning and, behind blocks of 64
/// bytes, a checksum of 16.
fn is_whole(path: &Path) -> io::Result<bool> {
    const MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
    let mut file = File::open(path)?;
    let mut magic = [0; 4];
    Ok(file.metadata()?.len() % 64 == 16 && file.read_exact(&mut magic).is_ok() && magic == MAGIC)
}

/// How pieces move, for the library.
#[derive(Clone)]
struct Rays;

fn square(index: u64) -> Square {
    Square::index(index as usize)
}

impl EngineAdapter for Rays {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = match color {
            pyrrhic_rs::Color::White => Color::White,
            pyrrhic_rs::Color::Black => Color::Black,
        };
        get_pawn_attacks(square(from), color).0
    }

    fn knight_attacks(from: u64) -> u64 {
        get_knight_moves(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        get_bishop_moves(square(from), BitBoard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        get_rook_moves(square(from), BitBoard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(from, occupied) | Self::rook_attacks(from, occupied)
    }

    fn king_attacks(from: u64) -> u64 {
        get_king_moves(square(from)).0
    }
}
