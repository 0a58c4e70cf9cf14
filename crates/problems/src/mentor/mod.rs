//! Score positions as a mentor does: the evaluation of EVOL*, from scores.
//!
//! ```text
//! positions ─► a UCI engine ─► Lessons, a file ─► Mentor: features and scores ─► errors
//!              once                               every generation, all organisms at once
//! ```
//!
//! An organism's score is its static evaluation, so all organisms are scored by one
//! product of matrices. Its error at a position is the distance between its score
//! and the mentor's, both cut to [`LIMIT_CP`]; its fitness is
//! 1 / (1 + mean error in centipawns)².
//!
//! Positions in which the side to move is in check, or with a forced mate, are left
//! out: no static look can score them.

mod lessons;

use std::ops::Range;

use engine::eval::{COUNT, Features, UNIT};
use engine::search::Score;
use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed};
use serde::{Deserialize, Serialize};

pub use lessons::{Lesson, Lessons, LessonsError};

use crate::slice::{self, Slice};

/// Beyond this a score says "won", and how much more means nothing.
pub const LIMIT_CP: i32 = 1500;

/// Organisms scored side by side: two AVX2 registers full.
const LANES: usize = 16;

/// Closeness to a mentor's scores as a problem of evolution.
#[derive(Serialize, Deserialize)]
pub struct Mentor {
    rows: Vec<Row>,
}

/// A lesson as numbers, in sixteenths.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "(Vec<i32>, i32)", into = "(Vec<i32>, i32)")]
struct Row {
    features: [i32; COUNT],
    target: i32,
}

impl Mentor {
    /// Prepares the lessons that a static look can learn from.
    pub fn new(lessons: &[Lesson]) -> Self {
        Self {
            rows: lessons.iter().filter_map(Row::new).collect(),
        }
    }

    /// How many lessons are used.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none are.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn mean_cp(&self, sum: u64) -> f64 {
        sum as f64 / (self.len().max(1) as f64 * f64::from(UNIT))
    }

    /// The sum of each organism's errors at the rows of `range`, in sixteenths.
    fn errors(&self, range: Range<usize>, organisms: &[Vec<i32>]) -> Vec<u64> {
        let rows = &self.rows[range];
        let sums = organisms.chunks(LANES).flat_map(|crew| {
            let weights = transpose(crew);
            let mut sums = [0; LANES];
            for row in rows {
                row.add_errors(&weights, &mut sums);
            }
            sums
        });
        sums.take(organisms.len()).collect()
    }
}

impl From<Row> for (Vec<i32>, i32) {
    fn from(row: Row) -> Self {
        (row.features.into(), row.target)
    }
}

impl TryFrom<(Vec<i32>, i32)> for Row {
    type Error = &'static str;

    fn try_from((features, target): (Vec<i32>, i32)) -> Result<Self, &'static str> {
        let features = features.try_into().map_err(|_| "a feature is missing")?;
        Ok(Self { features, target })
    }
}

impl Portable for Mentor {
    const KIND: &'static str = "mentor";
}

impl Row {
    fn new(lesson: &Lesson) -> Option<Self> {
        let Score::Centipawns(score) = lesson.score else {
            return None;
        };
        lesson.board.checkers().is_empty().then(|| Self {
            features: Features::of(&lesson.board).0,
            target: score.clamp(-LIMIT_CP, LIMIT_CP) * UNIT,
        })
    }

    fn add_errors(&self, weights: &[[i32; LANES]; COUNT], sums: &mut [u64; LANES]) {
        let mut scores = [0; LANES];
        for (feature, weights) in self.features.iter().zip(weights) {
            for (score, weight) in scores.iter_mut().zip(weights) {
                *score += feature * weight;
            }
        }
        for (sum, score) in sums.iter_mut().zip(scores) {
            let cut = score.clamp(-LIMIT_CP * UNIT, LIMIT_CP * UNIT);
            *sum += u64::from(cut.abs_diff(self.target));
        }
    }
}

/// The weights of up to [`LANES`] organisms, side by side; empty lanes are 0.
fn transpose(crew: &[Vec<i32>]) -> [[i32; LANES]; COUNT] {
    let mut lanes = [[0; LANES]; COUNT];
    for (lane, organism) in crew.iter().enumerate() {
        for (weights, &weight) in lanes.iter_mut().zip(organism) {
            weights[lane] = weight;
        }
    }
    lanes
}

impl Problem for Mentor {
    type Program = Vec<i32>;
    type Task = Slice;
    type Outcome = Vec<u64>;
    type Kit = ();

    fn plan(&self, generation: &[Vec<i32>], _: Seed) -> Vec<Slice> {
        slice::plan(generation, self.len())
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Slice) -> Result<Vec<u64>, Failure> {
        Ok(self.errors(task.range.clone(), &task.organisms))
    }

    fn reduce(&self, generation: &[Vec<i32>], _: &[Slice], outcomes: &[Vec<u64>]) -> Scores {
        let fitness = |organism: usize| {
            let sum = outcomes.iter().map(|errors| errors[organism]).sum();
            Fitness::exact((1.0 + self.mean_cp(sum)).powi(-2))
        };
        Scores {
            fitness: (0..generation.len()).map(fitness).collect(),
            effort: Effort {
                positions: (self.len() * generation.len()) as u64,
                ..Effort::default()
            },
        }
    }

    fn repeatable(&self) -> bool {
        true
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, task: &Slice, outcome: &Vec<u64>) -> bool {
        outcome.len() == task.organisms.len()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use chess::{Board, Game};
    use engine::eval::Weights;
    use evo::{Backend, Kits, Space, Threads};

    use super::*;

    /// Positions of random games.
    fn boards() -> Vec<Board> {
        let mut boards = Vec::new();
        for game_number in 0..40 {
            let mut stream = Seed::new(game_number).stream();
            let mut game = Game::default();
            while game.end().is_none() && game.moves().len() < 80 {
                let mut moves = Vec::new();
                game.board().generate_moves(|some| {
                    moves.extend(some);
                    false
                });
                game.play(moves[stream.below(moves.len())]).unwrap();
                boards.push(game.board().clone());
            }
        }
        boards
    }

    /// What a mentor with these weights says.
    fn taught_by(weights: &Weights) -> Vec<Lesson> {
        let lesson = |board: Board| Lesson {
            score: Score::Centipawns(Features::of(&board).dot(weights)),
            board,
        };
        boards().into_iter().map(lesson).collect()
    }

    fn random_organisms(count: u64) -> (Vec<Vec<i32>>, Vec<Weights>) {
        let space = crate::weights_space();
        let sample = |index| space.sample(&mut Seed::new(3).child("organism", index).stream());
        let programs: Vec<_> = (0..count)
            .map(|index| space.decode(&sample(index)))
            .collect();
        let weights = |program: &Vec<i32>| Weights(program.clone().try_into().unwrap());
        let organisms = programs.iter().map(weights).collect();
        (programs, organisms)
    }

    /// Each organism's mean error in centipawns.
    fn mean_error_cp(mentor: &Mentor, organisms: &[Weights]) -> Vec<f64> {
        let weights: Vec<_> = organisms.iter().map(|weights| weights.0.to_vec()).collect();
        let errors = mentor.errors(0..mentor.len(), &weights);
        errors.into_iter().map(|sum| mentor.mean_cp(sum)).collect()
    }

    #[test]
    fn all_organisms_at_once_are_scored_as_one_by_one() {
        let lessons = taught_by(&Weights::default());
        let mentor = Mentor::new(&lessons);
        assert!(mentor.len() < lessons.len(), "checks are left out");
        // One more than fills the lanes twice, so not a multiple.
        let (programs, organisms) = random_organisms(2 * LANES as u64 + 1);
        let naive = |organism: &Weights| -> f64 {
            let quiet = lessons
                .iter()
                .filter(|lesson| lesson.board.checkers().is_empty());
            let errors: Vec<f64> = quiet
                .map(|lesson| {
                    let limit = f64::from(LIMIT_CP);
                    let Score::Centipawns(target) = lesson.score else {
                        unreachable!()
                    };
                    let features = Features::of(&lesson.board).0;
                    let score: i32 = features.iter().zip(organism.0).map(|(f, w)| f * w).sum();
                    let score = f64::from(score) / f64::from(UNIT);
                    (score.clamp(-limit, limit) - f64::from(target).clamp(-limit, limit)).abs()
                })
                .collect();
            errors.iter().sum::<f64>() / errors.len() as f64
        };
        let wanted: Vec<f64> = organisms.iter().map(naive).collect();
        let batch = mean_error_cp(&mentor, &organisms);
        let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-6;
        assert!(batch.iter().zip(&wanted).all(close), "{batch:?} {wanted:?}");

        let tasks = mentor.plan(&programs, Seed::new(0));
        assert!(tasks.len() > 1);
        let fitness = |threads| {
            let threads = Threads::new(NonZeroUsize::new(threads).unwrap());
            let outcomes = threads.run_all(&mentor, &Kits::new(), &tasks).unwrap();
            mentor.reduce(&programs, &tasks, &outcomes).fitness
        };
        let expected = batch
            .iter()
            .map(|error| Fitness::exact((1.0 + error).powi(-2)));
        assert!(fitness(1).into_iter().eq(expected));
        assert_eq!(fitness(1), fitness(3));
    }

    #[test]
    fn the_mentor_itself_makes_no_error() {
        let teacher = Weights::default();
        let mentor = Mentor::new(&taught_by(&teacher));
        let (_, mut organisms) = random_organisms(10);
        organisms.push(teacher);
        let errors = mean_error_cp(&mentor, &organisms);
        // A mentor speaks in whole centipawns.
        assert!(errors[10] < 1.0, "{errors:?}");
        assert!(errors[..10].iter().all(|&error| error > 20.0), "{errors:?}");
    }

    #[test]
    fn what_a_static_look_cannot_see_is_left_out() {
        let lesson = |text: &str, score| Lesson {
            board: chess::fen::parse(text).unwrap(),
            score,
        };
        let mentor = Mentor::new(&[
            lesson("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", Score::Mate(9)),
            lesson("4k3/8/8/8/8/8/8/4K2r w - - 0 1", Score::Centipawns(-500)),
            lesson("4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1", Score::Centipawns(9000)),
        ]);
        assert_eq!(mentor.len(), 1);
        // Both see far more than the limit.
        assert_eq!(mean_error_cp(&mentor, &[Weights::default()]), [0.0]);
        assert!(Mentor::new(&[]).is_empty());
    }
}
