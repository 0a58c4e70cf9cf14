//! The recipes that are part of the program.

use std::path::PathBuf;

use super::Recipe;
use crate::EXPERIMENTS;

/// The names and texts of recipes.
macro_rules! texts {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../../recipes/", $name, ".toml")))),*]
    };
}

/// The recipes, in the order in which they are listed.
const TEXTS: &[(&str, &str)] = texts! {
    "modern"
    "modern-masters"
    "imitate"
    "evol-star"
    "evol-eval"
    "mentor"
    "evol-coevolve"
    "evol-search"
    "ep-weights"
    "gp-endgame"
    "gp-endgame-multi"
    "evochess"
    "evochess-ordering"
    "landscape"
};

impl Recipe {
    /// The recipes that are part of the program. Files that they name are found from the
    /// folder of the project.
    pub fn library() -> impl Iterator<Item = Self> {
        TEXTS.iter().map(|(name, text)| built_in(name, text))
    }

    /// The recipe of this name that is part of the program.
    pub fn shipped(name: &str) -> Option<Self> {
        let mut texts = TEXTS.iter();
        let (name, text) = texts.find(|(known, _)| *known == name)?;
        Some(built_in(name, text))
    }

    /// What it does: the first paragraph of its text.
    pub fn purpose(&self) -> String {
        let lines = self.text.lines();
        let lines = lines.map_while(|line| line.strip_prefix('#'));
        let lines: Vec<_> = lines
            .map(str::trim)
            .take_while(|line| !line.is_empty())
            .collect();
        lines.join(" ")
    }

    /// The keys of the files that it needs and that are not part of the program.
    pub fn needs(&self) -> Vec<String> {
        let files = self.files();
        let files = files.iter();
        let named = files.filter(|named| {
            let mut paths = named.paths.iter();
            paths.any(|path| named.is_relative(path.get_ref()))
        });
        named.map(|named| named.key.clone()).collect()
    }
}

fn built_in(name: &str, text: &str) -> Recipe {
    let file = PathBuf::from(format!("recipes/{name}.toml"));
    Recipe::parse(text, &file, EXPERIMENTS).expect("a test reads it too")
}
