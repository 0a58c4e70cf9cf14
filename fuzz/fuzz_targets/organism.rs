//! Organism files: nothing panics, every gene that is accepted is in its range,
//! and what was read can be written and read again.

#![no_main]

use arbitrary::Arbitrary;
use engine::eval::Weights;
use engine::organism::Organism;
use engine::search::SearchParams;
use libfuzzer_sys::fuzz_target;

/// Chance would never write 53 genes, so it may also edit a file that has them.
#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Text(&'a str),
    Edits(Vec<Edit<'a>>),
}

/// Some bytes replaced.
#[derive(Arbitrary, Debug)]
struct Edit<'a> {
    at: u16,
    length: u8,
    by: &'a str,
}

fuzz_target!(|input: Input| {
    let text = match input {
        Input::Text(text) => text.to_owned(),
        Input::Edits(edits) => edited(edits),
    };
    let Ok(organism) = Organism::parse(&text, "fuzz".as_ref()) else {
        return;
    };
    let genes = Weights::TABLE.iter().zip(organism.weights.0);
    let settings = SearchParams::TABLE.iter().zip(organism.search.0);
    for (spec, value) in genes.chain(settings) {
        assert!(spec.allows(value), "{} = {value}", spec.name);
    }
    let written = organism.to_toml();
    let again = Organism::parse(&written, "again".as_ref()).expect("a written organism is one");
    // The text and not the value: a fitness may be no number, and unequal to itself.
    assert_eq!(again.to_toml(), written);
    assert_eq!(
        (again.name, again.weights, again.search),
        (organism.name, organism.weights, organism.search)
    );
});

fn edited(edits: Vec<Edit>) -> String {
    let mut text = Organism::default().to_toml();
    for Edit { at, length, by } in edits {
        let start = usize::from(at) % (text.len() + 1);
        let end = text.len().min(start + usize::from(length));
        if text.is_char_boundary(start) && text.is_char_boundary(end) {
            text.replace_range(start..end, by);
        }
    }
    text
}
