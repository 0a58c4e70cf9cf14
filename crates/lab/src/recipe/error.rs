//! What is wrong with a recipe, where, and what was probably meant.

use std::io;
use std::path::{Path, PathBuf};

/// What is wrong with a recipe.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// The file cannot be read.
    #[error("cannot read the recipe {}: {source}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something in the file is wrong.
    #[error("{}:{line}: {problem}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// A change to the recipe is wrong.
    #[error("--set {assignment}: {problem}")]
    Set {
        /// As it was typed.
        assignment: String,
        /// What is wrong and what would be right.
        problem: String,
    },
}

/// What is wrong at a byte of the text.
#[derive(Debug)]
pub struct Mistake {
    pub(crate) at: usize,
    pub(crate) what: String,
}

impl Mistake {
    /// Something is wrong at this byte.
    pub fn new(at: usize, what: impl Into<String>) -> Self {
        let what = what.into();
        Self { at, what }
    }

    /// Names the place in a file of this text.
    pub(crate) fn in_file(self, file: &Path, text: &str) -> RecipeError {
        let before = &text.as_bytes()[..self.at.min(text.len())];
        RecipeError::Line {
            file: file.to_owned(),
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            problem: self.what,
        }
    }
}

impl From<toml::de::Error> for Mistake {
    fn from(error: toml::de::Error) -> Self {
        let at = error.span().map_or(0, |span| span.start);
        Self::new(at, explain(error.message()))
    }
}

/// Says in a user's words what serde says in a programmer's. What it expected
/// instead is in its message, so this works for every table of every recipe.
fn explain(message: &str) -> String {
    // Names are in backquotes but in one message, where they follow a colon.
    let listed = |text: &str| -> Vec<String> {
        let names = text.split(", ").map(|name| name.trim().to_owned());
        names.filter(|name| !name.is_empty()).collect()
    };
    let quoted = |text: &str| -> Vec<String> {
        let words = text.split('`').skip(1).step_by(2);
        words.map(str::to_owned).collect()
    };
    if let Some(keys) = message.strip_prefix("unexpected keys in table: ")
        && let Some((wrong, known)) = keys.split_once(", available keys:")
    {
        return unknown("key", wrong, &listed(known));
    }
    for (start, what) in [("unknown field ", "key"), ("unknown variant ", "choice")] {
        if let Some(rest) = message.strip_prefix(start)
            && let [wrong, known @ ..] = quoted(rest).as_slice()
        {
            return unknown(what, wrong, known);
        }
    }
    if let Some(name) = message.strip_prefix("missing field ") {
        return format!("the key {name} is missing");
    }
    let words = WORDS.iter();
    words.fold(message.to_owned(), |message, (rust, toml)| {
        message.replace(rust, toml)
    })
}

/// What Rust calls things, and what a user does.
const WORDS: [(&str, &str); 17] = [
    ("invalid type: map", "invalid type: table"),
    ("invalid type: sequence", "invalid type: list"),
    (
        "expected a nonzero u8",
        "expected a whole number from 1 to 255",
    ),
    (
        "expected a nonzero u16",
        "expected a whole number from 1 to 65535",
    ),
    ("expected a nonzero u32", "expected a whole number above 0"),
    ("expected a nonzero u64", "expected a whole number above 0"),
    (
        "expected a nonzero usize",
        "expected a whole number above 0",
    ),
    (
        "expected u32",
        "expected a whole number from 0 to 4294967295",
    ),
    ("expected u64", "expected a whole number"),
    ("expected usize", "expected a whole number"),
    ("expected f64", "expected a number"),
    ("expected i64", "expected a whole number"),
    (
        "expected a tuple of size 2",
        "expected two numbers, such as `[100, 500]`",
    ),
    ("invalid length", "invalid number of values"),
    ("expected a sequence", "expected a list, such as `[\"a\"]`"),
    ("expected a map", "expected a table"),
    (
        "wanted string or table",
        "expected a name in quotes, such as `\"uniform\"`, \
         or a table, such as `{ rank = { pressure = 1.5 } }`",
    ),
];

pub fn unknown(what: &str, wrong: &str, known: &[String]) -> String {
    let likeness = |candidate: &&String| strsim::jaro_winkler(candidate, &wrong.to_lowercase());
    match known
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
    {
        Some(nearest) if known.len() > 1 => {
            let known = known.join(", ");
            format!("unknown {what} `{wrong}`; did you mean `{nearest}`? known here: {known}")
        }
        Some(nearest) => format!("unknown {what} `{wrong}`; did you mean `{nearest}`?"),
        None => format!("unknown {what} `{wrong}`; nothing is expected here"),
    }
}
