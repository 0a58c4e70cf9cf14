//! Random openings, of moves that an engine finds good.

use std::collections::HashSet;
use std::ops::ControlFlow;

use chess::{Board, Game, Move};
use engine::search::Score;
use evo::{Seed, Stream};

use crate::{Fault, Info, Limit, Program, UciEngine, ordered};

/// How many times longer the last position is searched than those before it.
const CARE: u64 = 10;

/// Lines tried per opening before giving up.
const TRIES: usize = 100;

/// What openings to make.
#[derive(Debug, Clone)]
pub struct BookPlan {
    /// The engine, which must have the option `MultiPV`; see
    /// [`Program::repeatable`].
    pub program: Program,
    /// Nodes for each choice of a move; ten times as many for the last position.
    pub nodes: u64,
    /// Moves to choose from.
    pub choices: usize,
    /// How much worse than the best a move may be; one as good as the best is the
    /// likeliest, one a centipawn worse than this is never chosen.
    pub worse_cp: u32,
    /// How far from zero the last position may be.
    pub even_cp: u32,
    /// The fewest half moves; one in three openings has one more, one in three
    /// two more, so that either side may be to move.
    pub plies: usize,
    /// Openings, no two the same.
    pub openings: usize,
    /// The seed.
    pub seed: Seed,
    /// Engines at work at once.
    pub workers: usize,
}

/// Makes openings: a function of the plan, except its workers, if the engine
/// repeats itself.
///
/// `found` gets each opening as it is made and may stop the work. It gets fewer than
/// asked for if no more can be found.
pub fn make(plan: &BookPlan, mut found: impl FnMut(Board) -> ControlFlow<()>) -> Result<(), Fault> {
    let mut program = plan.program.clone();
    let choices = plan.choices.to_string();
    program.options.push(("MultiPV".into(), choices));
    let mut seen = HashSet::new();
    let mut fault = None;
    ordered::run(
        0..plan.openings.saturating_mul(TRIES),
        plan.workers,
        || UciEngine::start(&program),
        |engine, index| engine.retry(|engine| attempt(engine, plan, index)),
        |line| match line {
            Ok(Some(board)) if seen.insert(chess::key(&board)) => match found(board) {
                ControlFlow::Continue(()) if seen.len() < plan.openings => {
                    ControlFlow::Continue(())
                }
                _ => ControlFlow::Break(()),
            },
            Ok(_) => ControlFlow::Continue(()),
            Err(error) => {
                fault = Some(error);
                ControlFlow::Break(())
            }
        },
    )?;
    fault.map_or(Ok(()), Err)
}

/// The end of one line, if the line is fit to be an opening.
fn attempt(engine: &mut UciEngine, plan: &BookPlan, index: usize) -> Result<Option<Board>, Fault> {
    let mut stream = plan.seed.child("line", index as u64).stream();
    let mut game = Game::default();
    for _ in 0..plan.plies + stream.below(3) {
        let lines = search(engine, &game, plan.nodes)?;
        let Some(mv) = choose(&lines, plan.worse_cp, &mut stream) else {
            return Ok(None);
        };
        if game.play(mv).is_err() {
            unreachable!("the engine's moves are checked");
        }
        if game.end().is_some() {
            return Ok(None);
        }
    }
    let lines = search(engine, &game, plan.nodes.saturating_mul(CARE))?;
    let is_even = lines
        .first()
        .and_then(centipawns)
        .is_some_and(|cp| cp.unsigned_abs() <= plan.even_cp);
    Ok(is_even.then(|| game.board().clone()))
}

fn search(engine: &mut UciEngine, game: &Game, nodes: u64) -> Result<Vec<Info>, Fault> {
    engine.new_game()?;
    Ok(engine.search(game, Limit::Nodes(nodes))?.lines)
}

/// One of the moves that are hardly worse than the best: the better a move, the
/// likelier.
fn choose(lines: &[Info], worse_cp: u32, stream: &mut Stream) -> Option<Move> {
    let best = centipawns(lines.first()?)?;
    let weigh = |line: &Info| {
        let worse = best.abs_diff(centipawns(line)?.min(best));
        let weight = (worse_cp.saturating_add(1)).checked_sub(worse)?;
        Some((*line.pv.first()?, weight as usize))
    };
    let good: Vec<(Move, usize)> = lines.iter().filter_map(weigh).collect();
    let total: usize = good.iter().map(|(_, weight)| weight).sum();
    let mut left = stream.below(total.max(1));
    for (mv, weight) in good {
        if left < weight {
            return Some(mv);
        }
        left -= weight;
    }
    None
}

fn centipawns(line: &Info) -> Option<i32> {
    match line.score? {
        Score::Centipawns(cp) => Some(cp),
        Score::Mate(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_moves_are_likelier_and_bad_ones_never_chosen() {
        let line = |mv: &str, cp| Info {
            score: Some(Score::Centipawns(cp)),
            pv: vec![mv.parse().unwrap()],
            ..Info::default()
        };
        let mate = Info {
            score: Some(Score::Mate(-3)),
            ..line("a2a3", 0)
        };
        let lines = [
            line("e2e4", 40),
            line("d2d4", 30),
            line("g1f3", 11),
            line("g2g4", 10),
            line("f2f3", -90),
            mate,
        ];
        let mut stream = Seed::new(1).stream();
        let mut counts = [0u32; 6];
        for _ in 0..6000 {
            let mv = choose(&lines, 29, &mut stream).unwrap();
            let index = lines.iter().position(|line| line.pv[0] == mv);
            counts[index.unwrap()] += 1;
        }
        // Weights 30, 20 and 1 of 51.
        assert!((3380..3680).contains(&counts[0]), "{counts:?}");
        assert!((2200..2500).contains(&counts[1]), "{counts:?}");
        assert!((70..170).contains(&counts[2]), "{counts:?}");
        assert_eq!(counts[3..], [0, 0, 0]);
        assert_eq!(choose(&[], 29, &mut stream), None);
    }
}
