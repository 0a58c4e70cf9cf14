//! The right to move.

params::declare! { super::TABLE;
    TEMPO: -100..=100 = 0, "the side to move";
}
