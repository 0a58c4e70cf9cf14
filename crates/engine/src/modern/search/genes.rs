//! The numbers that shape the search, and what is worked out from them once.

use std::ops::Index;

use chess::Piece;
use params::Table;
use serde::{Deserialize, Serialize};

use crate::eval::PieceValues;

/// The declarations, in the order of [`SearchGenes`].
const TABLE: Table = Table::new(&[PARAMS, time::PARAMS]);

// Margins are in hundredths of a pawn, whatever the evaluation's scale. A depth of 0
// switches off what it limits. A search with random genes is to be a sound one, so ranges
// reach no further than what is sound anywhere.
params::declare! { TABLE;
    ASPIRATION_DEPTH: 0..=8 = 4, neutral 0, "the iteration from which a window around the last score is tried first";
    ASPIRATION_WIDTH: 1..=100 = 12, "half the width of that window";
    ASPIRATION_GROWTH: 110..=400 = 160, "percent by which it widens when the score lies outside";
    HASH_EVAL: 0..=1 = 1, neutral 0, "whether a score in the hash table corrects the evaluation";
    RAZOR_DEPTH: 0..=4 = 3, neutral 0, "depth up to which a hopeless node is left to quiescence";
    RAZOR_MARGIN: 50..=600 = 240, "what it must lack for each ply";
    REVERSE_DEPTH: 0..=12 = 8, neutral 0, "depth up to which a node far above the window is cut off";
    REVERSE_MARGIN: 20..=200 = 75, "what it must have for each ply";
    REVERSE_IMPROVING: 0..=150 = 60, neutral 0, "what it may lack if the position improves";
    NULL_DEPTH: 0..=6 = 3, neutral 0, "depth from which passing is tried";
    NULL_MARGIN: -100..=200 = 0, "what the evaluation must be above the window";
    NULL_BASE: 2..=6 = 4, "plies the search after passing is reduced by";
    NULL_BY_DEPTH: 0..=512 = 341, neutral 0, "1024ths of a ply more for each ply of depth";
    NULL_BY_EVAL: 50..=400 = 110, "a ply more for each of these above the window";
    NULL_BY_EVAL_MOST: 0..=5 = 5, neutral 0, "but no more plies than this";
    NULL_VERIFY: 0..=20 = 14, neutral 0, "depth from which a cut by passing is verified";
    PROBCUT_DEPTH: 0..=10 = 5, neutral 0, "depth from which captures are tried against a raised window";
    PROBCUT_MARGIN: 50..=400 = 110, "by how much it is raised";
    PROBCUT_REDUCTION: 2..=6 = 4, "plies these searches are reduced by";
    INTERNAL_DEPTH: 0..=8 = 4, neutral 0, "depth from which a node without a hash move is searched a ply less";
    SINGULAR_DEPTH: 0..=12 = 5, neutral 0, "depth from which the hash move is tested for being the only good one";
    SINGULAR_HASH_DEPTH: 1..=5 = 3, "plies that its hash entry may be less deep";
    SINGULAR_MARGIN: 8..=64 = 24, "sixteenths for each ply by which the others must be worse";
    SINGULAR_DOUBLE: 0..=100 = 20, "how much worse still for a second ply";
    SINGULAR_CUT: 0..=1 = 1, neutral 0, "whether a node is cut off where another move fails high as well";
    SINGULAR_LESS: 0..=3 = 2, neutral 0, "plies less for a hash move that is good but not alone";
    CHECK_EXTENSION: 0..=1 = 0, neutral 0, "plies more for a move that gives check without losing material";
    QUIET_LIMIT_DEPTH: 0..=12 = 8, neutral 0, "depth up to which late quiet moves are skipped";
    QUIET_LIMIT_BASE: 1..=12 = 4, "quiet moves that are tried at least";
    QUIET_LIMIT_FACTOR: 20..=200 = 100, "percent of the squared depth that are tried besides";
    QUIET_LIMIT_WORSE: 25..=100 = 50, "percent of all these where the position does not improve";
    FUTILITY_DEPTH: 0..=12 = 8, neutral 0, "reduced depth up to which futile quiet moves are skipped";
    FUTILITY_BASE: 0..=250 = 90, "what a quiet move may gain";
    FUTILITY_MARGIN: 20..=200 = 90, "what it may gain more for each ply";
    HISTORY_DEPTH: 0..=8 = 4, neutral 0, "reduced depth up to which quiet moves of bad history are skipped";
    HISTORY_MARGIN: 1000..=12000 = 4000, "how bad for each ply";
    EXCHANGE_DEPTH: 0..=12 = 9, neutral 0, "depth up to which moves that lose material are skipped";
    EXCHANGE_QUIET: 0..=80 = 22, "what a quiet move may lose, times the squared reduced depth";
    EXCHANGE_CAPTURE: 20..=250 = 90, "what a capture may lose for each ply";
    REDUCTION_DEPTH: 0..=5 = 2, neutral 0, "depth from which late moves are searched less deep";
    REDUCTION_MOVES: 1..=6 = 2, "moves that are not reduced";
    REDUCTION_BASE: 0..=1536 = 1150, neutral 0, "1024ths of a ply that a late quiet move is reduced by";
    REDUCTION_DIVISOR: 150..=400 = 230, "hundredths that the product of the logarithms of depth and move number is divided by";
    REDUCTION_CAPTURE_BASE: 0..=1024 = 0, neutral 0, "the same for captures";
    REDUCTION_CAPTURE_DIVISOR: 200..=600 = 330, "the same for captures";
    REDUCTION_EXACT: 0..=2048 = 1024, neutral 0, "1024ths less where the exact score is wanted";
    REDUCTION_CUT: 0..=2048 = 2048, neutral 0, "1024ths more where a cut is expected";
    REDUCTION_WORSE: 0..=2048 = 700, neutral 0, "1024ths more where the position does not improve";
    REDUCTION_CHECK: 0..=2048 = 900, neutral 0, "1024ths less for a move that gives check";
    REDUCTION_KILLER: 0..=2048 = 1000, neutral 0, "1024ths less for killers and countermoves";
    REDUCTION_HASH_CAPTURE: 0..=2048 = 700, neutral 0, "1024ths more where the hash move takes something";
    REDUCTION_HISTORY: 3000..=30000 = 9000, "history that a ply less is given for";
    DEEPER_MARGIN: 0..=200 = 60, "by how much a reduced move must surprise to be searched a ply deeper";
    BONUS_FACTOR: 0..=400 = 170, neutral 0, "history of a move that cuts off, for each ply";
    BONUS_MOST: 0..=4096 = 1700, neutral 0, "but no more than this";
    MALUS_FACTOR: 0..=400 = 170, neutral 0, "what the moves tried before it lose, for each ply";
    MALUS_MOST: 0..=4096 = 1400, neutral 0, "but no more than this";
    CONTINUATION_1: 0..=200 = 100, neutral 0, "percent that a move's history as a reply counts";
    CONTINUATION_2: 0..=200 = 100, neutral 0, "percent that its history after the own last move counts";
    CONTINUATION_4: 0..=200 = 50, neutral 0, "percent that its history after the own move before counts";
    CORRECTION_PAWNS: 0..=160 = 100, neutral 0, "how much errors of the evaluation with the same pawns count";
    CORRECTION_MATERIAL: 0..=160 = 60, neutral 0, "with the same material";
    CORRECTION_PIECES: 0..=160 = 70, neutral 0, "with the same pieces of one side, pawns apart";
    CALM_MARGIN: 50..=500 = 130, neutral 500, "what a capture may gain in quiescence beyond what it takes";
    CALM_EXCHANGE: -100..=100 = -10, neutral 0, "what a capture in quiescence must win or may lose";
    CALM_CHECKS: 0..=2 = 1, neutral 0, "plies of quiescence in which quiet checks are tried";
}

/// What counts on a clock alone.
pub(super) mod time {
    params::declare! { super::TABLE;
        TIME_USUAL: 20..=600 = 300, neutral 100, "percent of the usual time for a move";
        TIME_STEADY: 0..=30 = 7, neutral 0, "percent less for each iteration that keeps the best move, ten at most";
        TIME_EFFORT: 0..=300 = 130, neutral 0, "percent of the time that depends on the share of nodes spent on other moves";
        TIME_DROP: 0..=400 = 100, neutral 0, "percent more for a score that falls by a pawn, in proportion";
    }
}

/// The genes that are in hundredths of a pawn.
const MARGINS: [usize; 16] = [
    ASPIRATION_WIDTH,
    RAZOR_MARGIN,
    REVERSE_MARGIN,
    REVERSE_IMPROVING,
    NULL_MARGIN,
    NULL_BY_EVAL,
    PROBCUT_MARGIN,
    SINGULAR_MARGIN,
    SINGULAR_DOUBLE,
    FUTILITY_BASE,
    FUTILITY_MARGIN,
    EXCHANGE_QUIET,
    EXCHANGE_CAPTURE,
    DEEPER_MARGIN,
    CALM_MARGIN,
    CALM_EXCHANGE,
];

/// How many search genes there are.
pub const COUNT: usize = TABLE.len();

/// The settings of the modern search, one for each number of [`SearchGenes::TABLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<i32>", into = "Vec<i32>")]
pub struct SearchGenes(pub [i32; COUNT]);

impl From<SearchGenes> for Vec<i32> {
    fn from(genes: SearchGenes) -> Self {
        genes.0.into()
    }
}

impl TryFrom<Vec<i32>> for SearchGenes {
    type Error = &'static str;

    fn try_from(values: Vec<i32>) -> Result<Self, &'static str> {
        TABLE.array(&values).map(Self)
    }
}

impl Default for SearchGenes {
    /// Textbook values, some of them moved by matches.
    fn default() -> Self {
        Self(std::array::from_fn(|number| TABLE.get(number).default))
    }
}

impl SearchGenes {
    /// The declarations.
    pub const TABLE: Table = TABLE;

    /// The first of them: those that count at fixed nodes too, and not on a clock alone.
    pub const TIMELESS: Table = Table::new(&[PARAMS]);

    /// Nothing selective: principal variation search with quiescence and hash table.
    pub fn neutral() -> Self {
        Self(std::array::from_fn(|number| TABLE.get(number).neutral))
    }
}

/// Depths and move numbers that reductions are worked out for; beyond, the last holds.
const LOGARITHMS: usize = 64;

/// The genes as the search uses them.
pub struct Plan {
    genes: [i32; COUNT],
    /// Hundredths of a pawn in the units of the evaluation, in 100ths.
    unit: i32,
    quiet: [[i32; LOGARITHMS]; LOGARITHMS],
    capture: [[i32; LOGARITHMS]; LOGARITHMS],
}

impl Index<usize> for Plan {
    type Output = i32;

    #[inline(always)]
    fn index(&self, gene: usize) -> &i32 {
        &self.genes[gene]
    }
}

impl Plan {
    /// Works out the genes for an evaluation by which pieces have these values.
    pub fn new(SearchGenes(genes): &SearchGenes, values: &PieceValues) -> Self {
        let unit = unit(values);
        let mut genes = *genes;
        for margin in MARGINS {
            genes[margin] = genes[margin] * unit / 100;
        }
        genes[ASPIRATION_WIDTH] = genes[ASPIRATION_WIDTH].max(1);
        genes[NULL_BY_EVAL] = genes[NULL_BY_EVAL].max(1);
        Self {
            quiet: reductions(genes[REDUCTION_BASE], genes[REDUCTION_DIVISOR]),
            capture: reductions(
                genes[REDUCTION_CAPTURE_BASE],
                genes[REDUCTION_CAPTURE_DIVISOR],
            ),
            genes,
            unit,
        }
    }

    /// 1024ths of a ply that the `number`th move is reduced by.
    #[inline(always)]
    pub fn reduction(&self, quiet: bool, depth: i32, number: usize) -> i32 {
        let table = if quiet { &self.quiet } else { &self.capture };
        table[(depth.max(0) as usize).min(LOGARITHMS - 1)][number.min(LOGARITHMS - 1)]
    }

    /// How many quiet moves are tried before the rest is skipped.
    #[inline(always)]
    pub fn quiet_limit(&self, depth: i32, improving: bool) -> usize {
        let all = self[QUIET_LIMIT_BASE] + self[QUIET_LIMIT_FACTOR] * depth * depth / 100;
        let percent = if improving {
            100
        } else {
            self[QUIET_LIMIT_WORSE]
        };
        (all * percent / 100).max(1) as usize
    }

    /// A score difference in hundredths of a pawn.
    pub fn in_pawns(&self, score: i32) -> i32 {
        score * 100 / self.unit
    }
}

/// What a hundredth of a pawn is in units of the evaluation, in 100ths. All pieces are
/// asked, since pawns alone may be worth much or little beside them.
fn unit(values: &PieceValues) -> i32 {
    /// One piece of each kind where a pawn is 100.
    const TEXTBOOK: i32 = 2200;
    let kinds = [
        Piece::Pawn,
        Piece::Knight,
        Piece::Bishop,
        Piece::Rook,
        Piece::Queen,
    ];
    let total: i32 = kinds.into_iter().map(|piece| values[piece]).sum();
    (total * 100 / TEXTBOOK).clamp(10, 1000)
}

fn reductions(base: i32, divisor: i32) -> [[i32; LOGARITHMS]; LOGARITHMS] {
    let log = |n: usize| libm::log(n.max(1) as f64);
    std::array::from_fn(|depth| {
        std::array::from_fn(|number| {
            let by_logarithms = 1024.0 * 100.0 * log(depth) * log(number) / f64::from(divisor);
            base + by_logarithms as i32
        })
    })
}
