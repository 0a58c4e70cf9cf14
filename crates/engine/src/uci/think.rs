//! A search on a thread of its own, and what it says.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use chess::{Game, Move, uci};

use super::Event;
use super::go::Go;
use crate::search::{Bound, Engine, Found, Report, Score, Signals, Wish};

/// Enough for the longest line in a build without optimisation.
const STACK_BYTES: usize = 16 << 20;

/// The engine back, with its `bestmove` line; or what it panicked with.
pub type Ended = Result<(Engine, String), Box<dyn Any + Send>>;

/// Everything a search needs, settings as they were when it was asked for.
pub struct Assignment {
    pub engine: Engine,
    pub game: Game,
    pub go: Go,
    pub lines: usize,
    pub chess960: bool,
    pub signals: Arc<Signals>,
}

impl Assignment {
    /// Searches on a new thread. It sends its news, then that it has ended.
    pub fn start(self, events: Sender<Event>) {
        let think = move || {
            let ended = catch_unwind(AssertUnwindSafe(|| self.run(&events)));
            // A session that is gone needs no answer.
            let _ = events.send(Event::Ended(ended));
        };
        thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn(think)
            .expect("the system refused a thread");
    }

    fn run(self, events: &Sender<Event>) -> (Engine, String) {
        let Self {
            mut engine,
            game,
            go,
            lines,
            chess960,
            signals,
        } = self;
        let voice = Voice { game, chess960 };
        let wish = Wish {
            only: &go.only,
            lines,
        };
        let start = Instant::now();
        let mut told = None;
        let listen = |report: &Report| {
            if report.rank == 0 {
                told = Some((report.score, report.bound, report.line[0]));
            }
            match events.send(Event::Info(voice.line(report))) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let found = engine.search_with(&voice.game, &go.limit, &wish, &signals, listen);
        let is_told = told == found.best.map(|best| (found.score, found.bound, best));
        let summary = voice.summary(&found, is_told, start.elapsed());
        let _ = events.send(Event::Info(summary));
        let answer = voice.answer(&found);
        (engine, answer)
    }
}

/// Writes what a search found in a position.
struct Voice {
    game: Game,
    chess960: bool,
}

impl Voice {
    fn line(&self, report: &Report) -> String {
        format!(
            "info depth {} seldepth {} multipv {} score {} {} hashfull {} pv {}",
            report.depth,
            report.selective_depth,
            report.rank + 1,
            score(report.score, report.bound),
            effort(report.nodes, report.tablebase_hits, report.elapsed),
            report.table_fullness,
            self.moves(report.line.iter().copied()).join(" "),
        )
    }

    /// The effort of the whole search, and its result if that was not reported yet: an
    /// iteration that was cut off may have found a better move.
    fn summary(&self, found: &Found, is_told: bool, elapsed: Duration) -> String {
        let effort = effort(found.nodes, found.tablebase_hits, elapsed);
        let score = score(found.score, found.bound);
        if found.best.is_none() {
            format!("info depth 0 score {score} {effort}")
        } else if is_told {
            format!("info {effort}")
        } else {
            format!(
                "info depth {} score {score} {effort} pv {}",
                found.depth + 1,
                self.moves(found.best.into_iter().chain(found.ponder))
                    .join(" "),
            )
        }
    }

    fn answer(&self, found: &Found) -> String {
        let moves = self.moves(found.best.into_iter().chain(found.ponder));
        match moves.is_empty() {
            true => "bestmove 0000".into(),
            false => format!("bestmove {}", moves.join(" ponder ")),
        }
    }

    /// The moves of a line as the GUI wants them written.
    fn moves(&self, line: impl Iterator<Item = Move>) -> Vec<String> {
        let mut board = self.game.board().clone();
        line.map_while(|mv| {
            let written = uci::write(&board, mv, self.chess960);
            board.try_play(mv).ok().map(|()| written)
        })
        .collect()
    }
}

fn score(score: Score, bound: Bound) -> String {
    let number = match score {
        Score::Centipawns(centipawns) => format!("cp {centipawns}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    match bound {
        Bound::Exact => number,
        Bound::Lower => number + " lowerbound",
        Bound::Upper => number + " upperbound",
    }
}

fn effort(nodes: u64, tablebase_hits: u64, elapsed: Duration) -> String {
    let nps = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    let time = elapsed.as_millis();
    format!("nodes {nodes} nps {nps} tbhits {tablebase_hits} time {time}")
}
