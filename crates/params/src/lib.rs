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

#![no_std]

/// Everything there is to know about one tunable number.
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
    /// The value used where nothing else is given.
    pub default: i32,
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
        }
    }

    /// The bits a chromosome spends on it: enough for every value of the range.
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
            total += self.families[family].len();
            family += 1;
        }
        total
    }

    /// Whether nothing is declared.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The declaration with this number.
    pub const fn get(&self, index: usize) -> &'static ParamSpec {
        let (mut rest, mut family) = (index, 0);
        while rest >= self.families[family].len() {
            rest -= self.families[family].len();
            family += 1;
        }
        &self.families[family][rest]
    }

    /// The number of the declaration with this name. In a constant, an unknown
    /// name does not compile.
    pub const fn index(&self, name: &str) -> usize {
        match self.find(name) {
            Some(index) => index,
            None => panic!("no parameter has this name"),
        }
    }

    /// The number of the declaration with this name, if there is one.
    pub const fn find(&self, name: &str) -> Option<usize> {
        let (mut index, len) = (0, self.len());
        while index < len {
            if same(self.get(index).name, name) {
                return Some(index);
            }
            index += 1;
        }
        None
    }

    /// The bits of a chromosome that holds every number.
    pub const fn bits(&self) -> u32 {
        let (mut total, mut index) = (0, 0);
        while index < self.len() {
            total += self.get(index).bits();
            index += 1;
        }
        total
    }

    /// All declarations in order.
    pub fn iter(&self) -> impl Iterator<Item = &'static ParamSpec> + use<> {
        self.families.iter().copied().flatten()
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
/// a constant that is its index in the given [`Table`].
///
/// ```
/// use params::Table;
///
/// pub const TABLE: Table = Table::new(&[wings::PARAMS]);
///
/// mod wings {
///     params::declare! { crate::TABLE;
///         SPAN: 0..=63 = 20, "tip to tip";
///         COLOUR: 0..=4 = 1, "which of the five";
///     }
///     pub fn last() -> usize { COLOUR }
/// }
///
/// fn main() {
///     assert_eq!(wings::last(), 1);
///     assert_eq!(TABLE.get(1).bits(), 3);
/// }
/// ```
#[macro_export]
macro_rules! declare {
    ($table:path; $($name:ident: $min:literal ..= $max:literal = $default:literal, $meaning:literal;)+) => {
        /// The parameters declared here.
        pub const PARAMS: &[$crate::ParamSpec] = &[
            $($crate::ParamSpec::new(stringify!($name), $meaning, $min, $max, $default)),+
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
}
