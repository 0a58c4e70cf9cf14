//! The movetext of a game, token by token.

use super::{Flaw, Marker, tags::excerpt};
use crate::san::{San, SanError};

/// A piece of movetext. Move numbers, variations and NAGs are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// A move, as read and as written.
    Move(San, &'a [u8]),
    /// What stands between braces, or after a semicolon.
    Comment(&'a [u8]),
    /// The result; only comments come after it.
    Marker(Marker),
}

/// Goes through the tokens of a movetext, up to the first fault.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    /// The result was read.
    finished: bool,
    /// A fault was met, and nothing is read after it.
    broken: bool,
}

impl<'a> Tokens<'a> {
    /// The tokens of `text` from `at` on.
    pub(super) fn new(text: &'a [u8], at: usize) -> Self {
        Self {
            text,
            at,
            finished: false,
            broken: false,
        }
    }

    /// How much has been read: where the last token ends, or a fault begins.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    fn next_token(&mut self) -> Result<Option<Token<'a>>, Flaw> {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b'.' | b'!' | b'?' | b')' => self.at += 1,
                b'{' | b';' => return self.comment().map(|text| Some(Token::Comment(text))),
                b'%' if self.at == 0 || self.text[self.at - 1] == b'\n' => {
                    self.until(b'\n');
                }
                b'(' => self.skip_variation()?,
                b'$' => {
                    self.at += 1;
                    self.skip_digits();
                }
                b'1'..=b'9' if self.skip_move_number() => {}
                _ => {
                    if let Some(token) = self.word()? {
                        return Ok(Some(token));
                    }
                }
            }
        }
        Ok(None)
    }

    /// A move or a marker; `None` for `e.p.`, which says nothing new.
    fn word(&mut self) -> Result<Option<Token<'a>>, Flaw> {
        let rest = &self.text[self.at..];
        let ends = |&byte: &u8| {
            matches!(
                byte,
                b'\t'..=b' ' | b'!' | b'?' | b'{' | b'}' | b'(' | b')' | b';' | b'$'
            )
        };
        // A stray brace is a word of its own, and a fault.
        let length = rest.iter().position(ends).unwrap_or(rest.len()).max(1);
        let word = &rest[..length];
        let said = word.strip_suffix(b"e.p.").unwrap_or(word);
        let token = if let Some(san) = San::parse(said) {
            Some(Token::Move(san, word))
        } else if let Some(marker) = Marker::parse(said) {
            Some(Token::Marker(marker))
        } else if said.is_empty() {
            None
        } else {
            let begin = &word[..length.min(40)];
            return Err(SanError::NotAMove(String::from_utf8_lossy(begin).into()).into());
        };
        if self.finished {
            return Err(Flaw::AfterResult(excerpt(word)));
        }
        self.finished = matches!(token, Some(Token::Marker(_)));
        self.at += length;
        Ok(token)
    }

    /// The comment that begins here, in braces or to the end of the line.
    fn comment(&mut self) -> Result<&'a [u8], Flaw> {
        let start = self.at;
        if self.text[start] == b';' {
            self.until(b'\n');
            return Ok(&self.text[start + 1..self.at]);
        }
        if !self.until(b'}') {
            self.at = start;
            return Err(Flaw::OpenComment);
        }
        self.at += 1;
        Ok(&self.text[start + 1..self.at - 1])
    }

    fn skip_variation(&mut self) -> Result<(), Flaw> {
        let start = self.at;
        let mut depth = 0;
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'{' | b';' => {
                    self.comment()?;
                    continue;
                }
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
        self.at = start;
        Err(Flaw::OpenVariation)
    }

    /// Skips a number with its dots, unless it is the beginning of a result.
    fn skip_move_number(&mut self) -> bool {
        let start = self.at;
        self.skip_digits();
        if matches!(self.text.get(self.at), Some(b'-' | b'/')) {
            self.at = start;
            return false;
        }
        true
    }

    fn skip_digits(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    /// Goes to the next `wanted` byte, or to the end if there is none.
    fn until(&mut self, wanted: u8) -> bool {
        let rest = &self.text[self.at..];
        let found = rest.iter().position(|&byte| byte == wanted);
        self.at += found.unwrap_or(rest.len());
        found.is_some()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, Flaw>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let next = self.next_token();
        self.broken = next.is_err();
        next.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let mut words = Vec::new();
        for token in Tokens::new(text.as_bytes(), 0) {
            words.push(match token.map_err(|problem| problem.to_string())? {
                Token::Move(_, text) => str::from_utf8(text).unwrap().to_string(),
                Token::Comment(text) => format!("{{{}}}", str::from_utf8(text).unwrap()),
                Token::Marker(marker) => marker.to_string(),
            });
        }
        Ok(words.join(" "))
    }

    #[test]
    fn ends_at_the_first_fault() {
        assert_eq!(Tokens::new(b"1. e4 xx e5 yy", 0).count(), 2);
    }

    #[test]
    fn passes_over_what_is_not_the_game() {
        for (text, wanted) in [
            ("1.e4 e5 2 Nf3 2... Nc6 1-0", "e4 e5 Nf3 Nc6 1-0"),
            ("1. e4! $1 (1. d4 (1. c4 {)} ;)\n) d5) e5?? *", "e4 e5 *"),
            (
                "{a (b} 1. e4 ; rest 0-1\n1/2-1/2 {end}",
                "{a (b} e4 { rest 0-1} 1/2-1/2 {end}",
            ),
            ("%1. d4\n1. e4\n%d5\n1/2", "e4 1/2-1/2"),
            ("1. 0-0 O-O-O+ 0-1", "0-0 O-O-O+ 0-1"),
            ("exd6 e.p. cxd6e.p.", "exd6 cxd6e.p."),
            ("", ""),
        ] {
            assert_eq!(read(text).as_deref(), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn finds_faults() {
        for (text, part) in [
            ("1. e4 e5 2. Zf3", "`Zf3` is not a move"),
            ("1. e4 {never", "comment has no end"),
            ("1. e4 (1. d4", "variation has no end"),
            ("1. e4 1-0 1. d4", "`d4` after"),
            ("1. e4 } e5", "`}` is not a move"),
            ("\0\u{1}", "is not a move"),
            ("1. e4 1-2", "`1-2` is not a move"),
        ] {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(part), "{text}: {fault}");
        }
    }
}
