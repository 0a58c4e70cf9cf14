//! Tasks as a fleet may treat them: written to bytes, out of order, done twice, lost on
//! the way there and on the way back, failed and tried again. The run comes out the same.

#[path = "support/gp.rs"]
mod gp;

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::sync::Arc;

use arena::book::Book;
use chess::Game;
use engine::modern::{self, search::SearchGenes};
use engine::organism::Organism;
use engine::search::Score;
use evo::{
    Backend, BitMutation, Crossover, Evolver, Failure, GrayBits, Jury, Kits, Limits, Method, Nudge,
    Optimiser, Positive, Probability, Problem, Run, Seed, Selection, Space, Stream, Threads,
    ep::Ep, ga::Ga, learner::Learner,
};
use problems::coevolve::{Coevolve, Contest, Judged, Meetings, Searches};
use problems::endgame::{self, Endgame, Opponents, Plies, Points, Sizes, Starts, Terminals};
use problems::gauntlet::Gauntlet;
use problems::masters::{Masters, Setup};
use problems::mentor::{Lesson, Mentor};
use problems::mimic::{Horizon, Mimic};
use problems::positions::Positions;
use problems::tactics::{Puzzle, Tactics};

use gp::gp;

/// Sends every task twice, loses some on the way and some outcomes on the way back, and
/// begins again with what is missing. Workers fail now and then, and their kits with them.
struct Hostile(Seed);

/// A task that failed this often is given up.
const TRIES: u32 = 20;

/// One worker does one task, if all goes well.
fn work<P: Problem>(
    problem: &P,
    kits: &Kits<P::Kit>,
    task: &P::Task,
    stream: &mut Stream,
) -> Result<P::Outcome, Failure> {
    let power_cut = || Failure::new("the power was cut");
    let mut kit = kits.take(problem)?;
    if stream.chance(0.1) {
        return Err(power_cut());
    }
    let outcome = problem.run(&mut kit, task)?;
    if stream.chance(0.1) {
        return Err(power_cut());
    }
    kits.put_back(kit);
    Ok(outcome)
}

impl<P: Problem> Backend<P> for Hostile {
    type Error = Failure;

    fn run_all(
        &self,
        problem: &P,
        kits: &Kits<P::Kit>,
        tasks: &[P::Task],
    ) -> Result<Vec<P::Outcome>, Failure> {
        let mut stream = self.0.stream();
        let sent: Vec<_> = tasks
            .iter()
            .map(|task| postcard::to_stdvec(task).unwrap())
            .collect();
        let mut failures = vec![0; tasks.len()];
        let mut outcomes: Vec<Option<Vec<u8>>> = vec![None; tasks.len()];
        while outcomes.iter().any(Option::is_none) {
            let missing = (0..tasks.len()).filter(|&index| outcomes[index].is_none());
            let mut queue: Vec<_> = missing.flat_map(|index| [index, index]).collect();
            stream.shuffle(&mut queue);
            for index in queue {
                if stream.chance(0.3) {
                    continue;
                }
                let task: P::Task = postcard::from_bytes(&sent[index]).unwrap();
                assert_eq!(task, tasks[index]);
                let outcome = match work(problem, kits, &task, &mut stream) {
                    Ok(outcome) => postcard::to_stdvec(&outcome).unwrap(),
                    Err(failure) => {
                        failures[index] += 1;
                        if failures[index] == TRIES {
                            return Err(failure.during(format_args!("task {index}")));
                        }
                        continue;
                    }
                };
                if stream.chance(0.3) {
                    continue;
                }
                if let Some(before) = &outcomes[index] {
                    assert_eq!(*before, outcome, "a task has one outcome");
                }
                outcomes[index] = Some(outcome);
            }
        }
        let some_failed = failures.iter().any(|&count| count > 0);
        assert!(some_failed || tasks.len() < 20, "nothing was tried again");
        let outcomes = outcomes.into_iter().flatten();
        Ok(outcomes
            .map(|bytes| postcard::from_bytes(&bytes).unwrap())
            .collect())
    }
}

/// The last checkpoint of three generations.
fn end<S: Space, P, B>(space: &S, problem: &P, method: &Method<S>, backend: &B) -> Vec<u8>
where
    P: Problem<Program = S::Program>,
    B: Backend<P, Error = Failure>,
{
    let mut evolver = Evolver::new(method.clone(), space, Vec::new()).unwrap();
    let run = Run {
        space,
        judge: &Jury::new(problem, backend),
        seed: Seed::new(7),
        generations: 2,
    };
    let end = run
        .go(&mut evolver, |_, _| ControlFlow::<()>::Continue(()))
        .unwrap();
    assert_eq!(end, ControlFlow::Continue(()));
    evolver.save()
}

fn check<S: Space, P>(space: &S, problem: impl Fn() -> P, method: &Method<S>)
where
    P: Problem<Program = S::Program, Kit: Send> + Sync,
{
    let threads = Threads::new(NonZeroUsize::MIN);
    let calm = end(space, &problem(), method, &threads);
    for seed in 1..=2 {
        let hostile = Hostile(Seed::new(seed));
        assert!(end(space, &problem(), method, &hostile) == calm);
    }
}

fn count(count: usize) -> NonZeroUsize {
    count.try_into().unwrap()
}

fn ga() -> Method<GrayBits> {
    Method::Ga(Ga {
        population: 6,
        elites: 1,
        selection: Selection::Roulette,
        crossover: Crossover::Uniform,
        crossover_rate: Probability::new(0.75),
        mutation: BitMutation::flips(Probability::new(0.01)),
    })
}

fn contest() -> Contest {
    Contest {
        book: Arc::new(Book::built_in()),
        nodes: 60,
        mebibytes: 1,
    }
}

#[test]
fn moves_and_scores() {
    let space = problems::weights_space();
    let positions = Positions::built_in().train;
    check(
        &space,
        || Mimic::new(&positions[..40], Horizon::Exchange),
        &ga(),
    );
    let lessons: Vec<_> = (0..)
        .zip(&positions[..40])
        .map(|(number, sample)| Lesson {
            board: sample.board.clone(),
            score: Score::Centipawns(10 * number - 200),
        })
        .collect();
    check(&space, || Mentor::new(&lessons), &ga());
}

#[test]
fn games() {
    let space = problems::weights_space();
    let coevolve = || Coevolve::new(contest(), Meetings::Drawn(count(6)));
    check(&space, coevolve, &ga());
    let learner = Method::Learner(Learner {
        population: 4,
        spread: Positive::new(0.05),
        doubt: Positive::new(0.02),
    });
    check(&space, coevolve, &learner);
}

#[test]
fn modern_searches() {
    let space = problems::bits(SearchGenes::TIMELESS);
    let games = || {
        let searches = Searches(modern::Organism::default().weights);
        let limits = [40, 80].map(|nodes| Contest { nodes, ..contest() });
        let meetings = Meetings::Drawn(count(6));
        Coevolve::of_searches(searches, limits.into(), meetings, Judged::ByAll)
    };
    check(&space, games, &ga());
}

#[test]
fn searches() {
    let puzzles = Puzzle::built_in();
    let tactics = || {
        let nodes = NonZeroU64::new(300).unwrap();
        let weights = Organism::default().weights;
        Tactics::new(puzzles[..4].to_vec(), weights, nodes, 1)
    };
    check(&problems::search_space(), tactics, &ga());
}

#[test]
fn challengers() {
    let opponents = vec![Organism::default().to_toml().into()];
    let gauntlet = Gauntlet::new(contest(), opponents, 3, |text, path| {
        Ok(Box::new(Organism::parse(text, path)?))
    });
    let challenger = [Organism::champion().to_toml().into()];
    let tasks = gauntlet.plan(&challenger, Seed::new(1));
    let calm = Threads::new(NonZeroUsize::MIN)
        .run_all(&gauntlet, &Kits::new(), &tasks)
        .unwrap();
    let hostile = Hostile(Seed::new(3))
        .run_all(&gauntlet, &Kits::new(), &tasks)
        .unwrap();
    assert_eq!(calm, hostile);
}

#[test]
fn masters() {
    let book = Book::built_in();
    let games: Vec<Game> = (0..8)
        .map(|number| book.opening(number).game.clone())
        .collect();
    let setup = Setup::default();
    let method = Method::Ep(Ep {
        population: 4,
        survivors: 2,
        mutation: Nudge::Gaussian {
            rate: Probability::new(1.0),
            step: Positive::new(0.1),
        },
    });
    let players = || Masters::new(games.clone(), count(3)).unwrap();
    check(&setup.space().unwrap(), players, &method);
}

#[test]
fn endings() {
    let limits = Limits {
        start: (2, 4),
        depth: 8,
        size: 60,
    };
    let sizes = Sizes {
        advantage: limits,
        even: limits,
        disadvantage: limits,
    };
    let space = endgame::space(Terminals::All, &sizes).unwrap();
    let method = gp(6, Selection::Roulette);
    let peers = || Endgame {
        from: Starts {
            endings: vec!["KRKR".parse().unwrap()],
            quiet: None,
        },
        starts: 2,
        longest: 15,
        points: Points::PAPER,
        plies: Plies::ONE,
        opponents: Opponents::Peers(2),
    };
    check(&space, peers, &method);
}
