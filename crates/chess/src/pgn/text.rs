//! The text of one game.

use super::{Comment, Flaw, Record, Tags, Token, Tokens, tags::decode};
use crate::{Board, Game, fen};

/// The text of one game in a file: its tags and tokens, not yet replayed.
#[derive(Debug, Clone, Copy)]
pub struct GameText<'a> {
    pub(super) number: u64,
    pub(super) line: u64,
    pub(super) bytes: &'a [u8],
}

/// What is wrong with a game, and how far into its text.
pub(super) type Fault = (Flaw, usize);

impl<'a> GameText<'a> {
    /// The game's place in the file, counted from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The line of the file the game begins on, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The game's tags and the tokens of its movetext.
    pub fn parse(&self) -> Result<(Tags, Tokens<'a>), Flaw> {
        self.parts().map_err(|fault| fault.0)
    }

    fn parts(&self) -> Result<(Tags, Tokens<'a>), Fault> {
        let (tags, length) = Tags::parse(self.bytes)?;
        Ok((tags, Tokens::new(self.bytes, length)))
    }

    /// Where `wanted` stands in the text, or its beginning.
    fn find(&self, wanted: &[u8]) -> usize {
        let mut windows = self.bytes.windows(wanted.len());
        windows.position(|window| window == wanted).unwrap_or(0)
    }

    /// The game with every move played.
    pub(super) fn replay(&self) -> Result<Record, Fault> {
        let (tags, mut tokens) = self.parts()?;
        let start = start_position(&tags).map_err(|problem| {
            let tag: &[u8] = match problem {
                Flaw::Variant(_) => b"[Variant",
                _ => b"[FEN",
            };
            (problem, self.find(tag))
        })?;
        let mut game = Game::new(start);
        let mut comments = Vec::new();
        let mut marker = None;
        while let Some(token) = tokens.next() {
            match token.map_err(|problem| (problem, tokens.position()))? {
                Token::Move(san, text) => match san.resolve(game.board()) {
                    Ok(mv) => game.play_legal(mv),
                    Err(mismatch) => {
                        let text = String::from_utf8_lossy(text);
                        let error = mismatch.describe(game.board(), &text);
                        return Err((error.into(), tokens.position()));
                    }
                },
                Token::Comment(text) => comments.push(Comment {
                    after: game.moves().len(),
                    text: one_line(text),
                }),
                Token::Marker(found) => marker = Some(found),
            }
        }
        Ok(Record {
            number: self.number,
            line: self.line,
            tags,
            game,
            comments,
            marker,
        })
    }
}

/// The position the tags say the game starts from.
fn start_position(tags: &Tags) -> Result<Board, Flaw> {
    if let Some(variant) = tags.get("Variant") {
        let name = variant.to_ascii_lowercase();
        let standard = ["", "?", "chess", "standard", "normal", "from position"];
        let known = standard.contains(&name.as_str())
            || name.contains("960")
            || name.starts_with("fischer");
        if !known {
            return Err(Flaw::Variant(variant.into()));
        }
    }
    Ok(match tags.get("FEN") {
        Some(text) => fen::parse(text)?,
        None => Board::default(),
    })
}

/// A comment's words with one space between: where its lines were broken means
/// nothing.
fn one_line(text: &[u8]) -> String {
    let text = decode(text.to_vec());
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    words.join(" ")
}
