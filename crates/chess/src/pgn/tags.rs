//! The tags in front of a game.

use super::{Flaw, Marker};
use crate::Color;

/// Tags in their order. A faulty file may have a name twice: the first counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    pairs: Vec<(String, String)>,
}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        let pair = self.pairs.iter().find(|pair| pair.0 == name);
        pair.map(|pair| pair.1.as_str())
    }

    /// Sets a tag, in its place if it is there, else at the end.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.pairs.iter_mut().find(|pair| pair.0 == name) {
            Some(pair) => pair.1 = value,
            None => self.pairs.push((name, value)),
        }
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The rating of one side, if it is a number above zero.
    pub fn elo(&self, side: Color) -> Option<u16> {
        let name = match side {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        };
        self.get(name)?.trim().parse().ok().filter(|&elo| elo > 0)
    }

    /// What the `Result` tag says. See [`Record::result`](super::Record::result)
    /// for what the game says.
    pub fn result(&self) -> Option<Marker> {
        Marker::parse(self.get("Result")?.trim().as_bytes())
    }

    /// Reads the tags at the beginning of `text`. Returns them and the length of
    /// their part, or what is wrong and where.
    pub(super) fn parse(text: &[u8]) -> Result<(Self, usize), (Flaw, usize)> {
        let mut tags = Self::default();
        let mut at = 0;
        loop {
            at = skip_blanks(text, at);
            if text.get(at) != Some(&b'[') {
                return Ok((tags, at));
            }
            let (name, value, length) =
                parse_tag(&text[at..]).ok_or_else(|| (malformed(&text[at..]), at))?;
            tags.pairs.push((name, value));
            at += length;
        }
    }
}

/// Skips white space and the lines that `%` hides from readers of PGN.
fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(b'%') if at == 0 || text[at - 1] == b'\n' => {
                at += line(&text[at..]).len();
            }
            Some(byte) if byte.is_ascii_whitespace() => at += 1,
            _ => return at,
        }
    }
}

/// Reads `[Name "value"]`, and how long it is.
fn parse_tag(text: &[u8]) -> Option<(String, String, usize)> {
    let quote = text.iter().position(|byte| b"\"\n".contains(byte))?;
    if text[quote] == b'\n' {
        return None;
    }
    let name = str::from_utf8(text[1..quote].trim_ascii()).ok()?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_name) {
        return None;
    }
    let start = quote + 1;
    let mut value = Vec::new();
    let mut at = start;
    loop {
        match (text.get(at)?, text.get(at + 1)) {
            (b'\\', Some(escaped @ (b'"' | b'\\'))) => {
                value.push(*escaped);
                at += 1;
            }
            (b'\n', _) => return None,
            // A quote inside is often not escaped: the last one has `]` after it.
            (b'"', _) if text[at + 1..].trim_ascii_start().first() == Some(&b']') => break,
            (byte, _) => value.push(*byte),
        }
        at += 1;
    }
    let closing = at + text[at..].iter().position(|&byte| byte == b']')?;
    Some((name.into(), decode(value), closing + 1))
}

/// Old files are Latin-1, new ones UTF-8.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

/// The beginning of `text` up to the end of its line.
fn line(text: &[u8]) -> &[u8] {
    text.iter()
        .position(|&byte| byte == b'\n')
        .map_or(text, |end| &text[..end])
}

fn malformed(text: &[u8]) -> Flaw {
    Flaw::Tag(excerpt(line(text)))
}

/// The beginning of a faulty text, fit to be shown.
pub(super) fn excerpt(text: &[u8]) -> String {
    let shown = text.trim_ascii_end();
    let cut = &shown[..shown.len().min(40)];
    let dots = if cut.len() < shown.len() { "…" } else { "" };
    format!("{}{dots}", cut.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_found_in_files() {
        let text =
            b"[A \"x\"][B  \"a \\\"b\\\" \\\\\"]\r\n%[C \"no\"]\n[D \"say \"hi\" there\" ]\n\
            [E \"M\xfcller\"]\n[A \"again\"]\n[F\"\"]\n\n1. e4";
        let (tags, length) = Tags::parse(text).unwrap();
        let pairs: Vec<_> = tags.iter().collect();
        let wanted = [
            ("A", "x"),
            ("B", "a \"b\" \\"),
            ("D", "say \"hi\" there"),
            ("E", "Müller"),
            ("A", "again"),
            ("F", ""),
        ];
        assert_eq!(pairs, wanted);
        assert_eq!(tags.get("A"), Some("x"));
        assert_eq!(&text[length..], b"1. e4");
    }

    #[test]
    fn names_the_malformed_tag() {
        for text in [
            "[A]",
            "[A\nB \"x\"]",
            "[A \"x\n]",
            "[A \"x\"",
            "[A B \"x\"]",
            "[\"x\"]",
            "[A \"x\\\"]",
        ] {
            let (problem, at) = Tags::parse(format!("[Z \"z\"]\n{text}").as_bytes()).unwrap_err();
            assert!(problem.to_string().starts_with("malformed tag: ["));
            assert_eq!(at, 8);
        }
    }

    #[test]
    fn helpers() {
        let mut tags = Tags::default();
        tags.set("WhiteElo", "2700");
        tags.set("BlackElo", "?");
        tags.set("Result", "0-1");
        tags.set("Result", "1/2-1/2");
        assert_eq!(tags.elo(Color::White), Some(2700));
        assert_eq!(tags.elo(Color::Black), None);
        assert_eq!(tags.result().unwrap().to_string(), "1/2-1/2");
        assert_eq!(tags.iter().count(), 3);
    }
}
