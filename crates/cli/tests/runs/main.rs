//! Runs as a user meets them: recipes, interruptions, and what can be seen after.

mod endgame;
mod full_disk;
mod interrupted;
mod looking;
mod recipes;
mod whole;
mod workshop;
