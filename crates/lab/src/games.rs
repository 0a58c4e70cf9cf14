//! The games of a run, for those problems that keep them: one compressed PGN file for each
//! generation, in the folder `games` of the run.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use problems::atomic;

use crate::evolve::Error;

/// The folder within that of the run.
const FOLDER: &str = "games";

/// Removes the games of a run that begins again: it may have fewer generations this time.
pub fn discard(run: &Path) -> Result<(), Error> {
    let folder = run.join(FOLDER);
    match fs::remove_dir_all(&folder) {
        Err(source) if source.kind() != ErrorKind::NotFound => Err(Error::Games {
            file: folder,
            source,
        }),
        _ => Ok(()),
    }
}

/// Keeps the games of a generation. The file is there whole or not at all.
pub fn keep(run: &Path, phase: u32, generation: u32, pgn: &str) -> Result<(), Error> {
    let folder = run.join(FOLDER);
    let file = folder.join(format!("phase{phase}-generation{generation:05}.pgn.zst"));
    let kept = fs::create_dir_all(&folder)
        .and_then(|()| zstd::encode_all(pgn.as_bytes(), zstd::DEFAULT_COMPRESSION_LEVEL))
        .and_then(|bytes| atomic::write(&file, &bytes));
    kept.map_err(|source| Error::Games { file, source })
}
