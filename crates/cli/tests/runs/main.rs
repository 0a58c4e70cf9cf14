//! Runs as a user meets them: recipes, interruptions, and what can be seen after.

mod champions;
mod coevolution;
mod comparing;
mod demes;
mod elsewhere;
mod endgame;
mod evochess;
mod examples;
mod fleet;
mod full_disk;
mod interrupted;
mod looking;
mod modern;
mod optimisers;
mod race;
mod recipes;
#[path = "../../../lab/tests/lab/small.rs"]
mod small;
mod star;
mod tactics;
mod whole;
mod workshop;
