//! Workers and their hash tables.

use std::fmt::Debug;
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use arena::book::Book;
use engine::organism::Organism;
use engine::search::SearchParams;
use evo::{Backend, Kits, Problem, Seed, Space, Threads};
use problems::coevolve::{Coevolve, Contest, Meetings};
use problems::gauntlet::Gauntlet;
use problems::tactics::{Puzzle, Tactics};

/// More than any machine has.
const ENDLESS: usize = 1 << 50;

fn contest(mebibytes: usize) -> Contest {
    Contest {
        book: Arc::new(Book::built_in()),
        nodes: 200,
        mebibytes,
    }
}

fn coevolve(mebibytes: usize) -> Coevolve {
    Coevolve::new(
        contest(mebibytes),
        Meetings::Drawn(NonZeroUsize::new(5).unwrap()),
    )
}

fn gauntlet(mebibytes: usize) -> Gauntlet {
    let opponents = vec![Organism::default().to_toml().into()];
    Gauntlet::new(contest(mebibytes), opponents, 4, |text, path| {
        Ok(Box::new(Organism::parse(text, path)?))
    })
}

fn tactics(mebibytes: usize) -> Tactics {
    let puzzles = Puzzle::built_in()[..6].to_vec();
    let nodes = NonZeroU64::new(2000).unwrap();
    Tactics::new(puzzles, Organism::default().weights, nodes, mebibytes)
}

fn weights() -> Vec<Vec<i32>> {
    let space = problems::weights_space();
    let sample = |index| space.sample(&mut Seed::new(1).child("weights", index).stream());
    (0..4).map(|index| space.decode(&sample(index))).collect()
}

fn searches() -> Vec<Vec<i32>> {
    let space = problems::bits(SearchParams::TABLE);
    let sample = |index| space.sample(&mut Seed::new(1).child("search", index).stream());
    (0..2).map(|index| space.decode(&sample(index))).collect()
}

/// What one worker makes of all tasks, first with a kit for each and then with one for
/// all, in the opposite order. Two problems, so that neither knows what the other found.
fn history_does_not_show<P: Problem<Outcome: Debug>>(
    problem: impl Fn() -> P,
    generation: &[P::Program],
) {
    let (fresh, used) = (problem(), problem());
    let tasks = fresh.plan(generation, Seed::new(2));
    let alone = tasks.iter().map(|task| {
        let mut kit = fresh.equip().unwrap();
        fresh.run(&mut kit, task).unwrap()
    });
    let alone: Vec<_> = alone.collect();
    let mut kit = used.equip().unwrap();
    let together = tasks.iter().rev().map(|task| used.run(&mut kit, task));
    let mut together: Vec<_> = together.map(Result::unwrap).collect();
    together.reverse();
    assert!(alone.len() > 3);
    assert_eq!(alone, together);
}

#[test]
fn outcomes_do_not_depend_on_what_a_kit_was_used_for() {
    history_does_not_show(|| coevolve(1), &weights());
    history_does_not_show(|| gauntlet(1), &[Organism::champion().to_toml().into()]);
    history_does_not_show(|| tactics(1), &searches());
}

fn refused<P>(problem: &P, generation: &[P::Program]) -> String
where
    P: Problem<Task: Sync, Outcome: Send + Debug, Kit: Send> + Sync,
{
    let tasks = problem.plan(generation, Seed::new(2));
    let threads = Threads::new(NonZeroUsize::new(2).unwrap());
    let failure = threads.run_all(problem, &Kits::new(), &tasks);
    failure.unwrap_err().to_string()
}

#[test]
fn a_table_without_memory_is_a_reason_and_not_a_panic() {
    for failure in [
        refused(&coevolve(ENDLESS), &weights()),
        refused(&gauntlet(ENDLESS), &[Organism::champion().to_toml().into()]),
        refused(&tactics(ENDLESS), &searches()),
    ] {
        assert!(failure.starts_with("task 0: "), "{failure}");
        assert!(failure.contains(&format!("a hash table of {ENDLESS} MiB")));
        assert_eq!(failure.lines().count(), 1);
    }
}
