//! The words of endgame trees, and their document.

use std::fmt::Write;

use evo::trees::{Constants, Draw, Vocabulary, Word};
use evo::{Error, Limits, TreeSpec, Trees};
use serde::{Deserialize, Serialize};

use super::functions::{BOOLEAN, FLOAT, Function, QUERY};
use super::terminals::{GROUPS, PUBLISHED, TERMINALS};

/// A half, a third and a quarter of the paper's MAX of 1000, in whole numbers,
/// and the inverses of these.
const CONSTANTS: [f64; 6] = [500.0, 333.0, 250.0, 0.002, 0.003, 0.004];

/// The names of the trees, in order: the player's material decides which is used.
pub const TREES: [&str; 3] = ["advantage", "even", "disadvantage"];

/// Which terminals trees are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", expecting = "`\"paper\"` or `\"all\"`")]
pub enum Terminals {
    /// Those of the paper's tables.
    Paper,
    /// Those and the others.
    All,
}

/// How large the three trees may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table with the limits of `advantage`, `even` and `disadvantage`"
)]
pub struct Sizes {
    /// For a player ahead in material.
    pub advantage: Limits,
    /// For a player neither ahead nor behind.
    pub even: Limits,
    /// For a player behind in material.
    pub disadvantage: Limits,
}

/// The space of endgame strategies: three trees that give a number.
pub fn space(terminals: Terminals, sizes: &Sizes) -> Result<Trees, Error> {
    let limits = [sizes.advantage, sizes.even, sizes.disadvantage];
    let specs = TREES.iter().zip(limits);
    let specs = specs.map(|(&name, limits)| TreeSpec {
        name: name.into(),
        wanted: FLOAT,
        limits,
    });
    Trees::new(vocabulary(terminals), specs.collect())
}

/// The words. Functions come first, then the terminals in their order.
pub fn vocabulary(terminals: Terminals) -> Vocabulary {
    let functions = Function::ALL.map(|one| Word::function(one.name(), one.returns(), one.takes()));
    let known = match terminals {
        Terminals::Paper => PUBLISHED,
        Terminals::All => TERMINALS.len(),
    };
    let terminals = TERMINALS[..known].iter().map(|terminal| {
        let returns = match terminal.is_truth() {
            true => BOOLEAN,
            false => QUERY,
        };
        Word::terminal(terminal.name, returns)
    });
    let constants = Constants {
        returns: FLOAT,
        draw: Draw::OneOf(
            CONSTANTS
                .iter()
                .flat_map(|&value| [value, -value])
                .collect(),
        ),
    };
    Vocabulary::new(
        &["boolean", "float"],
        functions.into_iter().chain(terminals).collect(),
        Some(constants),
    )
    .expect("the declared words make trees")
}

/// The document `docs/endgame-terminals.md`.
pub fn markdown() -> String {
    let mut text = String::from(
        "# Words of endgame trees\n\n\
         Made by `galapagos explain --words`.\n\n\
         An endgame player judges the position after each of its moves by a tree of these \
         words and plays the move whose position scores most. The player is the side that has \
         just moved, the opponent is to move. \"Pieces\" are all men but the king. A square is \
         attacked by every man that could capture on it if pins and checks did not count. Values \
         are 9 for a queen, 5 for a rook, 3 for a bishop or a knight and 1 for a pawn.\n\n\
         Types: B is a truth value, 1 or 0; F is a number; Q is a number that can also serve as \
         a truth value: true unless it is 0.\n",
    );
    let mut line = |line: String| writeln!(text, "{line}").expect("a string takes any text");
    line("\n## Functions: the paper's Table 1\n".into());
    line("| function | type | result |\n|---|---|---|".into());
    for function in Function::ALL {
        let letter = |&types: &_| if types == FLOAT { "F" } else { "B" };
        let takes: Vec<_> = function.takes().iter().map(letter).collect();
        line(format!(
            "| {}({}) | {} | {} |",
            function.name(),
            takes.join(", "),
            letter(&function.returns()),
            function.meaning()
        ));
    }
    line("\n## Constants\n".into());
    let constants: Vec<_> = CONSTANTS.iter().map(|value| format!("±{value}")).collect();
    line(format!(
        "F: {}. The large ones are a half, a third and a quarter of 1000, the small ones their \
         inverses.",
        constants.join(", ")
    ));
    for group in &GROUPS {
        line(format!("\n## {}\n", group.title));
        line("| terminal | type | question | exactly |\n|---|---|---|---|".into());
        for terminal in group.terminals {
            let letter = match terminal.is_truth() {
                true => "B",
                false => "Q",
            };
            line(format!(
                "| {} | {letter} | {} | {} |",
                terminal.name, terminal.meaning, terminal.exactly
            ));
        }
    }
    text
}
