//! The words of depth programs: tables 2 and 3 of the paper.

use serde::{Deserialize, Serialize};

/// Declares an enumeration of words: each with its name in texts and what it means.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $( $variant:ident $text:literal $meaning:literal, )+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum $name {
            $( #[doc = $meaning] $variant, )+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// How texts write it.
            pub const fn text(self) -> &'static str {
                match self {
                    $( Self::$variant => $text, )+
                }
            }

            /// What it means.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $( Self::$variant => $meaning, )+
                }
            }

            /// The one with this text.
            pub fn find(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|word| word.text() == text)
            }
        }
    };
}

words! {
    /// What a statement can read.
    Terminal {
        Accumulator "accumulator" "what functions write to; 0 when a program starts",
        LevelRegister "level_register" "kept for all nodes of this level; 0 when a search starts",
        SearchRegister "search_register" "kept for all nodes; 0 when a search starts",
        GameRegister "game_register" "kept for all searches; 0 when a game starts",
        SearchDepth "search_depth" "plies from the root",
        SearchHorizon "search_horizon" "plies from the root to which the search goes as things stand",
        PieceValue "piece_value" "value of the piece that the accumulator numbers, pawn to queen from 0 and starting over after 4",
        CapturedPiece "captured_piece" "value of the piece that the last move captured",
        AlphaBound "alpha_bound" "what the side to move has for certain",
        BetaBound "beta_bound" "what its opponent concedes",
        MoveNumber "move_number" "place of the last move in its order, from 1",
        Knights "knights" "knights on the board",
        Bishops "bishops" "bishops on the board",
        Rooks "rooks" "rooks on the board",
        Pawns "pawns" "pawns on the board",
        ExpandedNodes "expanded_nodes" "nodes of this search so far, in percent of those it may have",
        MoveValue "move_value" "value of the last move in the eyes of the ordering module",
        BranchingFactor "branching_factor" "moves there were in the position before",
        PositionScore "position_score" "value of the position for the side to move by the position module",
    }
}

/// Terminals that can be compared with sense: depths, scores, values of pieces, counts.
/// What a program has computed can be any of them. The horizon is none of them: what asks
/// for it means something else where the rest depth is another.
pub const KINDS: [&[Terminal]; 4] = [
    &[Terminal::Accumulator, Terminal::SearchDepth],
    &[
        Terminal::Accumulator,
        Terminal::AlphaBound,
        Terminal::BetaBound,
        Terminal::PositionScore,
    ],
    &[
        Terminal::Accumulator,
        Terminal::PieceValue,
        Terminal::CapturedPiece,
    ],
    &[
        Terminal::Accumulator,
        Terminal::MoveNumber,
        Terminal::BranchingFactor,
        Terminal::Knights,
        Terminal::Bishops,
        Terminal::Rooks,
        Terminal::Pawns,
    ],
];

words! {
    /// What a statement does with what it reads.
    Action {
        Add "+" "adds it to the accumulator",
        Subtract "-" "subtracts it from the accumulator",
        Multiply "*" "multiplies the accumulator by it",
        Divide "/" "divides the accumulator by it, but not by 0",
        Sine "sine" "puts its sine into the accumulator",
        Sigmoid "sigmoid" "puts 1 / (1 + exp(-it)) into the accumulator",
        StoreLevel "store_level" "stores it in the level register",
        StoreSearch "store_search" "stores it in the search register",
        StoreGame "store_game" "stores it in the game register",
        Load "load" "loads it to the accumulator",
    }
}

words! {
    /// How a condition compares two terminals.
    Compare {
        Less "<" "the first is smaller",
        Equal "=" "both are equal",
    }
}
