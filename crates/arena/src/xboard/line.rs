//! A line from an engine that is to move.

use chess::{Board, Color, Move, Outcome, fen, san, uci};
use engine::search::Score;

use crate::Misdeed;
use crate::lines::after;

/// What an engine says of its thinking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thinking {
    /// Plies searched.
    pub depth: u32,
    /// The score for the engine.
    pub score: Score,
    /// Nodes searched.
    pub nodes: u64,
}

/// A line that means something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line<'a> {
    /// The engine moves.
    Move(&'a str),
    /// It resigns, or claims a result.
    Result(Claim),
    /// It cannot make sense of a command or a move that begins with this word.
    Complaint(&'a str),
    /// It thinks.
    Thinking(Thinking),
}

/// What an engine says of the game's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// It resigns, whichever side it is.
    Resigns,
    /// It claims this.
    Over(Outcome),
}

impl<'a> Line<'a> {
    /// Reads a line; `None` if it means nothing to a game.
    pub fn read(line: &'a str) -> Option<Self> {
        if let Some(text) = after(line, "move").or_else(|| spoken_move(line)) {
            return Some(Self::Move(text));
        }
        if after(line, "resign").is_some() {
            return Some(Self::Result(Claim::Resigns));
        }
        for (word, outcome) in [
            ("1-0", Outcome::Win(Color::White)),
            ("0-1", Outcome::Win(Color::Black)),
            ("1/2-1/2", Outcome::Draw),
        ] {
            if after(line, word).is_some() {
                return Some(Self::Result(Claim::Over(outcome)));
            }
        }
        complaint(line)
            .map(Self::Complaint)
            .or_else(|| thinking(line).map(Self::Thinking))
    }
}

/// The move in `My move is: e2e4`, which older programs say.
fn spoken_move(line: &str) -> Option<&str> {
    let rest = strip_prefix(line.trim_start(), "my move is")?;
    Some(rest.trim_start_matches([' ', ':']))
}

/// The first word of what is complained of in `Illegal move (in check): e2e4` and
/// `Error (unknown command): go`.
pub fn complaint(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if after(line, "tellusererror").is_some_and(|text| text.contains("llegal position")) {
        return Some("setboard");
    }
    let rest = ["illegal move", "invalid move", "error"]
        .iter()
        .find_map(|word| strip_prefix(line, word))?;
    let (_, object) = rest.rsplit_once(':')?;
    object.split_ascii_whitespace().next()
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix)
        .then(|| &text[prefix.len()..])
}

/// Reads `9 156 1084 48000 Nf3 Nc6`: plies, score, time and nodes.
fn thinking(line: &str) -> Option<Thinking> {
    let mut words = line.split_ascii_whitespace();
    let plies = words.next()?;
    // Some engines put a sign after the plies.
    let depth = plies.trim_end_matches(|c: char| c.is_ascii_punctuation());
    let depth = depth.parse().ok()?;
    let score = read_score(words.next()?.parse().ok()?);
    let _centiseconds: i64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(Thinking {
        depth,
        score,
        nodes,
    })
}

/// By convention 100000 and more is a mate in that many moves more.
fn read_score(value: i32) -> Score {
    const MATE: u32 = 100_000;
    match value.unsigned_abs().checked_sub(MATE) {
        Some(moves) => Score::Mate(value.signum() * moves.clamp(1, MATE) as i32),
        None => Score::Centipawns(value),
    }
}

/// The move that an engine wrote, in coordinates or as people write it.
pub fn read_move(board: &Board, text: &str) -> Result<Move, Misdeed> {
    let illegal = |fen| Misdeed::IllegalMove {
        text: text.into(),
        fen,
    };
    match uci::parse(board, &text.to_ascii_lowercase()) {
        Ok(mv) => return Ok(mv),
        Err(uci::UciError::Illegal { fen, .. }) => return Err(illegal(fen)),
        Err(uci::UciError::NotAMove(_)) => {}
    }
    // Castling may be written in small letters.
    let text = match text.to_ascii_uppercase() {
        castling if castling.starts_with("O-O") => castling,
        _ => text.to_owned(),
    };
    san::parse(board, &text).map_err(|error| match error {
        san::SanError::NotAMove(_) => Misdeed::Garbage(text.chars().take(40).collect()),
        _ => illegal(fen::write(board)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_real_engines() {
        let thinking = |depth, score, nodes| {
            Some(Line::Thinking(Thinking {
                depth,
                score,
                nodes,
            }))
        };
        let over = |outcome| Some(Line::Result(Claim::Over(outcome)));
        for (text, line) in [
            ("move e2e4", Some(Line::Move("e2e4"))),
            ("My move is : b1c3", Some(Line::Move("b1c3"))),
            ("my move is: Nc3", Some(Line::Move("Nc3"))),
            ("1. ... b1c3", None),
            ("resign", Some(Line::Result(Claim::Resigns))),
            ("1-0 {White mates}", over(Outcome::Win(Color::White))),
            ("0-1", over(Outcome::Win(Color::Black))),
            ("1/2-1/2 {repetition}", over(Outcome::Draw)),
            ("offer draw", None),
            ("Illegal move: e7e5", Some(Line::Complaint("e7e5"))),
            ("Illegal move: sd 3", Some(Line::Complaint("sd"))),
            ("Illegal move (in check): a2", Some(Line::Complaint("a2"))),
            ("Error (unknown command): go", Some(Line::Complaint("go"))),
            (
                "tellusererror Illegal position",
                Some(Line::Complaint("setboard")),
            ),
            (
                " 4  0  0  1171 d2d4 d7d5",
                thinking(4, Score::Centipawns(0), 1171),
            ),
            ("1 +19 0 4 Na3", thinking(1, Score::Centipawns(19), 4)),
            ("12. -100003 250 99 Kh1", thinking(12, Score::Mate(-3), 99)),
            ("9& 100001 1 7", thinking(9, Score::Mate(1), 7)),
            ("1 -2147483648 0 1", thinking(1, Score::Mate(-100_000), 1)),
            ("feature done=1", None),
            ("movement", None),
            ("ütterly", None),
            ("12 13 14", None),
            ("", None),
        ] {
            assert_eq!(Line::read(text), line, "{text}");
        }
    }

    #[test]
    fn moves_in_either_notation() {
        let board = fen::parse("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (text, mv) in [
            ("e1g1", "e1h1"),
            ("O-O-O", "e1a1"),
            ("o-o", "e1h1"),
            ("b7b8q", "b7b8q"),
            ("b7b8Q", "b7b8q"),
            ("bxa8=N", "b7a8n"),
            ("Ra1-b1", "a1b1"),
            ("Kf1", "e1f1"),
        ] {
            assert_eq!(read_move(&board, text).unwrap().to_string(), mv, "{text}");
        }
        for text in ["e1e3", "Ke3", "Rg8+", "b7b8"] {
            let error = read_move(&board, text).unwrap_err();
            assert!(matches!(error, Misdeed::IllegalMove { .. }), "{error}");
        }
        for text in ["", "xyzzy", "é"] {
            let error = read_move(&board, text).unwrap_err();
            assert!(matches!(error, Misdeed::Garbage(_)), "{error}");
        }
    }
}
