//! Whole numbers, and how a recipe lets them be encoded.

use std::fmt::Debug;

use evo::{Gene, GrayBits, Mixed, MixedGene, Seed, Space};
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
        match self.declared(table) {
            Encoded::Bits(space) => self.numeric(settings, space),
            Encoded::Mixed(space) => self.numeric(settings, space),
        }
    }

    /// The stage that breeds numbers of this space by their fitness.
    pub(crate) fn numeric<T, S: Space>(
        &mut self,
        settings: T,
        space: S,
    ) -> Result<Vec<Stage>, Mistake>
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
    pub fn declared(&mut self, table: Table) -> Encoded {
        let range = |spec: &ParamSpec| (spec.name, spec.min, spec.max);
        self.encoded(table.iter().map(range))
    }

    /// Whole numbers, each with its name and its range, in the encoding that the section
    /// names.
    ///
    /// # Panics
    ///
    /// If a range is empty, or two have one name.
    pub fn encoded<'a>(&mut self, genes: impl Iterator<Item = (&'a str, i32, i32)>) -> Encoded {
        const VALID: &str = "ranges are not empty and names differ";
        let mixed = |genes: Vec<MixedGene>| Encoded::Mixed(Mixed::new(genes).expect(VALID));
        match self.encoding() {
            Encoding::Bits => {
                let genes = genes.map(|(name, min, max)| Gene::new(name, min, max));
                Encoded::Bits(GrayBits::new(genes).expect(VALID))
            }
            Encoding::Whole => {
                let genes = genes.map(|(name, min, max)| MixedGene::whole(name, min, max));
                mixed(genes.collect())
            }
            Encoding::Reals => {
                let real = |(name, min, max): (&str, i32, i32)| {
                    MixedGene::real(name, min.into(), max.into())
                };
                mixed(genes.map(real).collect())
            }
        }
    }
}

/// This many genomes: this one, and others at normally distributed steps from it, whose
/// deviation is a share of every number's range.
pub fn around<S: Numbers>(
    space: &S,
    genome: &S::Genome,
    step: f64,
    count: u32,
    seed: Seed,
) -> Vec<S::Genome> {
    let cube = space.cube().expect("whole numbers have a cube");
    let point = cube.point(genome);
    let near = |index: u32| {
        let mut stream = seed.child("founder", index.into()).stream();
        let moved = point.iter().map(|number| number + step * stream.normal());
        cube.nearest(&moved.collect::<Vec<_>>())
    };
    let others = (1..count).map(near);
    [genome.clone()].into_iter().chain(others).collect()
}

/// Numbers as a journal keeps them.
pub fn program(values: &[f64]) -> Vec<i32> {
    values.iter().map(|&value| value as i32).collect()
}
