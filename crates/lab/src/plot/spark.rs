//! A curve as small as a word.

use super::chart::thinned;

const SIZE: (u32, u32) = (120, 28);

/// The best of each generation, without axes; nothing for a single one.
pub fn spark(scores: &[f64]) -> String {
    let scores = scores.iter().enumerate();
    let points = scores.filter(|(_, score)| score.is_finite());
    let points: Vec<_> = points.map(|(at, &score)| (at as f64, score)).collect();
    let [first, .., last] = points[..] else {
        return String::new();
    };
    let values = || points.iter().map(|&(_, value)| value);
    let (low, high) = values().fold((first.1, first.1), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let (width, height) = (f64::from(SIZE.0) - 8.0, f64::from(SIZE.1) - 8.0);
    let x = |at: f64| 4.0 + width * (at - first.0) / (last.0 - first.0);
    let y = |value: f64| match high > low {
        true => 4.0 + height * (high - value) / (high - low),
        false => 4.0 + height / 2.0,
    };
    let line = thinned(&points, SIZE.0).into_iter();
    let line: Vec<_> = line
        .map(|(at, value)| format!("{:.1},{:.1}", x(at), y(value)))
        .collect();
    format!(
        "<svg class=\"spark\" viewBox=\"0 0 {} {}\" aria-hidden=\"true\"><polyline points=\"{}\"/>\
         <circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\"/></svg>",
        SIZE.0,
        SIZE.1,
        line.join(" "),
        x(last.0),
        y(last.1)
    )
}
