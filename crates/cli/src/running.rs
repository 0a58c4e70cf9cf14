//! A run at work: what `evolve` and `resume` have in common.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context;
use evo::{Threads, Workers};
use fleet::Fleet;
use journal::{EventKind, Reader, Writer};
use lab::{Champion, Error, Measure, Opponent, Polished, Proof, Recipe, Study};
use problems::atomic;
use rayon::ThreadPoolBuilder;

use crate::commands::{self, FleetArgument, ThreadsArgument};
use crate::gallery::Gallery;
use crate::interrupt::{Interrupt, Stopped};
use crate::member::{self, Crew};
use crate::progress::Progress;
use crate::{report, summary};

/// A recipe whose data is ready.
pub struct Running {
    study: Study,
    count: NonZeroUsize,
    fleet: Option<Fleet>,
}

impl Running {
    /// Reads and prepares the data.
    pub fn prepare(
        recipe: Recipe,
        threads: ThreadsArgument,
        fleet: &FleetArgument,
    ) -> anyhow::Result<Self> {
        let count = threads.count();
        let start = Instant::now();
        let pool = ThreadPoolBuilder::new().num_threads(count.get()).build()?;
        let study = pool.install(|| Study::prepare(recipe))?;
        study.damage().for_each(commands::tell_damage);
        let elapsed = start.elapsed().as_secs_f64();
        eprintln!("{} prepared in {elapsed:.2} s", study.recipe().name);
        let fleet = member::connect(fleet, &study.recipe().name)?;
        Ok(Self {
            study,
            count,
            fleet,
        })
    }

    /// Where the tasks are done.
    fn workers(&self) -> Workers<'_> {
        let threads = Threads::new(self.count);
        match &self.fleet {
            Some(fleet) => Workers::elsewhere(fleet, threads),
            None => threads.into(),
        }
    }

    /// What is run.
    pub const fn recipe(&self) -> &Recipe {
        self.study.recipe()
    }

    /// Runs to the end, or until Ctrl-C, and prints the result.
    pub fn go(&self, writer: Writer, interrupt: &Interrupt) -> anyhow::Result<()> {
        let folder = writer.reader().folder().to_owned();
        let polished = self.record(writer, interrupt)?;
        tell(&Reader::open(&folder)?, self.recipe(), polished)
    }

    /// Runs to the end, or until Ctrl-C.
    pub fn record(
        &self,
        mut writer: Writer,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Option<Polished>> {
        let folder = writer.reader().folder().to_owned();
        if let Some(why) = Crew::of(writer.reader())?.spoils() {
            begin_again(&mut writer, &why)?;
        }
        if let Some(fleet) = &self.fleet {
            Crew::of(writer.reader())?.introduce(fleet);
        }
        eprintln!("recording in {}", folder.display());
        let gallery = Gallery::of(&folder);
        let show = |game: &dyn Fn() -> Option<String>| gallery.show(game);
        let workers = self.workers().shown(&show);
        let end = loop {
            let error = match self.evolve(&mut writer, workers, interrupt) {
                Ok(end) => break end,
                Err(error) => error,
            };
            let Some(Error::Undone(why)) = error.downcast_ref() else {
                return Err(error);
            };
            begin_again(&mut writer, why)?;
        };
        if end.is_break() {
            writer.event(EventKind::Stopped, "by the user")?;
            return Err(Stopped(format!(
                "stopped; no recorded generation is lost; continue with:\n  galapagos resume {}",
                folder.display()
            ))
            .into());
        }
        let polished = write_champions(&self.study, self.workers(), writer.reader())?;
        // Before anything is printed: the output may be closed early, and the run has
        // ended all the same.
        writer.finish()?;
        Ok(polished)
    }

    /// The generations and the matches that are not recorded yet.
    fn evolve(
        &self,
        writer: &mut Writer,
        workers: Workers<'_>,
        interrupt: &Interrupt,
    ) -> anyhow::Result<ControlFlow<()>> {
        let forecast = self.study.forecast(self.count);
        let progress = Progress::new(self.recipe(), forecast, self.count, writer.reader())?;
        let plan = progress.plan(self.count);
        if !plan.is_empty() {
            eprintln!("{plan}");
        }
        let tick = |done| {
            progress.tick(done);
            interrupt.flow()
        };
        let mut end = self.study.evolve(writer, workers, &tick, |news| {
            progress.show(news);
            interrupt.flow()
        })?;
        if end.is_continue() {
            let begin = |trial| progress.begin(trial);
            end = self.study.prove(writer, workers, &tick, begin)?;
        }
        progress.finish();
        Ok(end)
    }
}

fn begin_again(writer: &mut Writer, why: &str) -> Result<(), Error> {
    eprintln!("the run begins again: {why}");
    lab::begin_again(writer, why)
}

/// The champion of each independent run, and the best in the end under the
/// name that is always there.
pub fn write_champions(
    study: &Study,
    workers: Workers<'_>,
    reader: &Reader,
) -> anyhow::Result<Option<Polished>> {
    let (recipe, folder) = (study.recipe(), reader.folder());
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        atomic::write(&file, text.as_bytes()).with_context(|| {
            format!(
                "cannot write {}; correct that, then `galapagos resume {}`",
                file.display(),
                folder.display()
            )
        })
    };
    let ended = "a run that has ended has a champion";
    let given = study.given(reader)?;
    let given = given.as_deref();
    for phase in recipe.phases() {
        if let Some(run) = recipe.run_of(phase) {
            let measure = Measure::of(recipe.stage(phase));
            let champion = Champion::find(reader, phase, measure)?;
            write(
                &format!("champion-run{run}.toml"),
                &champion.context(ended)?.to_toml(recipe, given, &[]),
            )?;
        }
    }
    let best = Champion::current(reader, recipe)?.context(ended)?;
    if let Some((_, Some(parent))) = study.champion_and_parent(reader)? {
        write(summary::PARENT, &parent.to_toml())?;
    }
    let proofs = proofs(reader, recipe)?;
    write("champion.toml", &best.to_toml(recipe, given, &proofs))?;
    let polished = study.polish(&best, workers).transpose()?;
    if let Some(polished) = &polished {
        write("polished.toml", &polished.to_toml(&best, recipe, given))?;
    }
    Ok(polished)
}

/// Reports on a run that has ended, on a page and in a few lines.
pub fn tell(reader: &Reader, recipe: &Recipe, polished: Option<Polished>) -> anyhow::Result<()> {
    commands::report::write(reader, recipe)?;
    let mut out = io::stdout().lock();
    if recipe.proof.is_some() {
        return summary::print(&mut out, reader, recipe);
    }
    report::print(&mut out, reader, recipe)?;
    if let Some(polished) = polished {
        writeln!(out, "{}", report::polished(recipe, &polished))?;
    }
    for proof in proofs(reader, recipe)? {
        writeln!(out, "\nThe champion: {proof}")?;
    }
    let run = reader.folder().display();
    writeln!(out, "\nThe champion is {run}/champion.toml,")?;
    writeln!(out, "its report {run}/report.html. Next:")?;
    writeln!(out, "  galapagos show {run}\n  galapagos plot {run}")?;
    if let Some(next) = recipe.last().experiment.story().next {
        let next = next.replace("FILE", &format!("{run}/champion.toml"));
        let next = next.replace("RUN", &run.to_string());
        writeln!(out, "  {next}")?;
    }
    Ok(())
}

/// The matches of the champion of the whole run.
fn proofs(reader: &Reader, recipe: &Recipe) -> anyhow::Result<Vec<Proof>> {
    let is_final = recipe
        .finale()
        .is_some_and(|(stage, _)| stage.first == recipe.last().first);
    let mut proofs = Proof::all(reader)?;
    proofs.retain(|proof| (proof.opponent == Opponent::Founder) == is_final);
    Ok(proofs)
}
