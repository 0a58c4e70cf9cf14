//! Iterative deepening from the root, one thread's part of it.

use std::cmp::Reverse;

use chess::{Board, Move, legal_moves};

use super::Search;
use super::score::{INFINITE, MATE_BOUND, MAX_PLY, Score};
use super::table::Bound;
use super::worker::{Frame, Line, Worker};
use crate::eval::Evaluation;

/// A move at the root and what is known of it.
#[derive(Debug, Clone)]
pub struct RootMove {
    pub mv: Move,
    /// Its score where it was the best so far, else lower than all.
    pub score: i32,
    /// What that score says of the true one.
    pub bound: Bound,
    /// What endgame tables say of it, if they know it.
    pub tablebase: Option<i32>,
    /// Moves of a lower tier are better than it, whatever their scores: tables
    /// say so. Without tables all are of one tier.
    pub tier: usize,
    /// The line that begins with it.
    pub line: Line,
    /// The deepest its line went.
    pub selective_depth: usize,
    /// Nodes spent on it in this iteration.
    pub nodes: u64,
}

impl RootMove {
    /// Its score as others read it and what that says of the true one. Nothing is
    /// known before the first node. Tables know better than a search, unless it has
    /// found the mate they lead to.
    pub fn found_score(&self) -> (Score, Bound) {
        let is_unknown = self.score == -INFINITE;
        let is_mate = self.score.abs() >= MATE_BOUND && !is_unknown;
        match self.tablebase {
            Some(known) if !is_mate || self.score.signum() != known.signum() => {
                (Score::new(known), Bound::Exact)
            }
            None if is_unknown => (Score::Centipawns(0), Bound::Exact),
            _ => (Score::new(self.score), self.bound),
        }
    }
}

/// The root and its moves, the best first.
#[derive(Clone)]
pub struct Root<'a> {
    pub board: &'a Board,
    pub moves: Vec<RootMove>,
    /// How many of the best moves are wanted with their scores.
    pub wanted: usize,
    /// The best move so far and the node count when it became that.
    pub leader: Option<(Move, u64)>,
}

impl<'a> Root<'a> {
    /// The legal moves, or only those that `only` names.
    pub fn new(board: &'a Board, only: &[Move], wanted: usize) -> Self {
        let mut moves = legal_moves(board);
        if moves.iter().any(|mv| only.contains(mv)) {
            moves.retain(|mv| only.contains(mv));
        }
        let moves: Vec<_> = moves
            .into_iter()
            .map(|mv| RootMove {
                mv,
                score: -INFINITE,
                bound: Bound::Exact,
                tablebase: None,
                tier: 0,
                line: Line::from_iter([mv]),
                selective_depth: 0,
                nodes: 0,
            })
            .collect();
        Self {
            board,
            wanted: wanted.clamp(1, moves.len().max(1)),
            moves,
            leader: None,
        }
    }
}

impl<E: Evaluation, S: Search> Worker<'_, E, S> {
    /// Searches one iteration deeper. The root's moves are in order after it, even if
    /// it was cut off. `report` is called for each rank when all are settled: a later
    /// one may still turn out better than an earlier one. Where one line is wanted, it
    /// is also called when the score leaves the window.
    pub fn iterate(
        &mut self,
        root: &mut Root,
        iteration: usize,
        mut report: impl FnMut(&Self, &Root, usize),
    ) {
        self.iteration = iteration;
        // What was hard to refute may be the next best move.
        root.moves[root.wanted..]
            .sort_by_key(|root_move| (root_move.tier, Reverse(root_move.nodes)));
        for root_move in &mut root.moves {
            root_move.nodes = 0;
        }
        for rank in 0..root.wanted {
            self.selective_depth = 0;
            S::settle(self, root, rank, &mut report);
            if self.stopped {
                return;
            }
            root.moves[..=rank].sort_by_key(|root_move| (root_move.tier, -root_move.score));
        }
        for rank in 0..root.wanted {
            report(self, root, rank);
        }
    }

    /// Writes down what the search of the root's move number `index` found in a window
    /// after `nodes_before` nodes: those ranked better than `rank` were left aside.
    pub fn note_root(
        &mut self,
        root: &mut Root,
        rank: usize,
        index: usize,
        score: i32,
        (alpha, beta): (i32, i32),
        nodes_before: u64,
    ) {
        let root_move = &mut root.moves[index];
        root_move.nodes += self.nodes - nodes_before;
        if index == rank || score > alpha {
            root_move.score = score;
            root_move.bound = Bound::of(score, alpha, beta);
            root_move.selective_depth = self.selective_depth;
            root_move.line.clear();
            root_move.line.push(root_move.mv);
            let rest = self.frames[1].line().iter().copied();
            root_move.line.extend(rest.take(MAX_PLY - 1));
        } else {
            root_move.score = -INFINITE;
        }
        let mv = root_move.mv;
        if score > alpha && rank == 0 && root.leader.is_none_or(|(leader, _)| leader != mv) {
            root.leader = Some((mv, self.nodes));
        }
    }
}
