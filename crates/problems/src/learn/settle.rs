//! Quiescence: the quiet position that captures and answers to checks lead to.

use chess::{Board, Move, Piece, legal_moves};
use engine::eval::{Evaluation, PieceValues};
use engine::modern::eval::{Evaluator, Weights};
use engine::search::exchange_reaches;

/// Half moves that are looked at.
const MOST_PLIES: u32 = 10;

/// More than any evaluation.
const MATE: i32 = 1_000_000;

/// Finds the quiet positions that positions lead to, by these weights.
pub struct Settler {
    evaluator: Evaluator,
    values: PieceValues,
}

impl Settler {
    pub fn new(weights: &Weights) -> Self {
        let evaluator = Evaluator::new(weights);
        Self {
            values: evaluator.piece_values(),
            evaluator,
        }
    }

    /// What a position is worth to the side to move, and the quiet position it leads to.
    pub fn settle(&mut self, board: &Board) -> (i32, Board) {
        self.look(board, -2 * MATE, 2 * MATE, 0)
    }

    fn look(&mut self, board: &Board, mut alpha: i32, beta: i32, ply: u32) -> (i32, Board) {
        let in_check = !board.checkers().is_empty();
        let moves = match in_check {
            true => legal_moves(board),
            false => self.captures(board),
        };
        if in_check && moves.is_empty() {
            return (ply as i32 - MATE, board.clone());
        }
        let mut best = match in_check && ply < MOST_PLIES {
            true => (-2 * MATE, board.clone()),
            false => (self.evaluator.evaluate(board), board.clone()),
        };
        if best.0 >= beta || ply >= MOST_PLIES {
            return best;
        }
        alpha = alpha.max(best.0);
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            let (score, rest) = self.look(&next, -beta, -alpha, ply + 1);
            if -score > best.0 {
                best = (-score, rest);
                alpha = alpha.max(best.0);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Captures and promotions that lose nothing, the largest victims first.
    fn captures(&self, board: &Board) -> Vec<Move> {
        let enemies = board.colors(!board.side_to_move());
        let mut moves = Vec::new();
        board.generate_moves(|mut all| {
            if all.piece != Piece::Pawn {
                all.to &= enemies;
            }
            let gains = |mv: &Move| enemies.has(mv.to) || mv.promotion == Some(Piece::Queen);
            let good = |mv: &Move| exchange_reaches(board, *mv, &self.values, 0);
            moves.extend(all.into_iter().filter(gains).filter(good));
            false
        });
        let victim = |mv: &Move| board.piece_on(mv.to).map_or(0, |piece| self.values[piece]);
        moves.sort_by_key(|mv| -victim(mv));
        moves
    }
}
