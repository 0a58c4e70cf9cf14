//! One gene of a mixed genome.

use crate::{Error, Nudge, Positive, Stream, mutate};

/// One named number of a mixed genome.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedGene {
    /// The name in files and reports.
    pub name: String,
    /// The values that it may have.
    pub kind: Kind,
}

/// The values that a gene may have.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Every whole number from the first to the second.
    Whole(i32, i32),
    /// Every real number from the first to the second.
    Real(f64, f64),
    /// The same, for numbers whose order of magnitude counts: it is the logarithm that
    /// is drawn, crossed and mutated. The first is above 0.
    Log(f64, f64),
    /// One of these alternatives. The number is its place in the list, counted from 0.
    Choice(Vec<String>),
}

impl MixedGene {
    /// A whole number of this range.
    pub fn whole(name: &str, min: i32, max: i32) -> Self {
        Self::new(name, Kind::Whole(min, max))
    }

    /// A real number of this range.
    pub fn real(name: &str, min: f64, max: f64) -> Self {
        Self::new(name, Kind::Real(min, max))
    }

    /// A number of this range, even in the logarithm.
    pub fn log(name: &str, min: f64, max: f64) -> Self {
        Self::new(name, Kind::Log(min, max))
    }

    /// One of these alternatives.
    pub fn choice(name: &str, alternatives: &[&str]) -> Self {
        let alternatives = alternatives.iter().map(|&one| one.into());
        Self::new(name, Kind::Choice(alternatives.collect()))
    }

    fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: name.into(),
            kind,
        }
    }

    /// The smallest and the largest value.
    pub fn bounds(&self) -> (f64, f64) {
        match self.kind {
            Kind::Whole(min, max) => (min.into(), max.into()),
            Kind::Real(min, max) | Kind::Log(min, max) => (min, max),
            Kind::Choice(ref alternatives) => (0.0, alternatives.len() as f64 - 1.0),
        }
    }

    /// How many values there are, where they can be counted.
    pub(super) fn levels(&self) -> Option<u32> {
        match self.kind {
            Kind::Whole(min, max) => Some(max.abs_diff(min).saturating_add(1)),
            Kind::Choice(ref alternatives) => Some(alternatives.len() as u32),
            Kind::Real(..) | Kind::Log(..) => None,
        }
    }

    /// Whether there is more than one value.
    pub(super) fn varies(&self) -> bool {
        let (min, max) = self.bounds();
        min < max
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let name = || self.name.clone();
        let (min, max) = self.bounds();
        // The width is finite only if both ends are; not-a-number fails the first test.
        if !(min <= max && (max - min).is_finite()) {
            return Err(Error::EmptyRange(name()));
        }
        match &self.kind {
            Kind::Log(min, _) if *min <= 0.0 => Err(Error::NotPositive(name())),
            Kind::Choice(alternatives) => {
                let twin = (1..alternatives.len())
                    .find(|&at| alternatives[..at].contains(&alternatives[at]));
                twin.map_or(Ok(()), |at| {
                    Err(Error::SameChoice {
                        gene: name(),
                        choice: alternatives[at].clone(),
                    })
                })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn holds(&self, value: f64) -> bool {
        let (min, max) = self.bounds();
        (min..=max).contains(&value) && (self.levels().is_none() || value == libm::rint(value))
    }

    /// A value where it is evenly spread: a logarithm, or as it is.
    pub(super) fn to_scale(&self, value: f64) -> f64 {
        match self.kind {
            Kind::Log(..) => libm::log(value),
            _ => value,
        }
    }

    /// The ends of the range on that scale.
    pub(super) fn scale(&self) -> (f64, f64) {
        let (min, max) = self.bounds();
        (self.to_scale(min), self.to_scale(max))
    }

    /// The number at a place of that scale, not rounded.
    pub(super) fn of_scale(&self, place: f64) -> f64 {
        match self.kind {
            Kind::Log(..) => libm::exp(place),
            _ => place,
        }
    }

    /// The value nearest to a number.
    pub(super) fn settle(&self, number: f64) -> f64 {
        let (min, max) = self.bounds();
        match self.levels() {
            None => number.clamp(min, max),
            // Not-a-number means the lower end, as it does for numbers in bits.
            Some(_) if number.is_nan() => min,
            Some(_) => libm::rint(number).clamp(min, max),
        }
    }

    pub(super) fn sample(&self, stream: &mut Stream) -> f64 {
        let (min, max) = self.scale();
        match self.kind {
            Kind::Whole(low, high) => {
                let count = high.abs_diff(low) as usize + 1;
                min + stream.below(count) as f64
            }
            Kind::Choice(ref alternatives) => stream.below(alternatives.len()) as f64,
            // Rounding may step over the end.
            Kind::Real(..) | Kind::Log(..) => {
                self.settle(self.of_scale(min + stream.unit() * (max - min)))
            }
        }
    }

    /// The value at this place on the line from the mother's, at 0, to the father's, at 1.
    pub(super) fn between(&self, place: f64, mother: f64, father: f64) -> f64 {
        if let Kind::Choice(_) = self.kind {
            // There is nothing between alternatives: the child has the nearer one.
            return if place < 0.5 { mother } else { father };
        }
        let (mother, father) = (self.to_scale(mother), self.to_scale(father));
        // The shares are added: the distance alone may be beyond the largest number.
        self.settle(self.of_scale((1.0 - place) * mother + place * father))
    }

    pub(super) fn mutate(
        &self,
        how: &Nudge,
        value: f64,
        generation: u32,
        stream: &mut Stream,
    ) -> f64 {
        match *how {
            Nudge::Gaussian { step, .. } => self.gaussian(value, step, stream),
            Nudge::NonUniform { shape, horizon, .. } => {
                let elapsed = f64::from(generation) / f64::from(horizon.get());
                self.non_uniform(value, elapsed, shape, stream)
            }
        }
    }

    fn gaussian(&self, value: f64, step: Positive, stream: &mut Stream) -> f64 {
        match self.kind {
            Kind::Whole(min, max) => mutate::creep(value as i32, (min, max), step, stream).into(),
            Kind::Choice(_) => self.other_choice(value, stream),
            Kind::Real(..) | Kind::Log(..) => {
                let place = self.to_scale(value);
                self.moved(value, mutate::gaussian(place, self.scale(), step, stream))
            }
        }
    }

    fn non_uniform(&self, value: f64, elapsed: f64, shape: Positive, stream: &mut Stream) -> f64 {
        if let Kind::Choice(_) = self.kind {
            // Steps cannot shrink, so they become rare in their place.
            let chance = mutate::reach(elapsed, shape);
            return match stream.chance(chance) {
                true => self.other_choice(value, stream),
                false => value,
            };
        }
        let place = self.to_scale(value);
        let moved = mutate::non_uniform(place, self.scale(), elapsed, shape, stream);
        match self.kind {
            Kind::Whole(..) => self.settle(value + mutate::away_from_zero(moved - value)),
            _ => self.moved(value, moved),
        }
    }

    /// What a step to a place of the scale makes of a value.
    fn moved(&self, value: f64, to: f64) -> f64 {
        match self.kind {
            // There and back through the logarithm may differ in the last bit.
            Kind::Log(..) if to == self.to_scale(value) => value,
            _ => self.settle(self.of_scale(to)),
        }
    }

    /// One of the other alternatives, all equally likely.
    fn other_choice(&self, value: f64, stream: &mut Stream) -> f64 {
        let (_, last) = self.bounds();
        if last == 0.0 {
            return value;
        }
        // The alternatives that are left, numbered without this one.
        let drawn = stream.below(last as usize) as f64;
        if drawn < value { drawn } else { drawn + 1.0 }
    }
}
