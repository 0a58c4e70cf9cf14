//! Generation 50 of evolutionary programming against generation 0, from the games of a
//! PGN:
//!
//! ```text
//! cargo run --release -p problems --example masters -- GAMES.pgn [SITE]
//! ```
//!
//! With a site, only games with this `Site` tag count.

use std::time::Instant;

use chess::{Game, pgn};
use evo::Seed;
use problems::masters::{
    Masters, NARROW_START, Score, Setup, Weights, duel, evolve, mean, openings,
};
use rayon::prelude::*;

const SEEDS: u64 = 30;
const DEPTH: u8 = 4;
const OPENINGS: usize = 50;
const OPENING_PLIES: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which PGN?")?;
    let site = arguments.next();
    let mut games: Vec<Game> = Vec::new();
    for record in pgn::Reader::open(&file)? {
        let record = record?;
        if site.is_none() || record.tags.get("Site") == site.as_deref() {
            games.push(record.game);
        }
    }
    let moves: usize = games.iter().map(|game| game.moves().len()).sum();
    println!("{} games, {moves} moves", games.len());
    let openings = openings(&games, OPENING_PLIES, OPENINGS);
    let players = Masters::new(games, 6.try_into()?)?;
    let threads = std::thread::available_parallelism()?;

    let mut evolutions = Vec::new();
    for seed in 0..SEEDS {
        let begun = Instant::now();
        let evolution = evolve(&players, &Setup::default(), Seed::new(seed), threads)?;
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "seed {seed}: {seconds:.3} s, champion {}",
            show(&evolution.champion)
        );
        evolutions.push(evolution);
    }

    let narrow = Setup {
        start: NARROW_START,
        ..Setup::default()
    };
    let last = evolve(&players, &narrow, Seed::new(SEEDS + 1), threads)?;
    println!(
        "\n{} games of generation 50 against 0 at depth {DEPTH}",
        2 * openings.len()
    );
    let begun = Instant::now();
    let fight = |new: &Weights, old: &Weights| duel(new, old, &openings, DEPTH);
    println!(
        "run 31, means: {}",
        tally(fight(&mean(&last.last), &mean(&last.first)))
    );
    println!(
        "run 31, champions: {}",
        tally(fight(&last.champion, &last.first_champion))
    );
    let duels = evolutions.par_iter().map(|run| {
        let means = fight(&mean(&run.last), &mean(&run.first));
        let champions = fight(&run.champion, &run.first_champion);
        println!("{} | {}", tally(means), tally(champions));
        [means, champions]
    });
    let totals = duels.reduce(
        || [Score::default(); 2],
        |one, other| [one[0] + other[0], one[1] + other[1]],
    );
    println!(
        "all seeds, means: {}, champions: {}",
        tally(totals[0]),
        tally(totals[1])
    );
    println!("{:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}

fn show(weights: &Weights) -> String {
    let values = weights.0.iter().map(|value| format!("{value:.2}"));
    values.collect::<Vec<_>>().join(" ")
}

fn tally(tally: Score) -> String {
    let games = f64::from(tally.wins + tally.draws + tally.losses);
    let Score {
        wins,
        draws,
        losses,
    } = tally;
    let points = tally.points();
    format!("{points} : {} (+{wins} ={draws} -{losses})", games - points)
}
