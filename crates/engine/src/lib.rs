//! A chess program made of values: evaluation weights and search parameters go
//! in, moves come out.

pub mod eval;
pub mod search;
