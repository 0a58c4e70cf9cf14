//! A stream of bytes cut into the texts of single games.

use std::{
    io::{self, BufRead, Read},
    mem,
};

/// No game is longer than this, whatever its comments. It keeps a file that is
/// not PGN from being swallowed whole.
const LONGEST: usize = 16 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What opens a game for certain.
const EVENT: &[u8] = b"[Event \"";

/// Cuts a stream between games.
pub(super) struct Splitter {
    source: Box<dyn BufRead + Send>,
    text: Vec<u8>,
    /// The first line of the next game, once it has been seen.
    held: Vec<u8>,
    /// Lines read so far.
    lines: u64,
}

/// Where a game's text ends.
pub(super) enum Cut {
    /// The text of a game, which begins on this line.
    Game { line: u64 },
    /// A text too long to be a game, which begins on this line.
    TooLong { line: u64, limit: usize },
    /// Nothing is left.
    End,
}

/// What part of a game the next line belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Tags,
    Moves,
    Comment,
}

impl Splitter {
    pub(super) fn new(source: Box<dyn BufRead + Send>) -> Self {
        Self {
            source,
            text: Vec::new(),
            held: Vec::new(),
            lines: 0,
        }
    }

    /// The text of the last game cut.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Lines read so far.
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    /// Reads the text of the next game.
    ///
    /// A game ends before a line that begins with `[` after its moves, at an
    /// empty line after its result, and at `[Event "` even inside a comment that
    /// was not closed or after tags without moves, so that one fault costs one
    /// game.
    pub(super) fn next_game(&mut self) -> io::Result<Cut> {
        self.text.clear();
        let mut part = Part::Tags;
        let mut after_blank = false;
        let mut line = 0;
        loop {
            let start = self.text.len();
            if self.read_line()? == 0 {
                let nothing = self.text.is_empty();
                return Ok(if nothing {
                    Cut::End
                } else {
                    Cut::Game { line }
                });
            }
            if start == 0 {
                line = self.lines;
            }
            let new = &self.text[start..];
            if start > 0 && opens_game(new, part, after_blank) {
                self.held = self.text.split_off(start);
                return Ok(Cut::Game { line });
            }
            let blank = new.trim_ascii().is_empty();
            if blank && start == 0 {
                self.text.clear();
            } else if blank && !after_blank && part == Part::Moves && ends_with_marker(&self.text) {
                return Ok(Cut::Game { line });
            } else if !blank && !new.starts_with(b"%") {
                part = part_after(part, new);
            }
            after_blank = blank;
            if self.text.len() >= LONGEST {
                self.skip_to_event()?;
                let limit = LONGEST;
                return Ok(Cut::TooLong { line, limit });
            }
        }
    }

    /// Adds a line to the text, at most as much as there is room for.
    fn read_line(&mut self) -> io::Result<usize> {
        if !self.held.is_empty() {
            self.text.append(&mut self.held);
            return Ok(self.text.len());
        }
        let start = self.text.len();
        let room = (LONGEST - start) as u64;
        let length = (&mut self.source)
            .take(room)
            .read_until(b'\n', &mut self.text)?;
        if self.lines == 0 && self.text.starts_with(BYTE_ORDER_MARK) {
            self.text.drain(..BYTE_ORDER_MARK.len());
        }
        self.lines += u64::from(length > 0);
        Ok(length)
    }

    fn skip_to_event(&mut self) -> io::Result<()> {
        loop {
            self.text.clear();
            if self.read_line()? == 0 {
                return Ok(());
            }
            if self.text.starts_with(EVENT) {
                mem::swap(&mut self.text, &mut self.held);
                return Ok(());
            }
        }
    }
}

/// Whether `line` belongs to the next game.
fn opens_game(line: &[u8], part: Part, after_blank: bool) -> bool {
    match part {
        Part::Moves => line.starts_with(b"["),
        Part::Tags => after_blank && line.starts_with(EVENT),
        Part::Comment => line.starts_with(EVENT),
    }
}

/// The part of the game after a line that is not blank.
fn part_after(part: Part, line: &[u8]) -> Part {
    if part == Part::Tags && line[0] == b'[' {
        return Part::Tags;
    }
    let mut in_comment = part == Part::Comment;
    for byte in line {
        match byte {
            b'{' => in_comment = true,
            b'}' => in_comment = false,
            b';' if !in_comment => break,
            _ => {}
        }
    }
    if in_comment {
        Part::Comment
    } else {
        Part::Moves
    }
}

fn ends_with_marker(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let ends_with = |marker: &[u8]| {
        text.strip_suffix(marker).is_some_and(|head| {
            head.last()
                .is_none_or(|&b| b.is_ascii_whitespace() || b == b'}')
        })
    };
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"]
        .into_iter()
        .any(ends_with)
}
