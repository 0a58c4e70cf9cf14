//! Recipes and their runs without a command line.

mod fleet;
mod hostile;
mod learnt;
mod players;
mod recipes;
mod runs;
mod small;
mod specification;
mod wrong_values;
