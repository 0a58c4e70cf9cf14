//! Matches whose pairs are played elsewhere.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use arena::Pace;
use arena::book::Book;
use arena::elsewhere::Elsewhere;
use arena::tournament::{Entrant, Schedule, Tournament};
use lab::read_organism;

use crate::hostile::Hostile;

/// Organisms of three kinds, of which one has no hash table.
fn tournament() -> Tournament {
    let organisms = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../organisms");
    let contenders = ["galapagos-2.toml", "galapagos-1.toml", "evochess.toml"].map(|name| {
        let organism = read_organism(&organisms.join(name)).unwrap();
        (organism.contender(2), Pace::Nodes(60))
    });
    Tournament {
        entrants: Entrant::gather(contenders).unwrap(),
        schedule: Schedule::RoundRobin,
        rounds: 3,
        book: Book::built_in(),
        rules: Default::default(),
        workers: 2,
        dated: false,
        test: None,
    }
}

#[test]
fn a_tournament_elsewhere_is_the_same_game_by_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let tournament = tournament();
    let go_on = |_: arena::tournament::News<'_>| ControlFlow::Continue(());
    let here = tournament
        .run(Some(&file("here.pgn")), &|| false, go_on)
        .unwrap();
    let elsewhere = Elsewhere {
        courier: &Hostile,
        stop: &|| false,
    };
    let there = tournament
        .run_elsewhere(elsewhere, Some(&file("there.pgn")), go_on)
        .unwrap();
    assert_eq!(here.table, there.table);
    let games = |name| fs::read_to_string(file(name)).unwrap();
    assert_eq!(games("here.pgn"), games("there.pgn"));
}
