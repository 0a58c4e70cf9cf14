//! Endgame players: their words, their games and how they are bred.

mod evolution;
mod exam;
mod files;
mod games;
#[path = "../support/gp.rs"]
mod gp;
mod master;
mod outlook;
mod positions;
mod rules;
mod slow;
mod starts;
mod table;
mod terminals;
mod trees;
