//! The terms, one family a file. To add one, write its file and name it here.

use chess::Color;
use params::Table;

use super::{PawnStructure, Sink, View};

/// Declares the families: those that need the pawns alone, which are cached,
/// and those that need the whole position.
macro_rules! terms {
    (pawns: $($pawn:ident)+; pieces: $($piece:ident)+;) => {
        $(pub mod $pawn;)+
        $(pub mod $piece;)+

        /// All weights of the evaluation.
        pub const TABLE: Table = Table::new(&[$($piece::PARAMS,)+ $($pawn::PARAMS,)+]);

        /// Reports what the terms see that need only the pawns.
        #[inline(always)]
        pub fn see_pawns(pawns: &PawnStructure, us: Color, sink: &mut impl Sink) {
            $($pawn::see(pawns, us, sink);)+
        }

        /// Reports what the terms see that need the whole position.
        #[inline(always)]
        pub fn see_pieces(view: &View, us: Color, sink: &mut impl Sink) {
            pawns::see_targets(view, us, sink);
            $($piece::see(view, us, sink);)+
        }
    };
}

terms! {
    pawns: pawns;
    pieces: material passed_pawns knights bishops rooks queens king;
}
