//! What all searches stand on.

use chess::{Board, Game, insufficient_material, key};

use crate::position::Position;

/// A mate at the root. One after some plies is worth less by as many.
pub const MATE: i32 = 30_000;

/// Beyond all scores.
pub const INFINITE: i32 = 32_000;

/// Evaluates positions and remembers the way to them.
#[derive(Clone, Debug)]
pub struct Ground {
    pub position: Position,
    /// The keys of all positions from the start of the game.
    path: Vec<u64>,
}

impl Ground {
    pub const fn new(position: Position) -> Self {
        let path = Vec::new();
        Self { position, path }
    }

    /// Begins where a game stands.
    pub fn begin(&mut self, game: &Game) {
        self.path.clear();
        self.path.extend_from_slice(game.keys());
    }

    #[inline]
    pub fn push(&mut self, board: &Board) {
        self.path.push(key(board));
    }

    #[inline]
    pub fn pop(&mut self) {
        self.path.pop();
    }

    /// What a position is worth for the side to move where the game is over: the first
    /// repetition counts as one, since what could be done once can be done again.
    #[inline]
    pub fn decided(&self, board: &Board, depth: usize) -> Option<i32> {
        if !board.generate_moves(|_| true) {
            return Some(match board.checkers().is_empty() {
                true => 0,
                false => depth as i32 - MATE,
            });
        }
        let drawn = board.halfmove_clock() >= 100
            || board.halfmove_clock() >= 4 && self.repeats(board)
            || board.occupied().len() <= 4 && insufficient_material(board);
        drawn.then_some(0)
    }

    fn repeats(&self, board: &Board) -> bool {
        let (now, before) = self
            .path
            .split_last()
            .expect("the position itself is on the way");
        let reversible = usize::from(board.halfmove_clock());
        let earlier = before.iter().rev().take(reversible).skip(1).step_by(2);
        earlier.into_iter().any(|then| then == now)
    }
}
