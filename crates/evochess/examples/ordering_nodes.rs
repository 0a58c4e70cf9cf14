//! Nodes of a full search by the order of its moves, on middle-game positions that were
//! not used in breeding:
//!
//! ```sh
//! cargo run --release -p evochess --example ordering_nodes -- [--depth 6] [--positions 1000] [--random 50] [--bred] [FILE …]
//! ```
//!
//! With `--bred`, on positions that breeding may use, to choose among what was bred.
//!
//! A random order takes so long that some of the positions must do.
//!
//! The paper has 7,000,000 nodes for a random order, 1,000,000 for f-negascout and
//! 250,000 for an evolved order.

use std::num::NonZeroU8;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use chess::{Board, Game};
use evochess::ordering::{Evolved, FewNodes, Order, OrderingWeights, Random};
use evochess::position::{Position, PositionWeights};
use evochess::search::Negascout;
use evochess::{Organism, Phase};
use problems::positions::Positions;

fn main() {
    let (mut depth, mut files) = (NonZeroU8::new(6).unwrap(), Vec::new());
    let (mut count, mut random, mut bred) = (1000, 50, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok());
        match word.as_str() {
            "--depth" => {
                depth = number()
                    .and_then(|n: u64| (n as u8).try_into().ok())
                    .expect("plies")
            }
            "--positions" => count = number().expect("a number") as usize,
            "--random" => random = number().expect("a number") as usize,
            "--bred" => bred = true,
            _ => files.push(word),
        }
    }
    let all = Positions::built_in();
    let some = if bred { all.train } else { all.test };
    let middle = some.into_iter().map(|sample| sample.board);
    let positions: Vec<_> = middle
        .filter(|board| Phase::of(board) == Phase::Middle)
        .take(count)
        .collect();
    let calm = FewNodes {
        positions,
        depth,
        chance: false,
    };
    let positions = FewNodes {
        chance: true,
        ..calm.clone()
    };
    println!(
        "{} middle-game positions, depth {depth}",
        positions.positions.len()
    );
    println!(
        "{:<40} {:>12} {:>10} {:>9}",
        "", "nodes", "± 95 %", "fixed = 1"
    );
    let standard = || Position::new(&PositionWeights::default(), 0);
    let fixed = each(&positions.positions, |board| {
        Negascout::new(standard(), depth)
            .search(&Game::new(board.clone()))
            .nodes
    });
    let by = |problem: &FewNodes, order: &(dyn Order + Sync)| {
        each_number(problem, |number| problem.nodes(order, number..number + 1))
    };
    print("f-negascout", &fixed, &fixed);
    let few = fixed.len().min(random);
    for (evaluation, problem) in [
        ("as the fixed player", &positions),
        ("without chance", &calm),
    ] {
        println!("evaluation {evaluation}");
        let some = FewNodes {
            positions: problem.positions[..few].to_vec(),
            ..problem.clone()
        };
        if few > 0 {
            let title = format!("random order, the first {few} positions");
            print(&title, &by(&some, &Random(1)), &fixed[..few]);
        }
        let unevolved = Evolved::new(&OrderingWeights::default());
        print("ordering, unevolved", &by(problem, &unevolved), &fixed);
        for file in &files {
            let organism =
                Organism::read(Path::new(file)).unwrap_or_else(|error| panic!("{error}"));
            let order = Evolved::new(&organism.individual.ordering);
            print(&organism.name, &by(problem, &order), &fixed);
        }
    }
}

fn each(boards: &[Board], nodes: impl Fn(&Board) -> u64 + Sync) -> Vec<u64> {
    shared(boards.len(), |number| nodes(&boards[number]))
}

fn each_number(positions: &FewNodes, nodes: impl Fn(usize) -> u64 + Sync) -> Vec<u64> {
    shared(positions.positions.len(), nodes)
}

/// The nodes of every position, on two threads.
fn shared(count: usize, nodes: impl Fn(usize) -> u64 + Sync) -> Vec<u64> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= count {
                return done;
            }
            done.push((number, nodes(number)));
        }
    };
    let mut done: Vec<_> = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    done.sort_unstable();
    done.into_iter().map(|(_, nodes)| nodes).collect()
}

fn print(name: &str, nodes: &[u64], fixed: &[u64]) {
    let count = nodes.len() as f64;
    let mean = |of: &[u64]| of.iter().sum::<u64>() as f64 / of.len() as f64;
    let average = mean(nodes);
    let squares = nodes
        .iter()
        .map(|&one| (one as f64 - average).powi(2))
        .sum::<f64>();
    let margin = 1.96 * (squares / (count - 1.0) / count).sqrt();
    println!(
        "{name:<40} {average:>12.0} {margin:>10.0} {:>9.3}",
        average / mean(fixed)
    );
}
