//! A fixed piece of work: its node count is a checksum of the search, its time
//! a measure of speed.

use std::time::{Duration, Instant};

use chess::{Game, fen};

use crate::Mind;
use crate::search::Limit;

/// The start and positions from games that organisms played against themselves.
pub const POSITIONS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqk2r/1pp1ppbp/3p1n2/pP6/3PP1pP/2N5/P1P2PP1/R1BQKBNR w KQkq - 1 7",
    "r1bqkb1r/pp3ppp/n1pp4/4p3/2PNP3/2NP3P/PP1B1PP1/R2QKB1R b KQkq - 0 10",
    "r2q1kr1/1ppb1p1p/p1nbp2Q/3p4/3P2P1/2N2N1P/PPP1PPB1/3R1K1R b - - 0 13",
    "r1b1kb1r/1pp2p1p/p6n/4P3/1n4P1/P1N1PN2/1PPR2PB/2K2B1R b kq - 0 16",
    "r4rk1/p3b1p1/bpp4p/3p1p1q/3PnP2/2P1BN2/PPN1P2P/2KRQBR1 w - - 0 20",
    "r4rk1/ppp1pp2/7b/3Rn2p/4P3/6NP/P4KP1/2B4R b - - 1 22",
    "3r1kn1/p3ppr1/np5p/2pPN3/2P5/7P/PR3P1P/2B1RK2 b - - 4 25",
    "5kn1/3n1p2/6p1/r3pb2/1pP5/4R1P1/PP4B1/R5K1 w - - 0 29",
    "1r6/5k2/3pn3/p5q1/P5p1/2P5/QP1N1P2/2K2R2 w - - 0 31",
    "5r2/2R4p/6k1/2P3p1/4p3/3n2KP/4B1P1/8 b - - 0 34",
    "1k2qb1r/1p4p1/r2pn3/2pNp3/p1P1B1bP/Q2P2P1/PP1B1R2/4R1K1 b - - 26 36",
    "2r1r1n1/1p2kQ1R/6p1/pq1p2P1/4p3/4P3/P3NP2/3R1K2 b - - 0 40",
    "8/p6p/n1B5/2p3p1/4p3/2k3PP/4K3/8 w - - 0 43",
    "8/6pR/p7/3k4/2bP2K1/P5P1/2n5/8 w - - 4 50",
    "8/8/6R1/5kPp/3P2r1/8/3K4/8 w - - 1 53",
];

/// How deep each position is searched unless told otherwise.
pub const DEPTH: u8 = 9;

/// What a run of the bench cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Nodes searched: the same on every machine.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl Cost {
    /// Nodes per second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Searches one position with a new engine, so that no position depends on the others.
pub fn search(organism: &dyn Mind, position: &str, depth: u8) -> Cost {
    let board = fen::parse(position).expect("the bench has valid positions");
    let mut engine = organism.engine(1, 16);
    let start = Instant::now();
    let nodes = engine.search(&Game::new(board), &Limit::depth(depth)).nodes;
    Cost {
        nodes,
        elapsed: start.elapsed(),
    }
}
