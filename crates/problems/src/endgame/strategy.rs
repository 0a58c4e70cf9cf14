//! A player: three trees, and how far it looks.

use chess::{Board, Game, Move, balance, key};
use evo::trees::Forest;

use super::memo::Memo;
use super::outlook;
use super::plies::Plies;
use super::program::Program;
use super::view::View;
use crate::mimic::tie_break;

/// Three trees, ready to play. Each move is tried, and the one whose position
/// scores most is made; a hash of position and move decides between equals.
///
/// A strategy that looks further than its own move makes no move that gets less by
/// force than another: the tree chooses among those with the best
/// [`outlook`](super::outlook).
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    programs: [Program; 3],
    plies: Plies,
}

impl Strategy {
    /// The strategy of a genome of [`space`](super::space), which looks one ply ahead.
    ///
    /// # Panics
    ///
    /// If the genome is not of that space.
    pub fn new(genome: &Forest) -> Self {
        let programs: Vec<_> = genome.0.iter().map(Program::new).collect();
        Self {
            programs: programs.try_into().expect("a strategy has three trees"),
            plies: Plies::ONE,
        }
    }

    /// The same trees, looking this far ahead.
    #[must_use]
    pub fn looking(self, plies: Plies) -> Self {
        Self { plies, ..self }
    }

    /// How far it looks ahead.
    pub const fn plies(&self) -> Plies {
        self.plies
    }

    /// The tree that is used in a position.
    pub fn program(&self, board: &Board) -> &Program {
        &self.programs[tree_for(board)]
    }

    /// The move for the side to move, and how many positions the tree judged for it.
    ///
    /// # Panics
    ///
    /// If there is no legal move.
    pub fn choose(&self, game: &Game) -> (Move, u64) {
        let position = key(game.board());
        let mut moves = Vec::new();
        self.judge(game, |mv, score, _| {
            moves.push((score, tie_break(position, mv), mv));
        });
        moves.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        let judged = moves.len() as u64;
        let mut moves = moves.into_iter().map(|(_, _, mv)| mv);
        let mv = match self.plies {
            Plies::ONE => moves.next(),
            plies => outlook::best(game.board(), moves, plies),
        };
        (mv.expect("there is a legal move"), judged)
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
