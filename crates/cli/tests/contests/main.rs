//! Matches and tournaments as a user meets them.

mod interrupted;
mod mistakes;
mod results;
mod workshop;
