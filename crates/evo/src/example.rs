//! Results that tell more than a fitness does.

/// What a program that is linear in its numbers looked at, and what came of it: a row
/// of a logistic regression.
///
/// ```text
/// chance of success = 1 / (1 + exp(-scale · features · numbers))
/// ```
///
/// The scale is the same for all examples of a run, and unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// What each number of the program is multiplied by.
    pub features: Vec<f64>,
    /// From 0, failure, to 1, success.
    pub result: f64,
}
