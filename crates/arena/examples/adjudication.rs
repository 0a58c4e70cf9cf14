//! What rules that end games early would have made of games that were played out.
//!
//! Two organisms play pairs of games to the end of chess, or to the move limit. Then
//! every rule is asked when it would have ended each game and with what result.
//!
//! ```sh
//! cargo run --release -p arena --example adjudication -- A.toml B.toml NODES PAIRS
//! ```

use std::env;
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use arena::book::Book;
use arena::stats::GameResult;
use arena::{Draw, Material, OrganismPlayer, Pace, Played, Resign, Rules, Seat, play};
use chess::Color;
use engine::organism::Organism;

const USAGE: &str = "adjudication A.toml B.toml NODES PAIRS";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [first, second, nodes, pairs] = arguments.as_slice() else {
        return Err(USAGE.into());
    };
    let organisms = [
        Organism::read(Path::new(first))?,
        Organism::read(Path::new(second))?,
    ];
    let games = played_out(&organisms, nodes.parse()?, pairs.parse()?);
    let plies: usize = games.iter().map(|(_, played)| played.thoughts.len()).sum();
    let points: f64 = games.iter().map(|game| points(game, None)).sum();
    println!(
        "{} games of {} and {} at {nodes} nodes, {:.0} half moves each, {points} points",
        games.len(),
        organisms[0].name,
        organisms[1].name,
        plies as f64 / games.len() as f64,
    );
    println!("rule | ended early | other results | net points ± error | half moves saved");
    for (name, rules) in candidates() {
        println!("{}", row(&name, &rules, &games, plies));
    }
    Ok(())
}

/// The side of the first organism, and the game.
type Sided = (Color, Played);

/// Rules to compare.
fn candidates() -> Vec<(String, Rules)> {
    let none = || Rules {
        last_move: Rules::default().last_move,
        ..Rules::chess_only()
    };
    let mut all = vec![(
        "both scores 1000 for 3 moves".to_owned(),
        Rules {
            resign: Some(Resign { cp: 1000, moves: 3 }),
            ..none()
        },
    )];
    let draw = Draw {
        cp: 8,
        moves: 8,
        from_move: 40,
    };
    let rules = Rules {
        draw: Some(draw),
        ..none()
    };
    all.push(("both scores within 8 for 8 moves, from 40".into(), rules));
    for lead in [5, 7, 9, 11, 14] {
        for moves in [2, 4, 8] {
            let name = format!("material {lead} for {moves} moves");
            let material = Some(Material { lead, moves });
            let rules = Rules { material, ..none() };
            all.push((name, rules));
        }
    }
    all
}

/// What a rule would have done: a line of the table.
fn row(name: &str, rules: &Rules, games: &[Sided], plies: usize) -> String {
    let (mut ended, mut saved) = (0, 0);
    let mut shifts = Vec::new();
    for game in games {
        let by_rule = game.1.ending_by(rules);
        if let Some((_, after)) = by_rule {
            ended += 1;
            saved += game.1.thoughts.len() - after;
        }
        shifts.push(points(game, Some(rules)) - points(game, None));
    }
    let net: f64 = shifts.iter().sum();
    let changed = shifts.iter().filter(|shift| **shift != 0.0).count();
    let error = shifts.iter().map(|shift| shift * shift).sum::<f64>().sqrt();
    let share = |part: usize, of: usize| 100.0 * part as f64 / of as f64;
    format!(
        "{name} | {:.1} % | {changed} ({:.2} %) | {net:+.1} ± {error:.1} | {:.1} %",
        share(ended, games.len()),
        share(changed, games.len()),
        share(saved, plies),
    )
}

/// What the first organism gets for a game, played out or ended by rules.
fn points((side, played): &Sided, rules: Option<&Rules>) -> f64 {
    let early = rules.and_then(|rules| played.ending_by(rules));
    let ending = early.map_or(played.ending, |(ending, _)| ending);
    match GameResult::of(ending.outcome(), *side) {
        GameResult::Loss => 0.0,
        GameResult::Draw => 0.5,
        GameResult::Win => 1.0,
    }
}

/// Pairs of games from the built-in openings that nothing ends but chess and the move
/// limit, in any order.
fn played_out(organisms: &[Organism; 2], nodes: u64, pairs: usize) -> Vec<Sided> {
    let book = Book::built_in();
    let rules = Rules {
        last_move: Rules::default().last_move,
        ..Rules::chess_only()
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let player = |one: &Organism| OrganismPlayer::new(Arc::new(one.clone()), 1);
        let [mut first, mut second] = organisms.each_ref().map(player);
        let mut games = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= pairs {
                return games;
            }
            for side in Color::ALL {
                let pace = Pace::Nodes(nodes);
                let seat = |player| Seat { player, pace };
                let (white, black) = match side {
                    Color::White => (&mut first, &mut second),
                    Color::Black => (&mut second, &mut first),
                };
                let opening = number % book.openings().len();
                let start = book.opening(opening).game.clone();
                games.push((side, play(seat(white), seat(black), start, &rules)));
            }
        }
    };
    let workers = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers.get()).map(|_| scope.spawn(work)).collect();
        let games = threads.into_iter();
        games
            .flat_map(|thread| thread.join().expect("no game fails"))
            .collect()
    })
}
