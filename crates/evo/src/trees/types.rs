//! What may stand where.

/// The most types a vocabulary can have.
pub(super) const MOST: usize = 8;

/// A set of types. A word may be used as any of the types it returns, and an
/// edge accepts any of the types it wants: they go together if they share one.
///
/// ```
/// # use evo::trees::Types;
/// const TRUTH: Types = Types::one(0);
/// const NUMBER: Types = Types::one(1);
/// const EITHER: Types = TRUTH.or(NUMBER);
/// assert!(EITHER.meets(TRUTH) && !TRUTH.meets(NUMBER));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types(u8);

impl Types {
    /// One type: the one with this place in the vocabulary's list.
    ///
    /// # Panics
    ///
    /// If the place is 8 or more.
    pub const fn one(place: usize) -> Self {
        assert!(place < MOST, "there are at most eight types");
        Self(1 << place)
    }

    /// These types and those.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a type is in both.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The places of its types.
    pub(super) fn places(self) -> impl Iterator<Item = usize> {
        (0..MOST).filter(move |&place| self.meets(Self::one(place)))
    }
}
