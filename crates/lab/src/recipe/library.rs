//! The recipes that are part of the program.

use std::path::Path;

use super::Recipe;
use crate::EXPERIMENTS;

/// The texts of the recipes, in the order in which they are listed.
const TEXTS: &[&str] = &[
    include_str!("../../../../recipes/modern.toml"),
    include_str!("../../../../recipes/modern-masters.toml"),
    include_str!("../../../../recipes/imitate.toml"),
    include_str!("../../../../recipes/evol-star.toml"),
    include_str!("../../../../recipes/evol-eval.toml"),
    include_str!("../../../../recipes/mentor.toml"),
    include_str!("../../../../recipes/evol-coevolve.toml"),
    include_str!("../../../../recipes/evol-search.toml"),
    include_str!("../../../../recipes/ep-weights.toml"),
    include_str!("../../../../recipes/gp-endgame.toml"),
    include_str!("../../../../recipes/gp-endgame-multi.toml"),
    include_str!("../../../../recipes/evochess.toml"),
    include_str!("../../../../recipes/evochess-ordering.toml"),
];

impl Recipe {
    /// The recipes that are part of the program. Files that they name are found from the
    /// folder of the project.
    pub fn library() -> impl Iterator<Item = Self> {
        TEXTS.iter().map(|text| {
            let file = Path::new("recipes/library.toml");
            Self::parse(text, file, EXPERIMENTS).expect("a test reads it too")
        })
    }

    /// The recipe of this name that is part of the program.
    pub fn shipped(name: &str) -> Option<Self> {
        Self::library().find(|recipe| recipe.name == name)
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
