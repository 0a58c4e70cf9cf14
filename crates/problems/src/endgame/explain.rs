//! Why a move was chosen.

use chess::{Game, Move, key};
use evo::trees::Forest;

use super::memo::Memo;
use super::rules::Rule;
use super::strategy::{Strategy, tree_for};
use super::terminals::TERMINALS;
use super::view::View;
use super::vocabulary::TREES;
use crate::mimic::tie_break;

/// How a player judges a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The tree that judges: one of [`TREES`].
    pub tree: &'static str,
    /// All legal moves, the one that is made first.
    pub moves: Vec<Judged>,
}

/// A move as the player sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// The score of the position after it.
    pub score: f64,
    /// The questions that led to the score, and whether the answer was yes.
    pub way: Vec<(String, bool)>,
    /// What gave the score in the end: a number or a terminal.
    pub result: String,
    /// The terminals that were asked and are not 0, with their values.
    pub fired: Vec<(&'static str, f64)>,
}

/// Says how a genome judges the moves of the side to move.
///
/// # Panics
///
/// If the genome is not of [`space`](super::space).
pub fn explain(genome: &Forest, game: &Game) -> Explanation {
    let board = game.board();
    let tree = tree_for(board);
    let rule = Rule::new(&genome.0[tree]);
    let mut moves = Vec::new();
    Strategy::new(genome).judge(game, |mv, score, _| {
        let mut after = board.clone();
        after.play_unchecked(mv);
        let mut memo = Memo::new(View::new(board, &after, game.keys()));
        let (way, result) = rule.path(&mut memo);
        result.evaluate(&mut memo);
        let fired = memo.asked().filter(|&(_, value)| value != 0.0);
        moves.push(Judged {
            mv,
            score,
            way: way.iter().map(|(rule, yes)| (rule.line(), *yes)).collect(),
            result: result.line(),
            fired: fired
                .map(|(terminal, value)| (TERMINALS[terminal].name, value))
                .collect(),
        });
    });
    let position = key(board);
    let tie = |judged: &Judged| tie_break(position, judged.mv);
    moves.sort_by(|a, b| b.score.total_cmp(&a.score).then(tie(b).cmp(&tie(a))));
    Explanation {
        tree: TREES[tree],
        moves,
    }
}
