//! The puzzles of one game.

use arena::{Fault, Program, UciEngine};
use chess::{BitBoard, Board, BoardBuilder, Color, Move, Piece, key};
use engine::search::Score;
use std::cmp::Reverse;
use std::collections::HashSet;

use super::MinePlan;
use super::difficulty::{CLASSES, Difficulty};
use super::sites::Site;
use super::verdict::Verdict;
use crate::tactics::Puzzle;

/// Fewer pieces than this, kings and pawns apart, have little to combine.
const FEWEST_PIECES: u32 = 4;

/// A puzzle with all that is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nugget {
    pub board: Board,
    pub best: Move,
    /// What the oracle thinks it is worth.
    pub score: Score,
    pub difficulty: Difficulty,
    /// The game.
    pub site: String,
    /// Half moves played before it.
    pub ply: usize,
}

/// Looks through games.
pub struct Prospector<'a> {
    plan: &'a MinePlan,
    oracle: UciEngine,
}

impl<'a> Prospector<'a> {
    pub fn start(plan: &'a MinePlan, program: &Program) -> Result<Self, Fault> {
        let oracle = UciEngine::start(program)?;
        Ok(Self { plan, oracle })
    }

    /// The puzzles of a game in classes that have room, the hardest first. If the
    /// oracle fails, the game is looked at again.
    pub fn prospect(&mut self, site: &Site, room: [bool; CLASSES]) -> Result<Vec<Nugget>, Fault> {
        let plan = self.plan;
        self.oracle
            .retry(|oracle| prospect(oracle, plan, site, room))
    }
}

pub fn prospect(
    oracle: &mut UciEngine,
    plan: &MinePlan,
    site: &Site,
    room: [bool; CLASSES],
) -> Result<Vec<Nugget>, Fault> {
    let mut nuggets = Vec::new();
    for (ply, board, taken_on) in positions(site) {
        if !may_be_puzzle(&board) {
            continue;
        }
        let Some(verdict) = Verdict::ask(oracle, &board, plan.look_nodes)? else {
            continue;
        };
        let puzzle = Puzzle {
            name: String::new(),
            board,
            best: vec![verdict.best],
            avoid: Vec::new(),
        };
        if taken_on == Some(verdict.best.to) || Difficulty::is_none(&puzzle) {
            continue;
        }
        // Most of what looks clear at first does not for long: the costly looks come last.
        let mut confirm = |nodes| {
            let again = Verdict::ask(oracle, &puzzle.board, nodes)?;
            Ok(again.filter(|again| again.best == verdict.best))
        };
        if confirm(plan.middle_nodes())?.is_none() {
            continue;
        }
        let difficulty = Difficulty::of(&puzzle);
        if room[difficulty.class()]
            && let Some(Verdict { best, score }) = confirm(plan.confirm_nodes)?
        {
            nuggets.push(Nugget {
                board: puzzle.board,
                best,
                score,
                difficulty,
                site: site.name.clone(),
                ply,
            });
        }
    }
    nuggets.sort_by_key(|nugget| Reverse(nugget.difficulty.nodes()));
    Ok(nuggets)
}

/// The positions of a game, each once, without its clocks: how many half moves were
/// played before, and the square on which the last one took something, if it did.
pub fn positions(site: &Site) -> Vec<(usize, Board, Option<chess::Square>)> {
    let mut board = site.game.start().clone();
    let mut taken_on = None;
    let mut seen = HashSet::new();
    let mut positions = Vec::new();
    for (ply, &mv) in site.game.moves().iter().enumerate() {
        if seen.insert(key(&board)) {
            positions.push((ply, without_clocks(&board), taken_on));
        }
        let takes = board.colors(!board.side_to_move()).has(mv.to);
        taken_on = takes.then_some(mv.to);
        board.play_unchecked(mv);
    }
    positions
}

/// As an EPD keeps it.
fn without_clocks(board: &Board) -> Board {
    let mut builder = BoardBuilder::from_board(board);
    builder.halfmove_clock = 0;
    builder.fullmove_number = 1;
    builder.build().expect("clocks do not make it invalid")
}

fn may_be_puzzle(board: &Board) -> bool {
    let simple = board.pieces(Piece::King) | board.pieces(Piece::Pawn);
    board.checkers().is_empty() && (board.occupied() - simple).len() >= FEWEST_PIECES
}

/// The squares on which two positions differ.
pub fn difference(one: &Board, other: &Board) -> BitBoard {
    let mut squares = BitBoard::EMPTY;
    for color in Color::ALL {
        for piece in Piece::ALL {
            squares |= one.colored_pieces(color, piece) ^ other.colored_pieces(color, piece);
        }
    }
    squares
}
