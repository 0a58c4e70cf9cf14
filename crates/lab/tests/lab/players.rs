//! Organisms of a run that play, and say why.

use std::num::NonZeroU64;

use chess::{Game, fen, legal_moves};
use journal::{Place, Reader};
use lab::{
    BredError, Champion, EXPERIMENTS, Family, Giver, Measure, Pace, Recipe, Survey, meaning,
};

use crate::runs::{champions, small, threads};

/// One recipe for each kind of organism, and a search that is bred for an evaluation.
const RECIPES: [&str; 6] = [
    "ep-weights",
    "evol-eval",
    "evol-star",
    "modern",
    "gp-endgame",
    "evochess",
];

/// There is something to take, and a mate.
const ATTACKED: &str = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4";

#[test]
fn organisms_of_every_generation_play_and_say_why() {
    let nodes = NonZeroU64::new(500).unwrap();
    for name in RECIPES {
        let runs = tempfile::tempdir().unwrap();
        let folder = runs.path().join("run");
        champions(small(name), &folder, threads(2), u64::MAX);
        let reader = Reader::open(&folder).unwrap();
        let recipe = Recipe::of(&reader, EXPERIMENTS).unwrap();
        let mut spoke = false;
        let played = |&phase: &u32| recipe.stage(phase).plays();
        for phase in recipe.phases().filter(played) {
            let giver = Giver::read(&reader, &recipe, phase).unwrap();
            let last = reader.last_generation(phase).unwrap();
            for (generation, number) in [(0, Some(0)), (0, None), (last, None)] {
                let place = Place { phase, generation };
                let organism = Champion::bred(&reader, &recipe, place, number).unwrap();
                let player = organism.player(&recipe, &giver).unwrap();
                let game = Game::new(fen::parse(ATTACKED).unwrap());
                let thought = player.thinker().think(&game, nodes);
                assert!(legal_moves(game.board()).contains(&thought.mv), "{name}");
                assert_eq!(thought.line[0], thought.mv, "{name}");
                let mut expected = game.clone();
                thought
                    .line
                    .iter()
                    .for_each(|&mv| expected.play(mv).unwrap());
                spoke |= thought.grounds.iter().any(|one| !one.reasons.is_empty());
            }
            let measure = Measure::of(recipe.stage(phase));
            let best = Champion::find(&reader, phase, measure).unwrap().unwrap();
            let latest = Place {
                phase,
                generation: last,
            };
            assert_eq!(
                Champion::bred(&reader, &recipe, latest, None).unwrap(),
                best
            );
        }
        assert!(spoke, "{name}");
        let beyond = Place {
            phase: recipe.phases().end,
            generation: 0,
        };
        let none = Champion::bred(&reader, &recipe, beyond, None);
        assert!(matches!(none, Err(BredError::None { .. })));
    }
}

#[test]
fn a_family_and_a_map_of_genes_are_what_is_recorded() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    champions(small("evol-eval"), &folder, threads(2), u64::MAX);
    let reader = Reader::open(&folder).unwrap();
    let recipe = Recipe::of(&reader, EXPERIMENTS).unwrap();
    let champion = Champion::current(&reader, &recipe).unwrap().unwrap();
    let family = Family::read(&reader, &champion).unwrap();
    assert_eq!(family.members[0].place, champion.born);
    for member in &family.members {
        for &parent in &member.parents {
            let parent = &family.members[parent];
            assert!(parent.place.generation < member.place.generation);
            assert_ne!(parent.origin, "copy");
        }
    }
    let stage = recipe.stage(champion.phase);
    let genes = stage.experiment.genes();
    let mut survey = Survey::default();
    survey.update(&reader, champion.phase, genes.len()).unwrap();
    let heat = survey.heat(genes.clone());
    assert_eq!((heat.rows.len(), heat.left_out), (genes.len(), 0));
    let knight = genes
        .iter()
        .position(|gene| gene.name == "KNIGHT_VALUE")
        .unwrap();
    let values = reader
        .gene(champion.phase, "KNIGHT_VALUE")
        .unwrap()
        .unwrap();
    let means = values
        .iter()
        .map(|all| all.iter().sum::<f64>() / all.len() as f64);
    assert_eq!(heat.rows[knight].means, means.collect::<Vec<_>>());
    assert!(
        Pace::read(&reader, &recipe)
            .unwrap()
            .is_some_and(|pace| pace.left == 0.0)
    );
}

#[test]
fn genes_of_every_kind_have_their_meaning() {
    for gene in ["KNIGHT_VALUE", "NULL_MOVE_USE", "TEMPO", "MIDGAME_TEMPO"] {
        assert_ne!(meaning(gene), "", "{gene}");
    }
    let table = engine::modern::eval::Weights::TABLE;
    let array = table.iter().find(|spec| spec.len > 1).unwrap();
    assert_eq!(
        meaning(&format!("ENDGAME_{}_{}", array.name, array.len - 1)),
        array.meaning
    );
    assert_eq!(meaning("NONSENSE"), "");
}
