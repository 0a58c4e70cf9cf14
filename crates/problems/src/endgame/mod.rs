//! Endgame players bred as programs.

mod functions;
mod lookahead;
mod material;
mod program;
mod terminals;
mod view;
mod vocabulary;

pub use functions::FLOAT;
pub use material::{balance, value_of};
pub use program::{Memo, Oracle, Program};
pub use terminals::{COUNT, GROUPS, Group, PUBLISHED, Sense, TERMINALS, Terminal};
pub use view::View;
pub use vocabulary::{Sizes, TREES, Terminals, markdown, space, vocabulary};
