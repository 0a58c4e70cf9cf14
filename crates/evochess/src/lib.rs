//! Chess programs whose depth of search, move ordering and evaluation are evolved
//! together.
//!
//! ```text
//! Individual: depth ───► Code ────┐
//!             ordering ► Evolved ─┼─► Tree ─► Thinker ─► games against the ladder ─► fitness
//!             position ► Position ┘   alpha-beta          Negascout, depths 1 to 7
//! ```
//!
//! - [`depth`]: programs that move the horizon of the search from node to node.
//! - [`position`]: what positions are worth, by evolved weights.
//! - [`ordering`]: which moves are tried first, by evolved weights.
//! - [`search`]: the alpha-beta that the three are parts of, and the opponents.
//! - [`ladder`]: games against the opponents, and the fitness they give.
//! - [`Individuals`]: what is bred, and how.
//!
//! R. Groß, K. Albrecht, W. Kantschik, W. Banzhaf: Evolving chess playing programs,
//! GECCO 2002.

pub mod depth;
mod explain;
mod individual;
pub mod ladder;
pub mod ordering;
mod organism;
mod phase;
mod player;
pub mod position;
pub mod search;
mod space;
mod weights;

pub use explain::{Explanation, Level, Ordered, explain, in_order};
pub use individual::{Individual, Thinker, twins};
pub use organism::{KIND, Organism};
pub use phase::Phase;
pub use player::EvochessPlayer;
pub use space::{Crossing, Genome, Individuals, Module, Mutating, weights_space};
pub use weights::Weights;
