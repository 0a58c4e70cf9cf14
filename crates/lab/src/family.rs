//! The ancestors of a champion.

use journal::{Place, Reader};

use crate::Champion;

/// How many births back ancestors are looked up.
const BIRTHS: usize = 5;

/// The ancestors of a champion, child before parents.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// The champion first.
    pub members: Vec<Relative>,
}

/// An organism where it was born.
#[derive(Clone, Debug, PartialEq)]
pub struct Relative {
    /// The generation.
    pub place: Place,
    /// Its number there.
    pub number: u32,
    /// Its score there.
    pub score: f64,
    /// How it came to be: `cross`, `mutant`, …
    pub origin: &'static str,
    /// Births between it and the champion.
    pub births: usize,
    /// Its parents among the members; none where they are not looked up.
    pub parents: Vec<usize>,
}

impl Family {
    /// Looks up where a champion and its ancestors were born.
    pub fn read(reader: &Reader, champion: &Champion) -> Result<Self, journal::Error> {
        let (generation, number) = champion.latest;
        let place = Place {
            phase: champion.phase,
            generation,
        };
        let mut family = Self {
            members: Vec::new(),
        };
        family.add(reader, place, number, 0)?;
        Ok(family)
    }

    /// Adds an organism and its ancestors, each once, and returns its place.
    fn add(
        &mut self,
        reader: &Reader,
        place: Place,
        number: u32,
        births: usize,
    ) -> Result<usize, journal::Error> {
        let birth = reader.birth(place, number)?;
        let (place, number) = birth.expect("ancestors are recorded");
        let mut members = self.members.iter();
        let known = members.position(|one| (one.place, one.number) == (place, number));
        if let Some(known) = known {
            return Ok(known);
        }
        let born = reader.organism(place, number)?;
        let born = born.expect("what is born is recorded");
        let origin = born.organism.origin;
        let own = self.members.len();
        self.members.push(Relative {
            place,
            number,
            score: born.score,
            origin: origin.word(),
            births,
            parents: Vec::new(),
        });
        if births < BIRTHS {
            for parent in origin.parents() {
                let before = Place {
                    generation: place.generation - 1,
                    ..place
                };
                let parent = self.add(reader, before, parent, births + 1)?;
                if !self.members[own].parents.contains(&parent) {
                    self.members[own].parents.push(parent);
                }
            }
        }
        Ok(own)
    }
}
