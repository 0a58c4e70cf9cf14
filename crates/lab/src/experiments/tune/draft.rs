//! A recipe for an engine, written from what the engine says of itself.

use std::fmt::Write as _;
use std::path::Path;

use arena::{OptionKind, Pace, UciOption};
use problems::uci_engine::{Parameter, Values};
use toml::Value;

use super::technical::{HASH, QUIET, is_technical};

/// What a recipe is to be written for.
pub struct Draft<'a> {
    /// The name the engine gives itself.
    pub engine_name: &'a str,
    /// Where the program is, or what it is called.
    pub engine: &'a Path,
    /// Its arguments.
    pub arguments: &'a [String],
    /// Options that are the same for all, as they were given.
    pub fixed: &'a [(String, String)],
    /// What the engine declares.
    pub options: &'a [UciOption],
    /// What a player may think in a move, and a remark on it.
    pub pace: (Pace, &'a str),
    /// Parameters that were chosen; all that can be tuned where there are none.
    pub chosen: &'a [Parameter],
}

/// A name for a run of a recipe: what of the engine's name may stand in one.
pub fn run_name(engine_name: &str) -> String {
    let first = engine_name.split_whitespace().take(2);
    let words: Vec<String> = first
        .map(|word| {
            let plain = word.chars().filter(char::is_ascii_alphanumeric);
            plain.collect::<String>().to_lowercase()
        })
        .filter(|word| !word.is_empty())
        .collect();
    match words.is_empty() {
        true => "tune".into(),
        false => format!("tune-{}", words.join("-")),
    }
}

impl Draft<'_> {
    /// What is to be tuned, and what is left out though it could be, the technical options
    /// last.
    pub fn parameters(&self) -> (Vec<Parameter>, Vec<Parameter>) {
        let is_fixed = |name: &str| {
            let mut fixed = self.fixed.iter();
            fixed.any(|(fixed, _)| fixed.eq_ignore_ascii_case(name))
        };
        let options = self.options.iter().filter_map(Parameter::of);
        let all = options.filter(|one| !is_fixed(&one.name));
        if self.chosen.is_empty() {
            return all.partition(|one| !is_technical(&one.name));
        }
        let is_chosen = |one: &Parameter| self.chosen.iter().any(|other| other.name == one.name);
        let mut left_out: Vec<_> = all.filter(|one| !is_chosen(one)).collect();
        left_out.sort_by_key(|one| is_technical(&one.name));
        (self.chosen.to_vec(), left_out)
    }

    /// Options that are the same for all: those given, and what makes games repeat
    /// themselves where the engine has it.
    fn fixed(&self) -> Vec<(String, String)> {
        let mut fixed = self.fixed.to_vec();
        let is_new = |fixed: &[(String, String)], name: &str| {
            fixed
                .iter()
                .all(|(known, _)| !known.eq_ignore_ascii_case(name))
        };
        for option in self.options {
            let name = &option.name;
            let quiet = QUIET
                .iter()
                .find(|(quiet, _)| quiet.eq_ignore_ascii_case(name));
            let value = match (quiet, &option.kind) {
                (Some((_, value)), _) => (*value).to_owned(),
                (None, OptionKind::Spin { min, max, .. }) if name.eq_ignore_ascii_case("hash") => {
                    HASH.clamp(*min, *max).to_string()
                }
                _ => continue,
            };
            if is_new(&fixed, name) {
                fixed.push((name.clone(), value));
            }
        }
        fixed
    }

    /// The recipe. `file` is what it will be called.
    pub fn recipe(&self, file: &Path) -> String {
        let (tuned, left_out) = self.parameters();
        let mut text = String::new();
        let file = file.display();
        let name = run_name(self.engine_name);
        let _ = write!(
            text,
            "# The options of {engine}, to be tuned.
#
#   galapagos tune probe {file}       what each option does, and what crashes
#   galapagos evolve {file}           breed; Ctrl-C stops it, `galapagos resume` goes on
#   galapagos tune verify {name}-seed1   is it better? games from openings it never saw
#   galapagos tune values {name}-seed1   the values, as the engine takes them

name = \"{name}\"
seed = 1
generations = 100

[tune]
engine = {path}         # a path from here, or a name in PATH
arguments = {arguments}
openings = \"built-in\"   # or a file of openings, PGN or EPD
{why}pace = \"{pace}\"     # a move; or \"1+0.01\", seconds for the game and a move
pairs = 8               # of games of each set of values in a generation
check = {{ every = 20, pairs = 100 }} # what it recommends, in openings that are not bred on
spread = 0.05           # of the first generation around the base, where a method has one
patience = 10           # seconds until it hangs

# All parameters are moved at once, to both sides of a centre; the two sides play each
# other, and the result moves it. What is not written here is what does for this number of
# parameters; `galapagos race` compares methods.
[tune.spsa]
c = 0.1                 # how far they are moved at first, as a share of each range

# The same for both sides.
[tune.fixed]
",
            engine = self.engine_name.replace(['\n', '\r'], " "),
            path = quoted(&self.engine.to_string_lossy()),
            arguments = Value::from(self.arguments.to_vec()),
            pace = self.pace.0,
            why = comment(self.pace.1),
        );
        for (name, value) in self.fixed() {
            let _ = writeln!(text, "{} = {}", quoted(&name), quoted(&value));
        }
        text.push_str("\n[tune.parameters]\n");
        for one in &tuned {
            let _ = writeln!(text, "{}", line(one));
        }
        let technical = left_out.partition_point(|one| !is_technical(&one.name));
        let (others, technical) = left_out.split_at(technical);
        for (why, options) in [
            ("not chosen", others),
            (
                "they are about memory, files, books or protocols",
                technical,
            ),
        ] {
            if options.is_empty() {
                continue;
            }
            let _ = writeln!(text, "\n# Left out: {why}. One to be tuned goes above.");
            for one in options {
                let _ = writeln!(text, "# {}", line(one));
            }
        }
        text
    }
}

/// A remark as a line of its own; nothing where there is none.
fn comment(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("# {text}\n"),
    }
}

/// A parameter as a recipe has it.
pub fn line(one: &Parameter) -> String {
    let name = quoted(&one.name);
    let base = match &one.values {
        Values::Choice(_) => quoted(&one.written(one.base)),
        _ => one.written(one.base),
    };
    match &one.values {
        Values::Whole(min, max) => {
            format!("{name} = {{ base = {base}, min = {min}, max = {max} }}")
        }
        Values::Switch => format!("{name} = {{ base = {base} }}"),
        Values::Choice(words) => {
            let words = Value::from(words.clone());
            format!("{name} = {{ base = {base}, choices = {words} }}")
        }
    }
}

/// A text as TOML has it in one line, as a key or a value.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
