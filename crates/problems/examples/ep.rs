//! The tables of the paper on evolutionary programming, from the games of a PGN:
//!
//! ```text
//! cargo run --release -p problems --example ep -- GAMES.pgn [SITE]
//! ```
//!
//! With a site, only games with this `Site` tag count.

use std::time::Instant;

use chess::{Game, pgn};
use evo::Seed;
use problems::ep::{
    Figure, NAMES, NARROW_START, Players, Setup, THEORY, Tally, Weights, duel, evolve, figures,
    mean, openings,
};
use rayon::prelude::*;

/// The paper's run 31, generation 50: means and spreads.
const PAPER: [(f64, f64); 5] = [
    (310.89, 0.22),
    (325.32, 0.45),
    (514.92, 1.26),
    (841.61, 2.62),
    (5.62, 1.34),
];
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
    let players = Players::new(games, 6.try_into()?)?;
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

    let collect = |pick: &dyn Fn(&_) -> Weights| evolutions.iter().map(pick).collect::<Vec<_>>();
    let champions = figures(&collect(&|run| run.champion));
    let means = figures(&collect(&|run| mean(&run.last)));
    let within = mean(&collect(&|run| {
        Weights(figures(&run.last).map(|f| f.spread))
    }));
    println!(
        "\nover {SEEDS} seeds, champion | mean of generation 50 | spread within it | theory | paper"
    );
    for (i, name) in NAMES.iter().enumerate() {
        println!(
            "{name:13} {} | {} | {:6.2} | {:5} | {:.2} ± {:.2}",
            figure(champions[i]),
            figure(means[i]),
            within.0[i],
            THEORY[i],
            PAPER[i].0,
            PAPER[i].1
        );
    }
    let share = |who: &Weights| {
        let hits: u32 = (0..players.games().len())
            .map(|game| players.hits(game, &[*who])[0])
            .sum();
        100.0 * f64::from(hits) / moves as f64
    };
    let average = |who: &[Weights]| who.iter().map(share).sum::<f64>() / who.len() as f64;
    println!(
        "moves agreed with, all games: mean player of generation 0 {:.2} %, of 50 {:.2} %, champions {:.2} %, theory {:.2} %",
        average(&collect(&|run| mean(&run.first))),
        average(&collect(&|run| mean(&run.last))),
        average(&collect(&|run| run.champion)),
        share(&Weights(THEORY))
    );

    let narrow = Setup {
        start: NARROW_START,
        ..Setup::default()
    };
    let last = evolve(&players, &narrow, Seed::new(SEEDS + 1), threads)?;
    println!("\nrun 31: generation 0 | generation 50");
    for ((name, first), last) in NAMES
        .iter()
        .zip(figures(&last.first))
        .zip(figures(&last.last))
    {
        println!("{name:13} {} | {}", figure(first), figure(last));
    }

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
        || [Tally::default(); 2],
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

fn figure(figure: Figure) -> String {
    format!("{:7.2} ± {:6.2}", figure.mean, figure.spread)
}

fn show(weights: &Weights) -> String {
    let values = weights.0.iter().map(|value| format!("{value:.2}"));
    values.collect::<Vec<_>>().join(" ")
}

fn tally(tally: Tally) -> String {
    let games = f64::from(tally.wins + tally.draws + tally.losses);
    let Tally {
        wins,
        draws,
        losses,
    } = tally;
    let points = tally.points();
    format!("{points} : {} (+{wins} ={draws} -{losses})", games - points)
}
