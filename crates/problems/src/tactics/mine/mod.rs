//! Puzzles found in games.
//!
//! ```text
//! PGN ─► prospect: positions with one clearly best move ─► Collection ─► EPD file
//!        an oracle looks, and looks deeper                  spread over difficulty
//! ```
//!
//! A position of a game is a puzzle if
//! - an oracle (a strong UCI engine) finds one move clearly better than the
//!   second, and still does when it looks deeper;
//! - the move is not obvious: it does not take back what was just taken, and the
//!   project's own search needs more than a glance to find it;
//! - there is no check to answer, and there are pieces left to combine.
//!
//! There is the same room for each class of difficulty, and none for what is nearly
//! the same as another puzzle: of a threat that stays for some moves, one is taken.
//!
//! With an oracle that repeats itself at fixed nodes, what is found is a function
//! of the games in their order and of the plan, whatever the number of workers
//! and however often the work was interrupted.

mod collection;
mod difficulty;
mod elsewhere;
mod prospect;
mod sites;
mod verdict;

use std::io;
use std::ops::{ControlFlow, Deref};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use arena::lent::LentError;
use arena::register::RegisterError;
use arena::{Fault, Program, UciEngine, ordered};
use chess::Damage;
use chess::pgn::PgnError;
use evo::Failure;
use thiserror::Error;

use collection::Collection;
pub use difficulty::{CLASSES, Difficulty};
pub use elsewhere::{Digging, run_elsewhere};
use prospect::Prospector;
use sites::Sites;

/// Games read ahead.
const GAMES_AT_ONCE: usize = 256;

/// What to look for, and how hard.
#[derive(Debug, Clone)]
pub struct MinePlan {
    /// The oracle.
    pub oracle: Program,
    /// Nodes of its first look at a position.
    pub look_nodes: u64,
    /// Nodes of its last look at what might be a puzzle.
    pub confirm_nodes: u64,
    /// Puzzles wanted.
    pub positions: usize,
    /// Games looked through at once.
    pub workers: usize,
}

impl MinePlan {
    /// Nodes of a look between the first and the last: their geometric mean.
    fn middle_nodes(&self) -> u64 {
        self.look_nodes.saturating_mul(self.confirm_nodes).isqrt()
    }

    /// The oracle as it shows its two best moves and repeats itself.
    fn program(&self) -> Program {
        let mut program = self.oracle.clone();
        // The work takes long, and the machine may be busy.
        program.start_timeout = Duration::from_secs(60);
        program.options.push(("MultiPV".into(), "2".into()));
        for (name, value) in [("Threads", "1"), ("Hash", "16")] {
            program.preferences.push((name.into(), value.into()));
        }
        program
    }
}

/// What has been done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mined {
    /// Games looked through, those of earlier runs included.
    pub games: u64,
    /// Games that could not be read.
    pub damage: Damage,
    /// Puzzles that were in the file when the run began.
    pub kept: usize,
    /// Puzzles in the file, by class of difficulty.
    pub classes: [usize; CLASSES],
}

impl Mined {
    /// Puzzles in the file.
    pub fn puzzles(&self) -> usize {
        self.classes.iter().sum()
    }
}

/// Why the work ended early.
#[derive(Debug, Error)]
pub enum Error {
    /// The oracle failed twice in the same game, or could not be started.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The oracle cannot be asked for elsewhere.
    #[error(transparent)]
    Lent(#[from] LentError),
    /// A game could not be looked through anywhere.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// Which workers had a part in the puzzles cannot be kept.
    #[error(transparent)]
    Register(#[from] RegisterError),
    /// The games cannot be read any further.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// There is nothing to look through.
    #[error("{}: there is no game in it that can be read", .0.display())]
    NoGame(PathBuf),
    /// Two files of the same name: a puzzle would not say which one it is from.
    #[error("{} and {} have the same name; rename one", .0.display(), .1.display())]
    Namesakes(PathBuf, PathBuf),
    /// The file of puzzles cannot be opened or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process is writing the file of puzzles.
    #[error("{}: another process is writing it", .0.display())]
    InUse(PathBuf),
    /// The file holds something that these games and this plan do not give.
    #[error("{}: {problem}; delete it or name another", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

/// Looks through `games` and appends each puzzle to the file at `output` as it is
/// found, until there are as many as wanted or no games are left.
///
/// If the file exists already, the work continues with the game of its last puzzle,
/// which may not have been finished. After each game `progress` may stop the work.
pub fn run(
    plan: &MinePlan,
    games: &[PathBuf],
    output: &Path,
    mut progress: impl FnMut(&Mined) -> ControlFlow<()>,
) -> Result<Mined, Error> {
    let program = plan.program();
    let Begun {
        mut sites,
        collection,
        mut tally,
    } = begin(plan, games, output)?;
    let collection = RwLock::new(collection);
    let mut end = Ok(ControlFlow::Continue(()));
    loop {
        let batch = sites.next(GAMES_AT_ONCE)?;
        tally.damage = sites.damage().clone();
        if batch.is_empty() || read(&collection).is_full() {
            break;
        }
        ordered::run(
            0..batch.len(),
            plan.workers,
            || Prospector::start(plan, &program),
            |prospector, index| {
                // A class that is full stays full: no work is done for it.
                let open = read(&collection).room();
                prospector.prospect(&batch[index], open)
            },
            |found| {
                tally.games += 1;
                let mut collection = collection.write().unwrap_or_else(PoisonError::into_inner);
                end = found.map_err(Error::from).and_then(|found| {
                    collection.add(found)?;
                    tally.classes = collection.classes();
                    Ok(progress(&tally))
                });
                match collection.is_full() || !matches!(end, Ok(ControlFlow::Continue(()))) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
        )?;
        if end?.is_break() {
            break;
        }
        end = Ok(ControlFlow::Continue(()));
    }
    Ok(tally)
}

/// The state of the work when it begins or goes on.
struct Begun<'a> {
    sites: Sites<'a>,
    collection: Collection,
    tally: Mined,
}

/// Opens the games and the file, and goes to where the file ends.
fn begin<'a>(plan: &MinePlan, games: &'a [PathBuf], output: &Path) -> Result<Begun<'a>, Error> {
    let mut sites = Sites::new(games)?;
    let oracle = UciEngine::start(&plan.program())?.name().to_owned();
    let mut collection = Collection::open(plan, &oracle, output)?;
    if let Some(last) = collection.last_site()
        && !sites.skip_to(last)?
    {
        return Err(collection.foreign(&format!("{last} is not among the games")));
    }
    collection.forget_last_site()?;
    let tally = Mined {
        games: sites.games(),
        damage: sites.damage().clone(),
        kept: collection.len(),
        classes: collection.classes(),
    };
    Ok(Begun {
        sites,
        collection,
        tally,
    })
}

fn read(collection: &RwLock<Collection>) -> impl Deref<Target = Collection> {
    collection.read().unwrap_or_else(PoisonError::into_inner)
}
