//! Games written as PGN.

use super::{Comment, Marker, Tags};
use crate::{Board, Color, Game, fen, san};
use std::io::{self, Write};

/// Tags every game has, in the order of the standard, and what they say when
/// nothing is known. `Result` is not among them: it comes from the game.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// What the tag `Variant` says of games of Chess960.
pub const CHESS960: &str = "Chess960";

/// Tags that follow from the game and not from [`Tags`].
const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// The longest line of movetext.
const COLUMNS: usize = 80;

/// Writes a game and an empty line after it.
///
/// The seven tags of the standard come first, then the others in their order.
/// `Result`, `SetUp`, `FEN` and `Variant` follow from `game` and `marker`,
/// whatever `tags` says; but a game from the start of standard chess is a game of
/// Chess960 if `tags` says so. Line breaks in tags become spaces. Comments must
/// be in the order of their places; `}` in them becomes `)`, for PGN has no way
/// to write it. Lines of movetext are at most 80 columns long unless a word of a
/// comment is longer.
pub fn write(
    out: &mut impl Write,
    tags: &Tags,
    game: &Game,
    marker: Marker,
    comments: &[Comment],
) -> io::Result<()> {
    for (name, unknown) in ROSTER {
        write_tag(out, name, tags.get(name).unwrap_or(unknown))?;
    }
    write_tag(out, "Result", &marker.to_string())?;
    let in_roster = |name| ROSTER.iter().any(|tag| tag.0 == name) || DERIVED.contains(&name);
    for (name, value) in tags.iter().filter(|tag| !in_roster(tag.0)) {
        write_tag(out, name, value)?;
    }
    let start = game.start();
    let is_chess960 = !fen::has_standard_castling(start) || tags.get("Variant") == Some(CHESS960);
    if is_chess960 || *start != Board::default() {
        if is_chess960 {
            write_tag(out, "Variant", CHESS960)?;
        }
        write_tag(out, "SetUp", "1")?;
        write_tag(out, "FEN", &fen::write(start))?;
    }
    out.write_all(b"\n")?;

    let mut lines = Lines { out, column: 0 };
    write_moves(&mut lines, game, comments)?;
    lines.word(&marker.to_string())?;
    out.write_all(b"\n\n")
}

fn write_tag(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace(['\r', '\n'], " ");
    writeln!(out, "[{name} \"{value}\"]")
}

fn write_moves<W: Write>(
    lines: &mut Lines<'_, W>,
    game: &Game,
    comments: &[Comment],
) -> io::Result<()> {
    let mut comments = comments.iter().peekable();
    let mut board = game.start().clone();
    // Black's move needs its number at the start and after a comment.
    let mut needs_number = true;
    for (played, &mv) in game.moves().iter().enumerate() {
        while let Some(comment) = comments.next_if(|comment| comment.after <= played) {
            lines.comment(&comment.text)?;
            needs_number = true;
        }
        let number = board.fullmove_number();
        match board.side_to_move() {
            Color::White => lines.word(&format!("{number}."))?,
            Color::Black if needs_number => lines.word(&format!("{number}..."))?,
            Color::Black => {}
        }
        needs_number = false;
        lines.word(&san::write(&board, mv))?;
        board.play_unchecked(mv);
    }
    comments.try_for_each(|comment| lines.comment(&comment.text))
}

/// Words put into lines.
struct Lines<'a, W> {
    out: &'a mut W,
    column: usize,
}

impl<W: Write> Lines<'_, W> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        let length = word.chars().count();
        // At the beginning of a line these two would not be read as comment.
        let may_begin_line = !word.starts_with(['[', '%']);
        if self.column > 0 && self.column + 1 + length > COLUMNS && may_begin_line {
            self.out.write_all(b"\n")?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_all(b" ")?;
            self.column += 1;
        }
        self.column += length;
        self.out.write_all(word.as_bytes())
    }

    fn comment(&mut self, text: &str) -> io::Result<()> {
        let text = format!("{{{}}}", text.trim_ascii().replace('}', ")"));
        text.split_ascii_whitespace()
            .try_for_each(|word| self.word(word))
    }
}
