//! A match that stops by itself.

use arena::stats::{Decision, Pentanomial, Scale, Sprt, SprtError};

/// Whether a match stops by its results.
#[derive(clap::Args)]
pub struct SprtArguments {
    /// Stop when it is clear whether A is ELO0 or ELO1 stronger than B
    #[arg(
        long,
        num_args = 2,
        value_names = ["ELO0", "ELO1"],
        allow_negative_numbers = true
    )]
    sprt: Option<Vec<f64>>,

    /// The hypotheses are in normalised Elo
    #[arg(long, requires = "sprt")]
    normalised: bool,

    /// How often ELO1 may be accepted where ELO0 is true
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,

    /// How often ELO0 may be accepted where ELO1 is true
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
}

/// A sequential test with the numbers it is made of.
pub struct Test {
    /// The first hypothesis.
    pub elo0: f64,
    /// The second.
    pub elo1: f64,
    /// The share of wrong acceptances of the second.
    pub alpha: f64,
    /// The share of wrong acceptances of the first.
    pub beta: f64,
    /// What the hypotheses are measured in.
    pub scale: Scale,
    /// The test itself.
    pub sprt: Sprt,
}

impl SprtArguments {
    /// The test, if one is wanted.
    pub fn test(&self) -> Result<Option<Test>, SprtError> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else {
            return Ok(None);
        };
        let (alpha, beta) = (self.alpha, self.beta);
        let scale = if self.normalised {
            Scale::Normalised
        } else {
            Scale::Logistic
        };
        let sprt = Sprt::new(scale, elo0, elo1, alpha, beta)?;
        Ok(Some(Test {
            elo0,
            elo1,
            alpha,
            beta,
            scale,
            sprt,
        }))
    }
}

impl Test {
    /// Whether the results are enough.
    pub fn is_decided(&self, results: &Pentanomial) -> bool {
        self.sprt.decide(results) != Decision::Continue
    }

    /// What the hypotheses are measured in.
    pub fn unit(&self) -> String {
        self.scale.to_string()
    }

    /// Its progress, as short as possible.
    pub fn word(&self, results: &Pentanomial) -> String {
        let (low, high) = self.sprt.bounds();
        format!("LLR {:.2} ({low:.2}, {high:.2})", self.sprt.llr(results))
    }

    /// What it says of the results, in a line.
    pub fn line(&self, results: &Pentanomial) -> String {
        let Self { elo0, elo1, .. } = self;
        let verdict = match self.sprt.decide(results) {
            Decision::Continue => String::new(),
            Decision::AcceptH0 => format!(": {elo0} accepted"),
            Decision::AcceptH1 => format!(": {elo1} accepted"),
        };
        let (word, unit) = (self.word(results), self.unit());
        format!("{word} for {elo0} or {elo1} {unit}{verdict}")
    }
}
