//! How strong individuals are and how many nodes they need, as the paper measures it: 20
//! games against each of the classes 8, 10 and 12. Beside them, the nodes a move of
//! f-negascout and of plain alpha-beta that look as far as class 10:
//!
//! ```sh
//! cargo run --release -p evochess --example ladder -- [--games 20] [--fixed] FILE …
//! ```
//!
//! The paper's best individual has a fitness of 10.48 with 58,410 nodes a move;
//! f-negascout of class 10 needs 120,000 and plain alpha-beta 897,070.

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use chess::Game;
use evo::{Backend, Kits, Problem, Seed, Threads};
use evochess::Organism;
use evochess::depth::Code;
use evochess::ladder::{Class, Ladder, Played, Rules, Trial, fitness, stderr};
use evochess::ordering::Random;
use evochess::position::{Position, PositionWeights};
use evochess::search::{Allowance, Bounds, Negascout, Tree};

const RULES: Rules = Rules {
    lead: 9,
    moves: 4,
    longest: 80,
    quiet: 6,
    decisive_cp: 900,
};

fn main() {
    let (mut games, mut fixed, mut files) = (20, false, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--games" => {
                games = words
                    .next()
                    .and_then(|word| word.parse().ok())
                    .expect("a number")
            }
            "--fixed" => fixed = true,
            _ => files.push(word),
        }
    }
    let threads = Threads::new(available_parallelism().unwrap_or(NonZeroUsize::MIN));
    let classes = [8, 10, 12].map(|number| Class::try_from(number).expect("a class"));
    for file in files {
        let organism = Organism::read(Path::new(&file)).unwrap_or_else(|error| panic!("{error}"));
        let ladder = Ladder {
            bounds: organism.bounds,
            rules: RULES,
            trial: Trial::Exam {
                classes: classes.to_vec(),
                games,
            },
        };
        let tasks = ladder.plan(&[organism.individual], Seed::new(0));
        let outcomes = threads.run_all(&ladder, &Kits::new(), &tasks);
        let outcomes = outcomes.unwrap_or_else(|failure| panic!("{failure}"));
        let played: Vec<_> = outcomes
            .into_iter()
            .flat_map(|record| record.games)
            .collect();
        println!("{}", organism.name);
        for class in classes {
            let of: Vec<_> = played.iter().filter(|game| game.class == class).collect();
            let count = |is: fn(&Played) -> bool| of.iter().filter(|game| is(game)).count();
            let (won, lost) = (count(Played::is_won), count(Played::is_lost));
            let (moves, nodes) = totals(of.iter().map(|game| (game.replies, game.reply_nodes)));
            println!(
                "  class {:>2}: {won} won, {} drawn or broken off, {lost} lost; its player {:.0} nodes a move",
                class.number(),
                of.len() - won - lost,
                nodes / moves
            );
        }
        let (moves, nodes) = totals(played.iter().map(|game| (game.moves, game.nodes)));
        println!(
            "  fitness {:.2} ± {:.2}, {:.0} nodes a move",
            fitness(&played),
            1.96 * stderr(&played),
            nodes / moves
        );
    }
    if fixed {
        fixed_depth();
    }
}

fn totals(games: impl Iterator<Item = (u32, u64)>) -> (f64, f64) {
    games.fold((0.0, 0.0), |(moves, nodes), (more, of)| {
        (moves + f64::from(more), nodes + of as f64)
    })
}

/// Both players of class 10 in the positions of games that f-negascout plays with itself.
fn fixed_depth() {
    let class = Class::try_from(10).expect("a class");
    let (mut scout_nodes, mut plain_nodes, mut moves) = (0, 0, 0);
    for seed in 0..3 {
        let position = Position::new(&PositionWeights::default(), seed);
        let mut scout = Negascout::new(position.clone(), class.depth());
        let bounds = Bounds::fixed(class.depth());
        let mut plain = Tree::new(position, Random(seed), Code::default(), bounds);
        let mut game = Game::default();
        while game.end().is_none() && game.moves().len() < 120 {
            let found = scout.search(&game);
            scout_nodes += found.nodes;
            plain_nodes += plain.search(&game, Allowance::ALL, &mut ()).nodes;
            moves += 1;
            game.play(found.mv).expect("the move is legal");
        }
    }
    println!(
        "depth {}: f-negascout {} nodes a move, plain alpha-beta {}",
        class.depth(),
        scout_nodes / moves,
        plain_nodes / moves
    );
}
