//! Endgame players: their words, their games and how they are bred.

mod positions;
mod slow;
mod terminals;
mod trees;
