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
pub(crate) mod worker;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use chess::{Game, Move, Tables};

pub use exchange::reaches as exchange_reaches;
pub use kind::{Progress, Search};
pub use limit::{Budget, Clock, Limit, Signals};
pub use params::SearchParams;
pub use score::Score;
pub use table::{Bound, Table};

use crate::eval::Evaluation;
use iterate::{Root, RootMove};
use limit::Deadline;
use score::MAX_PLY;
use worker::{Memory, Worker};

/// The deepest iteration there is.
pub const MAX_DEPTH: u8 = MAX_PLY as u8 - 1;

/// A player: an evaluation and search settings with their memory.
pub struct Engine<E, S: Search = SearchParams> {
    plan: S::Plan,
    table: Table,
    tablebase: Option<Arc<Tables>>,
    threads: Vec<Memory<E, S>>,
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

impl<E: Evaluation + Send, S: Search> Engine<E, S> {
    /// An engine on one thread with a hash table of this many mebibytes.
    pub fn new(evaluation: E, search: S, mebibytes: usize) -> Self {
        Self::with_threads(vec![evaluation], search, mebibytes)
    }

    /// An engine with one thread for each evaluation; they should be equal.
    pub fn with_threads(evaluations: Vec<E>, search: S, mebibytes: usize) -> Self {
        let first = evaluations.first().expect("an engine needs a thread");
        Self {
            plan: search.plan(&first.piece_values()),
            table: Table::new(mebibytes),
            tablebase: None,
            threads: evaluations.into_iter().map(Memory::new).collect(),
        }
    }

    /// Gives it an empty hash table of another size, or keeps the one it has
    /// where memory is short.
    pub fn resize_table(&mut self, mebibytes: usize) -> io::Result<()> {
        self.table = Table::try_new(mebibytes)?;
        Ok(())
    }

    /// Uses another evaluation and other settings from now on, on one thread and with
    /// the same hash table; [`Engine::new_game`] clears it.
    pub fn replace_mind(&mut self, evaluation: E, search: S) {
        self.plan = search.plan(&evaluation.piece_values());
        self.threads = vec![Memory::new(evaluation)];
    }

    /// Gives it endgame tables, or takes them away. What is evolved has none.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tables>>) {
        self.tablebase = tablebase;
    }

    /// Forgets all earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear();
        for memory in &mut self.threads {
            memory.history = Default::default();
        }
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
        let mut root = Root::new(game.board(), wish.only, wish.lines);
        if root.moves.is_empty() {
            let in_check = !game.board().checkers().is_empty();
            return Found::nothing(if in_check {
                Score::Mate(0)
            } else {
                Score::Centipawns(0)
            });
        }
        let start = Instant::now();
        let end = Signals::default();
        let helpers_nodes = AtomicU64::new(0);
        let helpers_hits = AtomicU64::new(0);
        let asked = self.tablebase.as_deref();
        let (root_hits, in_tree) =
            asked.map_or((0, false), |tables| tablebase::rank(&mut root, tables));
        let tablebase = asked.filter(|_| in_tree);
        let (first, helpers) = self.threads.split_first_mut().expect("there is a thread");
        // The node limit is shared out, so that all together never exceed it.
        let shares = helpers.len() as u64 + 1;
        let share = limit.nodes.map(|nodes| nodes / shares);
        let rest = limit
            .nodes
            .map(|nodes| nodes - nodes / shares * (shares - 1));
        let (table, plan) = (&self.table, &self.plan);

        let (depth, nodes, hits) = std::thread::scope(|scope| {
            for (number, memory) in helpers.iter_mut().enumerate() {
                let deadline = Deadline {
                    signals: &end,
                    start,
                    budget: None,
                };
                let root = root.clone();
                let (nodes, hits) = (&helpers_nodes, &helpers_hits);
                let assist = move || {
                    let keys = game.keys();
                    let worker: Worker<E, S> =
                        Worker::new(memory, plan, table, tablebase, deadline, share, keys);
                    assist(worker, root, number, |new_nodes, new_hits| {
                        nodes.fetch_add(new_nodes, Relaxed);
                        hits.fetch_add(new_hits, Relaxed);
                    });
                };
                // Where the system refuses a thread, the search does without it.
                let _ = std::thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, assist);
            }
            let deadline = Deadline {
                signals,
                start,
                budget: limit.time,
            };
            let keys = game.keys();
            let worker = Worker::new(first, plan, table, tablebase, deadline, rest, keys);
            let mut report = |worker: &Worker<E, S>, root: &Root, rank: usize| {
                let root_move: &RootMove = &root.moves[rank];
                let (score, bound) = root_move.found_score();
                listen(&Report {
                    depth: worker.iteration as u8,
                    selective_depth: root_move.selective_depth,
                    rank,
                    score,
                    bound,
                    line: &root_move.line,
                    nodes: worker.nodes + helpers_nodes.load(Relaxed),
                    tablebase_hits: root_hits + worker.tablebase_hits + helpers_hits.load(Relaxed),
                    elapsed: start.elapsed(),
                    table_fullness: table.fullness(),
                    found_at_nodes: root.leader.map_or(0, |(_, nodes)| nodes),
                })
            };
            let led = lead(worker, &mut root, limit, &mut report);
            end.stop();
            led
        });
        let best = &root.moves[0];
        let (score, bound) = best.found_score();
        Found {
            best: Some(best.mv),
            ponder: best.line.get(1).copied(),
            score,
            bound,
            nodes: nodes + helpers_nodes.load(Relaxed),
            tablebase_hits: root_hits + hits + helpers_hits.load(Relaxed),
            found_at_nodes: root.leader.map_or(0, |(_, nodes)| nodes),
            depth,
        }
    }
}

/// The first thread's part: it deepens until a limit is met, and reports.
/// Gives the last finished iteration, the nodes searched and the positions found
/// in endgame tables.
fn lead<E: Evaluation, S: Search>(
    mut worker: Worker<E, S>,
    root: &mut Root,
    limit: &Limit,
    report: &mut impl FnMut(&Worker<E, S>, &Root, usize) -> ControlFlow<()>,
) -> (u8, u64, u64) {
    let mut finished = 0;
    let mut progress = Progress::default();
    for depth in 1..=limit.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        let mut flow = ControlFlow::Continue(());
        worker.iterate(root, depth.into(), |worker, root, rank| {
            if flow.is_continue() {
                flow = report(worker, root, rank);
            }
        });
        if worker.stopped {
            break;
        }
        finished = depth;
        let mate_found = limit.mate.is_some_and(|moves| {
            matches!(Score::new(root.moves[0].score), Score::Mate(n) if (1..=i32::from(moves)).contains(&n))
        });
        progress.note(&root.moves);
        let patience = S::patience(worker.plan, &progress);
        if flow.is_break() || mate_found || worker.deadline.is_near(patience) {
            break;
        }
    }
    (finished, worker.nodes, worker.tablebase_hits)
}

/// A helper's part: it fills the hash table with what the first thread will need.
/// After each iteration it passes its nodes and tablebase hits to `count`.
fn assist<E: Evaluation, S: Search>(
    mut worker: Worker<E, S>,
    mut root: Root,
    number: usize,
    count: impl Fn(u64, u64),
) {
    // Every second helper is a ply ahead, so that they do not all do the same.
    for depth in 1 + (number + 1) % 2..MAX_PLY {
        let (nodes, hits) = (worker.nodes, worker.tablebase_hits);
        worker.iterate(&mut root, depth, |_, _, _| {});
        count(worker.nodes - nodes, worker.tablebase_hits - hits);
        if worker.stopped {
            break;
        }
    }
}

/// Enough for the longest line in a build without optimisation.
const STACK_BYTES: usize = 16 << 20;
