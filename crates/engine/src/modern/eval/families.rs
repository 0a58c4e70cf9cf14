//! The families of terms. To add one, write its file and name it here.

use params::Table;

/// Declares the families and joins their weights in one table.
macro_rules! families {
    ($($family:ident)+) => {
        $(pub mod $family;)+

        /// All weights of the evaluation.
        pub const TABLE: Table = Table::new(&[$($family::PARAMS),+]);
    };
}

families! {
    material squares pawns shelter passed mobility files outposts bishops king_attack threats
    space tempo lone_king
}
