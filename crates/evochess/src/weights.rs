//! Declared numbers as values.

use params::Table;

/// Values of all numbers of a table, with a type of its own for each table.
pub trait Weights: Sized {
    /// The declarations.
    const TABLE: Table;

    /// These values, one for each declaration.
    fn of(values: &[i32]) -> Self;

    /// The values.
    fn values(&self) -> &[i32];
}

/// Makes a type of the numbers of a table, whose default is the declared one.
macro_rules! weights {
    ($(#[$doc:meta])* $name:ident of $table:path) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub struct $name(Vec<i32>);

        impl $crate::weights::Weights for $name {
            const TABLE: params::Table = $table;

            fn of(values: &[i32]) -> Self {
                assert_eq!(values.len(), $table.len(), "one value for each declaration");
                Self(values.to_vec())
            }

            fn values(&self) -> &[i32] {
                &self.0
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self($table.numbers().map(|spec| spec.default).collect())
            }
        }

        impl std::ops::Index<usize> for $name {
            type Output = i32;

            #[inline(always)]
            fn index(&self, gene: usize) -> &i32 {
                &self.0[gene]
            }
        }
    };
}

pub(crate) use weights;
