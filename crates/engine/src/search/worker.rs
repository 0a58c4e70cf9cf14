//! One thread of a search: what it needs at every node.

use arrayvec::ArrayVec;
use chess::{Board, Move, Tables, insufficient_material};

use super::Search;
use super::limit::Deadline;
use super::score::{DRAW, MAX_EVALUATION, MAX_PLY};
use super::table::Table;
use crate::eval::{Evaluation, PieceValues};

/// The best line from a node.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// What a thread keeps from one search to the next.
pub struct Memory<E, S: Search> {
    pub evaluation: E,
    pub history: S::History,
}

impl<E, S: Search> Memory<E, S> {
    pub fn new(evaluation: E) -> Self {
        Self {
            evaluation,
            history: S::History::default(),
        }
    }
}

/// What every kind of search knows of the line's node at one ply.
pub trait Frame: Default + Clone {
    /// The best line from the node.
    fn line(&mut self) -> &mut Line;
}

/// How often the clock and the signals are looked at, in nodes.
const NODES_BETWEEN_LOOKS: u64 = 1024;

pub struct Worker<'a, E, S: Search> {
    pub evaluation: &'a mut E,
    pub history: &'a mut S::History,
    pub values: PieceValues,
    pub plan: &'a S::Plan,
    pub table: &'a Table,
    /// Endgame tables to ask in the tree, if there are any.
    pub tablebase: Option<&'a Tables>,
    pub tablebase_hits: u64,
    pub deadline: Deadline<'a>,
    pub node_limit: u64,
    pub nodes: u64,
    pub selective_depth: usize,
    /// Plies of the iteration under way.
    pub iteration: usize,
    pub stopped: bool,
    /// Keys of the game's positions, then of the line under search.
    pub keys: Vec<u64>,
    /// Where the line under search begins in `keys`.
    pub root_key: usize,
    pub frames: Vec<S::Frame>,
}

impl<'a, E: Evaluation, S: Search> Worker<'a, E, S> {
    pub fn new(
        memory: &'a mut Memory<E, S>,
        plan: &'a S::Plan,
        table: &'a Table,
        tablebase: Option<&'a Tables>,
        deadline: Deadline<'a>,
        node_limit: Option<u64>,
        game_keys: &[u64],
    ) -> Self {
        let mut keys = Vec::with_capacity(game_keys.len() + MAX_PLY);
        keys.extend_from_slice(game_keys);
        S::fade(&mut memory.history);
        Self {
            values: memory.evaluation.piece_values(),
            evaluation: &mut memory.evaluation,
            history: &mut memory.history,
            plan,
            table,
            tablebase,
            tablebase_hits: 0,
            deadline,
            node_limit: node_limit.unwrap_or(u64::MAX),
            nodes: 0,
            selective_depth: 0,
            iteration: 0,
            stopped: false,
            root_key: keys.len().saturating_sub(1),
            keys,
            frames: vec![S::Frame::default(); MAX_PLY + 1],
        }
    }

    /// Comes to a new node, and gives its score where the search ends there: it is drawn, or
    /// as deep as any line may be.
    #[inline(always)]
    pub fn enter(&mut self, board: &Board, ply: usize) -> Option<i32> {
        self.frames[ply].line().clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.is_drawn(board) {
            return Some(DRAW);
        }
        (ply >= MAX_PLY - 1).then(|| self.evaluate(board))
    }

    /// Asks for one more node. Where none is left the search has stopped, and
    /// whatever is returned from here on is thrown away.
    #[inline(always)]
    pub fn may_visit(&mut self) -> bool {
        if self.nodes >= self.node_limit
            || (self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.deadline.is_over())
        {
            self.stopped = true;
        }
        self.nodes += u64::from(!self.stopped);
        !self.stopped
    }

    /// The static evaluation, kept apart from proven scores.
    #[inline(always)]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        self.evaluation
            .evaluate(board)
            .clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Whether the game is drawn here: by repetition, by the fifty-move rule or
    /// for want of material.
    #[inline(always)]
    pub fn is_drawn(&self, board: &Board) -> bool {
        let clock = board.halfmove_clock();
        (clock >= 4 && self.repeats(usize::from(clock)))
            || (clock >= 100 && has_legal_move(board))
            || (board.occupied().len() <= 4 && insufficient_material(board))
    }

    /// One earlier occurrence in the line under search is enough, as what was
    /// good then is good again; before it, the rules ask for two.
    fn repeats(&self, reversible: usize) -> bool {
        let now = self.keys.len() - 1;
        let mut seen_in_game = false;
        // The same side is to move every second ply, and four are the fewest to come back.
        (4..=reversible.min(now)).step_by(2).any(|back| {
            let same = self.keys[now - back] == self.keys[now];
            let twice = seen_in_game;
            seen_in_game |= same;
            same && (now - back > self.root_key || twice)
        })
    }

    /// Puts a move before the line of the next ply.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.frames.split_at_mut(ply + 1);
        let line = head[ply].line();
        line.clear();
        line.push(mv);
        if let Some(next) = tail.first_mut() {
            line.extend(next.line().iter().copied().take(MAX_PLY - 1));
        }
    }
}

/// Mate on the hundredth half move comes before the fifty-move rule.
fn has_legal_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}
