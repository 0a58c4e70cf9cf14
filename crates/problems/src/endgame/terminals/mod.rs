//! What trees can ask about a position, each declared once.
//!
//! The player is the side that has just moved; the opponent is to move. "Pieces"
//! are all men but the king. A square is attacked by every man that could take
//! on it if pins and checks did not count. Values are 9 for a queen, 5 for a
//! rook, 3 for a bishop or a knight and 1 for a pawn.

mod complex;
mod more;
mod simple;

use chess::Board;

use super::view::View;

/// A question about a position.
#[derive(Clone, Copy)]
pub struct Terminal {
    /// Its name in trees.
    pub name: &'static str,
    /// What it asks.
    pub meaning: &'static str,
    /// How the answer is found, where the question leaves it open.
    pub exactly: &'static str,
    /// Finds the answer.
    pub sense: Sense,
}

/// What kind of answer there is, and how it is found.
#[derive(Clone, Copy)]
pub enum Sense {
    /// Yes or no: 1 or 0.
    Truth(fn(&View<'_>) -> bool),
    /// Yes or no, found by trying moves from the position after the player's: the
    /// answer is worth keeping until that position comes again.
    Foresight(fn(&Board) -> bool),
    /// A number; as a truth, whether it is not 0.
    Number(fn(&View<'_>) -> i32),
}

impl Terminal {
    /// The answer.
    pub fn ask(&self, view: &View<'_>) -> i16 {
        match self.sense {
            Sense::Truth(ask) => ask(view).into(),
            Sense::Foresight(ask) => ask(view.after()).into(),
            Sense::Number(ask) => ask(view).try_into().expect("all numbers are small"),
        }
    }

    /// Whether the answer is yes or no.
    pub const fn is_truth(&self) -> bool {
        !matches!(self.sense, Sense::Number(_))
    }
}

/// A group of terminals.
pub struct Group {
    /// What it is called.
    pub title: &'static str,
    /// Its terminals, in the paper's order where they are the paper's.
    pub terminals: &'static [Terminal],
}

/// All groups: the paper's Tables 2 and 3, and what is not in them.
pub const GROUPS: [Group; 3] = [
    Group {
        title: "Simple terminals: the paper's Table 2",
        terminals: &simple::SIMPLE,
    },
    Group {
        title: "Complex terminals: the paper's Table 3",
        terminals: &complex::COMPLEX,
    },
    Group {
        title: "More terminals: not in the paper's tables",
        terminals: &more::MORE,
    },
];

/// How many terminals are the paper's.
pub const PUBLISHED: usize = simple::SIMPLE.len() + complex::COMPLEX.len();

/// How many terminals there are in all.
pub const COUNT: usize = PUBLISHED + more::MORE.len();

/// All terminals, those of the paper first.
pub const TERMINALS: [Terminal; COUNT] = {
    let mut all = [simple::SIMPLE[0]; COUNT];
    let mut at = 0;
    let mut group = 0;
    while group < GROUPS.len() {
        let mut index = 0;
        while index < GROUPS[group].terminals.len() {
            all[at] = GROUPS[group].terminals[index];
            at += 1;
            index += 1;
        }
        group += 1;
    }
    all
};

/// A question with a yes or a no.
const fn truth(
    name: &'static str,
    meaning: &'static str,
    exactly: &'static str,
    ask: fn(&View<'_>) -> bool,
) -> Terminal {
    Terminal {
        name,
        meaning,
        exactly,
        sense: Sense::Truth(ask),
    }
}

/// A question with a yes or a no, found by trying moves.
const fn foresight(
    name: &'static str,
    meaning: &'static str,
    exactly: &'static str,
    ask: fn(&Board) -> bool,
) -> Terminal {
    Terminal {
        name,
        meaning,
        exactly,
        sense: Sense::Foresight(ask),
    }
}

/// A question with a number.
const fn number(
    name: &'static str,
    meaning: &'static str,
    exactly: &'static str,
    ask: fn(&View<'_>) -> i32,
) -> Terminal {
    Terminal {
        name,
        meaning,
        exactly,
        sense: Sense::Number(ask),
    }
}
