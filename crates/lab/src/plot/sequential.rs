//! A sequential test as it goes on.

use arena::stats::Sprt;

use super::chart::{Chart, Line};
use super::{BEST, OTHER};

/// The logarithm of the likelihood ratio after numbers of pairs, between the bounds at which
/// the test ends.
pub fn sequential(test: &Sprt, course: &[(usize, f64)], size: (u32, u32)) -> String {
    let points: Vec<_> = [(0, 0.0)].iter().chain(course).copied().collect();
    let last = points.last().map_or(1, |&(pairs, _)| pairs.max(1));
    let bound = |at: f64| Line {
        label: String::new(),
        colour: OTHER,
        width: 1,
        points: vec![(0.0, at), (last as f64, at)],
    };
    let (low, high) = test.bounds();
    let course = points.iter().map(|&(pairs, llr)| (pairs as f64, llr));
    let chart = Chart {
        title: String::new(),
        size,
        along: "pairs of games".into(),
        unit: "LLR".into(),
        legend: None,
        bands: Vec::new(),
        lines: vec![
            bound(low),
            bound(high),
            Line {
                label: "LLR".into(),
                colour: BEST,
                width: 2,
                points: course.collect(),
            },
        ],
        marks: Vec::new(),
    };
    chart.draw()
}

#[cfg(test)]
mod tests {
    use arena::stats::Scale;

    use super::*;

    #[test]
    fn the_course_is_drawn_between_the_bounds() {
        let test = Sprt::new(Scale::Logistic, 0.0, 10.0, 0.05, 0.05).unwrap();
        let svg = sequential(&test, &[(10, 0.5), (20, 1.0)], (1060, 260));
        let lines = |colour: &str| {
            let parts = svg.split("<polyline").skip(1);
            parts
                .filter(|part| part.split("/>").next().unwrap().contains(colour))
                .count()
        };
        assert_eq!((lines("#5A5A5A"), lines("#005AB5")), (2, 1), "{svg}");
        assert!(svg.contains("pairs of games"), "{svg}");
    }
}
