//! Simulated games on a landscape whose summit is known: a tune without an engine.
//!
//! ```text
//! parameters ─► loss in Elo ─► pairs of games against the base ─► points, with their error
//!               known exactly  drawn by chance
//! ```
//!
//! Each parameter goes from 0 to [`MOST`]. Somewhere in the middle of the ranges is the
//! summit; the base, which a tune starts from, is some Elo below. Around the summit
//!
//! ```text
//! q = Σ hᵢ · uᵢ²,  u = turned(x - summit)
//! loss = 2·F · (√(1 + q / F) - 1)
//! ```
//!
//! is quadratic, and further down it becomes linear (with F of 200 Elo), as engines do not
//! become worse without end. The curvatures hᵢ are drawn from a heavy-tailed distribution:
//! few parameters matter much, most matter little. Some pairs of parameters are turned, so
//! that one cannot be tuned without the other; some are dead.
//!
//! Where organisms come in pairs, as those of SPSA do, the two of a pair play each other.
//!
//! The two games of a pair begin with the same opening, which favours one side, and with
//! colours reversed, as in real matches.

use arena::stats::GameResult;
use arena::stats::{Pentanomial, elo_of_score, score_of_elo};
use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed, Stream};
use serde::{Deserialize, Serialize};

use crate::opponent::Opponent;

/// The largest value of a parameter; the smallest is 0.
pub const MOST: i32 = 100;

/// Where the loss passes from quadratic to linear, in Elo.
const FAR_ELO: f64 = 200.0;

/// The deviation of what openings favour one side by: half of them do by more than two
/// thirds of this.
const OPENING_ELO: f64 = 60.0;

/// As many pairs of even games are added to what the results say of their error: few
/// results that are all the same would say that there is none.
const PRIOR_PAIRS: f64 = 4.0;

/// What a landscape is made by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    /// How many parameters there are.
    pub parameters: usize,
    /// By how many Elo the base is below the summit.
    pub loss_elo: f64,
    /// How far a parameter of the base is from the summit, as a share of its range, on
    /// average.
    pub distance: f64,
    /// The deviation of the logarithm of the curvatures.
    pub spread: f64,
    /// The share of the parameters that are turned together with another.
    pub turned: f64,
    /// The share of the parameters that are dead.
    pub dead: f64,
    /// The share of drawn games between equals.
    pub draws: f64,
}

impl Terrain {
    /// What is usual in an engine that was tuned by hand: the base is 100 Elo below the
    /// summit, two games in five are drawn, a fifth of the parameters is dead.
    pub const fn usual(parameters: usize) -> Self {
        Self {
            parameters,
            loss_elo: 100.0,
            distance: 0.1,
            spread: 1.5,
            turned: 0.5,
            dead: 0.2,
            draws: 0.4,
        }
    }
}

/// A landscape as a problem of evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Landscape {
    terrain: Terrain,
    base: Vec<i32>,
    summit: Vec<f64>,
    curvatures: Vec<f64>,
    /// Pairs of parameters, each with the cosine and the sine that it is turned by.
    turns: Vec<(usize, usize, f64, f64)>,
    judged: Judged,
    opponent: Opponent,
}

/// How a program is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Judged {
    /// By this many pairs of games against the base: the mean score of a game, in percent.
    ByPairs(u32),
    /// By its true Elo above the base.
    ByTruth,
}

/// Games of a program against the base, or against the other one of its pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bout {
    program: Vec<i32>,
    other: Option<Vec<i32>>,
    seed: Seed,
}

impl Landscape {
    /// The landscape of this seed, on which programs play this number of pairs of games.
    pub fn new(terrain: Terrain, pairs: u32, seed: Seed) -> Self {
        let count = terrain.parameters;
        let mut stream = seed.child("landscape", 0).stream();
        let summit: Vec<_> = (0..count).map(|_| 0.25 + 0.5 * stream.unit()).collect();
        let away = |summit: &f64, stream: &mut Stream| {
            // The mean of the absolute normal distribution is √(2/π).
            let by = terrain.distance * libm::sqrt(std::f64::consts::FRAC_PI_2) * stream.normal();
            libm::rint((summit + by).clamp(0.0, 1.0) * f64::from(MOST)) as i32
        };
        let base = summit.iter().map(|at| away(at, &mut stream)).collect();
        let mut order: Vec<_> = (0..count).collect();
        stream.shuffle(&mut order);
        let dead = libm::rint(terrain.dead * count as f64) as usize;
        let (dead, alive) = order.split_at(dead.min(count - 1));
        let mut curvatures: Vec<_> = (0..count)
            .map(|_| libm::exp(terrain.spread * stream.normal()))
            .collect();
        for &one in dead {
            curvatures[one] = 0.0;
        }
        let turned = libm::rint(terrain.turned * alive.len() as f64 / 2.0) as usize;
        let (pairs_of, _) = alive.as_chunks::<2>();
        let turns = pairs_of.iter().take(turned).map(|&[one, other]| {
            let angle = std::f64::consts::TAU * stream.unit();
            (one, other, libm::cos(angle), libm::sin(angle))
        });
        let mut landscape = Self {
            turns: turns.collect(),
            terrain,
            base,
            summit,
            curvatures,
            judged: Judged::ByPairs(pairs),
            opponent: Opponent::Base,
        };
        // The curvatures are scaled so that the base is as low as it is to be.
        let now = landscape.steepness(&landscape.base);
        let root = 1.0 + terrain.loss_elo / (2.0 * FAR_ELO);
        let wanted = FAR_ELO * (root * root - 1.0);
        landscape
            .curvatures
            .iter_mut()
            .for_each(|h| *h *= wanted / now);
        landscape
    }

    /// The same landscape, on which programs play this opponent.
    pub fn against(self, opponent: Opponent) -> Self {
        Self { opponent, ..self }
    }

    /// The same landscape, on which programs are judged by their true Elo.
    pub fn by_truth(&self) -> Self {
        Self {
            judged: Judged::ByTruth,
            ..self.clone()
        }
    }

    /// What a tune starts from.
    pub fn base(&self) -> &[i32] {
        &self.base
    }

    /// By how many Elo a program is better than the base.
    pub fn elo(&self, program: &[i32]) -> f64 {
        self.terrain.loss_elo - self.loss(program)
    }

    /// By how many Elo a program is below the summit.
    fn loss(&self, program: &[i32]) -> f64 {
        let steepness = self.steepness(program);
        2.0 * FAR_ELO * (libm::sqrt(1.0 + steepness / FAR_ELO) - 1.0)
    }

    fn steepness(&self, program: &[i32]) -> f64 {
        let off = program.iter().zip(&self.summit);
        let mut off: Vec<_> = off
            .map(|(&value, summit)| f64::from(value) / f64::from(MOST) - summit)
            .collect();
        for &(one, other, cosine, sine) in &self.turns {
            let (a, b) = (off[one], off[other]);
            (off[one], off[other]) = (cosine * a - sine * b, sine * a + cosine * b);
        }
        let squares = off.iter().zip(&self.curvatures).map(|(u, h)| h * u * u);
        squares.sum()
    }

    /// A pair of games of a player that is this many Elo stronger.
    fn pair(&self, elo: f64, stream: &mut Stream) -> [GameResult; 2] {
        let favour = OPENING_ELO * stream.normal();
        [favour, -favour].map(|favour| {
            let score = score_of_elo(elo + favour);
            let draw = (4.0 * score * (1.0 - score) * self.terrain.draws)
                .min(2.0 * score)
                .min(2.0 * (1.0 - score));
            let luck = stream.unit();
            match score - draw / 2.0 {
                win if luck < win => GameResult::Win,
                win if luck < win + draw => GameResult::Draw,
                _ => GameResult::Loss,
            }
        })
    }

    /// The mean score of a game in percent, and its error.
    fn fitness(&self, results: &Pentanomial) -> Fitness {
        let pairs = results.pairs() as f64;
        let mean = results.score();
        let squares = results
            .by_score()
            .into_iter()
            .enumerate()
            .map(|(half_points, count)| {
                let off = half_points as f64 / 4.0 - mean;
                count as f64 * off * off
            });
        let even = (1.0 - self.terrain.draws) / 8.0;
        let variance = (squares.sum::<f64>() + PRIOR_PAIRS * even) / (pairs + PRIOR_PAIRS - 1.0);
        Fitness {
            value: 100.0 * mean,
            stderr: 100.0 * libm::sqrt(variance / pairs),
        }
    }
}

/// The Elo above the base that a score in percent stands for; of 0 % and 100 %, what half
/// a point in a hundred games would.
pub fn elo_of_percent(percent: f64) -> f64 {
    elo_of_score((percent / 100.0).clamp(0.005, 0.995))
}

impl Portable for Landscape {
    const KIND: &'static str = "landscape";
}

impl Problem for Landscape {
    type Program = Vec<i32>;
    type Task = Bout;
    type Outcome = Pentanomial;
    type Kit = ();

    fn plan(&self, generation: &[Vec<i32>], seed: Seed) -> Vec<Bout> {
        let bout = |(index, (program, other)): (u64, (&Vec<i32>, Option<&Vec<i32>>))| Bout {
            program: program.clone(),
            other: other.cloned(),
            seed: seed.child("bout", index),
        };
        match self.judged {
            Judged::ByPairs(_) => {
                let meetings = self.opponent.meetings(generation);
                (0..).zip(meetings).map(bout).collect()
            }
            Judged::ByTruth => Vec::new(),
        }
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), bout: &Bout) -> Result<Pentanomial, Failure> {
        let other = bout.other.as_ref();
        let elo = self.elo(&bout.program) - other.map_or(0.0, |other| self.elo(other));
        let mut stream = bout.seed.stream();
        let mut results = Pentanomial::default();
        if let Judged::ByPairs(pairs) = self.judged {
            for _ in 0..pairs {
                let [one, other] = self.pair(elo, &mut stream);
                results.add_pair(one, other);
            }
        }
        Ok(results)
    }

    fn reduce(&self, generation: &[Vec<i32>], _: &[Bout], outcomes: &[Pentanomial]) -> Scores {
        let fitness = match self.judged {
            Judged::ByPairs(_) => {
                let results = outcomes.iter().copied();
                let results = self.opponent.of_each(generation.len(), results);
                let fitness = results.iter().map(|results| self.fitness(results));
                fitness.collect()
            }
            Judged::ByTruth => {
                let truth = generation.iter().map(|program| self.elo(program));
                truth.map(Fitness::exact).collect()
            }
        };
        Scores {
            fitness,
            effort: Effort {
                games: outcomes.iter().map(Pentanomial::games).sum(),
                ..Effort::default()
            },
        }
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, _: &Bout, outcome: &Pentanomial) -> bool {
        self.judged == Judged::ByPairs(outcome.pairs() as u32)
    }
}
