//! Perturbations of SPSA that follow from a probe.

use std::fmt::Write as _;

use evo::Method;
use problems::uci_engine::Parameter;
use problems::uci_engine::probe::Found;

use super::Tune;
use super::draft::quoted;

/// Perturbations are written in thousandths of a range.
const PLACES: f64 = 1000.0;

impl Tune {
    /// The line under the settings of SPSA for parameters that its `c` moves by less than
    /// the least step that changes play; `None` if there are none, or another method breeds.
    ///
    /// The line has the least step itself: the two sides of a centre are two steps apart at
    /// first and still one when the perturbations have fallen by half, after a thousand
    /// pairs.
    pub fn steps(&self, found: &[Found]) -> Option<String> {
        let Some(Method::Spsa(spsa)) = self.demes.method() else {
            return None;
        };
        let mut genes = String::new();
        for (one, found) in self.subject.parameters.iter().zip(found) {
            let moved = spsa.genes.get(&one.name).unwrap_or(&spsa.c).get();
            if let Some(share) = share(one, found).filter(|share| *share > moved) {
                let comma = if genes.is_empty() { "" } else { "," };
                let _ = write!(genes, "{comma} {} = {share}", quoted(&one.name));
            }
        }
        (!genes.is_empty()).then(|| format!("genes = {{{genes} }}"))
    }
}

/// The least step of a whole number as a share of its range, rounded up.
fn share(one: &Parameter, found: &Found) -> Option<f64> {
    let step = found.step(one)?;
    let (min, max) = one.range();
    let share = step / (f64::from(max) - f64::from(min));
    Some((share * PLACES).ceil() / PLACES)
}
