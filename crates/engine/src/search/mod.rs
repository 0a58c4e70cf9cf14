//! The search: from a position to a move.
//!
//! [`Engine::search`] deepens iteratively from the last position of a game.
//! Each iteration is a principal variation search (`alpha_beta`) that ends in
//! `quiescence`; moves come from a `picker` in the order of the hash move,
//! exchanges, killers and history; what is found goes into a [`Table`] that all
//! threads share. What is selective about it is set by [`SearchParams`]. Where there
//! are endgame tables, `tablebase` asks them.
//!
//! That is the published search. [`Search`] is what another kind, such as
//! [`crate::modern::search`], does in its own way; the rest is shared.
//!
//! On one thread the same organism, position, hash size and node limit give the
//! same move, score and node count, always.
//!
//! ```
//! use chess::{Game, fen};
//! use engine::eval::{Evaluator, Weights};
//! use engine::search::{Engine, Limit, Score, SearchParams, Signals};
//!
//! let game = Game::new(fen::parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?);
//! let mut engine = Engine::new(Evaluator::new(Weights::default()), SearchParams::default(), 1);
//! let found = engine.search(&game, &Limit::nodes(1000));
//! assert_eq!(found.best.unwrap().to_string(), "a1a8");
//! assert_eq!(found.score, Score::Mate(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod alpha_beta;
mod aspire;
pub(crate) mod exchange;
mod history;
pub(crate) mod iterate;
mod kind;
mod limit;
mod params;
pub(crate) mod picker;
mod quiescence;
pub(crate) mod score;
pub(crate) mod table;
mod tablebase;
mod team;
pub(crate) mod worker;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use chess::{Game, Move, Tables};

pub use exchange::reaches as exchange_reaches;
pub use kind::{Progress, Search};
pub use limit::{Budget, Clock, Limit, Signals};
pub use params::SearchParams;
pub use score::Score;
pub use table::{Bound, Table};
pub use team::{Question, Searcher, searcher};

use crate::eval::Evaluation;
use score::MAX_PLY;

/// The deepest iteration there is.
pub const MAX_DEPTH: u8 = MAX_PLY as u8 - 1;

/// A player: what searches, its hash table and its endgame tables.
pub struct Engine {
    searcher: Box<dyn Searcher>,
    table: Table,
    tablebase: Option<Arc<Tables>>,
}

/// What to search besides the position and how long.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// Only these moves at the root, if any is legal.
    pub only: &'a [Move],
    /// How many of the best moves are wanted.
    pub lines: usize,
}

impl Default for Wish<'_> {
    fn default() -> Self {
        Self {
            only: &[],
            lines: 1,
        }
    }
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The move to play; none where there is no legal move.
    pub best: Option<Move>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// What the move is worth for the side to move.
    pub score: Score,
    /// What that score says of the true one: in the middle of an iteration it may
    /// be only a bound.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Positions that were looked up in endgame tables.
    pub tablebase_hits: u64,
    /// Nodes of the first thread when it had found the move and kept to it.
    pub found_at_nodes: u64,
    /// The last iteration that was finished.
    pub depth: u8,
}

impl Found {
    /// The game is over in this position.
    fn nothing(score: Score) -> Self {
        Self {
            best: None,
            ponder: None,
            score,
            bound: Bound::Exact,
            nodes: 0,
            tablebase_hits: 0,
            found_at_nodes: 0,
            depth: 0,
        }
    }
}

/// News from a search that is under way: a line it has settled, or whose score has
/// turned out to lie beyond what was expected.
#[derive(Debug, Clone)]
pub struct Report<'a> {
    /// Plies of the iteration.
    pub depth: u8,
    /// The deepest ply looked at.
    pub selective_depth: usize,
    /// Rank of the line among the best, from 0.
    pub rank: usize,
    /// What the line is worth for the side to move.
    pub score: Score,
    /// Exact for a settled line; else the line is still under search.
    pub bound: Bound,
    /// The moves of the line.
    pub line: &'a [Move],
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Positions that were looked up in endgame tables so far.
    pub tablebase_hits: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the hash table is, in thousandths.
    pub table_fullness: usize,
    /// Nodes of the first thread when the best move became that.
    pub found_at_nodes: u64,
}

impl Engine {
    /// An engine on one thread with a hash table of this many mebibytes.
    pub fn new<E: Evaluation + Send + 'static>(
        evaluation: E,
        search: impl Search,
        mebibytes: usize,
    ) -> Self {
        Self::of(searcher([evaluation], search), mebibytes)
    }

    /// An engine that searches this way, with a hash table of this many mebibytes.
    pub fn of(searcher: Box<dyn Searcher>, mebibytes: usize) -> Self {
        Self {
            searcher,
            table: Table::new(mebibytes),
            tablebase: None,
        }
    }

    /// Gives it an empty hash table of another size, or keeps the one it has
    /// where memory is short.
    pub fn resize_table(&mut self, mebibytes: usize) -> io::Result<()> {
        self.table = Table::try_new(mebibytes)?;
        Ok(())
    }

    /// Searches another way from now on, with the same hash table;
    /// [`Engine::new_game`] clears it.
    pub fn replace(&mut self, searcher: Box<dyn Searcher>) {
        self.searcher = searcher;
    }

    /// Gives it endgame tables, or takes them away. What is evolved has none.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tables>>) {
        self.tablebase = tablebase;
    }

    /// Forgets all earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.searcher.forget();
    }

    /// Finds a move in the last position of `game`.
    pub fn search(&mut self, game: &Game, limit: &Limit) -> Found {
        let quiet = |_: &Report| ControlFlow::Continue(());
        self.search_with(game, limit, &Wish::default(), &Signals::default(), quiet)
    }

    /// The same, with wishes, signals from outside, and a listener that is called for
    /// every line and may end the search after the iteration.
    pub fn search_with(
        &mut self,
        game: &Game,
        limit: &Limit,
        wish: &Wish,
        signals: &Signals,
        mut listen: impl FnMut(&Report) -> ControlFlow<()>,
    ) -> Found {
        self.table.age();
        let question = Question {
            game,
            limit,
            wish,
            signals,
            table: &self.table,
            tablebase: self.tablebase.as_deref(),
        };
        self.searcher.answer(&question, &mut listen)
    }
}
