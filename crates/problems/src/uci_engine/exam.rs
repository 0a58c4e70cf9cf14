//! Positions that an engine is asked about: the moves of masters, right moves with few
//! nodes, or the scores of a mentor. Cheap, where games are dear.

use std::ops::Range;
use std::sync::Arc;

use arena::lent::Engines;
use arena::{Fault, Limit, Pace, UciEngine};
use chess::{Board, Game};
use engine::search::Score;
use evo::{Account, Effort, Failure, Fitness, Packed, Problem, Scores, Seed, portable};
use serde::{Deserialize, Serialize};

use super::{Subject, TRIES};
use crate::Sample;
use crate::mentor::{LIMIT_CP, Lesson};
use crate::tactics::{FITNESS_NODES, Puzzle};

/// The nodes of a position that is not solved within a number of plies.
const UNSOLVED: u64 = 1_000_000;

/// Positions in one task.
const TASK_POSITIONS: usize = 20;

/// Answers of an engine as a problem: the better they are, the fitter it is.
#[derive(Debug, Clone)]
pub struct Exam {
    /// The engine.
    pub subject: Arc<Subject>,
    /// What it is asked.
    pub questions: Arc<Questions>,
    /// What may be searched in each: nodes or plies.
    pub pace: Pace,
}

/// What an engine is asked.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Questions {
    /// Which move a master played.
    Masters(Vec<Sample>),
    /// Which move is right; what counts is the nodes that it takes.
    Tactics(Vec<Puzzle>),
    /// What a mentor's score is.
    Mentor(Vec<Lesson>),
}

/// Values and the questions that they are asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    values: Vec<i32>,
    range: Range<usize>,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// The sum over the positions: moves that are the master's, nodes to right moves, or
    /// centipawns from the mentor's scores.
    pub sum: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// What went wrong, in a line each.
    pub faults: Vec<String>,
}

impl Questions {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Masters(samples) => samples.len(),
            Self::Tactics(puzzles) => puzzles.len(),
            Self::Mentor(lessons) => lessons.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn board(&self, number: usize) -> &Board {
        match self {
            Self::Masters(samples) => &samples[number].board,
            Self::Tactics(puzzles) => &puzzles[number].board,
            Self::Mentor(lessons) => &lessons[number].board,
        }
    }

    /// The fitness of this sum over all positions.
    pub fn fitness(&self, sum: u64) -> f64 {
        let mean = sum as f64 / self.len() as f64;
        match self {
            Self::Masters(_) => mean,
            Self::Tactics(_) => FITNESS_NODES / sum.max(1) as f64,
            Self::Mentor(_) => 1.0 / ((1.0 + mean) * (1.0 + mean)),
        }
    }

    /// The figure that people are shown of a fitness: the share of the moves in per cent,
    /// millions of nodes for all positions, or centipawns for each.
    pub fn score(&self, fitness: f64) -> f64 {
        match self {
            Self::Masters(_) => 100.0 * fitness,
            Self::Tactics(_) => FITNESS_NODES / 1e6 / fitness,
            Self::Mentor(_) => 1.0 / fitness.sqrt() - 1.0,
        }
    }
}

impl Exam {
    /// What its kind is called.
    pub const KIND: &'static str = "exam";

    /// Of its bytes, on a machine that lends these engines.
    pub fn unpack(bytes: &[u8], engines: &Engines) -> Result<Self, Failure> {
        let (subject, questions, pace): (Subject, Questions, Pace) = portable::read(bytes)?;
        Ok(Self {
            subject: Arc::new(subject.among(engines)?),
            questions: Arc::new(questions),
            pace,
        })
    }

    /// The mark at a position, and the nodes it took.
    fn ask(&self, engine: &mut UciEngine, number: usize) -> Result<(u64, u64), Fault> {
        engine.new_game()?;
        let game = Game::new(self.questions.board(number).clone());
        let found = engine.search(&game, self.limit())?;
        let mark = match &*self.questions {
            Questions::Masters(samples) => u64::from(found.best == Some(samples[number].played)),
            Questions::Tactics(puzzles) => {
                let is_right = |mv| puzzles[number].accepts(mv);
                let right = found.leads.iter().rev();
                let right = right.take_while(|&&(mv, _)| is_right(mv)).last();
                match (found.best, right) {
                    (Some(best), Some(&(_, nodes))) if is_right(best) => nodes.min(self.most()),
                    _ => self.most(),
                }
            }
            Questions::Mentor(lessons) => {
                let wanted = centipawns(lessons[number].score);
                let score = found.score().map_or(0, centipawns);
                u64::from(score.abs_diff(wanted))
            }
        };
        Ok((mark, found.nodes.unwrap_or_default()))
    }

    /// A clock is as good as a time for the move: positions have no clock.
    const fn limit(&self) -> Limit {
        match self.pace {
            Pace::Nodes(nodes) => Limit::Nodes(nodes),
            Pace::Depth(plies) => Limit::Depth(plies),
            Pace::MoveTime(time) | Pace::Clock { base: time, .. } => Limit::MoveTime(time),
        }
    }

    /// The nodes of a position that is not solved.
    const fn most(&self) -> u64 {
        match self.pace {
            Pace::Nodes(nodes) => nodes,
            _ => UNSOLVED,
        }
    }

    /// The mark of an engine that gives no answer.
    fn worst(&self) -> u64 {
        match &*self.questions {
            Questions::Masters(_) => 0,
            Questions::Tactics(_) => self.most(),
            Questions::Mentor(_) => 2 * LIMIT_CP as u64,
        }
    }
}

/// A score in centipawns, cut where more means nothing.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp.clamp(-LIMIT_CP, LIMIT_CP),
        Score::Mate(moves) if moves > 0 => LIMIT_CP,
        Score::Mate(_) => -LIMIT_CP,
    }
}

impl Problem for Exam {
    type Program = Vec<i32>;
    type Task = Sitting;
    type Outcome = Marks;
    type Kit = UciEngine;

    fn plan(&self, generation: &[Vec<i32>], _: Seed) -> Vec<Sitting> {
        let count = self.questions.len();
        let sittings = |values: &Vec<i32>| {
            let starts = (0..count).step_by(TASK_POSITIONS);
            let sitting = |start| Sitting {
                values: values.clone(),
                range: start..(start + TASK_POSITIONS).min(count),
            };
            starts.map(sitting).collect::<Vec<_>>()
        };
        generation.iter().flat_map(sittings).collect()
    }

    fn equip(&self) -> Result<UciEngine, Failure> {
        let program = self.subject.program(&self.subject.base());
        UciEngine::start(&program).map_err(Failure::new)
    }

    fn run(&self, engine: &mut UciEngine, sitting: &Sitting) -> Result<Marks, Failure> {
        let program = self.subject.program(&sitting.values);
        let mut marks = Marks {
            sum: 0,
            nodes: 0,
            faults: Vec::new(),
        };
        for number in sitting.range.clone() {
            let mut answer = None;
            for _ in 0..TRIES {
                let asked = engine.set(program.clone());
                match asked.and_then(|()| self.ask(engine, number)) {
                    Ok(given) => {
                        answer = Some(given);
                        break;
                    }
                    Err(fault) => {
                        let whose = self.subject.differences(&sitting.values);
                        marks.faults.push(format!("{whose}: {}", fault.misdeed));
                    }
                }
            }
            let (mark, nodes) = answer.unwrap_or((self.worst(), 0));
            marks.sum += mark;
            marks.nodes += nodes;
        }
        Ok(marks)
    }

    fn reduce(&self, generation: &[Vec<i32>], _: &[Sitting], outcomes: &[Marks]) -> Scores {
        let sittings = self.questions.len().div_ceil(TASK_POSITIONS);
        let sums = outcomes.chunks(sittings).map(|marks| {
            let sum = marks.iter().map(|marks| marks.sum).sum();
            Fitness::exact(self.questions.fitness(sum))
        });
        let fitness: Vec<_> = sums.collect();
        assert_eq!(fitness.len(), generation.len(), "every program was asked");
        Scores {
            effort: Effort {
                positions: (self.questions.len() * generation.len()) as u64,
                nodes: outcomes.iter().map(|marks| marks.nodes).sum(),
                ..Effort::default()
            },
            fitness,
        }
    }

    fn account(&self, _: &[Sitting], outcomes: &[Marks]) -> Account {
        let faults = outcomes.iter().flat_map(|marks| marks.faults.clone());
        Account {
            faults: faults.collect(),
            ..Account::default()
        }
    }

    fn repeatable(&self) -> bool {
        true
    }

    fn packed(&self) -> Option<Packed> {
        self.subject.lent.as_ref()?;
        let value = (&*self.subject, &*self.questions, self.pace);
        Some(Packed::new(Self::KIND, &value))
    }

    fn engines(&self) -> Vec<String> {
        self.subject.engines()
    }
}
