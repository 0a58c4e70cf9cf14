//! Runs of one recipe with other values, one after the other, compared at the end.

use std::io;
use std::path::{Path, PathBuf};

use journal::{Reader, Writer};
use lab::Experiments;

use crate::commands::evolve::Planned;
use crate::commands::{FleetArgument, ThreadsArgument, compare, report};
use crate::comparison;
use crate::interrupt::{Interrupt, Stopped};
use crate::running::Running;

/// Makes all runs. What an earlier call of the same sweep has left is kept or
/// continued.
pub fn run(
    members: Vec<Planned>,
    runs: &Path,
    threads: ThreadsArgument,
    fleet: &FleetArgument,
    experiments: Experiments,
) -> anyhow::Result<Interrupt> {
    let interrupt = Interrupt::listen()?;
    let all = members.len();
    let mut folders = Vec::new();
    for (number, planned) in (1..).zip(members) {
        let place = Place::find(&planned, runs)?;
        let folder = place.folder().to_owned();
        eprintln!("run {number} of {all}: {}", folder.display());
        if let Place::Finished(_) = place {
            eprintln!("it is finished already");
        } else {
            let running = Running::prepare(planned.recipe, threads, fleet)?;
            let writer = match place {
                Place::Free(folder) => Writer::create(&folder, &planned.about)?,
                Place::Begun(folder) | Place::Finished(folder) => Writer::open(&folder)?,
            };
            running.record(writer, &interrupt).map_err(|error| {
                if !error.is::<Stopped>() {
                    return error;
                }
                let what = "no recorded generation is lost; continue with the same command";
                Stopped(format!("stopped in run {number} of {all}; {what}")).into()
            })?;
            report::write(&Reader::open(&folder)?, running.recipe())?;
        }
        folders.push(folder);
    }
    comparison::print(
        &mut io::stdout().lock(),
        &compare::read(&folders, experiments)?,
    )?;
    Ok(interrupt)
}

/// Where a run of a sweep is, or is to be.
pub enum Place {
    /// Nothing is there yet.
    Free(PathBuf),
    /// It was begun.
    Begun(PathBuf),
    /// It came to its end.
    Finished(PathBuf),
}

impl Place {
    /// The folder of the same recipe, or the first free name. Other experiments are
    /// left alone.
    pub fn find(planned: &Planned, runs: &Path) -> anyhow::Result<Self> {
        for name in planned.names() {
            let folder = runs.join(name);
            if !folder.try_exists()? {
                return Ok(Self::Free(folder));
            }
            match Reader::open(&folder) {
                Ok(reader) if reader.about().recipe == planned.about.recipe => {
                    return Ok(match reader.finished()? {
                        true => Self::Finished(folder),
                        false => Self::Begun(folder),
                    });
                }
                _ => {}
            }
        }
        unreachable!("there is always another number")
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        let (Self::Free(folder) | Self::Begun(folder) | Self::Finished(folder)) = self;
        folder
    }
}
