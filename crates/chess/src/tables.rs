//! Endgame tables.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TBError, TableBases, WdlProbeResult};
use thiserror::Error;

use crate::{
    BitBoard, Board, Color, Move, Outcome, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, legal_en_passant, legal_moves,
};

/// Syzygy endgame tables: the result of every position with few pieces.
///
/// The library behind them keeps them in globals, so that a process can have one
/// set of tables open at a time.
pub struct Tables {
    bases: TableBases<Rays>,
    /// Pieces of the largest table. The library says 7 whatever there is.
    most_pieces: u32,
    /// The library ranks the moves of one position at a time.
    ranking: Mutex<()>,
}

/// The result of a position for the side to move with best play, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// A loss.
    Loss,
    /// A loss that the fifty-move rule turns into a draw.
    BlessedLoss,
    /// A draw.
    Draw,
    /// A win that the fifty-move rule turns into a draw.
    CursedWin,
    /// A win.
    Win,
}

impl Wdl {
    /// The same result for the other side.
    fn turned(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl From<WdlProbeResult> for Wdl {
    fn from(result: WdlProbeResult) -> Self {
        match result {
            WdlProbeResult::Loss => Self::Loss,
            WdlProbeResult::BlessedLoss => Self::BlessedLoss,
            WdlProbeResult::Draw => Self::Draw,
            WdlProbeResult::CursedWin => Self::CursedWin,
            WdlProbeResult::Win => Self::Win,
        }
    }
}

/// What the tables say of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The result after it for the side that makes it.
    pub wdl: Wdl,
    /// Half moves, this one included, to the next capture, pawn move or mate with
    /// best play; `None` in a draw and where the table of distances is missing.
    pub distance: Option<u16>,
}

impl RankedMove {
    /// The greater, the better the move: wins that make progress soonest, then
    /// draws, then losses that hold out longest. Moves that differ in neither are
    /// equal.
    pub fn rank(&self) -> (Wdl, i32) {
        let distance = self.distance.map_or(0, i32::from);
        let progress = match self.wdl {
            Wdl::Win | Wdl::CursedWin => -distance,
            Wdl::Draw => 0,
            Wdl::Loss | Wdl::BlessedLoss => distance,
        };
        (self.wdl, progress)
    }
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
    #[error("{}: this Syzygy table is incomplete; download it again or remove it", .0.display())]
    Damaged(PathBuf),
    /// The library cannot open a folder with this name.
    #[error("{}: tables cannot be read from a folder whose path has a colon or is not UTF-8", .0.display())]
    OddPath(PathBuf),
    /// There are tables in use already.
    #[error("Syzygy tables are open in this process already")]
    AlreadyOpen,
    /// The library could not open them.
    #[error("{}: the Syzygy tables cannot be opened", .0.display())]
    Refused(PathBuf),
}

impl Tables {
    /// Opens the tables in a folder, or in several: their paths are separated as
    /// those of `PATH` are.
    pub fn open(folders: impl AsRef<OsStr>) -> Result<Self, TablesError> {
        let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
        let mut most_pieces = 0;
        let mut paths = Vec::new();
        for folder in &folders {
            most_pieces = most_pieces.max(largest_table(folder)?);
            let path = folder.to_str().filter(|path| !path.contains([':', '\0']));
            paths.push(path.ok_or_else(|| TablesError::OddPath(folder.clone()))?);
        }
        let bases = TableBases::new(paths.join(":")).map_err(|error| match error {
            TBError::AlreadyInitialized => TablesError::AlreadyOpen,
            _ => TablesError::Refused(folders.first().cloned().unwrap_or_default()),
        })?;
        Ok(Self {
            bases,
            most_pieces,
            ranking: Mutex::new(()),
        })
    }

    /// Pieces of the largest table, kings included.
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// The result of a position with best play, if the tables know it. The
    /// fifty-move rule counts as if a pawn had just moved.
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        let mover = board.side_to_move();
        Some(match self.wdl(board)? {
            Wdl::Win => Outcome::Win(mover),
            Wdl::Loss => Outcome::Win(!mover),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Outcome::Draw,
        })
    }

    /// The same for the side to move, with what the fifty-move rule spoils.
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        if !self.may_know(board) {
            return None;
        }
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = men(board);
        let result = self.bases.probe_wdl(
            white,
            black,
            kings,
            queens,
            rooks,
            bishops,
            knights,
            pawns,
            en_passant(board),
            board.side_to_move() == Color::White,
        );
        result.ok().map(Into::into)
    }

    /// All legal moves of a position that the tables know, in no order. The moves
    /// already made towards the fifty count where there are tables of distances.
    pub fn ranked_moves(&self, board: &Board) -> Option<Vec<RankedMove>> {
        if !self.may_know(board) {
            return None;
        }
        self.by_distance(board).or_else(|| self.by_result(board))
    }

    fn by_distance(&self, board: &Board) -> Option<Vec<RankedMove>> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = men(board);
        // What the lock guards is the library's: there is nothing to be poisoned.
        let _one_at_a_time = self.ranking.lock().unwrap_or_else(|lock| lock.into_inner());
        let result = self.bases.probe_root(
            white,
            black,
            kings,
            queens,
            rooks,
            bishops,
            knights,
            pawns,
            board.halfmove_clock().into(),
            en_passant(board),
            board.side_to_move() == Color::White,
        );
        let result = result.ok()?;
        let ranked = result.moves[..result.num_moves].iter().map(|value| {
            let DtzProbeValue::DtzResult(found) = value else {
                return None;
            };
            let mv = Move {
                from: square(found.from_square.into()),
                to: square(found.to_square.into()),
                promotion: promotion(found.promotion),
            };
            let wdl = Wdl::from(found.wdl);
            board.is_legal(mv).then_some(RankedMove {
                mv,
                wdl,
                distance: (wdl != Wdl::Draw).then_some(found.dtz),
            })
        });
        let ranked: Vec<_> = ranked.collect::<Option<_>>()?;
        (ranked.len() == legal_moves(board).len()).then_some(ranked)
    }

    fn by_result(&self, board: &Board) -> Option<Vec<RankedMove>> {
        let ranked = legal_moves(board).into_iter().map(|mv| {
            let mut after = board.clone();
            after.play_unchecked(mv);
            Some(RankedMove {
                mv,
                wdl: self.wdl(&after)?.turned(),
                distance: None,
            })
        });
        ranked.collect()
    }

    /// Tables know nothing of castling.
    fn may_know(&self, board: &Board) -> bool {
        let castles = |color| {
            let rights = board.castle_rights(color);
            rights.short.or(rights.long).is_some()
        };
        board.occupied().len() <= self.most_pieces && !Color::ALL.into_iter().any(castles)
    }
}

/// The pieces in the library's order.
fn men(board: &Board) -> [u64; 8] {
    let pieces = |piece| board.pieces(piece).0;
    [
        board.colors(Color::White).0,
        board.colors(Color::Black).0,
        pieces(Piece::King),
        pieces(Piece::Queen),
        pieces(Piece::Rook),
        pieces(Piece::Bishop),
        pieces(Piece::Knight),
        pieces(Piece::Pawn),
    ]
}

/// The square behind a pawn that can be taken en passant. Square 0 can never be that
/// and means none.
fn en_passant(board: &Board) -> u32 {
    legal_en_passant(board).map_or(0, |file| {
        Square::new(file, Rank::Sixth.relative_to(board.side_to_move())) as u32
    })
}

fn promotion(piece: pyrrhic_rs::Piece) -> Option<Piece> {
    match piece {
        pyrrhic_rs::Piece::Queen => Some(Piece::Queen),
        pyrrhic_rs::Piece::Rook => Some(Piece::Rook),
        pyrrhic_rs::Piece::Bishop => Some(Piece::Bishop),
        pyrrhic_rs::Piece::Knight => Some(Piece::Knight),
        _ => None,
    }
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "tables of up to {} pieces", self.most_pieces)
    }
}

/// The number of pieces of the largest table in a folder. Every table is checked: a
/// truncated file would be read beyond its end.
fn largest_table(folder: &Path) -> Result<u32, TablesError> {
    let unreadable = |path: &Path, error| TablesError::Unreadable {
        path: path.into(),
        error,
    };
    let mut most = None;
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, error))? {
        let path = entry.map_err(|error| unreadable(folder, error))?.path();
        let Some((pieces, kind)) = table(&path) else {
            continue;
        };
        if !kind
            .is_whole(&path)
            .map_err(|error| unreadable(&path, error))?
        {
            return Err(TablesError::Damaged(path));
        }
        if kind == Kind::Results {
            most = most.max(Some(pieces));
        }
    }
    most.ok_or_else(|| TablesError::Missing(folder.into()))
}

/// What a file of tables holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Results,
    Distances,
}

/// The number of pieces in `KRPvKR.rtbw` and what such a file holds; `None` if it
/// is not the name of a table.
fn table(path: &Path) -> Option<(u32, Kind)> {
    let (name, ending) = path.file_name()?.to_str()?.split_once('.')?;
    let kind = match ending {
        "rtbw" => Kind::Results,
        "rtbz" => Kind::Distances,
        _ => return None,
    };
    let (strong, weak) = name.split_once('v')?;
    let is_side = |side: &str| {
        let men = side.strip_prefix('K');
        men.is_some_and(|men| men.chars().all(|man| "QRBNP".contains(man)))
    };
    (is_side(strong) && is_side(weak)).then_some(((strong.len() + weak.len()) as u32, kind))
}

impl Kind {
    /// Whether a table has its magic number at the beginning and, after blocks of 64
    /// bytes, a checksum of 16.
    fn is_whole(self, path: &Path) -> io::Result<bool> {
        let magic = match self {
            Self::Results => [0x71, 0xe8, 0x23, 0x5d],
            Self::Distances => [0xd7, 0x66, 0x0c, 0xa5],
        };
        let mut file = File::open(path)?;
        let mut begins = [0; 4];
        Ok(file.metadata()?.len() % 64 == 16
            && file.read_exact(&mut begins).is_ok()
            && begins == magic)
    }
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
