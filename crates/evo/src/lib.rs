//! Evolution: spaces, operators, optimisers and the run loop. No chess in it.
//!
//! A generation goes through the six steps of [`Run::go`] in this order and
//! never back:
//!
//! ```text
//! optimiser.ask ─► problem.plan ─► backend.run_all ─► problem.reduce ─► optimiser.tell ─► record
//! genomes          tasks           outcomes           scores            population        Generation
//! ```
//!
//! - A [`Space`] says what a genome is and how it is drawn, crossed and mutated:
//!   [`GrayBits`] for whole numbers in Gray-coded bits, [`Mixed`] for whole numbers,
//!   reals, logarithmic ranges and choices side by side, [`Adaptive`] for such numbers
//!   with the size of their own steps, [`Trees`] for programs of typed [`trees`]. A pair
//!   of spaces is a space.
//! - The operators are small functions: [`select`], [`cross`], [`mutate`].
//! - A [`Method`] says how one generation is bred from the last: [`ga::Ga`],
//!   [`ep::Ep`], [`gp::Gp`], and for genes that are numbers ([`Cube`])
//!   [`cma_es::CmaEs`], [`de::De`], [`pso::Pso`], [`es::Es`], [`spsa::Spsa`],
//!   [`bayes::Bayes`], [`gradient::Gradient`] and, where a problem gives [`Example`]s,
//!   [`learner::Learner`]. It is plain values, as a recipe writes them; most have
//!   [standard](Method::standard) settings for every space of numbers.
//! - An [`Evolver`] is a method with its population. It is its own checkpoint. An
//!   [`Archipelago`] is made of them: demes that exchange organisms.
//! - A [`Problem`] turns programs into tasks and outcomes into fitness; a
//!   [`Backend`] runs the tasks, anywhere and in any order. A worker keeps its kit
//!   (hash tables, a started engine) from task to task and from generation to
//!   generation ([`Kits`]); a task that cannot be done ends the generation with the
//!   reason ([`Failure`]). A problem that is a value, too ([`Portable`]), can have its
//!   tasks done by workers on other machines ([`Courier`]).
//!
//! The same [`Seed`] gives the same run, bit for bit: on one thread or many, in
//! one go or stopped and resumed. There is no generator state to save, because
//! every random number is a pure function of the run's seed, the generation, the
//! step and the index.
//!
//! # Example
//!
//! Five numbers are to have a large sum; stop as soon as it is 1,250:
//!
//! ```
//! use std::ops::ControlFlow;
//! use evo::{
//!     BitMutation, Crossover, Effort, Evolver, Failure, Fitness, Gene, GrayBits, Jury, Method,
//!     Optimiser, Probability, Problem, Run, Scores, Seed, Selection, Threads, ga::Ga,
//! };
//!
//! struct Sum;
//!
//! impl Problem for Sum {
//!     type Program = Vec<i32>;
//!     type Task = Vec<i32>;
//!     type Outcome = i32;
//!     type Kit = ();
//!
//!     fn plan(&self, generation: &[Vec<i32>], _: Seed) -> Vec<Vec<i32>> {
//!         generation.to_vec()
//!     }
//!     fn equip(&self) -> Result<(), Failure> {
//!         Ok(())
//!     }
//!     fn run(&self, _: &mut (), task: &Vec<i32>) -> Result<i32, Failure> {
//!         Ok(task.iter().sum())
//!     }
//!     fn reduce(&self, _: &[Vec<i32>], _: &[Vec<i32>], sums: &[i32]) -> Scores {
//!         Scores {
//!             fitness: sums.iter().map(|&sum| Fitness::exact(sum.into())).collect(),
//!             effort: Effort { positions: sums.len() as u64, ..Effort::default() },
//!         }
//!     }
//! }
//!
//! let space = GrayBits::new((0..5).map(|i| Gene::new(&format!("GENE_{i}"), 0, 255)))?;
//! let method = Method::Ga(Ga {
//!     population: 30,
//!     elites: 1,
//!     selection: Selection::Tournament { size: 3.try_into()? },
//!     crossover: Crossover::Uniform,
//!     crossover_rate: Probability::new(0.75),
//!     mutation: BitMutation::flips(Probability::new(0.02)),
//! });
//! let mut evolver = Evolver::new(method, &space, Vec::new())?;
//! let run = Run {
//!     space: &space,
//!     judge: &Jury::new(&Sum, Threads::new(2.try_into()?)),
//!     seed: Seed::new(1),
//!     generations: 200,
//! };
//! let end = run.go(&mut evolver, |generation, _checkpoint| {
//!     if generation.stats.best >= 1250.0 {
//!         ControlFlow::Break("solved")
//!     } else {
//!         ControlFlow::Continue(())
//!     }
//! });
//! assert_eq!(end, Ok(ControlFlow::Break("solved")));
//!
//! // What a journal keeps is enough to go on from.
//! let resumed = Evolver::load(&space, &evolver.save())?;
//! assert_eq!(resumed, evolver);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archipelago;
mod backend;
mod bits;
mod checked;
pub mod cross;
mod cube;
mod error;
mod evolver;
mod example;
mod failure;
mod fitness;
mod judge;
mod kits;
mod methods;
pub mod mutate;
mod optimiser;
mod organism;
mod piecework;
pub mod portable;
mod problem;
mod recommend;
mod run;
mod seed;
pub mod select;
mod space;
mod spaces;
mod stream;
pub mod trees;
mod workers;

pub use archipelago::{Archipelago, Choice, Migration, Topology};
pub use backend::{Backend, Progress, STACK_BYTES, Show, Threads, Unfinished, Watch};
pub use bits::Bits;
pub use checked::{Positive, Pressure, Probability, Share};
pub use cross::Crossover;
pub use cube::{Axis, Cube};
pub use error::Error;
pub use evolver::Evolver;
pub use example::Example;
pub use failure::Failure;
pub use fitness::{Account, Effort, Fitness, Scores, Stats};
pub use judge::{Judge, Judged, Jury, Teaching};
pub use kits::Kits;
pub use methods::{Method, bayes, cma_es, de, ep, es, ga, gp, gradient, learner, pso, spsa};
pub use mutate::{BitMutation, Nudge};
pub use optimiser::Optimiser;
pub use organism::{Organism, Origin};
pub use piecework::{Piecework, in_order, workplace};
pub use portable::{Bench, Kind, Packed, Portable};
pub use problem::Problem;
pub use recommend::recommend;
pub use run::{Generation, Run};
pub use seed::Seed;
pub use select::Selection;
pub use space::{Gene, Space, Value};
pub use spaces::{
    Adapted, Adaptive, GrayBits, Limits, Mixed, MixedGene, SelfAdaptation, Steps, TreeSpec, Trees,
    mixed,
};
pub use stream::Stream;
pub use workers::{Courier, Here, Job, Note, Take, Watched, Workers};
