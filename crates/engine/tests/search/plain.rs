//! With all selectivity off the search is a true alpha-beta: its scores are
//! those of a negamax that looks at everything and remembers nothing.

use std::ops::ControlFlow;

use chess::{Board, Game, Move, Piece, Rank, insufficient_material, key};
use engine::eval::{Evaluation, Evaluator, Weights};
use engine::search::{
    Bound, Engine, Limit, Report, Score, SearchParams, Signals, Wish, exchange_reaches,
};

use crate::support::{Random, endgames, legal_moves, playouts};

const MATED: i32 = -1_000_000;

#[test]
fn every_root_move_has_its_negamax_score() {
    let mut random = Random(60);
    let mut boards = endgames(61, 60);
    boards.extend(playouts(62, 4).into_iter().step_by(23));
    for board in boards {
        if legal_moves(&board).is_empty() {
            continue;
        }
        let weights = random.weights();
        let deepest = if board.occupied().len() <= 8 { 3 } else { 2 };
        for depth in 1..=deepest {
            let scores = searched(&board, weights, depth);
            let true_scores = Negamax::new(weights).root(&board, depth);
            assert_eq!(
                scores, true_scores,
                "depth {depth} in {board} with {weights:?}"
            );
            // One line alone comes to the same.
            let found = Engine::new(Evaluator::new(weights), SearchParams::PLAIN, 1)
                .search(&Game::new(board.clone()), &Limit::depth(depth));
            assert_eq!(found.score, true_scores[0], "depth {depth} in {board}");
        }
    }
}

/// The scores of all moves, the best first.
fn searched(board: &Board, weights: Weights, depth: u8) -> Vec<Score> {
    let mut engine = Engine::new(Evaluator::new(weights), SearchParams::PLAIN, 1);
    let wish = Wish {
        only: &[],
        lines: usize::MAX,
    };
    let mut scores = Vec::new();
    let listen = |report: &Report| {
        if report.depth == depth && report.bound == Bound::Exact {
            scores.push(report.score);
        }
        ControlFlow::Continue(())
    };
    let game = Game::new(board.clone());
    engine.search_with(
        &game,
        &Limit::depth(depth),
        &wish,
        &Signals::default(),
        listen,
    );
    scores
}

struct Negamax {
    evaluator: Evaluator,
    keys: Vec<u64>,
}

impl Negamax {
    fn new(weights: Weights) -> Self {
        Self {
            evaluator: Evaluator::new(weights),
            keys: Vec::new(),
        }
    }

    fn root(&mut self, board: &Board, depth: u8) -> Vec<Score> {
        self.keys.push(key(board));
        let moves = legal_moves(board).into_iter();
        let mut scores: Vec<_> = moves
            .map(|mv| -self.child(board, mv, |this, child| this.search(child, depth - 1, 1)))
            .collect();
        scores.sort_by_key(|score| -score);
        scores.into_iter().map(readable).collect()
    }

    fn search(&mut self, board: &Board, depth: u8, ply: i32) -> i32 {
        if depth == 0 {
            return self.quiescence(board, MATED, -MATED, ply, true);
        }
        if self.is_drawn(board) {
            return 0;
        }
        let scores = legal_moves(board).into_iter().map(|mv| {
            -self.child(board, mv, |this, child| {
                this.search(child, depth - 1, ply + 1)
            })
        });
        scores.max().unwrap_or(no_move(board, ply))
    }

    /// Captures and queens that do not lose material, at the first ply also checks;
    /// all moves out of check. Alpha and beta save time here and change nothing.
    fn quiescence(
        &mut self,
        board: &Board,
        mut alpha: i32,
        beta: i32,
        ply: i32,
        first: bool,
    ) -> i32 {
        if self.is_drawn(board) {
            return 0;
        }
        let in_check = !board.checkers().is_empty();
        let values = self.evaluator.piece_values();
        let mut moves = legal_moves(board);
        if in_check && moves.is_empty() {
            return no_move(board, ply);
        }
        let mut best = MATED;
        if !in_check {
            best = self.evaluator.evaluate(board);
            moves.retain(|&mv| {
                let loud = is_noisy(board, mv) || first && is_quiet_check(board, mv);
                loud && exchange_reaches(board, mv, &values, 0)
            });
        }
        for mv in moves {
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
            let score = -self.child(board, mv, |this, child| {
                this.quiescence(child, -beta, -alpha, ply + 1, false)
            });
            best = best.max(score);
        }
        best
    }

    fn child(
        &mut self,
        board: &Board,
        mv: Move,
        see: impl FnOnce(&mut Self, &Board) -> i32,
    ) -> i32 {
        let mut child = board.clone();
        child.play(mv);
        self.keys.push(key(&child));
        let score = see(self, &child);
        self.keys.pop();
        score
    }

    /// The root does not count: it has occurred only once in the game.
    fn is_drawn(&self, board: &Board) -> bool {
        let (now, line) = self.keys.split_last().unwrap();
        line[1..].contains(now)
            || board.halfmove_clock() >= 100 && !legal_moves(board).is_empty()
            || insufficient_material(board)
    }
}

fn no_move(board: &Board, ply: i32) -> i32 {
    if board.checkers().is_empty() {
        0
    } else {
        MATED + ply
    }
}

fn is_noisy(board: &Board, mv: Move) -> bool {
    let pawn = board.piece_on(mv.from) == Some(Piece::Pawn);
    let takes = board.colors(!board.side_to_move()).has(mv.to);
    let passing = pawn && mv.from.file() != mv.to.file();
    let last = pawn && matches!(mv.to.rank(), Rank::First | Rank::Eighth);
    (takes || passing || last) && matches!(mv.promotion, None | Some(Piece::Queen))
}

/// Castling and promotions are left out.
fn is_quiet_check(board: &Board, mv: Move) -> bool {
    let mut child = board.clone();
    child.play(mv);
    let stays = !board.occupied().has(mv.to) && mv.promotion.is_none();
    stays && !child.checkers().is_empty()
}

fn readable(score: i32) -> Score {
    let plies = -MATED - score.abs();
    match score {
        ..-500_000 => Score::Mate(-plies / 2),
        500_000.. => Score::Mate((plies + 1) / 2),
        centipawns => Score::Centipawns(centipawns),
    }
}
