//! Everything of one run that can be compared.

use journal::Reader;

use super::{Compared, Replicates};
use crate::{Curve, HeldOut, Measure, Point, Proof, Recipe, Stage};

/// One thing that was measured in one run.
pub struct Series {
    pub title: String,
    pub unit: String,
    places: usize,
    less_is_better: bool,
    /// One for each independent run.
    pub values: Vec<f64>,
    /// By generation; empty for what was measured at the end only.
    pub curves: Vec<Vec<(u32, f64)>>,
}

impl Series {
    /// All series of a run.
    pub fn all(reader: &Reader, recipe: &Recipe) -> Result<Vec<Self>, journal::Error> {
        let mut all = Vec::new();
        for stage in recipe.stages.iter().filter(|stage| stage.generations > 0) {
            all.extend(Self::of_stage(reader, stage)?);
        }
        if let Some(held_out) = HeldOut::read(reader)? {
            for (what, solved) in held_out.rows() {
                let title = format!("champion: {what}, held out");
                let percent = solved.percent(solved.champion);
                all.push(Self::in_the_end(title, "%", percent));
            }
        }
        let played = Proof::all(reader)?.into_iter();
        for proof in played.filter(|proof| proof.results.games() > 0) {
            let title = format!("champion: against {}", proof.opponent.name());
            let points = 100.0 * proof.results.score();
            all.push(Self::in_the_end(title, "% of points", points));
        }
        Ok(all)
    }

    fn of_stage(reader: &Reader, stage: &Stage) -> Result<Vec<Self>, journal::Error> {
        let measure = Measure::of(stage);
        let mut curves = Vec::new();
        for phase in stage.phases() {
            curves.push(Curve::read(reader, phase)?.points);
        }
        let stage = stage.title();
        let series = |what: &str, unit: &str, less_is_better, places, score: Score| {
            let scores = |points: &Vec<Point>| {
                let points = (0..).zip(points);
                let scores = points.filter_map(|(at, point)| Some((at, score(point)?)));
                scores.collect::<Vec<_>>()
            };
            let curves: Vec<_> = curves.iter().map(scores).collect();
            let lasts = curves.iter().filter_map(|curve| curve.last());
            Self {
                title: format!("{stage}: {what}"),
                unit: unit.into(),
                places,
                less_is_better,
                values: lasts.map(|&(_, value)| value).collect(),
                curves,
            }
        };
        let (unit, places, less) = (measure.unit, measure.places, measure.less_is_better);
        let trial = format!("best {}", measure.trial);
        let mut all = vec![
            series("best", unit, less, places, |point| Some(point.best)),
            series(&trial, unit, less, places, |point| point.held_out),
            series("best", "positions solved", false, 0, |point| point.solved),
        ];
        if measure.among_peers {
            all.remove(0);
        }
        all.retain(|series| !series.values.is_empty());
        Ok(all)
    }

    fn in_the_end(title: String, unit: &str, value: f64) -> Self {
        Self {
            title,
            unit: unit.into(),
            places: 1,
            less_is_better: false,
            values: vec![value],
            curves: Vec::new(),
        }
    }

    /// The same for this many groups, which have no values yet.
    pub fn begin(&self, groups: usize) -> Compared {
        Compared {
            title: self.title.clone(),
            unit: self.unit.clone(),
            places: self.places,
            less_is_better: self.less_is_better,
            groups: vec![Replicates::default(); groups],
        }
    }
}

/// A score of a generation, where it has one.
type Score = fn(&Point) -> Option<f64>;
