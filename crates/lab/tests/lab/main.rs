//! Recipes and their runs without a command line.

mod learnt;
mod recipes;
mod runs;
mod specification;
mod wrong_values;
