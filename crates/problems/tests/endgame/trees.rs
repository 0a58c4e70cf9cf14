//! Trees of endgame words.

use std::fs;
use std::path::Path;

use evo::trees::{Forest, Node, Tree};
use evo::{Limits, Seed, Space, Trees};
use problems::endgame::{
    FLOAT, Memo, Oracle, Program, Sizes, TERMINALS, Terminals, View, markdown, space, vocabulary,
};

use crate::positions::{legal, random_game};

/// Larger than any recipe has them.
pub fn large_space(terminals: Terminals) -> Trees {
    let limits = |depth, size| Limits {
        start: (2, 7),
        depth,
        size,
    };
    let sizes = Sizes {
        advantage: limits(17, 300),
        even: limits(17, 300),
        disadvantage: limits(9, 60),
    };
    space(terminals, &sizes).unwrap()
}

/// The value of a tree by the paper's Table 1, all arguments first.
fn eager(nodes: &mut std::slice::Iter<'_, Node>, terminals: &[f64]) -> f64 {
    let words = vocabulary(Terminals::All);
    let word = match *nodes.next().unwrap() {
        Node::Constant(value) => return value,
        Node::Word(word) => usize::from(word),
    };
    let word = &words.words()[word];
    if word.takes.is_empty() {
        let place = TERMINALS.iter().position(|one| one.name == word.name);
        return terminals[place.unwrap()];
    }
    let arguments: Vec<_> = word.takes.iter().map(|_| eager(nodes, terminals)).collect();
    let zeros = arguments.iter().filter(|&&value| value == 0.0).count();
    let truth = match word.name.as_str() {
        "If3" if arguments[0] != 0.0 => return arguments[1],
        "If3" => return arguments[2],
        "Or2" | "Or3" => zeros < arguments.len(),
        "And2" | "And3" => zeros == 0,
        "Smaller" => arguments[0] < arguments[1],
        "Not" => zeros == 1,
        other => panic!("{other}"),
    };
    f64::from(u8::from(truth))
}

/// Computes every answer again.
struct Forgetful<'a>(&'a [f64]);

impl Oracle for Forgetful<'_> {
    fn ask(&mut self, terminal: usize) -> f64 {
        self.0[terminal]
    }
}

#[test]
fn random_trees_judge_random_positions() {
    let space = large_space(Terminals::All);
    let mut largest = 0;
    let mut values = Vec::new();
    for number in 0..400 {
        let mut stream = Seed::new(1).child("tree", number).stream();
        let game = random_game(stream.below(8), &mut stream);
        let before = game.board();
        let moves = legal(before);
        let Some(&mv) = moves.first() else { continue };
        let mut after = before.clone();
        after.play(mv);
        let view = || View::new(before, &after, game.keys());
        let terminals: Vec<_> = TERMINALS
            .iter()
            .map(|one| f64::from(one.ask(&view())))
            .collect();
        for tree in &space.sample(&mut stream).0 {
            largest = largest.max(tree.size());
            let program = Program::new(tree);
            let value = program.value(&mut Memo::new(view()));
            assert!(value.is_finite());
            assert_eq!(value, program.value(&mut Forgetful(&terminals)));
            assert_eq!(value, eager(&mut tree.0.iter(), &terminals));
            values.push(value);
        }
    }
    assert!(largest > 200, "{largest}");
    values.sort_by(f64::total_cmp);
    values.dedup();
    assert!(values.len() > 12, "{values:?}");
}

#[test]
fn only_what_decides_is_asked() {
    let words = vocabulary(Terminals::All);
    let text = "(If3 (And2 IsMate IsMateInOne) 500 (If3 (Or2 IsOppKingStuck IsDraw) 250 0.002))";
    let program = Program::new(&words.parse(text, FLOAT).unwrap());
    // A king in the corner that no move takes away from the edge, and no mate.
    let before = chess::fen::parse("k7/8/8/8/8/8/8/KR6 w - - 0 1").unwrap();
    let mut after = before.clone();
    after.play("b1b2".parse().unwrap());
    let mut memo = Memo::new(View::new(&before, &after, &[]));
    assert_eq!(program.value(&mut memo), 250.0);
    let asked: Vec<_> = memo
        .asked()
        .map(|(index, _)| TERMINALS[index].name)
        .collect();
    assert_eq!(asked, ["IsMate", "IsOppKingStuck"]);
}

#[test]
fn the_paper_has_seven_functions_and_32_terminals() {
    let words = vocabulary(Terminals::Paper);
    let (functions, terminals): (Vec<_>, Vec<_>) = words
        .words()
        .iter()
        .partition(|word| !word.takes.is_empty());
    assert_eq!((functions.len(), terminals.len()), (7, 32));
    let all = vocabulary(Terminals::All);
    assert_eq!(all.words()[..39], *words.words());
    let extra = words.parse("IsDraw", FLOAT).unwrap_err().to_string();
    assert!(extra.contains("unknown word `IsDraw`"), "{extra}");
}

#[test]
fn the_document_of_words_is_up_to_date() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/endgame-terminals.md");
    assert_eq!(fs::read_to_string(document).unwrap(), markdown());
}

/// Trees are kept as numbers: for old runs to continue, their order must never change.
#[test]
fn genomes_are_read_back() {
    let space = large_space(Terminals::All);
    let forest = space.sample(&mut Seed::new(3).stream());
    let trees: Vec<Tree> = forest
        .0
        .iter()
        .enumerate()
        .map(|(at, tree)| space.parse(at, &space.vocabulary().write(tree)).unwrap())
        .collect();
    assert_eq!(Forest(trees), forest);
}
