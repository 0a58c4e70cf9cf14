//! Scores for positions.

use std::ops::ControlFlow;

use chess::{Board, Game, fen};
use engine::search::Score;

use crate::{Fault, Limit, Misdeed, Program, UciEngine, ordered};

/// The score of a position for the side to move, by an engine that remembers
/// nothing of what it saw before. Mate and stalemate on the board need no engine.
pub fn score(engine: &mut UciEngine, board: &Board, limit: Limit) -> Result<Score, Fault> {
    if !board.generate_moves(|_| true) {
        return Ok(if board.checkers().is_empty() {
            Score::Centipawns(0)
        } else {
            Score::Mate(0)
        });
    }
    engine.new_game()?;
    let found = engine.search(&Game::new(board.clone()), limit)?;
    found
        .score()
        .ok_or_else(|| engine.accuse(Misdeed::NoScore(fen::write(board))))
}

/// The scores of many positions, in their order, by `workers` engines at once.
///
/// A position at which an engine fails is tried a second time with the engine
/// restarted; if that fails too, the fault stands in place of the score. After
/// each position `progress` is told how many are done and may stop the work: then
/// only those done are returned. An engine that cannot be started is an error at
/// once.
pub fn score_all(
    program: &Program,
    workers: usize,
    boards: &[Board],
    limit: Limit,
    mut progress: impl FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<Result<Score, Fault>>, Fault> {
    let mut scores = Vec::with_capacity(boards.len());
    ordered::run(
        0..boards.len(),
        workers,
        || UciEngine::start(program),
        |engine, index| engine.retry(|engine| score(engine, &boards[index], limit)),
        |result| {
            scores.push(result);
            progress(scores.len())
        },
    )?;
    Ok(scores)
}
