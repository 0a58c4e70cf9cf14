//! `galapagos recipes`: the recipes that are part of the program.

use std::io::{self, Write};

use lab::Recipe;

/// List the recipes that are part of the program: what each does and needs
#[derive(clap::Args)]
#[command(after_help = "\
A recipe goes by its name, or is a file of your own: `galapagos evolve NAME` or
`galapagos evolve FILE.toml`. With a name, its text is printed: the start of a
recipe of your own.

Examples:
  galapagos recipes
  galapagos recipes modern > mine.toml")]
pub struct Arguments {
    /// Print the text of this recipe
    name: Option<String>,
}

/// The width of the text.
const WIDTH: usize = 78;

/// What a line of the text begins with.
const INDENT: &str = "    ";

/// Prints the list, or one text.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if let Some(name) = &arguments.name {
        write!(out, "{}", find(name)?.text())?;
        return Ok(());
    }
    for recipe in Recipe::library() {
        writeln!(out, "{}", recipe.name)?;
        let mut lines = vec![recipe.purpose()];
        if !recipe.budgets.is_empty() {
            lines.push(format!("--budget {}", recipe.budgets.join(", ")));
        }
        if !recipe.needs().is_empty() {
            lines.push(format!(
                "needs --set {}=FILE",
                recipe.needs().join("=FILE --set ")
            ));
        }
        for line in lines.iter().flat_map(|line| wrapped(line)) {
            writeln!(out, "{INDENT}{line}")?;
        }
    }
    Ok(())
}

/// The recipe of this name that is part of the program.
pub fn find(name: &str) -> anyhow::Result<Recipe> {
    Recipe::shipped(name).ok_or_else(|| {
        let names: Vec<_> = Recipe::library().map(|recipe| recipe.name).collect();
        let nearest = names
            .iter()
            .min_by_key(|known| strsim::damerau_levenshtein(known, name));
        let nearest = nearest.map_or("", String::as_str);
        anyhow::anyhow!(
            "there is no recipe `{name}`; did you mean `{nearest}`? `galapagos recipes` lists \
             all; a file is named with its ending, {name}.toml"
        )
    })
}

/// Lines of words that are no longer than the width.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if INDENT.len() + line.len() + 1 + word.len() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.into());
        }
    }
    lines
}
