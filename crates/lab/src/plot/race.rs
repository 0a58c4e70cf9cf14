//! What each optimiser of a race recommends as effort grows.

use super::chart::{Band, Chart, Legend, Line};
use super::compare::COLOURS;
use crate::race::Race;

/// Places along the axis.
const PLACES: u32 = 100;

/// The mean over seeds of each optimiser as a line, its 95 % interval as a band.
pub fn race(title: &str, race: &Race) -> String {
    let (mut bands, mut lines) = (Vec::new(), Vec::new());
    for (lane, &colour) in race.lanes.iter().zip(COLOURS.iter().cycle()) {
        let (mut line, mut band) = (Vec::new(), Vec::new());
        for place in 0..=PLACES {
            let effort = race.budget.amount as f64 * f64::from(place) / f64::from(PLACES);
            if let Some(mean) = lane.at(effort) {
                line.push((effort, mean.value));
                band.extend(mean.interval.map(|(low, high)| (effort, low, high)));
            }
        }
        lines.push(Line {
            label: match lane.tracks.len() {
                1 => lane.name.clone(),
                count => format!("{}, mean of {count}", lane.name),
            },
            colour,
            width: 2,
            points: line,
        });
        bands.push(Band {
            colour,
            points: band,
        });
    }
    let chart = Chart {
        title: title.into(),
        size: (900, 560),
        along: race.budget.unit.name().into(),
        unit: race.measure.unit.into(),
        legend: Some(Legend::beside(race.measure.less_is_better)),
        bands,
        lines,
        marks: Vec::new(),
    };
    chart.draw()
}
