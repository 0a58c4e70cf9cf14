//! The journal of a run: what happened, and what is needed to resume it.
//!
//! A run is a folder with a SQLite database in it. The run loop hands every
//! generation to the one [`Writer`]; any number of [`Reader`]s read along, in this
//! process or in others, while the run goes on and after:
//!
//! ```text
//! evo::Run::go ─► Writer::record ─► runs/NAME/journal.sqlite ─► Reader ─► show, plot, export, dashboard
//!                                   runs/NAME/lock             │
//!                 Writer::open  ◄───────────────────────────── checkpoint
//! ```
//!
//! - A generation is one transaction: figures, organisms and checkpoint together.
//!   Kill the program at any moment, and the journal ends with a whole generation
//!   and the checkpoint that belongs to it.
//! - A run has one phase or several, one after the other. Each names its genes
//!   once; an organism holds their values only.
//! - Wall-clock time is in two tables of its own ([`Reader::stamps`],
//!   [`Reader::events`]). All else is the same, bit for bit, for the same recipe,
//!   seed and program, however often the run was interrupted.
//! - A file that is damaged, or something else, is named in the [`Error`] with what
//!   to do about it, and stays as it is.
//!
//! # Example
//!
//! ```
//! use evo::{Account, Effort, Fitness, Generation, Organism, Origin, Stats};
//! use journal::{About, Phase, Place, Reader, Scored, Writer};
//!
//! let runs = tempfile::tempdir()?;
//! let folder = runs.path().join("first");
//! let about = About {
//!     recipe: "population = 1".into(),
//!     seed: 1,
//!     version: "0.1.0".into(),
//!     command: "evolve first.toml".into(),
//!     phases: vec![Phase {
//!         name: "evaluation".into(),
//!         genes: vec!["PAWN".into()],
//!         demes: vec!["ga".into()],
//!         unit: "% of positions solved".into(),
//!         ..Phase::default()
//!     }],
//! };
//! let mut writer = Writer::create(&folder, &about)?;
//!
//! // What the run loop hands to its recorder.
//! let organisms = [Organism { genome: 100, origin: Origin::Random, fitness: Fitness::exact(0.5) }];
//! let stats = Stats::of(&[0.5], Effort::default());
//! let generation = Generation { number: 0, organisms: &organisms, stats, account: Account::default() };
//! let scored = Scored { best: 50.0, mean: 50.0, organisms: &[50.0], demes: &[0], ..Scored::default() };
//! writer.record(0, &generation, &scored, |&pawn| vec![f64::from(pawn)], b"checkpoint")?;
//!
//! let reader = Reader::open(&folder)?;
//! let place = Place { phase: 0, generation: 0 };
//! assert_eq!(reader.generations(None)?[0].stats.best, 0.5);
//! assert_eq!(reader.generations(None)?[0].best_score, 50.0);
//! assert_eq!(reader.organisms(place)?[0].genome, [100.0]);
//! assert_eq!(reader.gene(0, "PAWN")?, Some(vec![vec![100.0]]));
//!
//! // A second writer must wait; then it continues from the checkpoint.
//! assert!(Writer::open(&folder).is_err());
//! drop(writer);
//! let writer = Writer::open(&folder)?;
//! assert_eq!(writer.reader().checkpoint()?.unwrap().bytes, b"checkpoint");
//! writer.finish()?;
//! assert!(reader.finished()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod genes;
mod list;
mod lock;
mod origin;
mod pulse;
mod reader;
mod recognised;
mod rows;
mod schema;
mod writer;

pub use error::Error;
pub use list::{Listed, list, names};
pub use pulse::Pulse;
pub use reader::Reader;
pub use rows::{
    About, Checkpoint, DemeFigures, Event, EventKind, Figures, Genes, Judged, Kin, Phase, Place,
    Scored,
};
pub use writer::Writer;
