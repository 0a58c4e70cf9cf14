//! Trees from nothing.

use super::{Node, Tree, Types, Vocabulary};
use crate::Stream;

/// How large a tree may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Nodes on the longest way from the root to a leaf, both included.
    pub depth: usize,
    /// Nodes in all.
    pub size: usize,
}

/// How a tree grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Every way from the root goes as deep as there is room for.
    Full,
    /// Every word that fits is equally likely at every place, and every constant of
    /// a list counts as a word.
    Grow,
}

impl Vocabulary {
    /// A random tree of a type.
    ///
    /// ```text
    /// plant(type, room):
    ///     node ← one of the words of that type (full: of those with arguments, if
    ///            one fits) with which a tree in that room can begin
    ///     for each argument: plant(its type, the room that the others do not need)
    /// ```
    ///
    /// No tree is ever rejected for its size: only words are drawn whose smallest
    /// tree still fits.
    ///
    /// J. R. Koza: Genetic programming, 1992, chapter 6.2.
    ///
    /// # Panics
    ///
    /// If there is no tree of this type within the room.
    pub fn plant(&self, wanted: Types, style: Style, room: Room, stream: &mut Stream) -> Tree {
        let mut tree = Tree::default();
        self.plant_into(&mut tree.0, wanted, style, room, stream);
        tree
    }

    fn plant_into(
        &self,
        nodes: &mut Vec<Node>,
        wanted: Types,
        style: Style,
        room: Room,
        stream: &mut Stream,
    ) {
        let fits = |word: usize| {
            self.words()[word].returns.meets(wanted)
                && self
                    .least_of_word(word, room.depth)
                    .is_some_and(|least| least <= room.size)
        };
        let mut words: Vec<_> = (0..self.words().len()).filter(|&word| fits(word)).collect();
        let takes = |word: usize| !self.words()[word].takes.is_empty();
        let mut constants = self.constants_for(wanted);
        if style == Style::Full && words.iter().any(|&word| takes(word)) {
            words.retain(|&word| takes(word));
            constants = None;
        }
        let numbers = constants.map_or(0, |constants| constants.draw.words());
        let drawn = stream.below(words.len() + numbers);
        let Some(&word) = words.get(drawn) else {
            nodes.push(Node::Constant(self.draw_constant(stream)));
            return;
        };
        nodes.push(Node::Word(word as u16));

        let depth = room.depth - 1;
        let takes = &self.words()[word].takes;
        let least = |&wanted: &Types| {
            let least = self.least_size(wanted, depth);
            least.expect("a tree that begins with this word fits")
        };
        let mut left = room.size - 1;
        let mut needed: usize = takes.iter().map(least).sum();
        for wanted in takes {
            needed -= least(wanted);
            let size = left - needed;
            let before = nodes.len();
            self.plant_into(nodes, *wanted, style, Room { depth, size }, stream);
            left -= nodes.len() - before;
        }
    }

    pub(super) fn draw_constant(&self, stream: &mut Stream) -> f64 {
        let constants = self.constants().expect("there is a constant to draw");
        constants.draw.draw(stream)
    }
}
