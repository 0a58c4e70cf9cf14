//! Recording a run.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use evo::{Generation, Origin};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, params};

use crate::lock::{self, Lock};
use crate::recognised::Recognised;
use crate::{About, Error, EventKind, Genes, Place, Reader, Scored, genes, schema};

/// A run to write. There is one writer at a time, in all processes.
///
/// Once [`record`](Self::record) has returned, what it wrote outlives the process,
/// however that ends. If power fails, the latest generations and their checkpoints
/// may be lost: the run is still whole and continues from an earlier generation.
#[derive(Debug)]
pub struct Writer {
    // Closed before the lock is released: fields are dropped in this order.
    reader: Reader,
    last: Option<Place>,
    /// How many organisms there are: the number of the next.
    organisms: i64,
    /// How many of them belong to the latest generation.
    parents: i64,
    _lock: Lock,
}

impl Writer {
    /// Makes the folder of a new run. A half-made one is never visible: it is made
    /// under a hidden name beside the final one and then renamed.
    pub fn create(folder: &Path, about: &About) -> Result<Self, Error> {
        let name = folder.file_name().map(|name| name.as_encoded_bytes());
        if name.is_none_or(|name| name.starts_with(b".")) {
            return Err(Error::Name(folder.to_owned()));
        }
        if fs::symlink_metadata(folder).is_ok() {
            return Err(Error::Exists(folder.to_owned()));
        }
        let runs = match folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let failed = |source| Error::io(runs, source);
        fs::create_dir_all(runs).map_err(failed)?;
        let draft = tempfile::Builder::new()
            .prefix(".new-")
            .tempdir_in(runs)
            .map_err(failed)?;

        // Held from before the run can be seen.
        let lock = Lock::take(draft.path())?;
        let file = draft.path().join(schema::FILE);
        let mut connection =
            Connection::open(&file).map_err(|source| Error::database(&file, source))?;
        schema::create(&mut connection, about)
            .and_then(|()| connection.close().map_err(|(_, source)| source))
            .map_err(|source| Error::database(&file, source))?;
        sync(&file).map_err(failed)?;
        sync(draft.path()).map_err(failed)?;
        fs::rename(draft.path(), folder).map_err(|source| match source.kind() {
            ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists => {
                Error::Exists(folder.to_owned())
            }
            _ => Error::io(folder, source),
        })?;
        let _moved = draft.keep();
        sync(runs).map_err(failed)?;
        Self::begin(folder, lock, EventKind::Started, &lock::myself())
    }

    /// Opens a run to continue it from [`Reader::checkpoint`].
    ///
    /// Every page of the file and the checkpoint are checked before anything is
    /// touched.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        if checked(folder)?.finished()? {
            return Err(Error::Finished(folder.to_owned()));
        }
        let lock = Lock::take(folder)?;
        Self::begin(folder, lock, EventKind::Resumed, &lock::myself())
    }

    /// Changes what a run is that is not at work, finished or not: its recipe, and phases
    /// after those that it has. `how` is what was changed, for people.
    ///
    /// # Panics
    ///
    /// If a phase would be gone.
    pub fn change(folder: &Path, about: &About, how: &str) -> Result<(), Error> {
        let known = checked(folder)?.about().phases.len();
        assert!(known <= about.phases.len(), "no phase is taken away");
        let lock = Lock::take(folder)?;
        let mut writer = Self::begin(folder, lock, EventKind::Changed, how)?;
        writer.transact(|db| {
            db.execute("UPDATE run SET recipe = ?, finished = 0", [&about.recipe])?;
            for (number, phase) in about.phases.iter().enumerate() {
                match number < known {
                    true => {
                        let names = params![phase.name, number as i64];
                        db.execute("UPDATE phase SET name = ? WHERE phase = ?", names)?;
                    }
                    false => schema::insert_phase(db, number, phase)?,
                }
            }
            Ok(())
        })
    }

    fn begin(folder: &Path, lock: Lock, how: EventKind, text: &str) -> Result<Self, Error> {
        let file = folder.join(schema::FILE);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&file, flags)
            // With a write-ahead log this is what the type promises: the log is
            // synced when it is merged into the file, not with every generation.
            .and_then(|db| db.pragma_update(None, "synchronous", "NORMAL").map(|()| db))
            .map_err(|source| Error::database(&file, source))?;
        let reader = Reader::over(connection, folder)?;
        let mut writer = Self {
            last: reader.last()?,
            organisms: reader.count_organisms()?,
            parents: reader.size_of_last()?,
            reader,
            _lock: lock,
        };
        writer.event(how, text)?;
        Ok(writer)
    }

    /// All that can be read.
    pub const fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Records a generation: its figures, its organisms with their scores and the
    /// checkpoint to continue from after it, all or nothing. `genes` gives the values of an
    /// organism's genes, in the order in which the phase names them, and the text of
    /// an organism that is a program.
    ///
    /// # Panics
    ///
    /// If the generation is not the one after the latest, nor the first one of a
    /// later phase; if there is no such phase; or if an organism does not have a score,
    /// a deme and as many genes as the phase.
    pub fn record<G, V: Into<Genes>>(
        &mut self,
        phase: u32,
        generation: &Generation<'_, G>,
        scored: &Scored<'_>,
        genes: impl Fn(&G) -> V,
        checkpoint: &[u8],
    ) -> Result<(), Error> {
        let place = Place {
            phase,
            generation: generation.number,
        };
        let first = match self.last {
            Some(last) if last.phase == phase => last.generation + 1,
            Some(last) => {
                assert!(last.phase < phase, "phase {phase} is over");
                0
            }
            None => 0,
        };
        assert_eq!(place.generation, first, "generations have no gaps");
        let names = self.reader.about().phases[phase as usize].genes.len();

        let before = self.organisms - self.parents;
        let ids = self.organisms..self.organisms + generation.organisms.len() as i64;
        self.transact(|db| {
            let stats = &generation.stats;
            db.prepare_cached(
                "INSERT INTO generation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![
                place.phase,
                place.generation,
                stats.best,
                stats.mean,
                stats.spread,
                scored.best,
                scored.mean,
                scored.trial,
                scored.solved,
                stats.effort.games.cast_signed(),
                stats.effort.positions.cast_signed(),
                stats.effort.nodes.cast_signed(),
                ids.start,
                ids.end - ids.start,
            ])?;
            let mut insert =
                db.prepare_cached("INSERT INTO organism VALUES (?, ?, ?, ?, ?, ?, ?)")?;
            let mut insert_parent = db.prepare_cached("INSERT INTO parent VALUES (?, ?, ?)")?;
            for (number, organism) in generation.organisms.iter().enumerate() {
                let id = ids.start + number as i64;
                let Genes { values, program } = genes(&organism.genome).into();
                assert_eq!(values.len(), names, "one value for each gene");
                insert.execute(params![
                    id,
                    scored.demes[number],
                    organism.fitness.value,
                    organism.fitness.stderr,
                    scored.organisms[number],
                    organism.origin.word(),
                    genes::pack(&values),
                ])?;
                for (position, parent) in organism.origin.parents().enumerate() {
                    let parent = before + i64::from(parent);
                    insert_parent.execute(params![id, position as i64, parent])?;
                }
                if let Some(text) = program
                    && !matches!(organism.origin, Origin::Copy(_))
                {
                    db.prepare_cached("INSERT INTO program VALUES (?, ?)")?
                        .execute(params![id, text])?;
                }
            }
            db.prepare_cached("INSERT OR REPLACE INTO checkpoint VALUES (0, ?, ?, ?, ?)")?
                .execute(params![
                    place.phase,
                    place.generation,
                    checkpoint,
                    blake3::hash(checkpoint).as_bytes(),
                ])?;
            db.prepare_cached("INSERT INTO stamp VALUES (?, ?, ?)")?
                .execute(params![place.phase, place.generation, now_ms()])?;
            Ok(())
        })?;
        self.last = Some(place);
        self.organisms = ids.end;
        self.parents = ids.end - ids.start;
        Ok(())
    }

    /// Keeps a finding about the run under a name of its own, so that it need not be
    /// computed again.
    pub fn keep(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.transact(|db| {
            db.execute("INSERT OR REPLACE INTO finding VALUES (?, ?)", [name, text])?;
            note(db, EventKind::Found, name)
        })
    }

    /// Begins again from nothing: all generations and findings are gone, and what happened
    /// stays.
    pub fn restart(&mut self, why: &str) -> Result<(), Error> {
        const RECORDED: [&str; 7] = [
            "generation",
            "organism",
            "parent",
            "program",
            "checkpoint",
            "stamp",
            "finding",
        ];
        self.transact(|db| {
            for table in RECORDED {
                db.execute(&format!("DELETE FROM {table}"), ())?;
            }
            note(db, EventKind::Restarted, why)
        })?;
        (self.last, self.organisms, self.parents) = (None, 0, 0);
        Ok(())
    }

    /// Notes that something happened, with the time.
    pub fn event(&mut self, kind: EventKind, text: &str) -> Result<(), Error> {
        self.transact(|db| note(db, kind, text))
    }

    /// The run is finished.
    pub fn finish(mut self) -> Result<(), Error> {
        self.transact(|db| {
            db.execute("UPDATE run SET finished = 1", ())?;
            note(db, EventKind::Finished, "")
        })
    }

    fn transact(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), Error> {
        let file = self.reader.folder().join(schema::FILE);
        self.reader
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .and_then(|transaction| {
                write(&transaction)?;
                transaction.commit()
            })
            .map_err(|source| Error::database(&file, source))
    }
}

/// A run whose file and checkpoint are sound.
fn checked(folder: &Path) -> Result<Reader, Error> {
    let file = folder.join(schema::FILE);
    let look = Recognised::at(&file)?;
    look.check(&file)?;
    let reader = Reader::over(look.connection, folder)?;
    reader.checkpoint()?;
    Ok(reader)
}

fn note(db: &Connection, kind: EventKind, text: &str) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT INTO event (unix_ms, kind, text) VALUES (?, ?, ?)")?
        .execute(params![now_ms(), kind.name(), text])?;
    Ok(())
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// Makes sure that a file, or the names in a folder, have reached the disk.
fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

#[cfg(test)]
mod tests {
    use evo::{Account, Effort, Organism, Stats};

    use super::*;
    use crate::Phase;

    /// Stands in for a small disk where nothing can be mounted.
    #[test]
    fn what_was_recorded_survives_when_there_is_no_space() {
        let runs = tempfile::tempdir().unwrap();
        let folder = runs.path().join("run");
        let about = About {
            phases: vec![Phase::default()],
            ..About::default()
        };
        let mut writer = Writer::create(&folder, &about).unwrap();
        let record = |writer: &mut Writer, number| {
            let organisms: &[Organism<()>] = &[];
            let generation = Generation {
                number,
                organisms,
                stats: Stats::of(&[], Effort::default()),
                account: Account::default(),
            };
            writer.record(
                0,
                &generation,
                &Scored::default(),
                |()| Vec::new(),
                &[number as u8; 9_000],
            )
        };
        let pages = |writer: &Writer, pragma: &str, count: Option<i64>| -> i64 {
            let db = &writer.reader.connection;
            match count {
                Some(count) => db.pragma_update_and_check(None, pragma, count, |row| row.get(0)),
                None => db.pragma_query_value(None, pragma, |row| row.get(0)),
            }
            .unwrap()
        };
        record(&mut writer, 0).unwrap();
        let used = pages(&writer, "page_count", None);
        pages(&writer, "max_page_count", Some(used));
        let mut number = 1;
        let error = loop {
            match record(&mut writer, number) {
                Ok(()) => number += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, Error::Full(_)), "{error}");
        drop(writer);

        let mut writer = Writer::open(&folder).unwrap();
        let kept = writer.reader.checkpoint().unwrap().unwrap();
        assert_eq!(kept.place.generation, number - 1);
        assert_eq!(kept.bytes, [(number - 1) as u8; 9_000]);
        record(&mut writer, number).unwrap();
    }
}
