//! Tests of the whole crate: what is found, what repeats, and what the operators do on average.

mod adaptive;
mod archipelago;
mod faults;
mod finds;
mod kits;
mod learner;
mod mixed;
mod noisy;
mod numbers;
mod operators;
mod product;
mod recipes;
mod recommended;
mod recorded;
mod repeats;
mod spaces;
mod toys;
mod trees;
