//! The ancestors of a champion.

use evo::Origin;
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
        mut place: Place,
        mut number: u32,
        births: usize,
    ) -> Result<usize, journal::Error> {
        let born = loop {
            let one = reader.organism(place, number)?;
            let one = one.expect("parents are recorded");
            match one.organism.origin {
                Origin::Copy(parent) => {
                    place.generation -= 1;
                    number = parent;
                }
                _ => break one,
            }
        };
        let mut members = self.members.iter();
        let known = members.position(|one| (one.place, one.number) == (place, number));
        if let Some(known) = known {
            return Ok(known);
        }
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
