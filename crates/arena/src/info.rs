//! What an engine reports of its search.

use std::str::SplitAsciiWhitespace;

use chess::{Board, Move, uci};
use engine::search::Score;

/// What was understood of an `info` line.
///
/// Engines print more than the protocol knows, and less. What is not understood
/// is passed over: a line is never refused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies searched in the deepest line.
    pub seldepth: Option<u32>,
    /// The rank of this line among several, from 1.
    pub multipv: Option<usize>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// The score is only a lower or upper bound.
    pub is_bound: bool,
    /// Chances to win, draw and lose of the side to move, in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Milliseconds searched.
    pub time_ms: Option<u64>,
    /// The expected moves, as far as they are legal.
    pub pv: Vec<Move>,
}

impl Info {
    /// Reads what follows the word `info`, about `board`.
    pub fn parse(text: &str, board: &Board) -> Self {
        let mut info = Self::default();
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "seldepth" => info.seldepth = number(&mut words),
                "multipv" => info.multipv = number(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "time" => info.time_ms = number(&mut words),
                "cp" => info.score = number(&mut words).map(Score::Centipawns),
                "mate" => info.score = number(&mut words).map(Score::Mate),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "wdl" => info.wdl = three_numbers(&mut words),
                "pv" => info.pv = line(&mut words, board),
                // The rest of the line is free text.
                "string" => break,
                _ => {}
            }
        }
        info
    }
}

/// The next word if it is a number; else it is left, for it may be a key.
fn number<T: std::str::FromStr>(words: &mut SplitAsciiWhitespace<'_>) -> Option<T> {
    let number = words.clone().next()?.parse().ok()?;
    words.next();
    Some(number)
}

fn three_numbers(words: &mut SplitAsciiWhitespace<'_>) -> Option<[u32; 3]> {
    Some([number(words)?, number(words)?, number(words)?])
}

/// Moves from `board` up to the first word that is not a move.
fn line(words: &mut SplitAsciiWhitespace<'_>, board: &Board) -> Vec<Move> {
    let mut board = board.clone();
    let mut moves = Vec::new();
    while let Some(mv) = words
        .clone()
        .next()
        .and_then(|word| uci::parse(&board, word).ok())
    {
        words.next();
        board.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Info {
        Info::parse(text, &Board::default())
    }

    #[test]
    fn a_full_line() {
        let info = parse(
            "depth 6 seldepth 7 multipv 2 score cp -34 upperbound wdl 10 900 90 nodes 1303 \
             nps 651500 hashfull 7 tbhits 0 time 2 pv e2e4 c7c5 g1f3 bmc 3.2",
        );
        let expected = Info {
            depth: Some(6),
            seldepth: Some(7),
            multipv: Some(2),
            score: Some(Score::Centipawns(-34)),
            is_bound: true,
            wdl: Some([10, 900, 90]),
            nodes: Some(1303),
            time_ms: Some(2),
            pv: ["e2e4", "c7c5", "g1f3"]
                .map(|mv| mv.parse().unwrap())
                .into(),
        };
        assert_eq!(info, expected);
    }

    #[test]
    fn what_is_not_understood_is_passed_over() {
        assert_eq!(parse("score mate -3").score, Some(Score::Mate(-3)));
        assert_eq!(parse("score mate +2 depth 1").depth, Some(1));
        assert_eq!(parse("depth nodes 5").nodes, Some(5));
        assert_eq!(
            parse("nodes 99999999999999999999999 depth 2").depth,
            Some(2)
        );
        assert_eq!(parse("wdl 1 2 pv e2e4").pv.len(), 1);
        assert_eq!(parse("pv e2e4 e2e4 depth 3").depth, Some(3));
        assert_eq!(parse("score cp"), Info::default());
        assert_eq!(parse("string depth 3 score cp 1"), Info::default());
        assert_eq!(parse("\u{fffd} ünknown -"), Info::default());
    }
}
