//! A player: three trees, one ply.

use chess::{Board, Game, Move, balance, key};
use evo::trees::Forest;

use super::memo::Memo;
use super::program::Program;
use super::view::View;
use crate::mimic::tie_break;

/// Three trees, ready to play. Each move is tried, and the one whose position
/// scores most is made; a hash of position and move decides between equals.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    programs: [Program; 3],
}

impl Strategy {
    /// The strategy of a genome of [`space`](super::space).
    ///
    /// # Panics
    ///
    /// If the genome is not of that space.
    pub fn new(genome: &Forest) -> Self {
        let programs: Vec<_> = genome.0.iter().map(Program::new).collect();
        Self {
            programs: programs.try_into().expect("a strategy has three trees"),
        }
    }

    /// The tree that is used in a position.
    pub fn program(&self, board: &Board) -> &Program {
        &self.programs[tree_for(board)]
    }

    /// The move for the side to move, and how many positions were judged for it.
    ///
    /// # Panics
    ///
    /// If there is no legal move.
    pub fn choose(&self, game: &Game) -> (Move, u64) {
        let mut best: Option<(f64, u64, Move)> = None;
        let mut judged = 0;
        let position = key(game.board());
        self.judge(game, |mv, score, _| {
            judged += 1;
            let tie = tie_break(position, mv);
            let better = best.is_none_or(|(other, other_tie, _)| {
                score.total_cmp(&other).then(tie.cmp(&other_tie)).is_gt()
            });
            if better {
                best = Some((score, tie, mv));
            }
        });
        (best.expect("there is a legal move").2, judged)
    }

    /// Scores every legal move. `visit` also sees what the tree asked about it.
    pub fn judge(&self, game: &Game, mut visit: impl FnMut(Move, f64, &Memo<'_>)) {
        let board = game.board();
        let program = self.program(board);
        board.generate_moves(|moves| {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                let mut memo = Memo::new(View::new(board, &after, game.keys()));
                let score = program.value(&mut memo);
                visit(mv, score, &memo);
            }
            false
        });
    }
}

/// The place of the tree that is used in a position among [`TREES`](super::TREES):
/// the material of the side to move decides.
pub fn tree_for(board: &Board) -> usize {
    (1 - balance(board, board.side_to_move()).signum()) as usize
}
