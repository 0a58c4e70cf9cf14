//! A fleet on a real server, with workers that do all that workers may do.

mod cluster;
mod credentials;
mod encrypted;
mod hostile;
mod patience;
mod simulated;
mod toy;
mod unsteady;
mod world;
