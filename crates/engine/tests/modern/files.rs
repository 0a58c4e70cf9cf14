//! Organism files: what they may leave out, and what is refused.

use engine::modern::eval::Weights;
use engine::modern::search::SearchGenes;
use engine::modern::{KIND, Organism};

use crate::support::Random;
use crate::{random_genes, random_weights};

fn parse(text: &str) -> Result<Organism, String> {
    Organism::parse(text, "x.toml".as_ref()).map_err(|error| error.to_string())
}

#[test]
fn what_is_written_is_read() {
    let mut random = Random(50);
    for _ in 0..5 {
        let organism = Organism {
            weights: random_weights(&mut random),
            search: random_genes(&mut random),
            ..Organism::default()
        };
        assert_eq!(parse(&organism.to_toml()), Ok(organism));
    }
}

#[test]
fn a_gene_that_is_not_there_is_neutral() {
    let bare = parse("kind = \"modern\"\nname = \"bare\"\n").unwrap();
    assert_eq!(bare.weights, Weights::neutral());
    assert_eq!(bare.search, SearchGenes::neutral());
    let text = "kind = \"modern\"\nname = \"one\"\n[midgame]\nPAWN = 90\nPST_KING = [";
    let row = vec!["7"; 64].join(", ");
    let one = parse(&format!("{text}{row}]\n")).unwrap();
    let mut weights = Weights::neutral();
    weights.midgame[Weights::TABLE.index("PAWN")] = 90;
    let king = Weights::TABLE.index("PST_KING");
    weights.midgame[king..king + 64].fill(7);
    assert_eq!(one.weights, weights);
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (section, line, complaint) in [
        ("search", "RAZOR_DEPHT = 1", "did you mean `RAZOR_DEPTH`?"),
        (
            "search",
            "RAZOR_DEPTH = 99",
            "not a whole number from 0 to 4",
        ),
        ("search", "RAZOR_DEPTH = [1]", "not a whole number"),
        ("search", "RAZOR_DEPTH = 1.5", "not a whole number"),
        (
            "midgame",
            "PST_KING = 5",
            "PST_KING is a list of 64 numbers",
        ),
        (
            "midgame",
            "PST_KING = [1, 2]",
            "PST_KING is a list of 64 numbers",
        ),
        ("endgame", "TEMPO = 9999999999999", "not a whole number"),
        ("midgame", "RAZOR_DEPTH = 1", "unknown gene `RAZOR_DEPTH`"),
        ("weights", "PAWN = 1", "unknown field `weights`"),
    ] {
        let text = format!("kind = \"{KIND}\"\nname = \"x\"\n[{section}]\n{line}\n");
        let error = parse(&text).unwrap_err();
        assert!(error.contains(complaint), "{line}: {error}");
        let at = if section == "weights" { 3 } else { 4 };
        assert!(error.starts_with(&format!("x.toml:{at}: ")), "{error}");
    }
    let star = engine::organism::Organism::default().to_toml();
    assert!(parse(&star).unwrap_err().contains("`star` is not a kind"));
}
