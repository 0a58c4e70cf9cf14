//! `galapagos tune values`: what a run has found, as an engine's source or options.

use std::io::{self, Write};

use clap::ValueEnum;
use journal::Reader;
use lab::tune::rows;
use lab::{Champion, Experiments, Recipe};
use problems::uci_engine::{Parameter, Subject, Values};

use super::probe::subject;
use crate::commands::RunArgument;

/// Print the values that a run has found
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  galapagos tune values mine-seed1
  galapagos tune values mine-seed1 --as c > tuned.h
  galapagos tune values mine-seed1 --as spsa")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,

    /// How to write them
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Uci)]
    form: Form,

    /// Only those that differ from the base
    #[arg(long)]
    changed: bool,
}

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// UCI commands
    Uci,
    /// Constants of C and C++
    C,
    /// Constants of Rust
    Rust,
    /// Rows as OpenBench and fishtest share them
    Spsa,
}

/// Finds the champion and prints its values.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let reader = Reader::open(&arguments.run.folder())?;
    let recipe = Recipe::of(&reader, experiments)?;
    let subject = subject(&recipe)?;
    let values = tuned(&reader, &recipe, &subject)?;
    let both = subject.parameters.iter().cloned().zip(values);
    let both = both.filter(|(one, value)| !arguments.changed || one.base != *value);
    let (parameters, values): (Vec<_>, Vec<_>) = both.unzip();
    let mut out = io::stdout().lock();
    if arguments.form == Form::Spsa {
        write!(out, "{}", rows::write(&parameters, &values))?;
        return Ok(());
    }
    for (one, &value) in parameters.iter().zip(&values) {
        writeln!(out, "{}", written(arguments.form, one, value))?;
    }
    Ok(())
}

/// The values of the champion of a run, as far as it has come.
pub fn tuned(reader: &Reader, recipe: &Recipe, subject: &Subject) -> anyhow::Result<Vec<i32>> {
    let champion = Champion::best(reader, recipe.last())?;
    let genes = champion.map(|champion| champion.genes);
    Ok(match genes {
        Some(genes) => genes.into_iter().map(|value| value as i32).collect(),
        None => subject.start(),
    })
}

/// A value in a line of its own.
fn written(form: Form, one: &Parameter, value: i32) -> String {
    let (name, now, before) = (&one.name, one.written(value), one.written(one.base));
    let remark = match value == one.base {
        true => String::new(),
        false => format!(" // was {before}"),
    };
    let constant = constant(name);
    match (form, &one.values) {
        (Form::Uci | Form::Spsa, _) => format!("setoption name {name} value {now}"),
        (Form::C, Values::Whole(..)) => format!("static const int {constant} = {now};{remark}"),
        (Form::C, Values::Switch) => format!("static const bool {constant} = {now};{remark}"),
        (Form::C, Values::Choice(_)) => {
            format!("static const char *const {constant} = {now:?};{remark}")
        }
        (Form::Rust, Values::Whole(..)) => format!("pub const {constant}: i32 = {now};{remark}"),
        (Form::Rust, Values::Switch) => format!("pub const {constant}: bool = {now};{remark}"),
        (Form::Rust, Values::Choice(_)) => {
            format!("pub const {constant}: &str = {now:?};{remark}")
        }
    }
}

/// A name as constants have it: capitals, digits and `_`.
fn constant(name: &str) -> String {
    let mut constant = String::new();
    for c in name.chars() {
        match c.is_ascii_alphanumeric() {
            true => constant.push(c.to_ascii_uppercase()),
            false if constant.ends_with('_') || constant.is_empty() => {}
            false => constant.push('_'),
        }
    }
    let constant = constant.trim_end_matches('_');
    match constant.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("_{constant}"),
        false => constant.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_constants() {
        for (name, expected) in [
            ("Mobility (Middle Game)", "MOBILITY_MIDDLE_GAME"),
            ("King Safety X Intercept", "KING_SAFETY_X_INTERCEPT"),
            ("LMR_BASE", "LMR_BASE"),
            ("7th rank", "_7TH_RANK"),
        ] {
            assert_eq!(constant(name), expected);
        }
    }

    #[test]
    fn values_say_what_they_were() {
        let one = Parameter {
            name: "King Safety".into(),
            values: Values::Whole(0, 400),
            base: 100,
            frozen: None,
        };
        let said = |form, value| written(form, &one, value);
        assert_eq!(
            said(Form::C, 120),
            "static const int KING_SAFETY = 120; // was 100"
        );
        assert_eq!(said(Form::Rust, 100), "pub const KING_SAFETY: i32 = 100;");
        assert_eq!(said(Form::Uci, 120), "setoption name King Safety value 120");
    }
}
