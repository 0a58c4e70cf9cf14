//! Extended Position Description: a position and operations such as
//! `bm Nf3; id "BK.01";`.

use crate::{Board, Damage, Move, fen, san, uci};
use std::{
    fmt, fs,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
    str::FromStr,
};
use thiserror::Error;

/// One position with its operations.
///
/// ```
/// use chess::epd::Epd;
///
/// let text = r#"7k/8/8/8/8/8/8/R3K3 w Q - bm O-O-O Ra7; id "castles; or not";"#;
/// let epd: Epd = text.parse()?;
/// assert_eq!(epd.id().as_deref(), Some("castles; or not"));
/// assert_eq!(epd.best_moves()?.len(), 2);
/// assert_eq!(epd.to_string(), text);
/// # Ok::<(), chess::epd::EpdError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

/// An opcode with its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// What the operation is, such as `bm`.
    pub opcode: String,
    /// All that follows, as written, with its quotes.
    pub operands: String,
}

impl Operation {
    /// An operation with these operands.
    pub fn new(opcode: &str, operands: impl fmt::Display) -> Self {
        Self {
            opcode: opcode.into(),
            operands: operands.to_string(),
        }
    }
}

/// Why a line is not an EPD, or an operation not what it claims to be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The position is faulty.
    #[error(transparent)]
    Position(#[from] fen::FenError),
    /// What stands where an opcode should does not begin with a letter.
    #[error("`{}` is not an opcode: it must begin with a letter", .0.escape_default())]
    Opcode(String),
    /// A string operand has no closing quote.
    #[error("the string in operation `{0}` has no end")]
    OpenString(String),
    /// An operand of `bm` or `am` is not a legal move.
    #[error("operation `{opcode}`: {source}")]
    Move {
        /// The operation.
        opcode: String,
        /// What is wrong with the move.
        source: san::SanError,
    },
}

/// A fault in an EPD file.
#[derive(Debug, Error)]
#[error("{}: {problem}", place(.file, *.line))]
pub struct EpdFileError {
    /// The file, as it was named.
    pub file: PathBuf,
    /// The line, counted from 1; 0 if the file could not be opened.
    pub line: u64,
    /// What is wrong.
    pub problem: EpdFileProblem,
}

impl EpdFileError {
    /// Whether no line after this one can be read.
    pub const fn ends_file(&self) -> bool {
        matches!(self.problem, EpdFileProblem::Read(_))
    }
}

/// A line of a file, or the whole of it, which is line 0.
pub(crate) fn place(file: &Path, line: u64) -> String {
    match line {
        0 => file.display().to_string(),
        _ => format!("{}:{line}", file.display()),
    }
}

/// What can go wrong with one line of a file.
#[derive(Debug, Error)]
pub enum EpdFileProblem {
    /// The line is not an EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// The line is an EPD, but not one that is wanted here.
    #[error("{0}")]
    Unwanted(String),
    /// The line is not UTF-8 text.
    #[error("not UTF-8 text")]
    NotText,
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
}

impl Epd {
    /// The operands of the first operation with this opcode.
    pub fn operands(&self, opcode: &str) -> Option<&str> {
        let operation = self.operations.iter().find(|op| op.opcode == opcode);
        operation.map(|op| op.operands.as_str())
    }

    /// The name of the position, without quotes.
    pub fn id(&self) -> Option<String> {
        self.operands("id")
            .map(|text| text.trim_matches('"').to_string())
    }

    /// The best moves (`bm`), in SAN or UCI notation; empty if none are given.
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("bm")
    }

    /// The moves to avoid (`am`), in SAN or UCI notation; empty if none are given.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("am")
    }

    fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let texts = self.operands(opcode).unwrap_or_default();
        let parse = |text| {
            // The error for SAN is the better one: it is what the standard asks for.
            san::parse(&self.board, text).or_else(|source| {
                let opcode = opcode.to_string();
                uci::parse(&self.board, text).map_err(|_| EpdError::Move { opcode, source })
            })
        };
        texts.split_ascii_whitespace().map(parse).collect()
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    /// Reads one line. The two clocks of a FEN may stand before the operations;
    /// empty operations are skipped, and the last one needs no `;`.
    fn from_str(line: &str) -> Result<Self, EpdError> {
        let mut end = 0;
        for field in 0..6 {
            let rest = &line[end..];
            let word = rest.trim_ascii_start();
            let start = end + rest.len() - word.len();
            let length = word
                .find(|c: char| c.is_ascii_whitespace())
                .unwrap_or(word.len());
            let is_clock = word[..length].bytes().all(|byte| byte.is_ascii_digit());
            if length == 0 || field >= 4 && !is_clock {
                break;
            }
            end = start + length;
        }
        let (position, operations) = line.split_at(end);
        Ok(Epd {
            board: fen::parse(position)?,
            operations: parse_operations(operations)?,
        })
    }
}

fn parse_operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut in_string = false;
        let end = rest.find(|c| {
            in_string ^= c == '"';
            c == ';' && !in_string
        });
        let one = rest[..end.unwrap_or(rest.len())].trim_ascii();
        rest = end.map_or("", |end| &rest[end + 1..]);
        let (opcode, operands) = one
            .split_once(|c: char| c.is_ascii_whitespace())
            .unwrap_or((one, ""));
        if in_string {
            return Err(EpdError::OpenString(opcode.into()));
        }
        if let Some(first) = opcode.chars().next() {
            if !first.is_ascii_alphabetic() {
                return Err(EpdError::Opcode(opcode.chars().take(20).collect()));
            }
            operations.push(Operation {
                opcode: opcode.into(),
                operands: operands.trim_ascii().into(),
            });
        }
    }
    Ok(operations)
}

impl fmt::Display for Epd {
    /// Writes one line: the first four fields of the FEN, then the operations.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = fen::write(&self.board);
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        for Operation { opcode, operands } in &self.operations {
            let gap = if operands.is_empty() { "" } else { " " };
            write!(f, " {opcode}{gap}{operands};")?;
        }
        Ok(())
    }
}

/// Opens an EPD file.
pub fn read(path: impl AsRef<Path>) -> Result<Reader<BufReader<fs::File>>, EpdFileError> {
    let path = path.as_ref();
    match fs::File::open(path) {
        Ok(file) => Ok(Reader::new(path, BufReader::new(file))),
        Err(error) => Err(EpdFileError {
            file: path.into(),
            line: 0,
            problem: error.into(),
        }),
    }
}

/// What `each` makes of every line of an EPD file. If it refuses one, the error
/// names the line.
pub fn read_all<T>(
    path: impl AsRef<Path>,
    each: impl FnMut(Epd) -> Result<T, String>,
) -> Result<Vec<T>, EpdFileError> {
    read(path)?.all(each)
}

/// Goes through the lines of an EPD file.
///
/// Blank lines and lines that begin with `#` are skipped. A faulty line is an error
/// that names it, and the next line comes after.
#[derive(Debug)]
pub struct Reader<R> {
    file: PathBuf,
    lines: R,
    line: u64,
    failed: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `lines`; `file` is the name errors give.
    pub fn new(file: impl Into<PathBuf>, lines: R) -> Self {
        Self {
            file: file.into(),
            lines,
            line: 0,
            failed: false,
        }
    }

    /// What `each` makes of every line. If it refuses one, the error names the line.
    pub fn all<T>(
        mut self,
        mut each: impl FnMut(Epd) -> Result<T, String>,
    ) -> Result<Vec<T>, EpdFileError> {
        let mut all = Vec::new();
        while let Some(made) = self.make(&mut each) {
            all.push(made?);
        }
        Ok(all)
    }

    /// What `each` makes of every line, without the lines that are not EPD and those
    /// it refuses: they are counted.
    pub fn sound<T>(
        mut self,
        mut each: impl FnMut(Epd) -> Result<T, String>,
    ) -> Result<(Vec<T>, Damage), EpdFileError> {
        let (mut all, mut damage) = (Vec::new(), Damage::lines());
        while let Some(made) = self.make(&mut each) {
            match made {
                Ok(made) => all.push(made),
                Err(error) if error.ends_file() => return Err(error),
                Err(error) => damage.note(error),
            }
        }
        Ok((all, damage))
    }

    /// What `each` makes of the next line.
    fn make<T>(
        &mut self,
        each: &mut impl FnMut(Epd) -> Result<T, String>,
    ) -> Option<Result<T, EpdFileError>> {
        let made = self.next()?.and_then(|epd| {
            each(epd).map_err(|problem| EpdFileError {
                file: self.file.clone(),
                line: self.line,
                problem: EpdFileProblem::Unwanted(problem),
            })
        });
        Some(made)
    }

    /// The line last read, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The next line with an EPD on it, `None` at the end.
    fn next_epd(&mut self) -> Option<Result<Epd, EpdFileProblem>> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            self.line += 1;
            match self.lines.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => {
                    self.failed = true;
                    return Some(Err(error.into()));
                }
            }
            let Ok(text) = str::from_utf8(&bytes) else {
                return Some(Err(EpdFileProblem::NotText));
            };
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Some(text.parse().map_err(EpdFileProblem::Epd));
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Epd, EpdFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let epd = self.next_epd()?;
        Some(epd.map_err(|problem| EpdFileError {
            file: self.file.clone(),
            line: self.line,
            problem,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn operations_keep_order_and_text() {
        let text = format!(r#"{START} bm e4 d2d4; c0 "a; b"; noop; am h4; id "x";"#);
        let epd: Epd = text.parse().unwrap();
        assert_eq!(epd.to_string(), text);
        assert_eq!(epd.operands("c0"), Some(r#""a; b""#));
        assert_eq!(epd.operands("noop"), Some(""));
        assert_eq!(epd.operands("none"), None);
        assert_eq!(epd.best_moves().unwrap().len(), 2);
        assert_eq!(epd.avoid_moves().unwrap().len(), 1);
    }

    #[test]
    fn clocks_and_perft_tables() {
        let epd: Epd = format!("{START} 3 7 ;D1 20 ;D2 400").parse().unwrap();
        assert_eq!(epd.board.halfmove_clock(), 3);
        assert_eq!(epd.board.fullmove_number(), 7);
        assert_eq!(epd.operands("D2"), Some("400"));
    }

    #[test]
    fn faults() {
        let fault = |text: String| text.parse::<Epd>().unwrap_err().to_string();
        assert!(fault("8/8 w".into()).contains("4 to 6 fields"));
        assert!(fault(format!("{START} id \"x; bm e4;")).contains("`id` has no end"));
        assert!(fault(format!("{START} ;0 2 bm e4;")).contains("`0` is not an opcode"));
        let epd: Epd = format!("{START} bm e4 e6;").parse().unwrap();
        let error = epd.best_moves().unwrap_err().to_string();
        assert!(
            error.starts_with("operation `bm`: e6 is illegal"),
            "{error}"
        );
    }

    #[test]
    fn a_faulty_line_does_not_end_the_file() {
        let text = format!("\u{feff}# a comment\n\n{START} bm e4;\r\nnonsense\n{START}");
        let mut reader = Reader::new("some.epd", text.as_bytes());
        assert!(reader.next().unwrap().is_ok());
        let error = reader.next().unwrap().unwrap_err().to_string();
        assert!(error.starts_with("some.epd:4: "), "{error}");
        assert!(reader.next().unwrap().unwrap().operations.is_empty());
        assert!(reader.next().is_none());
        let mut reader = Reader::new("some.epd", &b"\xff\xfe\n"[..]);
        let error = reader.next().unwrap().unwrap_err().to_string();
        assert_eq!(error, "some.epd:1: not UTF-8 text");
        assert!(read("/no/such.epd").is_err());
    }

    #[test]
    fn damaged_lines_are_left_out_and_counted() {
        let text = format!("{START} - bm e4;\n{START} bm e4;\nnonsense\n{START} bm d4;\n");
        let reader = Reader::new("some.epd", text.as_bytes());
        let first_move = |epd: Epd| match epd.operands("bm") {
            Some("d4") => Err("not that one".into()),
            _ => Ok(epd.best_moves().unwrap()[0]),
        };
        let (moves, damage) = reader.sound(first_move).unwrap();
        assert_eq!((moves.len(), damage.count), (1, 3));
        let told = damage.to_string();
        let wanted = "3 damaged lines left out, the first: some.epd:1: `-` is not an opcode";
        assert!(told.starts_with(wanted), "{told}");
    }
}
