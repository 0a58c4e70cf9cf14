//! Matches of one organism against others.

use std::path::Path;
use std::sync::Arc;

use arena::book::Book;
use arena::stats::Pentanomial;
use engine::Mind;
use engine::eval::Weights;
use engine::organism::{Organism, OrganismError};
use engine::search::SearchParams;
use evo::{Problem, Seed, Space};
use problems::coevolve::{Contest, results};
use problems::gauntlet::Gauntlet;
use problems::weights_space;

fn parse(text: &str, path: &Path) -> Result<Box<dyn Mind>, OrganismError> {
    Ok(Box::new(Organism::parse(text, path)?))
}

fn gauntlet(opponents: &[&Organism], pairs: usize) -> Gauntlet {
    let contest = Contest {
        book: Arc::new(Book::built_in()),
        nodes: 300,
        mebibytes: 1,
    };
    let opponents = opponents.iter().map(|one| one.to_toml().into()).collect();
    Gauntlet::new(contest, opponents, pairs, parse)
}

fn play(challenger: &Organism, opponents: &[&Organism], pairs: usize) -> Pentanomial {
    let problem = gauntlet(opponents, pairs);
    let challenger = [challenger.to_toml().into()];
    let tasks = problem.plan(&challenger, Seed::new(4));
    let mut players = problem.equip().unwrap();
    let mut run = |task| problem.run(&mut players, task).unwrap();
    let outcomes: Vec<_> = tasks.iter().map(&mut run).collect();
    let results = results(&outcomes);
    let scores = problem.reduce(&challenger, &tasks, &outcomes);
    assert_eq!(scores.fitness[0].value, results.points());
    assert_eq!(scores.effort.games, results.games());
    results
}

fn random(number: u64) -> Organism {
    let space = weights_space();
    let genome = space.sample(&mut Seed::new(5).child("test", number).stream());
    Organism {
        weights: Weights(space.decode(&genome).try_into().unwrap()),
        search: SearchParams::PLAIN,
        ..Organism::default()
    }
}

#[test]
fn a_match_seen_from_the_other_side_is_its_mirror() {
    let (one, other) = (random(0), random(1));
    let here = play(&one, &[&other], 8);
    assert_eq!(here.pairs(), 8);
    assert_eq!(play(&other, &[&one], 8), here.reversed());
    // Twins play the same game twice.
    let twins = play(&one, &[&one], 8);
    assert_eq!(twins.loss_and_win + twins.two_draws, 8);
}

#[test]
fn opponents_take_turns_and_play_with_their_own_search() {
    let (one, two) = (random(0), random(1));
    let selective = Organism {
        search: SearchParams::default(),
        ..one.clone()
    };
    // A twin draws every pair, the other search does not.
    let twin = play(&one, &[&one], 12);
    assert_eq!(twin.loss_and_win + twin.two_draws, 12);
    let both = play(&one, &[&one, &selective], 24);
    assert_eq!(both.pairs(), 24);
    let drawn = both.loss_and_win + both.two_draws;
    assert!((12..24).contains(&drawn), "{both:?}");
    assert_ne!(play(&two, &[&one], 12), play(&two, &[&selective], 12));
}

#[test]
fn an_organism_that_knows_what_pieces_are_worth_wins() {
    let mut blind = random(0);
    let lowest = Weights::TABLE.iter().map(|spec| spec.min);
    for (weight, low) in blind.weights.0.iter_mut().zip(lowest) {
        *weight = low;
    }
    assert!(play(&Organism::default(), &[&blind], 10).points() >= 18.0);
}

#[test]
fn a_damaged_organism_is_a_reason_and_no_panic() {
    let problem = gauntlet(&[&random(0)], 1);
    let tasks = problem.plan(&["kind = \"star\"".into()], Seed::new(4));
    let mut players = problem.equip().unwrap();
    let reason = problem
        .run(&mut players, &tasks[0])
        .unwrap_err()
        .to_string();
    assert!(reason.contains("organism:1"), "{reason}");
}
