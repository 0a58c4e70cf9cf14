//! A run at work: what `evolve` and `resume` have in common.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context;
use evo::Threads;
use journal::{Reader, Writer};
use lab::{Champion, Measure, Polished, Proof, Recipe, Study, Task};
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
        let elapsed = start.elapsed().as_secs_f64();
        eprintln!("{} prepared in {elapsed:.2} s", study.recipe().name);
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
        let progress = Progress::new(self.recipe(), writer.reader().last()?)?;
        eprintln!("recording in {}", folder.display());
        let flow = || match interrupt.asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let tick = |done| {
            progress.tick(done);
            flow()
        };
        let end = self
            .study
            .evolve(&mut writer, self.threads, &tick, |news| {
                progress.show(news);
                flow()
            })?;
        progress.finish();
        if end.is_break() {
            writer.event("stopped by the user")?;
            return Err(Stopped(format!(
                "stopped; no recorded generation is lost; go on with: galapagos resume {}",
                folder.display()
            ))
            .into());
        }
        let (polished, proof) = self.write_champions(writer.reader())?;
        // Whoever reads the report may leave early; the run has ended all the same.
        writer.finish()?;

        let mut out = io::stdout().lock();
        report::print(&mut out, &Reader::open(&folder)?)?;
        if let Some(polished) = polished {
            writeln!(out, "{}", report::polished(self.recipe(), &polished))?;
        }
        if let Some(proof) = proof {
            writeln!(out, "\nThe champion: {proof}")?;
        }
        let run = folder.display();
        writeln!(out, "\nThe champion is {run}/champion.toml. Next:")?;
        writeln!(out, "  galapagos show {run}\n  galapagos plot {run}")?;
        if let Task::Endgame(..) = self.recipe().last().task {
            writeln!(out, "  galapagos explain {run}/champion.toml")?;
        }
        Ok(())
    }

    /// The champion of each independent run, and the best in the end under the
    /// name that is always there.
    fn write_champions(
        &self,
        reader: &Reader,
    ) -> anyhow::Result<(Option<Polished>, Option<Proof>)> {
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
        let given = self.study.given();
        for stage in recipe.stages.iter().filter(|stage| stage.runs.get() > 1) {
            for phase in stage.phases() {
                let champion = Champion::find(reader, phase, Measure::of(stage))?;
                write(
                    &format!("champion-seed{}.toml", recipe.seed_of(phase)),
                    &champion.context(ended)?.to_toml(recipe, given, None),
                )?;
            }
        }
        let best = report::champion(reader, recipe, None)?.context(ended)?;
        if let Task::Final(..) = recipe.last().task {
            eprintln!("the champion plays the best founder");
        }
        let proof = self.study.proof(reader, self.threads)?;
        write(
            "champion.toml",
            &best.to_toml(recipe, given, proof.as_ref()),
        )?;
        let polished = self.study.polish(&best, self.threads);
        if let Some(polished) = &polished {
            write("polished.toml", &polished.to_toml(&best, recipe, given))?;
        }
        Ok((polished, proof))
    }
}
