//! A fleet on a real server, with workers that do all that workers may do.

mod encrypted;
mod hostile;
mod simulated;
mod toy;
mod world;
