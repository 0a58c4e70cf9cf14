//! Games in Portable Game Notation, plain or compressed.
//!
//! ```text
//! file ─► source (zst, gz, bz2, plain) ─► split (one game's text) ─► GameText ─► Record
//!                                                                    tags, tokens   replayed
//! ```
//!
//! [`Reader`] yields whole games with every move checked. Where tags or the bare
//! notation are enough, [`Reader::next_text`] is about twice as fast.
//!
//! The tokens are read here and not by a library because a garbled move must be
//! an error that names its line; the available readers skip what they do not
//! understand.
//!
//! ```
//! use chess::pgn;
//!
//! let text = b"[White \"Legal\"]\n\n1. e4 e5 2. Bc4 d6 3. Nf3 Bg4 4. Nc3 g6\n\
//!     5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";
//! let mut reader = pgn::Reader::new("legal.pgn", &text[..])?;
//! let record = reader.next().unwrap()?;
//! assert_eq!(record.tags.get("White"), Some("Legal"));
//! assert_eq!(record.game.moves().len(), 13);
//! assert_eq!(record.result(), record.game.outcome());
//! assert_eq!((reader.read(), reader.skipped()), (1, 0));
//! # Ok::<(), pgn::PgnError>(())
//! ```

mod error;
mod marker;
mod reader;
mod record;
mod source;
mod split;
mod tags;
mod text;
mod tokens;
mod write;

pub use error::{Flaw, PgnError};
pub use marker::Marker;
pub use reader::Reader;
pub use record::{Comment, Record};
pub use tags::Tags;
pub use text::GameText;
pub use tokens::{Token, Tokens};
pub use write::{CHESS960, write};
