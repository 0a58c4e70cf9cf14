//! A run as a value: all that it takes to do it, or a part of it, somewhere else.

use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::{Experiments, Recipe, RecipeError};

/// All that it takes to rebuild the problems of a recipe anywhere: its text, and the
/// files that it names by their contents. Where they lie does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Specification {
    /// The recipe, with all changes made to it.
    pub recipe: String,
    /// The files that it names, in order.
    pub inputs: Vec<Input>,
}

/// A file that a recipe names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The key that names it; a key may name several files.
    pub key: String,
    /// The BLAKE3 hash of its contents, in hexadecimal digits.
    pub hash: String,
    /// How its name ends, which says how it is compressed.
    pub extension: String,
}

impl Input {
    /// What it is called among other inputs.
    fn file_name(&self) -> String {
        format!("{}.{}", self.hash, self.extension)
    }
}

/// Why a recipe cannot be rebuilt.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// The recipe is not one that this program knows.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// An input is not to be had.
    #[error("{key}: cannot get the contents with the hash {hash}: {source}")]
    Missing {
        /// The key.
        key: String,
        /// The hash.
        hash: String,
        /// Why not.
        source: io::Error,
    },
}

impl Specification {
    /// The specification of a recipe, and the contents of its inputs in the same order.
    pub fn of(recipe: &Recipe) -> Result<(Self, Vec<Vec<u8>>), RecipeError> {
        let pinned = recipe.pinned()?;
        let (mut inputs, mut contents) = (Vec::new(), Vec::new());
        for named in pinned.files() {
            let files = pinned.inputs_of(&named)?.into_iter();
            for input in files.filter(|input| !input.is_built_in) {
                inputs.push(Input {
                    key: named.key.clone(),
                    hash: blake3::hash(&input.bytes).to_string(),
                    extension: input
                        .path
                        .extension()
                        .map_or_else(String::new, |extension| {
                            extension.to_string_lossy().into_owned()
                        }),
                });
                contents.push(input.bytes);
            }
        }
        let recipe = pinned.text().to_owned();
        Ok((Self { recipe, inputs }, contents))
    }

    /// The recipe again. `fetch` gets the contents of an input by its hash; they are
    /// checked and kept in `folder`, under their hashes.
    pub fn rebuild(
        &self,
        folder: &Path,
        experiments: Experiments,
        mut fetch: impl FnMut(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Recipe, RebuildError> {
        for input in &self.inputs {
            let hash = &input.hash;
            let missing = |source| RebuildError::Missing {
                key: input.key.clone(),
                hash: hash.clone(),
                source,
            };
            let file = folder.join(input.file_name());
            if is_whole(&file, hash) {
                continue;
            }
            let bytes = fetch(hash).map_err(missing)?;
            if blake3::hash(&bytes).to_string() != *hash {
                let what = "what came has another hash";
                return Err(missing(io::Error::new(io::ErrorKind::InvalidData, what)));
            }
            fs::write(&file, bytes).map_err(missing)?;
        }
        let recipe = Recipe::parse(&self.recipe, Path::new("the recipe"), experiments)?;
        let mut changes = Vec::new();
        let mut inputs = self.inputs.iter().peekable();
        for named in recipe.files() {
            let mut files = Vec::new();
            while let Some(input) = inputs.next_if(|input| input.key == named.key) {
                files.push(folder.join(input.file_name()));
            }
            if !files.is_empty() {
                changes.push(named.assignment(&files));
            }
        }
        Ok(recipe.with(&changes)?.pinned()?)
    }
}

/// Whether the contents are there already.
fn is_whole(file: &Path, hash: &str) -> bool {
    fs::read(file).is_ok_and(|bytes| blake3::hash(&bytes).to_string() == hash)
}
