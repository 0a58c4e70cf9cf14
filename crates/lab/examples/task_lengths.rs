//! How long the tasks of a recipe take: what `fleet_sizes` simulates. Linux only, for it
//! reads the processor time of its thread, which other work on the machine does not change.
//!
//! ```sh
//! cargo run --release -p lab --example task_lengths -- evochess generations=1
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use evo::{Courier, Failure, Job, Progress, Threads, Unfinished, Watch, Workers};
use journal::Writer;
use lab::{EXPERIMENTS, Recipe, Study};

/// Does tasks one after the other and notes how long each takes.
#[derive(Default)]
struct Clock(Mutex<BTreeMap<&'static str, Vec<f64>>>);

impl Courier for Clock {
    fn deliver(
        &self,
        job: &Job<'_>,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<Vec<u8>>>, Unfinished> {
        let kind = job.problem.as_ref().map_or("not sent", |one| one.kind);
        let mut outcomes = Vec::with_capacity(job.tasks.len());
        for task in job.tasks {
            let begun = seconds()?;
            outcomes.push((job.here)(task)?);
            let took = seconds()? - begun;
            let mut lengths = self.0.lock().expect("no task panicked");
            lengths.entry(kind).or_default().push(took);
            let progress = Progress {
                done: outcomes.len(),
                of: job.tasks.len(),
            };
            if watch(progress).is_break() {
                return Err(Unfinished::Stopped);
            }
        }
        Ok(Some(outcomes))
    }
}

/// Processor time of this thread.
fn seconds() -> Result<f64, Failure> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").map_err(Failure::new)?;
    let nanos = text
        .split(' ')
        .next()
        .and_then(|word| word.parse::<f64>().ok());
    nanos
        .map(|nanos| nanos / 1e9)
        .ok_or_else(|| Failure::new("no processor time is told"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let name = words.next().ok_or("name a recipe, then KEY=VALUE")?;
    let file = Path::new("recipes").join(&name).with_extension("toml");
    let mut recipe = Recipe::read(&file, EXPERIMENTS)?;
    recipe.set(&words.collect::<Vec<_>>())?;
    let clock = Clock::default();
    let study = Study::prepare(recipe)?;
    let about = study.recipe().about("task_lengths".into(), "0");
    let runs = tempfile::tempdir()?;
    let mut writer = Writer::create(&runs.path().join(&name), &about)?;
    let workers = Workers::elsewhere(&clock, Threads::new(NonZeroUsize::MIN));
    let go_on = |_| ControlFlow::Continue(());
    let _ = study.evolve(&mut writer, workers, &go_on, |_| ControlFlow::Continue(()))?;
    for (kind, mut lengths) in clock.0.into_inner()? {
        lengths.sort_by(f64::total_cmp);
        let count = lengths.len();
        let mean = lengths.iter().sum::<f64>() / count as f64;
        // In the middle of every tenth of the tasks, and the longest.
        let tenth = |tenth: usize| lengths[(2 * tenth + 1) * count / 20] / mean;
        let tenths: Vec<_> = (0..10).map(|of| format!("{:.2}", tenth(of))).collect();
        println!(
            "{kind}: {count} tasks of {:.1} ms, times {}, at most {:.1}",
            1e3 * mean,
            tenths.join(" "),
            lengths[count - 1] / mean
        );
    }
    Ok(())
}
