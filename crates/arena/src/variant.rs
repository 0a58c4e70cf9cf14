//! The kinds of chess that are played.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The kind of chess that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960: 960 start positions, and castling from each.
    Chess960,
}

/// Why a text is not a variant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a variant played here; `standard` and `chess960` (or `fischerandom`) are")]
pub struct VariantError(String);

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        match text.to_ascii_lowercase().as_str() {
            "standard" => Ok(Self::Standard),
            "chess960" | "fischerandom" => Ok(Self::Chess960),
            _ => Err(VariantError(text.into())),
        }
    }
}
