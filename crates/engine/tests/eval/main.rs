//! The evaluation against truths from outside: its own linearity, symmetry, a
//! second implementation, and positions where a person can see the answer.

mod linear;
mod second;
mod symmetry;
mod terms;

#[path = "../support/mod.rs"]
mod support;
