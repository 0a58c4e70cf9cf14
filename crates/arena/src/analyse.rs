//! Scores for positions.

use std::ops::ControlFlow;

use chess::{Board, Game, fen};
use engine::search::Score;
use evo::{Failure, Packed, Piecework, portable};

use crate::lent::{Engines, Lent, LentError};
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

/// The scoring of positions as work for machines elsewhere. A task is a position, as a FEN.
pub struct Scoring {
    nodes: u64,
    lent: Lent,
    program: Program,
}

impl Scoring {
    /// What its kind is called.
    pub const KIND: &'static str = "scoring";

    /// By this program of this machine, with this many nodes for each position.
    pub fn new(program: &Program, nodes: u64) -> Result<Self, LentError> {
        Ok(Self {
            nodes,
            lent: Lent::new(program)?,
            program: program.clone(),
        })
    }

    /// The work in these bytes, on a machine that lends these engines.
    pub fn unpack(bytes: &[u8], engines: &Engines) -> Result<Self, Failure> {
        let (nodes, lent): (u64, Lent) = portable::read(bytes)?;
        let program = lent.program(engines)?;
        Ok(Self {
            nodes,
            lent,
            program,
        })
    }
}

impl Piecework for Scoring {
    type Task = String;
    type Outcome = Score;
    type Kit = UciEngine;

    fn equip(&self) -> Result<UciEngine, Failure> {
        UciEngine::start(&self.program).map_err(Failure::new)
    }

    fn run(&self, engine: &mut UciEngine, task: &String) -> Result<Score, Failure> {
        let board = fen::parse(task).map_err(Failure::new)?;
        let scored = engine.retry(|engine| score(engine, &board, Limit::Nodes(self.nodes)));
        scored.map_err(Failure::new)
    }

    fn packed(&self) -> Packed {
        Packed::new(Self::KIND, &(self.nodes, &self.lent))
    }

    fn engines(&self, _: &String) -> Vec<String> {
        vec![self.lent.engine.clone()]
    }

    fn is_plausible(&self, _: &String, _: &Score) -> bool {
        true
    }
}
