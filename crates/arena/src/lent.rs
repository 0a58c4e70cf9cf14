//! Outside engines that machines of others lend.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use evo::Failure;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Fault, Program, UciEngine, Variant};

/// What may be preferred: numbers that every engine understands alike.
const PREFERRED: [&str; 2] = ["Threads", "Hash"];

/// Others are given no larger hash table than this.
pub(crate) const MOST_MEBIBYTES: usize = 1024;

/// The engines that a machine lends, by the names that their owner gave them.
pub type Engines = BTreeMap<String, Program>;

/// An outside engine as it is asked for elsewhere: by a name and never by a path, with
/// options that name no file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lent {
    /// What owners of machines call it.
    pub engine: String,
    /// What the engine must call itself.
    called: String,
    options: Vec<(String, String)>,
    preferences: Vec<(String, String)>,
    variant: Variant,
    start_timeout: Duration,
    search_timeout: Duration,
}

/// Why an outside engine cannot be asked for elsewhere.
#[derive(Debug, Error)]
pub enum LentError {
    /// It is a path.
    #[error(
        "`{0}` is a path of this machine: a fleet knows engines by a name, as in `galapagos worker \
         URL --engine stockfish=/usr/games/stockfish`, and finds that name in PATH here"
    )]
    Path(String),
    /// It has arguments or a folder.
    #[error(
        "`{0}` has arguments or a folder: on machines of a fleet only their owners say these, as in \
         `galapagos worker URL --engine NAME=PROGRAM,args=TEXT`"
    )]
    Arguments(String),
    /// It is asked for what is not given.
    #[error(transparent)]
    Asked(#[from] Failure),
    /// It cannot be started here, or its options cannot be set elsewhere.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Lent {
    /// This program, as it is asked for elsewhere. It is started once, to learn what it calls
    /// itself and whether its options can be set.
    pub fn new(program: &Program) -> Result<Self, LentError> {
        let engine = program.path.display().to_string();
        if program.path.parent() != Some(Path::new("")) {
            return Err(LentError::Path(engine));
        }
        if !program.arguments.is_empty() || program.directory.is_some() {
            return Err(LentError::Arguments(engine));
        }
        let mut lent = Self {
            engine,
            called: String::new(),
            options: program.options.clone(),
            preferences: program.preferences.clone(),
            variant: program.variant,
            start_timeout: program.start_timeout,
            search_timeout: program.search_timeout,
        };
        lent.check()?;
        let unnamed = Program::new(&program.path);
        lent.called = UciEngine::start(&lent.applied(unnamed))?.name().to_owned();
        Ok(lent)
    }

    /// The program of a machine that lends these engines, set up as it is asked for.
    pub fn program(&self, engines: &Engines) -> Result<Program, Failure> {
        let engine = &self.engine;
        let own = engines.get(engine);
        let own = own.ok_or_else(|| Failure::new(format!("there is no engine `{engine}` here")))?;
        self.check()?;
        let program = self.applied(own.clone());
        let started = UciEngine::start(&program).map_err(|fault| Failure::new(fault.misdeed));
        let started = started.map_err(|why| why.during(engine))?;
        let (called, wanted) = (started.name(), &self.called);
        if called != wanted {
            let what = format!("{engine} is {called} here, and {wanted} at the run");
            return Err(Failure::new(what));
        }
        Ok(program)
    }

    /// Whether what is asked for may be given to others.
    fn check(&self) -> Result<(), Failure> {
        let Self {
            preferences,
            options,
            ..
        } = self;
        if let Some((name, _)) = preferences.iter().find(|set| !PREFERRED.contains(&&*set.0)) {
            return Err(Failure::new(format!("a run may not set `{name}`")));
        }
        for (name, value) in preferences.iter().chain(options) {
            let size = value.parse().ok();
            if name.eq_ignore_ascii_case("Hash")
                && size.is_none_or(|size: usize| size > MOST_MEBIBYTES)
            {
                let what = format!("a hash table of more than {MOST_MEBIBYTES} MiB is not given");
                return Err(Failure::new(what));
            }
        }
        Ok(())
    }

    fn applied(&self, program: Program) -> Program {
        Program {
            asked: self.options.clone(),
            preferences: self.preferences.clone(),
            variant: self.variant,
            start_timeout: self.start_timeout,
            search_timeout: self.search_timeout,
            ..program
        }
    }
}
