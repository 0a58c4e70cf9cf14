//! What can be read of a run, while it goes on and after.

use std::path::{Path, PathBuf};

use evo::{Effort, Fitness, Organism, Stats};
use rusqlite::types::Type;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use crate::recognised::Recognised;
use crate::{
    About, Checkpoint, DemeFigures, Error, Event, EventKind, Figures, Judged, Kin, Phase, Place,
    genes, lock, origin, schema,
};

/// A run to read.
///
/// Every call sees whole generations only, and the newest; it holds nothing up.
#[derive(Debug)]
pub struct Reader {
    pub(crate) connection: Connection,
    folder: PathBuf,
    file: PathBuf,
    about: About,
}

impl Reader {
    /// Opens the run in this folder, which may be one that is being written.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let file = folder.join(schema::FILE);
        let look = Recognised::at(&file)?;
        let mut reader = Self::over(look.connection, folder)?;
        if look.resting {
            // A writer may start: only a connection with locks is safe then. Where
            // locks cannot be taken, no process can write either.
            if let Ok(shared) = share(&file) {
                reader.connection = shared;
            }
        }
        Ok(reader)
    }

    pub(crate) fn over(connection: Connection, folder: &Path) -> Result<Self, Error> {
        let file = folder.join(schema::FILE);
        Ok(Self {
            about: about(&connection).map_err(|source| Error::database(&file, source))?,
            connection,
            folder: folder.to_owned(),
            file,
        })
    }

    /// The folder of the run.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the run is.
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// Whether the run came to its end.
    pub fn finished(&self) -> Result<bool, Error> {
        self.ask(|db| db.query_row("SELECT finished FROM run", (), |row| row.get(0)))
    }

    /// The process that is writing at this moment, if there is one.
    pub fn writer(&self) -> Option<String> {
        lock::holder(&self.folder)
    }

    /// The latest generation.
    pub fn last(&self) -> Result<Option<Place>, Error> {
        self.ask(|db| {
            db.prepare_cached(
                "SELECT phase, generation FROM generation ORDER BY phase DESC, generation DESC LIMIT 1",
            )?
            .query_row((), place)
            .optional()
        })
    }

    /// The generations in figures, in order; those after the one given, or all.
    pub fn generations(&self, after: Option<Place>) -> Result<Vec<Figures>, Error> {
        let query =
            format!("{FIGURES} WHERE (phase, generation) > (?, ?) ORDER BY phase, generation");
        self.since(&query, after, figures)
    }

    /// The generations of a phase from this one on: a page that has seen those before
    /// need not read them again.
    pub fn generations_of(&self, phase: u32, from: u32) -> Result<Vec<Figures>, Error> {
        let query = format!("{FIGURES} WHERE phase = ? AND generation >= ? ORDER BY generation");
        self.ask(|db| {
            db.prepare_cached(&query)?
                .query_map([phase, from], figures)?
                .collect()
        })
    }

    /// A generation; `None` if it is not recorded.
    pub fn generation(&self, place: Place) -> Result<Option<Figures>, Error> {
        let query = format!("{FIGURES} WHERE phase = ? AND generation = ?");
        self.ask(|db| {
            db.prepare_cached(&query)?
                .query_row([place.phase, place.generation], figures)
                .optional()
        })
    }

    /// The latest generation of a phase.
    pub fn latest(&self, phase: u32) -> Result<Option<Figures>, Error> {
        let query = format!("{FIGURES} WHERE phase = ? ORDER BY generation DESC LIMIT 1");
        self.ask(|db| {
            db.prepare_cached(&query)?
                .query_row([phase], figures)
                .optional()
        })
    }

    /// The number of the latest generation of a phase that has begun.
    pub fn last_generation(&self, phase: u32) -> Result<u32, Error> {
        Ok(self
            .latest(phase)?
            .map_or(0, |latest| latest.place.generation))
    }

    /// The demes of a phase in the generations from this one on.
    pub fn demes(&self, phase: u32, from: u32) -> Result<Vec<DemeFigures>, Error> {
        self.ask(|db| {
            db.prepare_cached(
                "SELECT generation, deme, score, max(fitness), avg(score),
                 count((SELECT 1 FROM parent JOIN organism AS other ON other.id = parent
                        WHERE child = organism.id AND other.deme <> organism.deme LIMIT 1))
                 FROM generation CROSS JOIN organism ON id BETWEEN first AND first + size - 1
                 WHERE phase = ? AND generation >= ?
                 GROUP BY generation, deme ORDER BY generation, deme",
            )?
            .query_map([phase, from], |row| {
                Ok(DemeFigures {
                    generation: row.get(0)?,
                    deme: row.get(1)?,
                    best_score: float(row, 2)?,
                    mean_score: float(row, 4)?,
                    migrants: row.get(5)?,
                })
            })?
            .collect()
        })
    }

    /// The family of an organism, by demes and generations from the latest to the first.
    pub fn family(&self, place: Place, number: u32) -> Result<Vec<Kin>, Error> {
        self.ask(|db| {
            db.prepare_cached(
                "WITH RECURSIVE family(id, generation) AS (
                     SELECT first + ?3, generation FROM generation
                     WHERE phase = ?1 AND generation = ?2
                     UNION
                     SELECT parent, generation - 1 FROM family JOIN parent ON child = id
                 )
                 SELECT generation, deme, count(*) FROM family JOIN organism USING (id)
                 GROUP BY generation, deme ORDER BY generation DESC, deme",
            )?
            .query_map([place.phase, place.generation, number], |row| {
                Ok(Kin {
                    generation: row.get(0)?,
                    deme: row.get(1)?,
                    count: row.get(2)?,
                })
            })?
            .collect()
        })
    }

    /// The scores of the organisms of a generation, in order.
    pub fn scores(&self, place: Place) -> Result<Vec<f64>, Error> {
        self.ask(|db| {
            db.prepare_cached(
                "SELECT score FROM generation CROSS JOIN organism
                 ON id BETWEEN first AND first + size - 1
                 WHERE phase = ? AND generation = ? ORDER BY id",
            )?
            .query_map([place.phase, place.generation], |row| float(row, 0))?
            .collect()
        })
    }

    /// When generations were recorded, in milliseconds since 1970; those after
    /// the one given, or all. Only these and the events differ from run to run.
    pub fn stamps(&self, after: Option<Place>) -> Result<Vec<(Place, i64)>, Error> {
        self.since(
            "SELECT phase, generation, unix_ms
             FROM stamp WHERE (phase, generation) > (?, ?) ORDER BY phase, generation",
            after,
            |row| Ok((place(row)?, row.get(2)?)),
        )
    }

    /// The organisms of a generation with the values of their genes; none if there
    /// is no such generation.
    pub fn organisms(&self, place: Place) -> Result<Vec<Organism<Vec<f64>>>, Error> {
        let mut all = Vec::new();
        let Place { phase, generation } = place;
        self.visit(phase, (generation, generation), ALL, |one| {
            all.push(one.organism);
        })?;
        Ok(all)
    }

    /// One organism of a generation, by its number there.
    pub fn organism(&self, place: Place, number: u32) -> Result<Option<Judged>, Error> {
        let mut found = None;
        let Place { phase, generation } = place;
        let only = (number, number);
        self.visit(phase, (generation, generation), only, |one| {
            found = Some(one)
        })?;
        Ok(found)
    }

    /// Where an organism was born: it is followed back through the generations that
    /// carried it over unchanged. `None` if there is no such generation.
    pub fn birth(&self, place: Place, number: u32) -> Result<Option<(Place, u32)>, Error> {
        let Place { phase, generation } = place;
        self.ask(|db| {
            db.prepare_cached(
                "WITH RECURSIVE line(id, generation) AS (
                     SELECT first + ?3, generation FROM generation
                     WHERE phase = ?1 AND generation = ?2
                     UNION ALL
                     SELECT parent, generation - 1 FROM line JOIN organism USING (id)
                     JOIN parent ON child = id WHERE origin = 'copy'
                 )
                 SELECT line.generation, id - first FROM line
                 JOIN generation AS born ON phase = ?1 AND born.generation = line.generation
                 ORDER BY line.generation LIMIT 1",
            )?
            .query_row([phase, generation, number], |row| {
                let generation = row.get(0)?;
                Ok((Place { phase, generation }, row.get(1)?))
            })
            .optional()
        })
    }

    /// The text of one organism of a generation, by its number there; `None` if it
    /// is not a program. A copy is followed back to its original.
    pub fn program(&self, place: Place, number: u32) -> Result<Option<String>, Error> {
        let Some((Place { phase, generation }, number)) = self.birth(place, number)? else {
            return Ok(None);
        };
        self.ask(|db| {
            db.prepare_cached(
                "SELECT text FROM generation JOIN program ON id = first + ?
                 WHERE phase = ? AND generation = ? AND id < first + size",
            )?
            .query_row([number, phase, generation], |row| row.get(0))
            .optional()
        })
    }

    /// Shows every organism of a phase, in order.
    pub fn each_organism(&self, phase: u32, visit: impl FnMut(Judged)) -> Result<(), Error> {
        self.visit(phase, ALL, ALL, visit)
    }

    /// A gene over time: its value in every organism of every generation of a
    /// phase, or `None` if the phase has no gene of this name.
    pub fn gene(&self, phase: u32, name: &str) -> Result<Option<Vec<Vec<f64>>>, Error> {
        let names = self.phase_genes(phase);
        let Some(position) = names.iter().position(|gene| gene == name) else {
            return Ok(None);
        };
        let mut values: Vec<Vec<f64>> = Vec::new();
        self.each_organism(phase, |one| {
            let generation = one.generation as usize;
            // Generations have no gaps: the writer ensures it.
            values.resize(generation + 1, Vec::new());
            values[generation].push(one.organism.genome[position]);
        })?;
        Ok(Some(values))
    }

    /// What to continue from; `None` before the first generation.
    pub fn checkpoint(&self) -> Result<Option<Checkpoint>, Error> {
        self.ask(|db| {
            db.query_row(
                "SELECT phase, generation, bytes, hash FROM checkpoint",
                (),
                |row| {
                    let bytes: Vec<u8> = row.get(2)?;
                    // SQLite checks the shape of its pages but not what is in them, and a
                    // run must not continue from bytes that went bad on the disk.
                    if row.get::<_, [u8; 32]>(3)? != *blake3::hash(&bytes).as_bytes() {
                        return Err(wrong(
                            2,
                            Type::Blob,
                            "the checkpoint is not what was written",
                        ));
                    }
                    Ok(Checkpoint {
                        place: place(row)?,
                        bytes,
                    })
                },
            )
            .optional()
        })
    }

    /// What was kept under this name.
    pub fn finding(&self, name: &str) -> Result<Option<String>, Error> {
        self.ask(|db| {
            db.prepare_cached("SELECT text FROM finding WHERE name = ?")?
                .query_row([name], |row| row.get(0))
                .optional()
        })
    }

    /// What happened, in order.
    pub fn events(&self) -> Result<Vec<Event>, Error> {
        self.ask(|db| {
            db.prepare_cached("SELECT unix_ms, kind, text FROM event ORDER BY id")?
                .query_map((), |row| {
                    let kind = EventKind::named(row.get_ref(1)?.as_str()?);
                    Ok(Event {
                        unix_ms: row.get(0)?,
                        kind: kind.ok_or_else(|| wrong(1, Type::Text, "no such kind of event"))?,
                        text: row.get(2)?,
                    })
                })?
                .collect()
        })
    }

    pub(crate) fn count_organisms(&self) -> Result<i64, Error> {
        self.ask(|db| {
            db.query_row("SELECT coalesce(max(id) + 1, 0) FROM organism", (), |row| {
                row.get(0)
            })
        })
    }

    /// How many generations are recorded.
    pub fn count_generations(&self) -> Result<u64, Error> {
        let count =
            self.ask(|db| db.query_row("SELECT count(*) FROM generation", (), |row| row.get(0)));
        count.map(i64::cast_unsigned)
    }

    pub(crate) fn size_of_last(&self) -> Result<i64, Error> {
        self.ask(|db| {
            db.query_row(
                "SELECT size FROM generation ORDER BY phase DESC, generation DESC LIMIT 1",
                (),
                |row| row.get(0),
            )
            .optional()
        })
        .map(Option::unwrap_or_default)
    }

    /// The names of the genes of a phase; none if there is no such phase.
    fn phase_genes(&self, phase: u32) -> &[String] {
        let phase = self.about.phases.get(phase as usize);
        phase.map_or(&[], |phase| &phase.genes)
    }

    /// Shows organisms with these numbers of generations from the first to the last.
    fn visit(
        &self,
        phase: u32,
        (first, last): (u32, u32),
        (lowest, highest): (u32, u32),
        mut visit: impl FnMut(Judged),
    ) -> Result<(), Error> {
        let genes = self.phase_genes(phase).len();
        self.ask(|db| {
            let mut query = db.prepare_cached(
                "SELECT this.generation, fitness, stderr, origin,
                 (SELECT parent - before.first FROM parent WHERE child = id AND position = 0),
                 (SELECT parent - before.first FROM parent WHERE child = id AND position = 1),
                 genes, deme, score
                 FROM generation AS this
                 CROSS JOIN organism
                 ON id BETWEEN this.first + ?4 AND this.first + min(?5, this.size - 1)
                 LEFT JOIN generation AS before
                 ON before.phase = this.phase AND before.generation = this.generation - 1
                 WHERE this.phase = ?1 AND this.generation BETWEEN ?2 AND ?3
                 ORDER BY this.generation, id",
            )?;
            let mut rows = query.query(params![phase, first, last, lowest, highest])?;
            while let Some(row) = rows.next()? {
                visit(Judged {
                    generation: row.get(0)?,
                    deme: row.get(7)?,
                    score: float(row, 8)?,
                    organism: organism(row, genes)?,
                });
            }
            Ok(())
        })
    }

    fn since<T>(
        &self,
        query: &str,
        after: Option<Place>,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, Error> {
        let (phase, generation) = after.map_or((-1, -1), |place| {
            (i64::from(place.phase), i64::from(place.generation))
        });
        self.ask(|db| {
            db.prepare_cached(query)?
                .query_map(params![phase, generation], read)?
                .collect()
        })
    }

    fn ask<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        query(&self.connection).map_err(|source| Error::database(&self.file, source))
    }
}

/// Opens a database at rest in such a way that a writer may start. The connection
/// could write, because only such a connection removes the files beside the
/// database when it is the last to close.
fn share(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.pragma_update(None, "query_only", true)?;
    // Locks are taken with the first question, which fails where there can be none.
    connection.query_row("SELECT finished FROM run", (), |_| Ok(()))?;
    Ok(connection)
}

fn about(db: &Connection) -> rusqlite::Result<About> {
    let mut about = db.query_row(
        "SELECT recipe, seed, version, command FROM run",
        (),
        |row| {
            Ok(About {
                recipe: row.get(0)?,
                seed: row.get::<_, i64>(1)?.cast_unsigned(),
                version: row.get(2)?,
                command: row.get(3)?,
                phases: Vec::new(),
            })
        },
    )?;
    let mut phases =
        db.prepare("SELECT phase, name, unit, trial, less_is_better FROM phase ORDER BY phase")?;
    let mut demes = db.prepare("SELECT method FROM deme WHERE phase = ? ORDER BY deme")?;
    let mut genes = db.prepare("SELECT name FROM gene WHERE phase = ? ORDER BY position")?;
    let mut rows = phases.query(())?;
    while let Some(row) = rows.next()? {
        let phase: u32 = row.get(0)?;
        let names = genes.query_map([phase], |row| row.get(0))?;
        let methods = demes.query_map([phase], |row| row.get(0))?;
        about.phases.push(Phase {
            name: row.get(1)?,
            genes: names.collect::<Result<_, _>>()?,
            demes: methods.collect::<Result<_, _>>()?,
            unit: row.get(2)?,
            trial: row.get(3)?,
            less_is_better: row.get(4)?,
        });
    }
    Ok(about)
}

/// From the first to the last, whatever that is.
const ALL: (u32, u32) = (0, u32::MAX);

/// What [`figures`] reads.
const FIGURES: &str = "SELECT phase, generation, best, mean, spread, best_score, mean_score,
    trial_score, solved, games, positions, nodes FROM generation";

fn figures(row: &Row<'_>) -> rusqlite::Result<Figures> {
    let count = |column| row.get(column).map(i64::cast_unsigned);
    Ok(Figures {
        place: place(row)?,
        stats: Stats {
            best: float(row, 2)?,
            mean: float(row, 3)?,
            spread: float(row, 4)?,
            effort: Effort {
                games: count(9)?,
                positions: count(10)?,
                nodes: count(11)?,
            },
        },
        best_score: float(row, 5)?,
        mean_score: float(row, 6)?,
        trial_score: row.get(7)?,
        solved: row.get(8)?,
    })
}

/// The first two columns.
fn place(row: &Row<'_>) -> rusqlite::Result<Place> {
    Ok(Place {
        phase: row.get(0)?,
        generation: row.get(1)?,
    })
}

/// SQLite has no not-a-number: it is NULL there.
fn float(row: &Row<'_>, column: usize) -> rusqlite::Result<f64> {
    Ok(row.get::<_, Option<f64>>(column)?.unwrap_or(f64::NAN))
}

/// A value that the journal never writes.
fn wrong(column: usize, kind: Type, what: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, kind, what.into())
}

fn organism(row: &Row<'_>, genes: usize) -> rusqlite::Result<Organism<Vec<f64>>> {
    let kind = row.get_ref(3)?.as_str()?;
    Ok(Organism {
        genome: genes::unpack(row.get_ref(6)?.as_blob()?, genes)
            .ok_or_else(|| wrong(6, Type::Blob, "not the genes of the phase"))?,
        origin: origin::of(kind, row.get(4)?, row.get(5)?)
            .ok_or_else(|| wrong(3, Type::Text, "no such origin"))?,
        fitness: Fitness {
            value: float(row, 1)?,
            stderr: float(row, 2)?,
        },
    })
}
