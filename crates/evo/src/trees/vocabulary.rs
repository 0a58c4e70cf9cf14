//! The declared table of words.

use super::types::{MOST, Types};
use super::{Node, Room};
use crate::{Error, Stream};

/// A function or a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its name in texts.
    pub name: String,
    /// What it may be used as.
    pub returns: Types,
    /// What its arguments must be; a terminal has none.
    pub takes: Vec<Types>,
}

impl Word {
    /// A word that takes arguments.
    pub fn function(name: &str, returns: Types, takes: &[Types]) -> Self {
        Self {
            name: name.into(),
            returns,
            takes: takes.into(),
        }
    }

    /// A word that takes none.
    pub fn terminal(name: &str, returns: Types) -> Self {
        Self::function(name, returns, &[])
    }
}

/// The numbers that trees may hold: ephemeral random constants, drawn when a tree
/// grows and kept until they mutate.
#[derive(Clone, Debug, PartialEq)]
pub struct Constants {
    /// What they may be used as.
    pub returns: Types,
    /// Where they come from.
    pub draw: Draw,
}

/// Where constants come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Draw {
    /// One of these, all equally likely.
    OneOf(Vec<f64>),
    /// Any from the first to the second.
    Between(f64, f64),
}

impl Draw {
    pub(super) fn draw(&self, stream: &mut Stream) -> f64 {
        match self {
            Self::OneOf(values) => values[stream.below(values.len())],
            Self::Between(min, max) => (min + stream.unit() * (max - min)).clamp(*min, *max),
        }
    }

    /// How many words it counts as when one is drawn: every value of a list is one.
    pub(super) const fn words(&self) -> usize {
        match self {
            Self::OneOf(values) => values.len(),
            Self::Between(..) => 1,
        }
    }

    pub(super) fn holds(&self, value: f64) -> bool {
        match self {
            Self::OneOf(values) => values.contains(&value),
            Self::Between(min, max) => (*min..=*max).contains(&value),
        }
    }

    fn is_finite(&self) -> bool {
        match self {
            Self::OneOf(values) => !values.is_empty() && values.iter().all(|v| v.is_finite()),
            Self::Between(min, max) => min <= max && (max - min).is_finite(),
        }
    }
}

/// All words that trees are made of.
///
/// ```
/// use evo::trees::{Constants, Draw, Types, Vocabulary, Word};
///
/// const TRUTH: Types = Types::one(0);
/// const NUMBER: Types = Types::one(1);
/// let vocabulary = Vocabulary::new(
///     &["truth", "number"],
///     vec![
///         Word::function("If", NUMBER, &[TRUTH, NUMBER, NUMBER]),
///         Word::function("Less", TRUTH, &[NUMBER, NUMBER]),
///         Word::terminal("X", NUMBER),
///     ],
///     Some(Constants { returns: NUMBER, draw: Draw::OneOf(vec![0.0, 1.0]) }),
/// )?;
/// let tree = vocabulary.parse("(If (Less X 0) 0 X)", NUMBER)?;
/// assert_eq!(tree.size(), 6);
/// let error = vocabulary.parse("(If X 0 X)", NUMBER).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 5: `X` is a number; a truth is wanted here");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Vocabulary {
    types: Vec<String>,
    words: Vec<Word>,
    constants: Option<Constants>,
    /// `least[d][w]`: the nodes of the smallest tree that begins with word `w` and
    /// has a depth of at most `d`, if there is one. Greater depths than the last
    /// make no difference.
    least: Vec<Vec<Option<usize>>>,
}

impl Vocabulary {
    /// The vocabulary of these words. Every word needs a name of its own that can
    /// be read back, and some finite tree must begin with it.
    pub fn new(
        types: &[&str],
        words: Vec<Word>,
        constants: Option<Constants>,
    ) -> Result<Self, Error> {
        let wrong = |name: &str, problem| Error::Word {
            name: name.to_owned(),
            problem,
        };
        assert!(types.len() <= MOST, "there are at most eight types");
        let declared = |set: &Types| set.places().all(|place| place < types.len());
        let usable = |set: &Types| declared(set) && set.places().next().is_some();
        for (index, word) in words.iter().enumerate() {
            let name = word.name.as_str();
            let mut letters = name.chars();
            if !letters.next().is_some_and(char::is_alphabetic)
                || !letters.all(|letter| letter.is_alphanumeric() || "-_".contains(letter))
            {
                return Err(wrong(
                    name,
                    "is not a name: use a letter, then letters, digits, - and _",
                ));
            }
            if words[..index].iter().any(|other| other.name == name) {
                return Err(wrong(name, "is declared twice"));
            }
            if !usable(&word.returns) || !word.takes.iter().all(usable) {
                return Err(wrong(name, "has a type that is not declared"));
            }
        }
        if let Some(constants) = &constants {
            if !usable(&constants.returns) {
                return Err(wrong("constant", "has a type that is not declared"));
            }
            if !constants.draw.is_finite() {
                return Err(wrong(
                    "constant",
                    "has no values, or some that are not finite",
                ));
            }
        }
        if words.len() > usize::from(u16::MAX) {
            return Err(wrong(&words[words.len() - 1].name, "is one too many"));
        }
        let mut vocabulary = Self {
            types: types.iter().map(|&name| name.to_owned()).collect(),
            least: vec![vec![None; words.len()]],
            words,
            constants,
        };
        vocabulary.measure();
        let ends = &vocabulary.least[vocabulary.least.len() - 1];
        match ends.iter().position(Option::is_none) {
            Some(endless) => Err(wrong(
                &vocabulary.words[endless].name,
                "begins no finite tree",
            )),
            None => Ok(vocabulary),
        }
    }

    /// Adds depths to `least` until they make no difference any more.
    fn measure(&mut self) {
        loop {
            let depth = self.least.len() - 1;
            let next: Vec<_> = self
                .words
                .iter()
                .map(|word| {
                    let arguments = word.takes.iter();
                    let sizes = arguments.map(|&wanted| self.least_size(wanted, depth));
                    Some(1 + sizes.sum::<Option<usize>>()?)
                })
                .collect();
            if next == self.least[depth] {
                return;
            }
            self.least.push(next);
        }
    }

    /// The words, in order.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The numbers that trees may hold.
    pub const fn constants(&self) -> Option<&Constants> {
        self.constants.as_ref()
    }

    /// The names of types, as messages use them.
    pub(super) fn name_types(&self, types: Types) -> String {
        let names: Vec<_> = types.places().map(|place| &*self.types[place]).collect();
        names.join(" or ")
    }

    /// What a node may be used as; `None` if the vocabulary has no such node.
    pub(super) fn returns(&self, node: Node) -> Option<Types> {
        match node {
            Node::Word(word) => Some(self.words.get(usize::from(word))?.returns),
            Node::Constant(value) => {
                let constants = self.constants.as_ref()?;
                constants.draw.holds(value).then_some(constants.returns)
            }
        }
    }

    /// What the arguments of a node must be.
    pub(super) fn takes(&self, node: Node) -> &[Types] {
        match node {
            Node::Word(word) => &self.words[usize::from(word)].takes,
            Node::Constant(_) => &[],
        }
    }

    /// The nodes of the smallest tree that begins with this word and is no deeper.
    pub(super) fn least_of_word(&self, word: usize, depth: usize) -> Option<usize> {
        self.least[depth.min(self.least.len() - 1)][word]
    }

    /// The nodes of the smallest tree of a type that is no deeper.
    pub(super) fn least_size(&self, wanted: Types, depth: usize) -> Option<usize> {
        let words = (0..self.words.len()).filter(|&word| self.words[word].returns.meets(wanted));
        let constant = self.constants_for(wanted).is_some() && depth > 0;
        words
            .filter_map(|word| self.least_of_word(word, depth))
            .chain(constant.then_some(1))
            .min()
    }

    /// The constants, if they may be used as one of these types.
    pub(super) fn constants_for(&self, wanted: Types) -> Option<&Constants> {
        let constants = self.constants.as_ref();
        constants.filter(|constants| constants.returns.meets(wanted))
    }

    /// Whether there is a tree of a type within this room.
    pub(crate) fn has_tree(&self, wanted: Types, room: Room) -> bool {
        let least = self.least_size(wanted, room.depth);
        least.is_some_and(|least| least <= room.size)
    }
}
