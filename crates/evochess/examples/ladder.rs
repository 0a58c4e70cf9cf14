//! How strong individuals are and how many nodes they need, as the paper measures it: 20
//! games against each of the classes 8, 10 and 12. Beside them, the nodes a move of
//! f-negascout and of plain alpha-beta that look as far as class 10:
//!
//! ```sh
//! cargo run --release -p evochess --example ladder -- [--games 20] [--seed 0] [--parts] [--fixed] FILE …
//! ```
//!
//! With `--parts`, the same without each statement of the depth program that has an
//! effect, a choice with its branches, and with each other module as it is not evolved.
//!
//! The paper's best individual has a fitness of 10.48 with 58,410 nodes a move;
//! f-negascout of class 10 needs 120,000 and plain alpha-beta 897,070.

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use chess::Game;
use evo::Seed;
use evochess::depth::{Block, Code, Program, Statement};
use evochess::ladder::{Class, Exam, Rules};
use evochess::ordering::Random;
use evochess::position::{Position, PositionWeights};
use evochess::search::{Allowance, Bounds, Negascout, Tree};
use evochess::{Individual, Organism};

fn main() {
    let (mut games, mut seed) = (20, 0);
    let (mut fixed, mut parts, mut files) = (false, false, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok());
        match word.as_str() {
            "--games" => games = number().expect("a number"),
            "--seed" => seed = number().expect("a number"),
            "--parts" => parts = true,
            "--fixed" => fixed = true,
            _ => files.push(word),
        }
    }
    let exam = Exam {
        games,
        rules: Rules::default(),
        seed: Seed::new(seed.into()),
    };
    for file in files {
        let organism = Organism::read(Path::new(&file)).unwrap_or_else(|error| panic!("{error}"));
        println!("{}", organism.name);
        examine(&exam, "as it is", &organism);
        if parts {
            for (what, individual) in without(&organism.individual) {
                let less = Organism {
                    individual,
                    ..organism.clone()
                };
                examine(&exam, &what, &less);
            }
        }
    }
    if fixed {
        fixed_depth();
    }
}

fn examine(exam: &Exam, what: &str, organism: &Organism) {
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let examined = exam
        .of(organism, threads)
        .unwrap_or_else(|error| panic!("{error}"));
    let tally = |class| examined.tally(class).map(|count| count.to_string());
    println!(
        "  {:>5.2} ± {:.2} {:>7.0} nodes a move; won, drawn, lost {}  {what}",
        examined.fitness(),
        examined.margin(),
        examined.nodes_a_move(),
        Exam::CLASSES.map(|class| tally(class).join(" ")).join(", "),
    );
}

/// The individual without each of its parts, and what is missing.
fn without(individual: &Individual) -> Vec<(String, Individual)> {
    let text = individual.depth.to_string();
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let mut less = Vec::new();
    for line in Code::new(&individual.depth).lines() {
        let mut depth = individual.depth.clone();
        remove(&mut depth.0, line, &mut 0);
        let what = format!("without line {line}, {}", lines[line - 1]);
        let other = Individual {
            depth,
            ..individual.clone()
        };
        less.push((what, other));
    }
    let standard = Individual::default();
    let whole = [
        (
            "without depth program",
            Individual {
                depth: Program::default(),
                ..individual.clone()
            },
        ),
        (
            "position not evolved",
            Individual {
                position: standard.position,
                ..individual.clone()
            },
        ),
        (
            "ordering not evolved",
            Individual {
                ordering: standard.ordering,
                ..individual.clone()
            },
        ),
    ];
    less.extend(whole.map(|(what, individual)| (what.into(), individual)));
    less
}

/// Takes the statement that begins at a line of the text out of a sequence; `at` is the
/// line before the sequence, and afterwards its last.
fn remove(block: &mut Block, line: usize, at: &mut usize) {
    block.retain_mut(|statement| {
        *at += 1;
        let begins = *at;
        if let Statement::If {
            then, otherwise, ..
        } = statement
        {
            remove(then, line, at);
            if !otherwise.is_empty() {
                *at += 1;
                remove(otherwise, line, at);
            }
            *at += 1;
        }
        begins != line
    });
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
