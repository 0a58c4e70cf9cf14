//! Statistics against published figures, brute force and simulated matches.

mod brute_force;
mod coverage;
mod pentanomial;
mod ratings;
mod simulated;
mod sprt;
