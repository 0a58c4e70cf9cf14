//! A run at work: what `evolve` and `resume` have in common.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context;
use evo::Threads;
use journal::{Reader, Writer};
use lab::{Polished, Recipe, Study, Task};
use problems::atomic;
use rayon::ThreadPoolBuilder;

use crate::commands::ThreadsArgument;
use crate::interrupt::{Interrupt, Stopped};
use crate::progress::Progress;
use crate::report;

/// A recipe whose data is ready.
pub struct Running {
    study: Study,
    threads: Threads,
}

impl Running {
    /// Reads and prepares the data.
    pub fn prepare(recipe: Recipe, threads: ThreadsArgument) -> anyhow::Result<Self> {
        let threads = threads.count();
        let start = Instant::now();
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads.get())
            .build()?;
        let study = pool.install(|| Study::prepare(recipe))?;
        if let Some(data) = study.recipe().data() {
            let seconds = start.elapsed().as_secs_f64();
            eprintln!("{} prepared in {seconds:.2} s", data.display());
        }
        let threads = Threads::new(threads);
        Ok(Self { study, threads })
    }

    /// What is run.
    pub const fn recipe(&self) -> &Recipe {
        self.study.recipe()
    }

    /// Runs to the end, or until Ctrl-C.
    pub fn go(&self, mut writer: Writer) -> anyhow::Result<()> {
        let interrupt = Interrupt::listen()?;
        let folder = writer.reader().folder().to_owned();
        let mut progress = Progress::new(self.recipe(), writer.reader().last()?)?;
        eprintln!("recording in {}", folder.display());
        let end = self.study.evolve(&mut writer, self.threads, |news| {
            progress.show(news);
            match interrupt.asked() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        progress.finish();
        if end.is_break() {
            writer.event("stopped by the user")?;
            return Err(Stopped(format!(
                "stopped after a whole generation; go on with: galapagos resume {}",
                folder.display()
            ))
            .into());
        }
        let polished = self.write_champions(writer.reader())?;
        // Whoever reads the report may leave early; the run has ended all the same.
        writer.finish()?;

        let mut out = io::stdout().lock();
        report::print(&mut out, &Reader::open(&folder)?)?;
        if let Some(polished) = polished {
            writeln!(out, "{}", report::polished(self.recipe(), &polished))?;
        }
        let run = folder.display();
        writeln!(out, "\nThe champion is {run}/champion.toml. Next:")?;
        writeln!(out, "  galapagos show {run}\n  galapagos plot {run}")?;
        if let Task::Endgame(..) = self.recipe().task {
            writeln!(out, "  galapagos explain {run}/champion.toml")?;
        }
        Ok(())
    }

    /// The champion of each independent run, and the best of them once more
    /// under the name that is always there.
    fn write_champions(&self, reader: &Reader) -> anyhow::Result<Option<Polished>> {
        let (recipe, folder) = (self.recipe(), reader.folder());
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            atomic::write(&file, text.as_bytes()).with_context(|| {
                format!(
                    "cannot write {}; make that possible, then `galapagos resume {}`",
                    file.display(),
                    folder.display()
                )
            })
        };
        let ended = "a run that has ended has a champion";
        if recipe.runs.get() > 1 {
            for seed in (recipe.seed..).take(recipe.runs.get() as usize) {
                let champion = report::champion(reader, recipe, Some(seed))?.context(ended)?;
                write(
                    &format!("champion-seed{seed}.toml"),
                    &champion.to_toml(recipe),
                )?;
            }
        }
        let best = report::champion(reader, recipe, None)?.context(ended)?;
        write("champion.toml", &best.to_toml(recipe))?;
        let Some(polished) = self.study.polish(&best, self.threads) else {
            return Ok(None);
        };
        write("polished.toml", &polished.to_toml(&best, recipe))?;
        Ok(Some(polished))
    }
}
