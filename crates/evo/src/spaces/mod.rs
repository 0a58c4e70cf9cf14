//! Representations, one file each.

mod gray;
mod reals;
mod trees;

pub use gray::GrayBits;
pub use reals::Reals;
pub use trees::{Limits, TreeSpec, Trees};

use std::collections::HashSet;

use crate::{Error, Gene};

/// Files name genes, so names must be unique.
fn check_names<T>(genes: &[Gene<T>]) -> Result<(), Error> {
    let mut seen = HashSet::new();
    match genes.iter().find(|gene| !seen.insert(&gene.name)) {
        Some(twin) => Err(Error::SameName(twin.name.clone())),
        None => Ok(()),
    }
}

/// `NAME=value NAME=value …`
fn show_named<'a, T: std::fmt::Display>(named: impl Iterator<Item = (&'a str, T)>) -> String {
    let words: Vec<_> = named
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    words.join(" ")
}
