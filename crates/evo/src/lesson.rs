//! Results that tell more than a fitness does.

/// What a linear model looked at, and what came of it: a row of a logistic regression
/// over the points of a [`Cube`](crate::Cube).
///
/// ```text
/// chance of success = 1 / (1 + exp(-scale · (constant + slopes · point)))
/// ```
///
/// The scale is the same for all lessons of a run, and unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// What the model says at the origin.
    pub constant: f64,
    /// What each coordinate adds.
    pub slopes: Vec<f64>,
    /// From 0, failure, to 1, success.
    pub result: f64,
}
