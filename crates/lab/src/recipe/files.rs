//! The files that a recipe names.

use std::path::{Path, PathBuf};
use std::{fs, io, slice};

use toml::Spanned;

use super::{Recipe, RecipeError, Stage};

/// One key and the files it names.
pub struct Named<'a> {
    /// As `section.key`.
    pub(crate) key: String,
    /// As written.
    pub(super) paths: &'a [Spanned<PathBuf>],
    role: Role,
    /// What [`BUILT_IN`] means in place of a file.
    built_in: Option<&'static str>,
    /// How to make such a file; KEY stands for the key with its section, FILE for the place.
    made_by: &'static str,
}

/// Data that is part of the program, where a recipe could name a file.
const BUILT_IN: &str = "built-in";

/// The contents of a file that a recipe names.
pub struct Input {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    /// Whether it is part of the program, and no file.
    pub is_built_in: bool,
}

/// Where data is.
pub enum Source {
    /// In the program.
    BuiltIn,
    /// In a file.
    File(PathBuf),
}

/// What files are for, and so what a folder in their place means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A folder is an error.
    Data,
    /// The champion of the run in the folder.
    Organism,
    /// The champions of all independent runs in the folder; the key holds a list.
    Founders,
}

impl<'a> Named<'a> {
    /// Data to breed on, which this key of the section names. `made_by` says how to make
    /// such a file; KEY stands for the key with its section, FILE for the place.
    pub fn data(key: &str, path: &'a Spanned<PathBuf>, made_by: &'static str) -> Self {
        Self {
            made_by,
            ..Self::new(key, slice::from_ref(path), Role::Data)
        }
    }

    /// The same where the program has such data itself.
    pub fn or_built_in(self, data: &'static str) -> Self {
        Self {
            built_in: Some(data),
            ..self
        }
    }

    /// The organism that gives what is not bred; a folder means the champion of the run
    /// in it.
    pub fn organism(key: &str, path: &'a Spanned<PathBuf>) -> Self {
        Self::new(key, slice::from_ref(path), Role::Organism)
    }

    /// The founders of a population, a list of files; a folder means the champions of
    /// the runs in it.
    pub fn founders(key: &str, paths: &'a [Spanned<PathBuf>]) -> Self {
        Self::new(key, paths, Role::Founders)
    }

    fn new(key: &str, paths: &'a [Spanned<PathBuf>], role: Role) -> Self {
        Self {
            key: key.into(),
            paths,
            role,
            built_in: None,
            made_by: "",
        }
    }
}

impl Named<'_> {
    /// Whether a path is relative to some folder.
    pub fn is_relative(&self, path: &Path) -> bool {
        path.is_relative() && !(self.built_in.is_some() && path == Path::new(BUILT_IN))
    }

    /// What to set for the key to name these files instead.
    pub(crate) fn assignment(&self, paths: &[PathBuf]) -> String {
        let value = |path: &PathBuf| toml::Value::from(path.to_string_lossy().as_ref());
        let value = match self.role {
            Role::Founders => toml::Value::Array(paths.iter().map(value).collect()),
            Role::Data | Role::Organism => value(&paths[0]),
        };
        format!("{}={value}", self.key)
    }
}

impl Recipe {
    /// The keys that name files, in the order of the stages.
    pub(crate) fn files<'a>(&'a self) -> Vec<Named<'a>> {
        let of_stage = |stage: &'a Stage| {
            let files = stage.experiment.files().into_iter();
            files.map(|named| Named {
                key: stage.key(&named.key),
                ..named
            })
        };
        self.stages.iter().flat_map(of_stage).collect()
    }

    /// Where a file is that the recipe names.
    pub(crate) fn place(&self, path: &Spanned<PathBuf>) -> PathBuf {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        folder.join(path.get_ref())
    }

    /// Where data is that may be part of the program.
    pub(crate) fn source(&self, path: &Spanned<PathBuf>) -> Source {
        match path.get_ref() == Path::new(BUILT_IN) {
            true => Source::BuiltIn,
            false => Source::File(self.place(path)),
        }
    }

    /// All files of a key, in order.
    pub(crate) fn files_of(&self, named: &Named<'_>) -> Result<Vec<PathBuf>, RecipeError> {
        let mut files = Vec::new();
        for written in named.paths {
            files.extend(self.all_of(named, written)?);
        }
        Ok(files)
    }

    /// Checks the files: they must be there and, if the recipe has a fingerprint, match
    /// it. The recipe that is returned has one, and names the files in full, so that a
    /// run can be resumed from anywhere and never with other data.
    pub fn pinned(&self) -> Result<Self, RecipeError> {
        let mut contents = blake3::Hasher::new();
        let (mut names, mut changes) = (Vec::new(), Vec::new());
        for named in self.files() {
            let inputs = self.inputs_of(&named)?;
            for input in &inputs {
                contents.update(&input.bytes);
                names.push(match input.is_built_in {
                    true => format!("the {BUILT_IN} {}", named.key),
                    false => input.path.display().to_string(),
                });
            }
            let paths: Vec<_> = inputs.into_iter().map(|input| input.path).collect();
            changes.push(named.assignment(&paths));
        }
        let found = contents.finalize().to_string();
        if let Some(meant) = &self.fingerprint
            && *meant.get_ref() != found
        {
            let what = format!(
                "the fingerprint of {} is {found}: it does not match the one in the recipe; restore \
                 the data, or use the version of this program that has it",
                names.join(" with ")
            );
            return Err(self.wrong(meant.span().start, what));
        }
        changes.push(format!("fingerprint=\"{found}\""));
        self.with(&changes)
    }

    /// The contents of the files of a key, in order.
    pub(crate) fn inputs_of(&self, named: &Named<'_>) -> Result<Vec<Input>, RecipeError> {
        let mut inputs = Vec::new();
        for written in named.paths {
            if let (Some(data), Source::BuiltIn) = (named.built_in, self.source(written)) {
                inputs.push(Input {
                    path: written.get_ref().clone(),
                    bytes: data.into(),
                    is_built_in: true,
                });
                continue;
            }
            for file in self.all_of(named, written)? {
                let found = fs::canonicalize(&file).and_then(|path| Ok((fs::read(&path)?, path)));
                let (bytes, path) =
                    found.map_err(|error| self.unreadable(named, written, &file, &error))?;
                inputs.push(Input {
                    path,
                    bytes,
                    is_built_in: false,
                });
            }
        }
        Ok(inputs)
    }

    /// The file itself, or what a folder in its place means.
    fn all_of(
        &self,
        named: &Named<'_>,
        written: &Spanned<PathBuf>,
    ) -> Result<Vec<PathBuf>, RecipeError> {
        let path = self.place(written);
        match named.role {
            Role::Organism if path.is_dir() => Ok(vec![path.join("champion.toml")]),
            Role::Founders if path.is_dir() => self.champions(named, written, &path),
            _ => Ok(vec![path]),
        }
    }

    /// The champions of all independent runs in this folder.
    fn champions(
        &self,
        named: &Named<'_>,
        written: &Spanned<PathBuf>,
        path: &Path,
    ) -> Result<Vec<PathBuf>, RecipeError> {
        let names = fs::read_dir(path).and_then(|entries| {
            let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
            names.collect::<io::Result<Vec<_>>>()
        });
        let names = names.map_err(|error| self.unreadable(named, written, path, &error))?;
        let champion = |name: &String| -> Option<(u32, PathBuf)> {
            let run = name.strip_prefix("champion-run")?.strip_suffix(".toml")?;
            Some((run.parse().ok()?, path.join(name)))
        };
        let mut champions: Vec<_> = names.iter().filter_map(champion).collect();
        champions.sort();
        if champions.is_empty() {
            let what = format!(
                "{}: there is no champion-run1.toml or the like in {}; \
                 name the folder of a finished run with several champions, or files",
                named.key,
                path.display()
            );
            return Err(self.wrong(written.span().start, what));
        }
        Ok(champions.into_iter().map(|(_, file)| file).collect())
    }

    fn unreadable(
        &self,
        named: &Named<'_>,
        written: &Spanned<PathBuf>,
        file: &Path,
        error: &io::Error,
    ) -> RecipeError {
        let mut what = format!("{}: cannot read {}: {error}", named.key, file.display());
        if error.kind() == io::ErrorKind::NotFound && !named.made_by.is_empty() {
            let how = named.made_by.replace("KEY", &named.key);
            let how = how.replace("FILE", &file.display().to_string());
            what = format!("{what}; {how}");
        }
        self.wrong(written.span().start, what)
    }
}
