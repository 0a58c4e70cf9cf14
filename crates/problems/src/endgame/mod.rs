//! Endgame players bred as programs.
//!
//! ```text
//! Forest: three typed trees ─► Strategy ─► games from random starts ─► points
//! advantage, even,             one ply      an Ending, both colours     a generation's, or
//! disadvantage                                                          against the master
//! ```
//!
//! A player tries each legal move and judges the position after it by a tree:
//! one for positions in which it is ahead in material, one for even ones and one
//! for those in which it is behind. A player that looks further than one ply compares
//! moves first by what they win or lose by force ([`outlook`]). Trees are made of the
//! functions and terminals of the [`vocabulary`]; a terminal is computed when it is
//! first asked for and then remembered ([`Memo`]). Players are judged by games against
//! each other: [`Endgame`]. They are measured against the hand-written
//! [`Organism::master`], and a [`Rule`] says what a tree means in plain words. In an
//! [`Exam`] they meet any opponent, outside engines too, and [`Truth`] compares their
//! moves with what endgame tables know.
//!
//! A. Hauptman, M. Sipper: GP-EndChess: using genetic programming to evolve chess
//! endgame players, EuroGP 2005.
//!
//! ```
//! use chess::{Game, fen};
//! use problems::endgame::Organism;
//!
//! let game = Game::new(fen::parse("7k/8/6K1/8/8/8/8/R7 w - - 0 1")?);
//! let (mv, _) = Organism::master().strategy().choose(&game);
//! assert_eq!(mv.to_string(), "a1a8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bout;
mod ending;
mod exam;
mod explain;
mod functions;
mod lookahead;
mod memo;
mod organism;
mod outlook;
mod player;
mod plies;
mod problem;
mod program;
mod rules;
mod starts;
mod strategy;
mod terminals;
mod truth;
mod view;
mod vocabulary;

pub use bout::{Points, Results, Standing, Verdict, pair};
pub use ending::{Ending, EndingError};
pub use exam::{Exam, Trial};
pub use explain::{Explanation, Judged, explain};
pub use functions::FLOAT;
pub use memo::{Memo, Oracle};
pub use organism::{KIND, Organism};
pub use outlook::{MATE, outlook};
pub use player::EndgamePlayer;
pub use plies::{Plies, PliesError};
pub use problem::{Endgame, Meeting, Opponents};
pub use program::Program;
pub use rules::Rule;
pub use starts::Starts;
pub use strategy::{Strategy, tree_for};
pub use terminals::{COUNT, GROUPS, Group, PUBLISHED, Sense, TERMINALS, Terminal};
pub use truth::{Blunder, Truth, Value};
pub use view::View;
pub use vocabulary::{Sizes, TREES, Terminals, markdown, space, vocabulary};
