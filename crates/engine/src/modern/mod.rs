//! The modern kind of organism.

pub mod eval;
