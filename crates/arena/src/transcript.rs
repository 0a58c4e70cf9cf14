//! The last lines exchanged with an engine.

use std::collections::VecDeque;

/// Lines kept.
const LINES: usize = 24;

/// Characters kept of a line.
const COLUMNS: usize = 160;

/// A memory of fixed size: the newest lines push the oldest out.
#[derive(Debug, Default)]
pub struct Transcript(VecDeque<String>);

impl Transcript {
    /// Adds a line after the sign of its speaker.
    pub fn push(&mut self, speaker: char, line: &str) {
        let mut entry = if self.0.len() == LINES {
            self.0.pop_front().unwrap_or_default()
        } else {
            String::new()
        };
        entry.clear();
        entry.extend([speaker, ' ']);
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        entry.extend(line.chars().take(COLUMNS).map(printable));
        self.0.push_back(entry);
    }

    /// The lines, oldest first.
    pub fn lines(&self) -> Vec<String> {
        self.0.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_last_lines_and_their_beginnings() {
        let mut transcript = Transcript::default();
        for i in 0..100 {
            transcript.push('<', &format!("line {i}\t{}", "x".repeat(1000)));
        }
        let lines = transcript.lines();
        assert_eq!(lines.len(), LINES);
        assert!(lines[LINES - 1].starts_with("< line 99 xxx"));
        assert_eq!(lines[0].len(), COLUMNS + 2);
    }
}
