//! What endgame tables say, in the tree and at the root.

use std::cmp::Reverse;

use chess::{Board, RankedMove, Tables, Wdl};

use super::Search;
use super::iterate::Root;
use super::score::{DRAW, TABLE_WIN};
use super::worker::Worker;
use crate::eval::Evaluation;

impl<E: Evaluation, S: Search> Worker<'_, E, S> {
    /// The score of a node that the tables know. They count the fifty moves from
    /// the last capture or pawn move, so they are asked right after one.
    #[inline(always)]
    pub fn ask_tablebase(&mut self, board: &Board, ply: usize) -> Option<i32> {
        match self.tablebase {
            Some(tables) if board.halfmove_clock() == 0 => self.probe(tables, board, ply),
            _ => None,
        }
    }

    #[cold]
    fn probe(&mut self, tables: &Tables, board: &Board, ply: usize) -> Option<i32> {
        let wdl = tables.wdl(board)?;
        self.tablebase_hits += 1;
        Some(score(wdl, ply))
    }
}

/// What a result is worth. What the fifty-move rule spoils is a draw, but one in
/// which the opponent can still go wrong.
fn score(wdl: Wdl, ply: usize) -> i32 {
    match wdl {
        Wdl::Win => TABLE_WIN - ply as i32,
        Wdl::CursedWin => DRAW + 1,
        Wdl::Draw => DRAW,
        Wdl::BlessedLoss => DRAW - 1,
        Wdl::Loss => ply as i32 - TABLE_WIN,
    }
}

/// Puts the root's moves in tiers, if the tables know them: each tier is better than
/// all that follow. Returns how many positions were looked up, and whether the tree
/// needs the tables too. With distances it does not: every move of the first tier
/// of a won position makes progress, and the search is free to look for mates.
pub fn rank(root: &mut Root, tables: &Tables) -> (u64, bool) {
    let Some(ranked) = tables.ranked_moves(root.board) else {
        return (0, true);
    };
    let mut ranks: Vec<_> = ranked.iter().map(RankedMove::rank).collect();
    ranks.sort_by_key(|&rank| Reverse(rank));
    ranks.dedup();
    for found in &ranked {
        // With `searchmoves`, not every move is there.
        let mut moves = root.moves.iter_mut();
        if let Some(root_move) = moves.find(|root_move| root_move.mv == found.mv) {
            root_move.tablebase = Some(score(found.wdl, 0));
            root_move.tier = ranks
                .iter()
                .take_while(|&&rank| rank != found.rank())
                .count();
        }
    }
    root.moves.sort_by_key(|root_move| root_move.tier);
    let lacks_distance = |found: &RankedMove| found.wdl == Wdl::Win && found.distance.is_none();
    (ranked.len() as u64, ranked.iter().any(lacks_distance))
}
