//! Small problems whose answers are known.

use std::{num::NonZeroU32, ops::ControlFlow};

use evo::trees::{Constants, Draw, Forest, Graft, Node, Regrow, Tree, Types, Vocabulary, Word};
use evo::{
    Bits, Effort, Evolver, Failure, Fitness, Gene, GrayBits, Jury, Limits, Method, Mixed,
    MixedGene, Nudge, Positive, Probability, Problem, Run, Scores, Seed, Selection, Space, Stats,
    Threads, TreeSpec, Trees, gp::Gp,
};

/// Scores that cost one position a task.
fn scores(values: impl Iterator<Item = f64>, tasks: usize) -> Scores {
    Scores {
        fitness: values.map(Fitness::exact).collect(),
        effort: Effort {
            positions: tasks as u64,
            ..Effort::default()
        },
    }
}

/// The bits of a program of [`forty_bits`].
pub fn bits(program: &[i32]) -> Bits {
    forty_bits().encode(program).unwrap()
}

/// The number of ones.
pub struct OneMax;

impl Problem for OneMax {
    type Program = Vec<i32>;
    type Task = Bits;
    type Outcome = u32;
    type Kit = ();

    fn plan(&self, generation: &[Vec<i32>], _: Seed) -> Vec<Bits> {
        generation.iter().map(|program| bits(program)).collect()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Bits) -> Result<u32, Failure> {
        Ok(task.count_ones())
    }

    fn reduce(&self, _: &[Vec<i32>], _: &[Bits], ones: &[u32]) -> Scores {
        scores(ones.iter().map(|&ones| ones.into()), ones.len())
    }

    fn repeatable(&self) -> bool {
        true
    }
}

/// Deceptive blocks of four bits: all ones is best, but otherwise every zero helps.
/// A task is all genomes on one block, as a batch scorer would have it.
pub struct Trap;

impl Trap {
    pub const BLOCK: usize = 4;
}

impl Problem for Trap {
    type Program = Vec<i32>;
    type Task = Vec<u32>;
    type Outcome = Vec<u32>;
    type Kit = ();

    fn plan(&self, generation: &[Vec<i32>], _: Seed) -> Vec<Vec<u32>> {
        let generation: Vec<_> = generation.iter().map(|program| bits(program)).collect();
        let block = |start| {
            let read = |genome: &Bits| genome.read(start, Self::BLOCK as u32);
            generation.iter().map(read).collect()
        };
        (0..generation[0].len())
            .step_by(Self::BLOCK)
            .map(block)
            .collect()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), blocks: &Vec<u32>) -> Result<Vec<u32>, Failure> {
        let value = |block: &u32| match block.count_ones() {
            4 => 4,
            ones => 3 - ones,
        };
        Ok(blocks.iter().map(value).collect())
    }

    fn reduce(&self, generation: &[Vec<i32>], tasks: &[Vec<u32>], blocks: &[Vec<u32>]) -> Scores {
        let total = |index: usize| blocks.iter().map(|block| f64::from(block[index])).sum();
        scores((0..generation.len()).map(total), tasks.len())
    }
}

/// Minus the squared distance from (1, 2, 3, …).
pub struct Sphere;

impl Problem for Sphere {
    type Program = Vec<f64>;
    type Task = Vec<f64>;
    type Outcome = f64;
    type Kit = ();

    fn plan(&self, generation: &[Vec<f64>], _: Seed) -> Vec<Vec<f64>> {
        generation.to_vec()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Vec<f64>) -> Result<f64, Failure> {
        let centre = (1..).map(f64::from);
        let squares = task.iter().zip(centre).map(|(x, c)| (x - c) * (x - c));
        Ok(-squares.sum::<f64>())
    }

    fn reduce(&self, _: &[Vec<f64>], _: &[Vec<f64>], outcomes: &[f64]) -> Scores {
        scores(outcomes.iter().copied(), outcomes.len())
    }
}

/// All play all; more ones win, but luck from the generation's seed decides close games.
pub struct Contest;

impl Problem for Contest {
    type Program = Vec<i32>;
    type Task = (usize, usize, u32, u32, Seed);
    type Outcome = bool;
    type Kit = ();

    fn plan(&self, generation: &[Vec<i32>], seed: Seed) -> Vec<Self::Task> {
        let ones = |index: usize| bits(&generation[index]).count_ones();
        let mut tasks = Vec::new();
        for a in 0..generation.len() {
            for b in 0..a {
                let luck = seed.child("game", tasks.len() as u64);
                tasks.push((a, b, ones(a), ones(b), luck));
            }
        }
        tasks
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), &(_, _, a, b, luck): &Self::Task) -> Result<bool, Failure> {
        let luck = luck.stream().normal();
        Ok(f64::from(a) - f64::from(b) + 2.0 * luck > 0.0)
    }

    fn reduce(&self, generation: &[Vec<i32>], tasks: &[Self::Task], outcomes: &[bool]) -> Scores {
        let mut wins = vec![0.0; generation.len()];
        for (&(a, b, ..), &a_wins) in tasks.iter().zip(outcomes) {
            wins[if a_wins { a } else { b }] += 1.0;
        }
        scores(wins.into_iter(), tasks.len())
    }
}

pub const TRUTH: Types = Types::one(0);
pub const NUMBER: Types = Types::one(1);

/// The words for [`Sorted`], in this order: their places mean something to [`value`].
pub fn words() -> Vec<Word> {
    vec![
        Word::function("If", NUMBER, &[TRUTH, NUMBER, NUMBER]),
        Word::function("Less", TRUTH, &[NUMBER, NUMBER]),
        Word::function("And", TRUTH, &[TRUTH, TRUTH]),
        Word::function("Not", TRUTH, &[TRUTH]),
        Word::terminal("A", NUMBER),
        Word::terminal("B", NUMBER),
        Word::terminal("C", NUMBER),
        // As a number, how many of the three are even; as a truth, whether any is.
        Word::terminal("Even", TRUTH.or(NUMBER)),
    ]
}

pub fn vocabulary() -> Vocabulary {
    let constants = Constants {
        returns: NUMBER,
        draw: Draw::Between(0.0, 9.0),
    };
    Vocabulary::new(&["truth", "number"], words(), Some(constants)).unwrap()
}

/// A large tree of a number and a small one of a truth.
pub fn two_trees() -> Trees {
    let spec = |name: &str, wanted, limits| TreeSpec {
        name: name.into(),
        wanted,
        limits,
    };
    let large = Limits {
        start: (2, 5),
        depth: 8,
        size: 40,
    };
    let small = Limits {
        start: (2, 3),
        depth: 5,
        size: 12,
    };
    let specs = vec![spec("greatest", NUMBER, large), spec("peak", TRUTH, small)];
    Trees::new(vocabulary(), specs).unwrap()
}

pub fn gp(population: u32, selection: Selection) -> Method<Trees> {
    Method::Gp(Gp {
        population,
        elites: 1,
        selection,
        reproduction_rate: Probability::new(0.1),
        crossover_rate: Probability::new(0.6),
        mutation_rate: Probability::new(0.3),
        crossover: Graft {
            inner: Probability::new(0.9),
        },
        mutation: regrow(),
    })
}

pub fn regrow() -> Regrow {
    Regrow {
        subtree: Probability::new(0.3),
        point: Probability::new(0.2),
        constant: Probability::new(0.1),
        insert: Probability::new(0.2),
        hoist: Probability::new(0.2),
        depth: count(3),
    }
}

/// Find the greatest of three numbers, and say whether the middle one is a peak:
/// a point for each right answer on all triples of 0 to 3.
pub struct Sorted;

impl Problem for Sorted {
    type Program = Forest;
    type Task = Forest;
    type Outcome = u32;
    type Kit = ();

    fn plan(&self, generation: &[Forest], _: Seed) -> Vec<Forest> {
        generation.to_vec()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Forest) -> Result<u32, Failure> {
        let right = |triple: u32| {
            let [a, b, c] = [triple % 4, triple / 4 % 4, triple / 16].map(f64::from);
            let greatest = value(&task.0[0], [a, b, c]) == a.max(b).max(c);
            let peak = (value(&task.0[1], [a, b, c]) != 0.0) == (a < b && c < b);
            u32::from(greatest) + u32::from(peak)
        };
        Ok((0..64).map(right).sum())
    }

    fn reduce(&self, _: &[Forest], _: &[Forest], right: &[u32]) -> Scores {
        scores(right.iter().map(|&right| right.into()), right.len())
    }

    fn repeatable(&self) -> bool {
        true
    }
}

/// What a tree of [`words`] comes to.
pub fn value(tree: &Tree, numbers: [f64; 3]) -> f64 {
    fn part(nodes: &mut std::slice::Iter<'_, Node>, numbers: [f64; 3]) -> f64 {
        let node = *nodes.next().unwrap();
        let mut next = || part(nodes, numbers);
        match node {
            Node::Constant(value) => value,
            Node::Word(0) => match [next(), next(), next()] {
                [0.0, _, no] => no,
                [_, yes, _] => yes,
            },
            Node::Word(1) => f64::from(next() < next()),
            Node::Word(2) => f64::from((next() != 0.0) & (next() != 0.0)),
            Node::Word(3) => f64::from(next() == 0.0),
            Node::Word(7) => numbers.iter().filter(|&n| n % 2.0 == 0.0).count() as f64,
            Node::Word(word) => numbers[usize::from(word) - 4],
        }
    }
    part(&mut tree.0.iter(), numbers)
}

/// Ten numbers of four bits.
pub fn forty_bits() -> GrayBits {
    GrayBits::new((0..10).map(|index| Gene::new(&format!("GENE_{index}"), 0, 15))).unwrap()
}

/// Five numbers from -10 to 10.
pub fn five_reals() -> Mixed<f64> {
    Mixed::new((0..5).map(|index| MixedGene::real(&format!("GENE_{index}"), -10.0, 10.0))).unwrap()
}

pub fn gaussian() -> Nudge {
    Nudge::Gaussian {
        rate: Probability::new(0.5),
        step: Positive::new(0.05),
    }
}

pub fn non_uniform(horizon: u32) -> Nudge {
    Nudge::NonUniform {
        rate: Probability::new(0.9),
        shape: Positive::new(2.0),
        horizon: count(horizon),
    }
}

pub fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

pub fn threads(count: usize) -> Threads {
    Threads::new(count.try_into().unwrap())
}

/// A whole run on one thread: its end and the figures of every generation.
pub fn evolve<S: Space, P>(
    space: &S,
    problem: &P,
    method: Method<S>,
    seed: u64,
    generations: u32,
) -> (Evolver<S>, Vec<Stats>)
where
    P: Problem<Program = S::Program, Kit: Send> + Sync,
{
    let mut evolver = Evolver::new(method, space, Vec::new()).unwrap();
    let mut figures = Vec::new();
    let run = Run {
        space,
        judge: &Jury::new(problem, threads(1)),
        seed: Seed::new(seed),
        generations,
    };
    let end = run
        .go(&mut evolver, |generation, _| {
            figures.push(generation.stats);
            ControlFlow::<()>::Continue(())
        })
        .unwrap();
    assert_eq!(end, ControlFlow::Continue(()));
    (evolver, figures)
}
