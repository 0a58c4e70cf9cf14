//! Recipes and their runs without a command line.

mod fleet;
mod hostile;
mod learned;
mod matches;
mod players;
mod recipes;
mod runs;
mod small;
mod wrong_values;
