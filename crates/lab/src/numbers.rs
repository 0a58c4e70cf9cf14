//! Whole numbers, and how a recipe lets them be encoded.

use std::fmt::Debug;

use evo::{GrayBits, Mixed, MixedGene, Space};
use params::{ParamSpec, Table};
use serde::Deserialize;

use crate::experiment::Experiment;
use crate::genes::Recorded;
use crate::recipe::{Demes, Mistake, Section, Stage};

/// How whole numbers are encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(
    rename_all = "snake_case",
    expecting = "`\"bits\"`, `\"whole\"` or `\"reals\"`"
)]
pub enum Encoding {
    /// In Gray-coded bits, as the papers have it.
    #[default]
    Bits,
    /// As they are.
    Whole,
    /// As reals, which are rounded when they are judged: steps may be as small as they
    /// like.
    Reals,
}

/// A space whose programs are whole numbers.
pub trait Numbers: Recorded<Program = Vec<i32>> + Debug + Send + Sync + 'static {
    /// The genome of these numbers; `None` if they are not of this space.
    fn genome(&self, program: &[i32]) -> Option<Self::Genome>;
}

impl Numbers for GrayBits {
    fn genome(&self, program: &[i32]) -> Option<Self::Genome> {
        self.encode(program).ok()
    }
}

impl Numbers for Mixed<i32> {
    fn genome(&self, program: &[i32]) -> Option<Self::Genome> {
        self.encode(program).ok()
    }
}

/// An experiment that breeds whole numbers, in an encoding that the recipe has chosen.
#[derive(Debug)]
pub struct Numeric<T, S: Space> {
    /// What its section says.
    pub settings: T,
    /// How the numbers are encoded.
    pub space: S,
    /// How they are bred.
    pub demes: Demes<S>,
}

/// The space of declared numbers in one of the encodings.
pub enum Encoded {
    /// In bits.
    Bits(GrayBits),
    /// As numbers, whole or real.
    Mixed(Mixed<i32>),
}

impl Section<'_> {
    /// The stage that breeds declared numbers by their fitness, in the encoding that the
    /// section names.
    pub fn numbers<T>(&mut self, table: Table, settings: T) -> Result<Vec<Stage>, Mistake>
    where
        Numeric<T, GrayBits>: Experiment,
        Numeric<T, Mixed<i32>>: Experiment,
    {
        match self.encoded(table) {
            Encoded::Bits(space) => self.numeric(settings, space),
            Encoded::Mixed(space) => self.numeric(settings, space),
        }
    }

    fn numeric<T, S: Space>(&mut self, settings: T, space: S) -> Result<Vec<Stage>, Mistake>
    where
        Numeric<T, S>: Experiment,
    {
        let demes = self.demes(&space)?;
        Ok(vec![self.stage(Numeric {
            settings,
            space,
            demes,
        })?])
    }

    /// Declared numbers in the encoding that the section names.
    pub fn encoded(&mut self, table: Table) -> Encoded {
        let mixed = |gene: fn(&ParamSpec) -> MixedGene| {
            let space = Mixed::new(table.iter().map(gene));
            Encoded::Mixed(space.expect("the declared ranges are valid"))
        };
        match self.encoding() {
            Encoding::Bits => Encoded::Bits(problems::bits(table)),
            Encoding::Whole => mixed(|spec| MixedGene::whole(spec.name, spec.min, spec.max)),
            Encoding::Reals => {
                mixed(|spec| MixedGene::real(spec.name, spec.min.into(), spec.max.into()))
            }
        }
    }
}

/// Numbers as a journal keeps them.
pub fn program(values: &[f64]) -> Vec<i32> {
    values.iter().map(|&value| value as i32).collect()
}
