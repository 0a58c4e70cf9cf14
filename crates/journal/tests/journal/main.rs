//! The journal from outside: what it keeps, and what happens to it.

mod child;
mod damage;
mod document;
mod full_disk;
mod kill;
mod power;
mod records;
mod sample;
mod writers;
