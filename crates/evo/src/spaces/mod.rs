//! Representations, one file each.

mod adaptive;
mod gray;
pub mod mixed;
mod product;
mod trees;

pub use adaptive::{Adapted, Adaptive, SelfAdaptation, Steps};
pub use gray::GrayBits;
pub use mixed::{Mixed, MixedGene};
pub use trees::{Limits, TreeSpec, Trees};

use std::collections::HashSet;

use crate::Error;

/// Files name genes, so names must be unique.
fn check_names<'a>(mut names: impl Iterator<Item = &'a str>) -> Result<(), Error> {
    let mut seen = HashSet::new();
    match names.find(|&name| !seen.insert(name)) {
        Some(twin) => Err(Error::SameName(twin.into())),
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
