//! The fitness of section 3.2.

use super::class::{CLASSES, Class};
use super::game::Played;

/// The fitness that games give, from 1 to 15.
///
/// ```text
/// fitness = Σ over classes j in C, over games i of class j: (j + result) / (games of j · |C|)
/// ```
///
/// The classes below the first that was not won throughout do not count, nor those above
/// the last that was not lost throughout. Where none is left in between, the individual
/// stands between two classes: one above all that it won, or one below the first.
pub fn fitness(games: &[Played]) -> f64 {
    let means = counted(games);
    if means.is_empty() {
        let won = games.iter().filter(|game| game.is_won());
        let highest = won.map(|game| game.class.number()).max().unwrap_or(0);
        return f64::from(highest + 1);
    }
    let sum: f64 = means
        .iter()
        .map(|of_class| f64::from(of_class.class.number()) + of_class.mean)
        .sum();
    sum / means.len() as f64
}

/// The standard error of that, if games of a class are independent and equally uncertain
/// in all classes.
pub fn stderr(games: &[Played]) -> f64 {
    let means = counted(games);
    let (mut squares, mut free) = (0.0, 0);
    for of_class in &means {
        squares += of_class.squares;
        free += of_class.games - 1;
    }
    // With one game of each class nothing is known of chance: a result is ±1.
    let variance = if free == 0 {
        1.0
    } else {
        squares / free as f64
    };
    let per_class = means
        .iter()
        .map(|of_class| variance / of_class.games as f64);
    let count = means.len().max(1) as f64;
    per_class.sum::<f64>().sqrt() / count
}

struct OfClass {
    class: Class,
    games: usize,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

/// The classes that count.
fn counted(games: &[Played]) -> Vec<OfClass> {
    let classes = CLASSES.into_iter().filter_map(|class| {
        let of = games.iter().filter(|game| game.class == class);
        let results: Vec<_> = of.map(Played::result).collect();
        let mean = results.iter().sum::<f64>() / results.len() as f64;
        let squares = results
            .iter()
            .map(|result| (result - mean) * (result - mean));
        (!results.is_empty()).then(|| OfClass {
            class,
            games: results.len(),
            mean,
            squares: squares.sum(),
        })
    });
    let mut classes: Vec<_> = classes.collect();
    while classes.last().is_some_and(|last| last.mean == -1.0) {
        classes.pop();
    }
    let won = classes.iter().take_while(|first| first.mean == 1.0).count();
    classes.drain(..won);
    classes
}
