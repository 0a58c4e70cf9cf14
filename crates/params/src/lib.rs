//! One declaration per tunable number.
//!
//! A [`ParamSpec`] says everything there is to know about one number: its name,
//! what it means, its range and its default. The evaluation, the search,
//! the chromosome, the organism file, the UCI option and `docs/parameters.md`
//! all follow from it.
//!
//! ```
//! use params::{ParamSpec, Table};
//!
//! const COLOURS: Table = Table::new(&[&[
//!     ParamSpec::new("HUE", "position on the wheel", 0, 359, 120),
//!     ParamSpec::new("BASE", "fixed, so it needs no bits", 100, 100, 100),
//! ]]);
//! assert_eq!(COLOURS.index("HUE"), 0);
//! assert_eq!(COLOURS.get(0).bits(), 9);
//! assert_eq!(COLOURS.bits(), 9);
//! ```
//!
//! A declaration may also stand for an array of numbers that mean the same for
//! different squares, counts or pieces. A table numbers them one by one.
//!
//! ```
//! use params::{ParamSpec, Table};
//!
//! const BOARD: Table = Table::new(&[&[
//!     ParamSpec::new("SQUARE", "what each square is worth", -50, 50, 0).array(64),
//!     ParamSpec::new("EDGE", "what the edge costs; nothing unless said", 0, 9, 5).neutral(0),
//! ]]);
//! assert_eq!((BOARD.len(), BOARD.index("EDGE")), (65, 64));
//! assert_eq!(BOARD.get(63).name, "SQUARE");
//! assert_eq!(BOARD.get(64).neutral, 0);
//! ```

#![no_std]

/// Everything there is to know about one tunable number, or about an array of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParamSpec {
    /// The name used in organism files, UCI options and documents.
    pub name: &'static str,
    /// What the number does, in a few words.
    pub meaning: &'static str,
    /// Smallest allowed value.
    pub min: i32,
    /// Largest allowed value.
    pub max: i32,
    /// The published or textbook value.
    pub default: i32,
    /// What a file without the number means: mostly that it has no effect.
    pub neutral: i32,
    /// How many numbers go by this name.
    pub len: usize,
}

impl ParamSpec {
    /// Declares a number. In a constant, a default out of range does not compile.
    pub const fn new(
        name: &'static str,
        meaning: &'static str,
        min: i32,
        max: i32,
        default: i32,
    ) -> Self {
        assert!(
            min <= default && default <= max,
            "the default is out of range"
        );
        Self {
            name,
            meaning,
            min,
            max,
            default,
            neutral: default,
            len: 1,
        }
    }

    /// The same for `len` numbers. None at all does not compile in a constant.
    pub const fn array(self, len: usize) -> Self {
        assert!(len > 0, "an array needs an entry");
        Self { len, ..self }
    }

    /// The same with another meaning of its absence. In a constant, a value out of
    /// range does not compile.
    pub const fn neutral(self, neutral: i32) -> Self {
        assert!(self.allows(neutral), "the neutral value is out of range");
        Self { neutral, ..self }
    }

    /// The bits a chromosome spends on one number: enough for every value of the range.
    pub const fn bits(&self) -> u32 {
        u32::BITS - self.max.abs_diff(self.min).leading_zeros()
    }

    /// Whether `value` is allowed.
    pub const fn allows(&self, value: i32) -> bool {
        self.min <= value && value <= self.max
    }
}

/// Declarations from several places, numbered in order as if they were one list.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    families: &'static [&'static [ParamSpec]],
}

impl Table {
    /// Joins families of declarations.
    pub const fn new(families: &'static [&'static [ParamSpec]]) -> Self {
        Self { families }
    }

    /// How many numbers there are.
    pub const fn len(&self) -> usize {
        let (mut total, mut family) = (0, 0);
        while family < self.families.len() {
            let specs = self.families[family];
            let mut index = 0;
            while index < specs.len() {
                total += specs[index].len;
                index += 1;
            }
            family += 1;
        }
        total
    }

    /// Whether these are values of all numbers, within their ranges.
    pub fn fits(&self, values: &[i32]) -> bool {
        let mut numbers = self.numbers().zip(values);
        values.len() == self.len() && numbers.all(|(spec, &value)| spec.allows(value))
    }

    /// These values as an array, if they [fit](Self::fits).
    pub fn array<const N: usize>(&self, values: &[i32]) -> Result<[i32; N], &'static str> {
        let array = self.fits(values).then(|| values.try_into().ok()).flatten();
        array.ok_or("these are not all numbers, within their ranges")
    }

    /// Whether nothing is declared.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The declaration of this number.
    pub const fn get(&self, number: usize) -> &'static ParamSpec {
        let (mut rest, mut family) = (number, 0);
        loop {
            let specs = self.families[family];
            let mut index = 0;
            while index < specs.len() {
                if rest < specs[index].len {
                    return &specs[index];
                }
                rest -= specs[index].len;
                index += 1;
            }
            family += 1;
        }
    }

    /// The first number of the declaration with this name. In a constant, an unknown
    /// name does not compile.
    pub const fn index(&self, name: &str) -> usize {
        match self.find(name) {
            Some(index) => index,
            None => panic!("no parameter has this name"),
        }
    }

    /// The first number of the declaration with this name, if there is one.
    pub const fn find(&self, name: &str) -> Option<usize> {
        let (mut number, mut family) = (0, 0);
        while family < self.families.len() {
            let specs = self.families[family];
            let mut index = 0;
            while index < specs.len() {
                if same(specs[index].name, name) {
                    return Some(number);
                }
                number += specs[index].len;
                index += 1;
            }
            family += 1;
        }
        None
    }

    /// The bits of a chromosome that holds every number.
    pub const fn bits(&self) -> u32 {
        let (mut total, mut family) = (0, 0);
        while family < self.families.len() {
            let specs = self.families[family];
            let mut index = 0;
            while index < specs.len() {
                total += specs[index].bits() * specs[index].len as u32;
                index += 1;
            }
            family += 1;
        }
        total
    }

    /// All declarations in order.
    pub fn iter(&self) -> impl Iterator<Item = &'static ParamSpec> + use<> {
        self.families.iter().copied().flatten()
    }

    /// The declaration of every number in order: an array's comes as often as it has entries.
    pub fn numbers(&self) -> impl Iterator<Item = &'static ParamSpec> + use<> {
        self.iter()
            .flat_map(|spec| core::iter::repeat_n(spec, spec.len))
    }
}

/// String equality that works in constants.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Declares a family of parameters: the public list `PARAMS`, and for each name
/// a constant that is its first number in the given [`Table`]. A length in brackets
/// makes an array. `neutral` says what a file without the number means, where that is
/// not the default.
///
/// ```
/// use params::Table;
///
/// pub const TABLE: Table = Table::new(&[wings::PARAMS]);
///
/// mod wings {
///     params::declare! { crate::TABLE;
///         SPAN: 0..=63 = 20, "tip to tip";
///         FEATHER[12]: -9..=9 = 0, "how each is bent";
///         COLOUR: 0..=4 = 1, neutral 0, "which of the five";
///     }
///     pub fn last() -> usize { COLOUR }
/// }
///
/// fn main() {
///     assert_eq!(wings::last(), 13);
///     assert_eq!(TABLE.get(13).bits(), 3);
///     assert_eq!(TABLE.get(13).neutral, 0);
/// }
/// ```
#[macro_export]
macro_rules! declare {
    ($table:path; $(
        $name:ident $([$len:expr])?: $min:literal ..= $max:literal = $default:literal
        $(, neutral $neutral:literal)?, $meaning:literal;
    )+) => {
        /// The parameters declared here.
        pub const PARAMS: &[$crate::ParamSpec] = &[
            $(
                $crate::ParamSpec::new(stringify!($name), $meaning, $min, $max, $default)
                    $(.array($len))?
                    $(.neutral($neutral))?
            ),+
        ];
        $(
            #[doc = $meaning]
            pub const $name: usize = $table.index(stringify!($name));
        )+
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_cover_the_range() {
        for (min, max, bits) in [
            (100, 100, 0),
            (0, 1, 1),
            (0, 4, 3),
            (0, 7, 3),
            (-8, 7, 4),
            (0, 2047, 11),
        ] {
            assert_eq!(
                ParamSpec::new("x", "", min, max, min).bits(),
                bits,
                "{min}..={max}"
            );
        }
    }

    #[test]
    fn families_are_numbered_in_order() {
        const A: &[ParamSpec] = &[ParamSpec::new("A", "", 0, 1, 0)];
        const B: &[ParamSpec] = &[
            ParamSpec::new("B", "", 0, 3, 0),
            ParamSpec::new("C", "", 0, 7, 0),
        ];
        const TABLE: Table = Table::new(&[A, &[], B]);
        let names = TABLE.iter().map(|spec| spec.name);
        assert!(names.eq(["A", "B", "C"]));
        assert_eq!(TABLE.len(), 3);
        assert_eq!(TABLE.bits(), 6);
        for index in 0..TABLE.len() {
            assert_eq!(TABLE.find(TABLE.get(index).name), Some(index));
        }
        assert_eq!(TABLE.find("D"), None);
    }

    #[test]
    fn arrays_take_as_many_numbers_as_they_have_entries() {
        const A: &[ParamSpec] = &[ParamSpec::new("A", "", -4, 3, 0).array(3)];
        const B: &[ParamSpec] = &[
            ParamSpec::new("B", "", 0, 3, 2).neutral(1),
            ParamSpec::new("C", "", 0, 1, 0).array(2),
        ];
        const TABLE: Table = Table::new(&[A, B]);
        assert_eq!((TABLE.len(), TABLE.bits()), (6, 3 * 3 + 2 + 2));
        let first = ["A", "B", "C"].map(|name| TABLE.find(name));
        assert_eq!(first, [Some(0), Some(3), Some(4)]);
        assert!(TABLE.iter().map(|spec| spec.len).eq([3, 1, 2]));
        let names = TABLE.numbers().map(|spec| spec.name);
        assert!(names.eq(["A", "A", "A", "B", "C", "C"]));
        for (number, spec) in TABLE.numbers().enumerate() {
            assert_eq!(TABLE.get(number), spec);
        }
        assert_eq!((TABLE.get(3).default, TABLE.get(3).neutral), (2, 1));
    }
}
