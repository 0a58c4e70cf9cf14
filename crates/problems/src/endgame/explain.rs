//! Why a move was chosen.

use chess::{Game, Move, key};

use super::memo::Memo;
use super::organism::Organism;
use super::outlook;
use super::plies::Plies;
use super::rules::Rule;
use super::strategy::tree_for;
use super::terminals::TERMINALS;
use super::view::View;
use super::vocabulary::TREES;
use crate::mimic::tie_break;

/// How a player judges a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The tree that judges: one of [`TREES`].
    pub tree: &'static str,
    /// All legal moves, the chosen one first.
    pub moves: Vec<Judged>,
}

/// A move as the player sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// What it gets by force, if the player looks further than one ply.
    pub outlook: Option<i32>,
    /// The score of the position after it.
    pub score: f64,
    /// The questions that led to the score, and whether the answer was yes.
    pub way: Vec<(String, bool)>,
    /// What gave the score in the end: a number or a terminal.
    pub result: String,
    /// The terminals that were asked and are not 0, with their values.
    pub fired: Vec<(&'static str, f64)>,
}

/// Says how a player judges the moves of the side to move.
pub fn explain(organism: &Organism, game: &Game) -> Explanation {
    let board = game.board();
    let tree = tree_for(board);
    let rule = Rule::new(&organism.genome.0[tree]);
    let plies = organism.plies;
    let mut moves = Vec::new();
    organism.strategy().judge(game, |mv, score, _| {
        let mut after = board.clone();
        after.play_unchecked(mv);
        let mut memo = Memo::new(View::new(board, &after, game.keys()));
        let (way, result) = rule.path(&mut memo);
        result.evaluate(&mut memo);
        let fired = memo.asked().filter(|&(_, value)| value != 0.0);
        moves.push(Judged {
            mv,
            outlook: (plies != Plies::ONE).then(|| outlook::of_move(board, mv, plies)),
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
    moves.sort_by(|a, b| {
        let score = || b.score.total_cmp(&a.score);
        let outlook = b.outlook.cmp(&a.outlook);
        outlook.then_with(score).then_with(|| tie(b).cmp(&tie(a)))
    });
    Explanation {
        tree: TREES[tree],
        moves,
    }
}
