//! The 18 numbers that make a search selective.

use params::Table;
use serde::{Deserialize, Serialize};

use super::table::PLY;

/// The declarations, in the order of [`SearchParams`].
const TABLE: Table = Table::new(&[PARAMS]);

params::declare! { TABLE;
    NULL_MOVE_USE: 0..=1 = 1, "whether the null move is tried";
    NULL_MOVE_REDUCTION: 0..=7 = 4, "plies the null-move search is reduced by";
    NULL_MOVE_ADAPTIVITY_USE: 0..=1 = 1, "whether the reduction is one less near the leaves";
    NULL_MOVE_ADAPTIVITY_DEPTH: 0..=7 = 6, "the depth up to which it is one less";
    FUTILITY_DEPTH: 0..=3 = 3, "the depth up to which futile quiet moves are skipped";
    FUTILITY_THRESHOLD_1: 0..=1023 = 112, "centipawns a quiet move may gain at depth 1";
    FUTILITY_THRESHOLD_2: 0..=1023 = 227, "centipawns a quiet move may gain at depth 2";
    FUTILITY_THRESHOLD_3: 0..=1023 = 506, "centipawns a quiet move may gain at depth 3";
    MULTI_CUT_USE: 0..=1 = 1, "whether multi-cut is tried at nodes expected to fail high";
    MULTI_CUT_REDUCTION: 0..=7 = 4, "plies the multi-cut searches are reduced by";
    MULTI_CUT_DEPTH: 0..=7 = 6, "the depth from which multi-cut is tried";
    MULTI_CUT_MOVE_NUM: 0..=31 = 15, "moves it tries";
    MULTI_CUT_CUT_NUM: 0..=7 = 3, "moves that must fail high; 0 counts as 1";
    CHECK_EXTENSION: 0..=4 = 4, "quarter plies for a move that gives check";
    ONE_REPLY_EXTENSION: 0..=4 = 4, "quarter plies for the only legal move";
    RECAPTURE_EXTENSION: 0..=4 = 2, "quarter plies for taking back on the same square";
    PASSED_PAWN_EXTENSION: 0..=4 = 3, "quarter plies for a passed pawn that steps to the seventh rank";
    MATE_THREAT_EXTENSION: 0..=4 = 2, "quarter plies where passing would mean being mated";
}

/// How many search parameters there are.
pub const COUNT: usize = TABLE.len();

/// The settings of the selective search, one for each entry of [`SearchParams::TABLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SearchParams(pub [i32; COUNT]);

impl Default for SearchParams {
    fn default() -> Self {
        Self(std::array::from_fn(|index| TABLE.get(index).default))
    }
}

impl SearchParams {
    /// The declarations.
    pub const TABLE: Table = TABLE;

    /// All selectivity off: plain alpha-beta with quiescence and hash table.
    pub const PLAIN: Self = Self([0; COUNT]);

    /// The same search in canonical form: what has no effect beside the other values is
    /// 0. Two settings with the same canonical form search alike, node for node.
    pub fn effective(mut self) -> Self {
        let p = &mut self.0;
        let silence = |p: &mut [i32], params: &[usize]| params.iter().for_each(|&at| p[at] = 0);
        if p[NULL_MOVE_USE] == 0 {
            // Only a null move can show that mate threatens.
            silence(p, &[NULL_MOVE_REDUCTION, MATE_THREAT_EXTENSION]);
        }
        if p[NULL_MOVE_REDUCTION] * p[NULL_MOVE_ADAPTIVITY_USE] * p[NULL_MOVE_ADAPTIVITY_DEPTH] == 0
        {
            silence(p, &[NULL_MOVE_ADAPTIVITY_USE, NULL_MOVE_ADAPTIVITY_DEPTH]);
        }
        let thresholds = FUTILITY_THRESHOLD_1..=FUTILITY_THRESHOLD_3;
        for threshold in thresholds.skip(p[FUTILITY_DEPTH] as usize) {
            p[threshold] = 0;
        }
        if p[MULTI_CUT_USE] * p[MULTI_CUT_MOVE_NUM] == 0 {
            silence(
                p,
                &[
                    MULTI_CUT_USE,
                    MULTI_CUT_REDUCTION,
                    MULTI_CUT_DEPTH,
                    MULTI_CUT_MOVE_NUM,
                    MULTI_CUT_CUT_NUM,
                ],
            );
        } else {
            p[MULTI_CUT_DEPTH] = p[MULTI_CUT_DEPTH].max(1);
            p[MULTI_CUT_CUT_NUM] = p[MULTI_CUT_CUT_NUM].max(1);
        }
        self
    }
}

/// One ply in the units of search depth, which are those of the extensions.
pub const ONE_PLY: i32 = PLY;

/// The parameters as the search uses them: depths in quarter plies, switches folded in.
#[derive(Debug, Clone, Copy)]
pub struct Selectivity {
    pub null_move: Option<NullMove>,
    pub futility: Futility,
    pub multi_cut: Option<MultiCut>,
    pub extensions: Extensions,
}

#[derive(Debug, Clone, Copy)]
pub struct NullMove {
    reduction: i32,
    gentler_up_to: i32,
}

impl NullMove {
    /// What the null-move search at `depth` is reduced by, the move itself included.
    pub fn reduction(&self, depth: i32) -> i32 {
        let gentler = if depth <= self.gentler_up_to {
            ONE_PLY
        } else {
            0
        };
        ONE_PLY + (self.reduction - gentler).max(0)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Futility {
    depth: i32,
    thresholds: [i32; 3],
}

impl Futility {
    /// The most a quiet move is thought to gain at `depth`, if moves may be skipped there.
    pub fn threshold(&self, depth: i32) -> Option<i32> {
        let plies = depth / ONE_PLY;
        (1..=self.depth)
            .contains(&plies)
            .then(|| self.thresholds[plies as usize - 1])
    }
}

#[derive(Debug, Clone, Copy)]
pub struct MultiCut {
    pub reduction: i32,
    pub from_depth: i32,
    pub moves: usize,
    pub cuts: usize,
}

#[derive(Debug, Clone, Copy)]
pub struct Extensions {
    pub check: i32,
    pub one_reply: i32,
    pub recapture: i32,
    pub passed_pawn: i32,
    pub mate_threat: i32,
}

impl From<&SearchParams> for Selectivity {
    fn from(SearchParams(p): &SearchParams) -> Self {
        let plies = |param: usize| p[param] * ONE_PLY;
        Self {
            null_move: (p[NULL_MOVE_USE] != 0).then(|| NullMove {
                reduction: plies(NULL_MOVE_REDUCTION),
                gentler_up_to: plies(NULL_MOVE_ADAPTIVITY_DEPTH) * p[NULL_MOVE_ADAPTIVITY_USE],
            }),
            futility: Futility {
                depth: p[FUTILITY_DEPTH],
                thresholds: [
                    p[FUTILITY_THRESHOLD_1],
                    p[FUTILITY_THRESHOLD_2],
                    p[FUTILITY_THRESHOLD_3],
                ],
            },
            multi_cut: (p[MULTI_CUT_USE] != 0).then(|| MultiCut {
                reduction: plies(MULTI_CUT_REDUCTION),
                from_depth: plies(MULTI_CUT_DEPTH),
                moves: p[MULTI_CUT_MOVE_NUM] as usize,
                cuts: p[MULTI_CUT_CUT_NUM].max(1) as usize,
            }),
            extensions: Extensions {
                check: p[CHECK_EXTENSION],
                one_reply: p[ONE_REPLY_EXTENSION],
                recapture: p[RECAPTURE_EXTENSION],
                passed_pawn: p[PASSED_PAWN_EXTENSION],
                mate_threat: p[MATE_THREAT_EXTENSION],
            },
        }
    }
}
