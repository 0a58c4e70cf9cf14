//! `galapagos serve`, in a real browser and by what it answers to any request.

mod answers;
mod browser;
mod duel;
mod games;
mod house;
mod play;
mod watch;
mod workers;
