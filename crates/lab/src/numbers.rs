//! Whole numbers, and how a recipe lets them be encoded.

use std::fmt::Debug;

use evo::{Gene, GrayBits, Mixed, MixedGene, Space};
use params::{ParamSpec, Table};
use serde::Deserialize;

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

impl<T, S: Space> Numeric<T, S> {
    /// With the method of the section.
    pub fn new(settings: T, space: S, section: &mut Section<'_>) -> Result<Self, Mistake> {
        let demes = section.demes(&space)?;
        Ok(Self {
            settings,
            space,
            demes,
        })
    }
}

/// Settings from which stages are made, whatever the encoding of the numbers.
pub trait AnyEncoding {
    /// Makes the stages of a section whose genomes are of this space.
    fn stages<S: Numbers>(self, space: S, section: &mut Section<'_>)
    -> Result<Vec<Stage>, Mistake>;
}

impl Section<'_> {
    /// The stages that breed declared numbers, in the encoding that the section names.
    pub fn numbers(&mut self, table: Table, make: impl AnyEncoding) -> Result<Vec<Stage>, Mistake> {
        match self.encoding()? {
            Encoding::Bits => make.stages(bits(table), self),
            Encoding::Whole => {
                let gene = |spec: &ParamSpec| MixedGene::whole(spec.name, spec.min, spec.max);
                make.stages(mixed(table, gene), self)
            }
            Encoding::Reals => {
                let gene =
                    |spec: &ParamSpec| MixedGene::real(spec.name, spec.min.into(), spec.max.into());
                make.stages(mixed(table, gene), self)
            }
        }
    }
}

/// Declared numbers in Gray-coded bits.
pub fn bits(table: Table) -> GrayBits {
    let genes = table
        .iter()
        .map(|spec| Gene::new(spec.name, spec.min, spec.max));
    GrayBits::new(genes).expect("the declared ranges are valid")
}

fn mixed(table: Table, gene: impl Fn(&ParamSpec) -> MixedGene) -> Mixed<i32> {
    let genes = table.iter().map(gene);
    Mixed::new(genes).expect("the declared ranges are valid")
}

/// Numbers as a journal keeps them.
pub fn program(values: &[f64]) -> Vec<i32> {
    values.iter().map(|&value| value as i32).collect()
}
