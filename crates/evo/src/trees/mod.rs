//! Typed trees: programs as expressions.
//!
//! A [`Vocabulary`] declares once and for all which words there are: functions
//! with the types they take, and terminals. A [`Tree`] is an expression of such
//! words; every edge of it has a type, and only words of that type may stand
//! there. A [`Forest`] is a genome of several trees. People read and write
//! trees as S-expressions: [`Vocabulary::write`], [`Vocabulary::parse`].
//!
//! D. J. Montana: Strongly typed genetic programming, Evolutionary Computation
//! 3(2), 1995.

mod grow;
mod site;
mod text;
mod tree;
mod types;
mod vary;
mod vocabulary;

pub use grow::{Room, Style};
pub use site::Site;
pub use text::{DEEPEST, TextError};
pub use tree::{Bloat, Forest, Node, Tree};
pub use types::Types;
pub use vary::{Graft, Regrow};
pub use vocabulary::{Constants, Draw, Vocabulary, Word};
