//! What each parameter does when it alone is moved.
//!
//! An engine plays alike if it answers a set of positions, each with a fixed number of
//! nodes or plies, with the same moves, scores and nodes as before.

use std::ops::Range;

use arena::{Fault, Limit, UciEngine};
use chess::{Board, Game, Move, fen};
use engine::search::Score;

use super::{Parameter, Subject, Values};

/// How parameters are tried.
#[derive(Debug, Clone)]
pub struct Probe<'a> {
    /// The engine.
    pub subject: &'a Subject,
    /// The positions.
    pub boards: &'a [Board],
    /// What may be searched in each: nodes or plies.
    pub limit: Limit,
    /// How many values of each range are tried at least, besides those that are needed to
    /// find the smallest step that matters.
    pub values: u32,
}

/// How an engine answers the positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play(Vec<(Option<Move>, Option<Score>, Option<u64>)>);

impl Play {
    /// The most nodes of an answer, as far as the engine says.
    pub fn most_nodes(&self) -> Option<u64> {
        self.0.iter().filter_map(|(_, _, nodes)| *nodes).max()
    }
}

/// What was found of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The nearest value below the base with which the engine plays otherwise, or the
    /// first other word.
    pub below: Option<i32>,
    /// The nearest above.
    pub above: Option<i32>,
    /// Values with which it fails, with what it did.
    pub troubles: Vec<Trouble>,
}

impl Found {
    /// By how much a whole number must be moved at least until the engine plays otherwise.
    pub fn step(&self, parameter: &Parameter) -> Option<f64> {
        let others = [self.below, self.above].into_iter().flatten();
        let steps = others.map(|other| (f64::from(other) - f64::from(parameter.base)).abs());
        let least = steps.reduce(f64::min);
        least.filter(|_| matches!(parameter.values, Values::Whole(..)))
    }
}

/// Values with which an engine fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The first and the last of those that were tried and failed, with none between them
    /// that did not.
    pub values: (i32, i32),
    /// What it did at the first.
    pub misdeed: String,
    /// What to send it to see that again.
    pub reproducer: Vec<String>,
    /// Whether it did so with these lines alone, and not only after other positions.
    pub repeats: bool,
}

/// An engine at work on one parameter.
struct Trial<'a> {
    probe: &'a Probe<'a>,
    engine: &'a mut UciEngine,
    number: usize,
    base: &'a Play,
    /// The values that were tried, in order.
    tried: Vec<(i32, Answer)>,
}

/// What came of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    Same,
    Other,
    Failed {
        misdeed: String,
        /// The position, by its number; `None` if it failed before the first.
        at: Option<usize>,
    },
}

impl Probe<'_> {
    /// How the engine plays with these values, or what went wrong, and at which position.
    pub fn play(
        &self,
        engine: &mut UciEngine,
        values: &[i32],
    ) -> Result<Play, (Option<usize>, Fault)> {
        engine
            .set(self.subject.program(values))
            .map_err(|fault| (None, fault))?;
        let mut play = Vec::new();
        for (number, board) in self.boards.iter().enumerate() {
            let answer = self.answer(engine, board);
            let found = answer.map_err(|fault| (Some(number), fault))?;
            play.push((found.best, found.score(), found.nodes));
        }
        Ok(Play(play))
    }

    fn answer(&self, engine: &mut UciEngine, board: &Board) -> Result<arena::Found, Fault> {
        engine.new_game()?;
        engine.search(&Game::new(board.clone()), self.limit)
    }

    /// Moves one parameter alone. `base` is how the engine plays as it is.
    pub fn parameter(&self, engine: &mut UciEngine, number: usize, base: &Play) -> Found {
        let parameter = &self.subject.parameters[number];
        let mut trial = Trial {
            probe: self,
            engine,
            number,
            base,
            tried: Vec::new(),
        };
        let (below, above) = match parameter.values {
            Values::Whole(min, max) => {
                let below = trial.nearest(parameter.base, min);
                let above = trial.nearest(parameter.base, max);
                for value in spread(min..max, self.values) {
                    trial.answer(value);
                }
                (below, above)
            }
            Values::Switch | Values::Choice(_) => {
                let (min, max) = parameter.range();
                let others = (min..=max).filter(|&value| value != parameter.base);
                let others: Vec<_> = others.collect();
                let mut matters = others
                    .into_iter()
                    .filter(|&value| trial.answer(value) == Answer::Other);
                (matters.next(), None)
            }
        };
        let troubles = trial.troubles(parameter);
        Found {
            below,
            above,
            troubles,
        }
    }
}

/// Values evenly spread over a range, the ends included.
fn spread(range: Range<i32>, count: u32) -> Vec<i32> {
    let width = i64::from(range.end) - i64::from(range.start);
    let steps = i64::from(count.max(2) - 1).min(width);
    let value = |step: i64| (i64::from(range.start) + width * step / steps) as i32;
    (0..=steps).map(value).collect()
}

impl Trial<'_> {
    /// What comes of a value; tried once.
    fn answer(&mut self, value: i32) -> Answer {
        if let Some((_, known)) = self.tried.iter().find(|(tried, _)| *tried == value) {
            return known.clone();
        }
        let mut values = self.probe.subject.base();
        values[self.number] = value;
        let answer = match self.probe.play(self.engine, &values) {
            Ok(play) if play == *self.base => Answer::Same,
            Ok(_) => Answer::Other,
            Err((at, fault)) => Answer::Failed {
                misdeed: fault.misdeed.to_string(),
                at,
            },
        };
        self.tried.push((value, answer.clone()));
        answer
    }

    /// The value nearest to the base, in the direction of `end`, with which the engine
    /// plays otherwise; and where it begins to fail, if it does, that is among those tried.
    fn nearest(&mut self, base: i32, end: i32) -> Option<i32> {
        let distance = i64::from(end) - i64::from(base);
        let value = |step: i64| (i64::from(base) + step * distance.signum()) as i32;
        let (mut same, mut step) = (0, 1);
        let most = distance.abs();
        let mut other = None;
        // Ever longer steps, until something changes.
        while most > 0 && other.is_none() {
            let here = step.min(most);
            match self.answer(value(here)) {
                Answer::Same => same = here,
                _ => other = Some(here),
            }
            if here == most {
                break;
            }
            step *= 2;
        }
        let mut other = other?;
        while other - same > 1 {
            let between = same + (other - same) / 2;
            match self.answer(value(between)) {
                Answer::Same => same = between,
                _ => other = between,
            }
        }
        (self.answer(value(other)) == Answer::Other).then(|| value(other))
    }

    /// The values with which it failed, neighbours together.
    fn troubles(&mut self, parameter: &Parameter) -> Vec<Trouble> {
        let mut tried = std::mem::take(&mut self.tried);
        tried.sort_by_key(|(value, _)| *value);
        let mut troubles: Vec<Trouble> = Vec::new();
        let mut follows = false;
        for (value, answer) in tried {
            let Answer::Failed { misdeed, at } = answer else {
                follows = false;
                continue;
            };
            match troubles.last_mut() {
                Some(trouble) if follows => trouble.values.1 = value,
                _ => {
                    let board = at.map(|number| &self.probe.boards[number]);
                    let (reproducer, repeats) = self.reproduce(parameter, value, board);
                    troubles.push(Trouble {
                        values: (value, value),
                        misdeed,
                        reproducer,
                        repeats,
                    });
                }
            }
            follows = true;
        }
        troubles
    }

    /// The lines that bring the fault about, and whether they do so alone.
    fn reproduce(
        &mut self,
        parameter: &Parameter,
        value: i32,
        board: Option<&Board>,
    ) -> (Vec<String>, bool) {
        let subject = self.probe.subject;
        let mut lines = vec!["uci".to_owned()];
        let fixed = subject.fixed.iter().cloned();
        let changed = (parameter.name.clone(), parameter.written(value));
        for (name, value) in fixed.chain([changed]) {
            lines.push(format!("setoption name {name} value {value}"));
        }
        lines.push("isready".into());
        if let Some(board) = board {
            lines.push("ucinewgame".into());
            lines.push(format!("position fen {}", fen::write(board)));
            lines.push(self.probe.limit.go(board.side_to_move()));
        }
        let mut values = subject.base();
        values[self.number] = value;
        let again = UciEngine::start(&subject.program(&values));
        let again = again.and_then(|mut engine| match board {
            Some(board) => self.probe.answer(&mut engine, board).map(drop),
            None => Ok(()),
        });
        (lines, again.is_err())
    }
}
