//! Bytes cut into lines.

use std::io::{ErrorKind, Read};

/// Bytes read and not yet taken.
#[derive(Debug, Default)]
pub struct Lines {
    bytes: Vec<u8>,
    /// Where the first line begins.
    start: usize,
    /// No line ends before here.
    searched: usize,
}

impl Lines {
    /// Reads once; 0 bytes mean the end. An error ends a stream like its end does.
    pub fn read(&mut self, pipe: &mut impl Read) -> usize {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        let mut chunk = [0; 1 << 14];
        let count = loop {
            match pipe.read(&mut chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result.unwrap_or(0),
            }
        };
        self.bytes.extend_from_slice(&chunk[..count]);
        count
    }

    /// Takes the next whole line, without its end; what is not UTF-8 is replaced.
    pub fn take(&mut self) -> Option<String> {
        let unsearched = &self.bytes[self.searched..];
        let Some(length) = unsearched.iter().position(|&byte| byte == b'\n') else {
            self.searched = self.bytes.len();
            return None;
        };
        let end = self.searched + length;
        let line = String::from_utf8_lossy(&self.bytes[self.start..end]);
        let line = line.trim_end().to_owned();
        self.start = end + 1;
        self.searched = self.start;
        Some(line)
    }

    /// Takes everything, line or not.
    pub fn take_rest(&mut self) -> String {
        let rest = String::from_utf8_lossy(&self.bytes[self.start..]).into_owned();
        *self = Self::default();
        rest
    }

    /// The number of bytes not yet taken.
    pub fn len(&self) -> usize {
        self.bytes.len() - self.start
    }
}

/// What follows `word` if the line begins with it.
pub fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.trim_start().strip_prefix(word)?;
    let ends = rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace());
    ends.then(|| rest.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_pieces() {
        let mut lines = Lines::default();
        let mut read = |text: &str| {
            lines.read(&mut text.as_bytes());
            let taken: Vec<String> = std::iter::from_fn(|| lines.take()).collect();
            (taken.join("|"), lines.len())
        };
        assert_eq!(read("uci"), (String::new(), 3));
        assert_eq!(read("ok\r\nre"), ("uciok".into(), 2));
        assert_eq!(read("adyok\n\nx \ny"), ("readyok||x".into(), 1));
        assert_eq!(lines.take_rest(), "y");
        assert_eq!(lines.len(), 0);
    }
}
