//! Where output goes: nothing is lost that was there before.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use anyhow::{Context, ensure};
use problems::atomic::Draft;

/// A file that a command makes.
#[derive(clap::Args)]
pub struct OutputArgument {
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
}

/// A file that is being made. Until it is finished, nothing changes on disk.
pub struct Output<'a> {
    argument: &'a OutputArgument,
    draft: Draft,
}

impl OutputArgument {
    /// A file that is written only if it is asked for.
    pub const fn new(output: PathBuf, force: bool) -> Self {
        Self { output, force }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.output
    }

    /// Begins the file, before any work is done for it: an existing file is overwritten
    /// with `--force` only, and an input never.
    pub fn begin<'a>(
        &self,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> anyhow::Result<Output<'_>> {
        check_apart(&self.output, inputs)?;
        match fs::metadata(&self.output) {
            Ok(there) => {
                ensure!(there.is_file(), "{self} is not an ordinary file");
                ensure!(
                    self.force,
                    "{self} exists already; name another file, or overwrite it with --force"
                );
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("cannot write {self}")),
        }
        let draft = Draft::new(&self.output).with_context(|| format!("cannot write {self}"))?;
        Ok(Output {
            argument: self,
            draft,
        })
    }
}

impl fmt::Display for OutputArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.output.display().fmt(f)
    }
}

impl Output<'_> {
    /// Adds to the file.
    pub fn write(&mut self, text: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let written = io::Write::write_all(&mut self.draft, text.as_ref());
        written.with_context(|| format!("cannot write {}", self.argument))
    }

    /// Puts the file in its place.
    pub fn finish(self) -> anyhow::Result<()> {
        let placed = match self.argument.force {
            true => self.draft.replace(),
            false => self.draft.place(),
        };
        placed.with_context(|| format!("cannot write {}", self.argument))
    }
}

/// Refuses to read and write the same file.
pub fn check_apart<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> anyhow::Result<()> {
    let Ok(place) = fs::canonicalize(output) else {
        return Ok(());
    };
    for input in inputs {
        ensure!(
            fs::canonicalize(input).ok().as_ref() != Some(&place),
            "{} would be read and written; name another file for the output",
            output.display()
        );
    }
    Ok(())
}
