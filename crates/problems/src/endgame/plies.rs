//! How far to look ahead.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A depth of search in plies, from 1 to [`Plies::MOST`].
///
/// ```
/// use problems::endgame::Plies;
///
/// let plies: Plies = "3".parse()?;
/// assert_eq!(plies.get(), 3);
/// assert_eq!("9".parse::<Plies>().unwrap_err().to_string(),
///     "9 plies are outside the range of 1 to 8");
/// # Ok::<(), problems::endgame::PliesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Plies(u8);

/// Why something is not a number of plies.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} plies are outside the range of 1 to {most}", most = Plies::MOST)]
pub struct PliesError(String);

impl Plies {
    /// The greatest depth: beyond it a search takes minutes.
    pub const MOST: u8 = 8;

    /// The player's own move.
    pub const ONE: Self = Self(1);

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for Plies {
    fn default() -> Self {
        Self::ONE
    }
}

impl TryFrom<i64> for Plies {
    type Error = PliesError;

    fn try_from(number: i64) -> Result<Self, PliesError> {
        match u8::try_from(number) {
            Ok(plies) if (1..=Self::MOST).contains(&plies) => Ok(Self(plies)),
            _ => Err(PliesError(number.to_string())),
        }
    }
}

impl From<Plies> for i64 {
    fn from(plies: Plies) -> Self {
        plies.0.into()
    }
}

impl FromStr for Plies {
    type Err = PliesError;

    fn from_str(text: &str) -> Result<Self, PliesError> {
        let number: i64 = text.parse().map_err(|_| PliesError(text.to_owned()))?;
        number.try_into()
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
