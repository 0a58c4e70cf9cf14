//! How far off numbers are on positions, and where they should go.

use engine::modern::eval::{self, ENDING_COUNT, FULL_PHASE};

use super::lessons::{Lessons, NO_SCORE, Position};
use super::numbers::{ENDING, Numbers, SCALES};

/// Room for the weights and those from [`PADDING`] on, a power of two, so that no index
/// needs to be checked.
const ROOM: usize = (eval::COUNT + ROW).next_power_of_two();

/// From here on weights are always zero, and their gradients are not used: they fill up
/// lists of weights to whole rows. Each place of a row has its own, as an addition to a
/// number must wait for the one before.
pub const PADDING: u16 = eval::COUNT as u16;

/// Weights that one turn of a loop looks at. How many turns it takes is hard to tell,
/// and a wrong guess costs more than some weights for nothing.
pub const ROW: usize = 8;

/// The same for weights with counts.
pub const COUNTED_ROW: usize = 4;

/// Weights that are added at once, as one addition need not wait for another.
const LANES: usize = 4;

/// The parts of complexity, after the scales.
const BASE: usize = SCALES;
const PAWN: usize = SCALES + 1;
const WINGS: usize = SCALES + 2;
const PAWN_ENDING: usize = SCALES + 3;

/// Numbers, or a gradient of them, as the inner loop reads them.
pub struct Flat {
    pairs: Box<[[f32; 2]; ROOM]>,
    ending: [f32; ENDING_COUNT],
}

impl Flat {
    pub fn zero() -> Self {
        Self {
            pairs: Box::new([[0.0; 2]; ROOM]),
            ending: [0.0; ENDING_COUNT],
        }
    }

    pub fn of(Numbers(numbers): &Numbers) -> Self {
        let mut flat = Self::zero();
        for (pair, numbers) in flat.pairs.iter_mut().zip(numbers[..ENDING].as_chunks().0) {
            *pair = *numbers;
        }
        flat.ending.copy_from_slice(&numbers[ENDING..]);
        flat
    }

    pub fn clear(&mut self) {
        self.pairs.fill([0.0; 2]);
    }

    /// Adds the gradient of the weights to a sum over all chunks.
    pub fn add_to(&self, sum: &mut [f64]) {
        let each = self.pairs.as_flattened()[..ENDING].iter();
        for (sum, &one) in sum.iter_mut().zip(each) {
            *sum += f64::from(one);
        }
    }
}

/// What positions should be worth: the result, or a mixture of it and the score.
#[derive(Clone, Copy)]
pub struct Target {
    /// The share of the score, where there is one.
    pub blend: f32,
    /// Centipawns of scores for odds of e to 1.
    pub unit: f32,
}

impl Target {
    #[inline(always)]
    fn of(self, position: &Position) -> f32 {
        let result = f32::from(position.result) / 2.0;
        match position.score {
            NO_SCORE => result,
            _ if self.blend == 0.0 => result,
            score => {
                let expected = chance(f32::from(score) / self.unit);
                result + self.blend * (expected - result)
            }
        }
    }
}

/// The chance that odds with this logarithm stand for.
#[inline(always)]
pub fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + exp(-odds))
}

/// The exponential to about seven digits, by the same few operations on every machine.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let twos = (x * std::f32::consts::LOG2_E).clamp(-120.0, 120.0);
    let whole = twos.round_ties_even();
    // e^y for |y| of at most half the logarithm of 2, by its series.
    let y = (twos - whole) * std::f32::consts::LN_2;
    const SERIES: [f32; 6] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0];
    let series = SERIES.iter().fold(0.0, |sum, term| (sum + term) * y) + 1.0;
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// What numbers make of a position.
pub struct Seen {
    pub odds: f32,
    midgame_share: f32,
    /// What becomes of whatever is added to the endgame sum.
    endgame_slope: f32,
}

impl Seen {
    #[inline(always)]
    pub fn new(lessons: &Lessons, position: &Position, numbers: &Flat) -> Self {
        let (plus, minus, others) = parts(lessons, position);
        let pair = |param: u16| numbers.pairs[usize::from(param) & (ROOM - 1)];
        let added = sum(plus, pair);
        let taken = sum(minus, pair);
        let mut sums = [added[0] - taken[0], added[1] - taken[1]];
        for others in others {
            for &[param, count] in others {
                let [midgame, endgame] = pair(param);
                let count = f32::from(count as i16);
                sums = [sums[0] + count * midgame, sums[1] + count * endgame];
            }
        }
        let [midgame, endgame] = sums;
        let genes = &numbers.ending;
        let mut complexity = genes[BASE] + genes[PAWN] * f32::from(position.pawns);
        if position.both_wings {
            complexity += genes[WINGS];
        }
        if position.phase == 0 {
            complexity += genes[PAWN_ENDING];
        }
        let size = endgame.abs() + complexity;
        // At zero too: that is where learning begins.
        let is_left = size >= 0.0;
        let size = size.max(0.0);
        let scale = usize::from(position.scales[usize::from(endgame < 0.0)]);
        let midgame_share = f32::from(position.phase) / FULL_PHASE as f32;
        let endgame_share = (1.0 - midgame_share) * genes[scale];
        Self {
            odds: midgame * midgame_share + endgame.signum() * size * endgame_share,
            midgame_share,
            endgame_slope: if is_left { endgame_share } else { 0.0 },
        }
    }
}

/// The pairs of weights added up, each lane by itself and then all lanes.
#[inline(always)]
fn sum(rows: &[[u16; ROW]], pair: impl Fn(u16) -> [f32; 2]) -> [f32; 2] {
    // Compilers take pairs apart to add midgames and endgames, which takes longer than
    // the additions: here they see but numbers.
    let mut sums = [0.0; 2 * LANES];
    for row in rows {
        for params in row.as_chunks::<LANES>().0 {
            let pairs = params.map(&pair);
            for (sum, one) in sums.iter_mut().zip(pairs.as_flattened()) {
                *sum += one;
            }
        }
    }
    let [a, b, c, d] = [0, 2, 4, 6].map(|lane| [sums[lane], sums[lane + 1]]);
    [0, 1].map(|half| (a[half] + b[half]) + (c[half] + d[half]))
}

/// Rows of weights that White has once more, that Black has once more, and with counts.
type Parts<'a> = (
    &'a [[u16; ROW]],
    &'a [[u16; ROW]],
    &'a [[[u16; 2]; COUNTED_ROW]],
);

#[inline(always)]
fn parts<'a>(lessons: &'a Lessons, position: &Position) -> Parts<'a> {
    let features = lessons.features_of(position);
    let (plus, features) = features.split_at(usize::from(position.plus));
    let (minus, features) = features.split_at(usize::from(position.minus));
    (
        plus.as_chunks().0,
        minus.as_chunks().0,
        features.as_chunks().0.as_chunks().0,
    )
}

/// Adds the gradient of the logarithmic loss on these positions to `sum`. The genes of
/// the last step have none: learned from results, they make scores jump where the sides
/// change places, which predicts better and plays worse.
pub fn add(
    lessons: &Lessons,
    positions: std::ops::Range<usize>,
    numbers: &Flat,
    target: Target,
    sum: &mut Flat,
) {
    for position in &lessons.positions[positions] {
        let seen = Seen::new(lessons, position, numbers);
        let error = chance(seen.odds) - target.of(position);
        spread(lessons, position, &seen, error, sum);
    }
}

/// Adds the gradient of a loss that has this slope in the odds of a position.
#[inline(always)]
pub fn spread(lessons: &Lessons, position: &Position, seen: &Seen, slope: f32, sum: &mut Flat) {
    let midgame = slope * seen.midgame_share;
    let endgame = slope * seen.endgame_slope;
    let (plus, minus, others) = parts(lessons, position);
    let mut add = |param: u16, midgame: f32, endgame: f32| {
        let pair = &mut sum.pairs[usize::from(param) & (ROOM - 1)];
        *pair = [pair[0] + midgame, pair[1] + endgame];
    };
    for row in plus {
        for &param in row {
            add(param, midgame, endgame);
        }
    }
    for row in minus {
        for &param in row {
            add(param, -midgame, -endgame);
        }
    }
    for row in others {
        for &[param, count] in row {
            let count = f32::from(count as i16);
            add(param, count * midgame, count * endgame);
        }
    }
}

/// The logarithmic loss on these positions, added up.
pub fn loss(
    lessons: &Lessons,
    positions: std::ops::Range<usize>,
    numbers: &Flat,
    target: Target,
) -> f64 {
    let of = |position: &Position| {
        let odds = f64::from(Seen::new(lessons, position, numbers).odds);
        let target = f64::from(target.of(position));
        // log(1 + e^odds) - target · odds, without overflow.
        odds.max(0.0) + libm::log1p(libm::exp(-odds.abs())) - target * odds
    };
    lessons.positions[positions].iter().map(of).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use chess::{Game, legal_moves};
    use evo::Seed;

    use super::*;

    fn random(number: u64) -> (Game, evo::Stream) {
        let mut stream = Seed::new(5).child("game", number).stream();
        let mut game = Game::default();
        for _ in 0..10 + stream.below(150) {
            let moves = legal_moves(game.board());
            if moves.is_empty() {
                break;
            }
            game.play(moves[stream.below(moves.len())]).unwrap();
        }
        (game, stream)
    }

    /// Positions of random games, with random results and scores.
    pub fn lessons(count: u64) -> Lessons {
        let mut lessons = Lessons::default();
        for number in 0..count {
            let (game, mut stream) = random(number);
            let score = stream.below(400) as i16 - 200;
            lessons.push(game.board(), stream.below(3) as u8, score);
        }
        lessons
    }

    /// What numbers make of each position.
    pub fn odds(lessons: &Lessons, numbers: &Flat) -> Vec<f32> {
        let positions = lessons.positions.iter();
        let odds = positions.map(|position| Seen::new(lessons, position, numbers).odds);
        odds.collect()
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let lessons = lessons(60);
        let mut numbers = Numbers::random(0.02, &mut Seed::new(1).stream());
        for (gene, number) in numbers.0[ENDING..][..SCALES].iter_mut().enumerate() {
            *number += 0.02 * (gene as f32 + 1.0);
        }
        for blend in [0.0, 0.4] {
            let target = Target { blend, unit: 100.0 };
            let mut sum = Flat::zero();
            add(
                &lessons,
                0..lessons.len(),
                &Flat::of(&numbers),
                target,
                &mut sum,
            );
            let mut gradient = vec![0.0; ENDING];
            sum.add_to(&mut gradient);
            let mut seen = 0;
            for (number, &found) in gradient.iter().enumerate() {
                let step = 1e-3;
                let at = |step: f32| {
                    let mut moved = numbers.clone();
                    moved.0[number] += step;
                    loss(&lessons, 0..lessons.len(), &Flat::of(&moved), target)
                };
                let slope = (at(step) - at(-step)) / f64::from(2.0 * step);
                let off = (slope - found).abs();
                assert!(
                    off < 0.02 * (1.0 + slope.abs()),
                    "{number}: {slope} {found}"
                );
                seen += usize::from(slope.abs() > 0.1);
            }
            assert!(seen > 300, "{seen}");
        }
    }

    #[test]
    fn the_exponential_is_that_of_the_library() {
        for step in -400..=400 {
            let x = 0.1 * step as f32 + 0.013;
            let off = exp(x) / libm::expf(x) - 1.0;
            assert!(off.abs() < 1e-5, "{x}: {off}");
        }
    }

    #[test]
    fn odds_are_the_score_of_the_engine() {
        let lessons = lessons(100);
        let numbers = Numbers::random(0.3, &mut Seed::new(2).stream());
        let weights = numbers.weights();
        let exact = Flat::of(&Numbers::of(&weights, 100.0));
        for (number, position) in lessons.positions.iter().enumerate() {
            let (game, _) = random(number as u64);
            let board = game.board();
            let score = eval::Features::of(board).score(&weights);
            let white = match board.side_to_move() {
                chess::Color::White => score,
                chess::Color::Black => -score,
            };
            let odds = Seen::new(&lessons, position, &exact).odds;
            assert!((odds * 100.0 - white as f32).abs() < 3.0, "{odds} {white}");
        }
    }
}
