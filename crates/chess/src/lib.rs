//! Positions, moves and games, and the text formats they are kept in.
//!
//! The board and its move generator are those of `cozy-chess`, re-exported here
//! so that no other crate needs to name it. This crate adds what a program around
//! them needs:
//!
//! ```text
//! FEN, EPD ─► Board ─► key, perft
//!               │
//! UCI, SAN ─► Move ─► Game ─► End, Outcome
//!                      ▲│
//!                      │▼
//!                     PGN
//! ```
//!
//! - [`fen`], [`epd`]: positions as text
//! - [`uci`], [`san`]: moves as text
//! - [`Game`]: a start, moves, repetitions and how it ended
//! - [`pgn`]: games as text
//! - [`Damage`]: parts of a file that cannot be used
//! - [`pack`]: moves in sixteen bits
//! - [`key`]: the position's key for transpositions and repetitions
//! - [`perft`]: the check of the move generator
//! - [`Tables`]: the results of endgames
//!
//! Castling is the king taking its own rook in every [`Move`]; the notations
//! translate.
//!
//! ```
//! use chess::{Game, fen, san, uci};
//!
//! let mut game = Game::new(fen::parse("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")?);
//! let mv = san::parse(game.board(), "Ra8#")?;
//! assert_eq!(uci::write(game.board(), mv, false), "a1a8");
//! game.play(mv)?;
//! assert_eq!(game.outcome().unwrap().to_string(), "1-0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod damage;
pub mod epd;
pub mod fen;
mod game;
mod key;
mod legal_moves;
mod material;
mod packed;
mod perft;
pub mod pgn;
pub mod san;
mod tables;
pub mod uci;

pub use cozy_chess::{
    BitBoard, Board, BoardBuilder, CastleRights, Color, File, Move, Piece, PieceMoves, Rank,
    Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_pawn_quiets, get_rook_moves, get_rook_rays,
};
pub use damage::Damage;
pub use game::{End, Game, IllegalMove, Outcome, insufficient_material};
pub use key::{key, legal_en_passant};
pub use legal_moves::legal_moves;
pub use material::{balance, value_of};
pub use packed::{pack, unpack};
pub use perft::{divide, perft};
pub use tables::{RankedMove, Tables, TablesError, Wdl};
