//! What searches, on one thread or more.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use chess::{Game, Tables};

use super::iterate::{Root, RootMove};
use super::limit::Deadline;
use super::score::MAX_PLY;
use super::table::Table;
use super::worker::{Memory, Worker};
use super::{Found, Limit, MAX_DEPTH, Progress, Report, Score, Search, Signals, Wish, tablebase};
use crate::eval::Evaluation;

/// An evaluation and a search with what they have learned. Whatever holds one need not
/// be compiled for each kind.
pub trait Searcher: Send {
    /// Finds a move. `listen` is called for every line and may end the search after
    /// the iteration.
    fn answer(
        &mut self,
        question: &Question<'_>,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Found;

    /// Forgets what it has learned.
    fn forget(&mut self);
}

/// What is to be searched, and with what.
pub struct Question<'a> {
    pub(super) game: &'a Game,
    pub(super) limit: &'a Limit,
    pub(super) wish: &'a Wish<'a>,
    pub(super) signals: &'a Signals,
    pub(super) table: &'a Table,
    pub(super) tablebase: Option<&'a Tables>,
}

/// What searches with one thread for each evaluation; they should be equal.
pub fn searcher<E: Evaluation + Send + 'static, S: Search>(
    evaluations: impl IntoIterator<Item = E>,
    search: S,
) -> Box<dyn Searcher> {
    let threads: Vec<Memory<E, S>> = evaluations.into_iter().map(Memory::new).collect();
    let first = threads.first().expect("a search needs a thread");
    Box::new(Team {
        plan: search.plan(&first.evaluation.piece_values()),
        threads,
    })
}

/// Threads that search together.
struct Team<E, S: Search> {
    plan: S::Plan,
    threads: Vec<Memory<E, S>>,
}

impl<E: Evaluation + Send, S: Search> Searcher for Team<E, S> {
    fn forget(&mut self) {
        for memory in &mut self.threads {
            memory.history = Default::default();
        }
    }

    fn answer(
        &mut self,
        question: &Question<'_>,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Found {
        let &Question {
            game,
            limit,
            wish,
            signals,
            table,
            tablebase: asked,
        } = question;
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
        let plan = &self.plan;

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
