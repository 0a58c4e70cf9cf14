//! evo
