//! `galapagos tune change`: a run that goes on longer, or with other parameters.

use anyhow::{Context, bail};
use arena::UciEngine;
use journal::{Reader, Writer};
use lab::tune::change::Change;
use lab::tune::parameters::number;
use lab::{Experiments, Recipe};
use problems::uci_engine::{Parameter, Subject};

use super::probe::subject;
use super::values::tuned;
use crate::commands::RunArgument;

/// Change a run that was stopped or has ended: longer, or with other parameters
#[derive(clap::Args)]
#[command(after_help = "\
Stop the run first (Ctrl-C loses nothing), then change it, then go on with
`galapagos resume`. With more generations it goes on as if they had been asked
for at the start. Other parameters make a new stage, which begins with the
values that the run has come to. The journal keeps what was changed and when.

Examples:
  galapagos tune change mine-seed1 --generations 120
  galapagos tune change mine-seed1 --freeze NULL_DEPTH --freeze NULL_BASE=4 \\
      --range NULL_MARGIN=-50,90 --add NULL_BY_EVAL")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,

    /// Generations in all; with other parameters, those of the new stage
    #[arg(long, value_name = "N")]
    generations: Option<u32>,

    /// Breed this parameter no longer: it keeps the value it has now, or this one
    #[arg(long, value_name = "NAME[=VALUE]")]
    freeze: Vec<String>,

    /// Give a parameter this range
    #[arg(long, value_name = "NAME=MIN,MAX")]
    range: Vec<String>,

    /// Breed this option of the engine too
    #[arg(long, value_name = "NAME")]
    add: Vec<String>,
}

/// Changes the recipe in the journal.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let folder = arguments.run.folder();
    let reader = Reader::open(&folder)?;
    let recipe = Recipe::of(&reader, experiments)?.pinned()?;
    let subject = subject(&recipe)?;
    let last = reader.last()?;
    let last = last.filter(|last| recipe.last().phases().contains(&last.phase));
    let Some(last) = last else {
        bail!("its last stage has not begun yet: let it come that far, or begin anew");
    };
    let values = tuned(&reader, &recipe, &subject)?;
    let change = arguments.change(&subject, &values)?;
    let text = change.apply(&recipe, last.generation)?;
    let file = folder.join("the changed recipe");
    let changed = Recipe::parse(&text, &file, experiments)?.pinned()?;
    let about = reader.about();
    let about = changed.about(about.command.clone(), &about.version);
    drop(reader);
    Writer::change(&folder, &about, &arguments.words())?;
    println!("changed; go on with: galapagos resume {}", folder.display());
    Ok(())
}

impl Arguments {
    fn change(&self, subject: &Subject, values: &[i32]) -> anyhow::Result<Change> {
        let place = |name: &str| {
            let mut parameters = subject.parameters.iter();
            let place = parameters.position(|one| one.name == name);
            place.with_context(|| format!("there is no parameter `{name}`"))
        };
        let frozen = self.freeze.iter().map(|text| {
            let (name, value) = match text.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim())),
                None => (text.trim(), None),
            };
            let place = place(name)?;
            let one = &subject.parameters[place];
            let value = match value {
                None => values[place],
                Some(written) => {
                    let value = written.parse().unwrap_or_else(|_| written.into());
                    number(one, &value)
                        .with_context(|| format!("`{written}` is no value of `{name}`"))?
                }
            };
            Ok((name.to_owned(), value))
        });
        let ranges = self.range.iter().map(|text| {
            let usage = || format!("--range {text}: write NAME=MIN,MAX");
            let (name, range) = text.rsplit_once('=').with_context(usage)?;
            let (min, max) = range.split_once(',').with_context(usage)?;
            let end = |text: &str| text.trim().parse::<i32>().with_context(usage);
            Ok((name.trim().to_owned(), (end(min)?, end(max)?)))
        });
        Ok(Change {
            generations: self.generations,
            frozen: frozen.collect::<anyhow::Result<_>>()?,
            ranges: ranges.collect::<anyhow::Result<_>>()?,
            added: self.added(subject)?,
        })
    }

    /// Parameters as the engine declares them.
    fn added(&self, subject: &Subject) -> anyhow::Result<Vec<Parameter>> {
        if self.add.is_empty() {
            return Ok(Vec::new());
        }
        let engine = UciEngine::start(&subject.program(&subject.base()))?;
        let declared: Vec<_> = engine.options().iter().filter_map(Parameter::of).collect();
        let added = self.add.iter().map(|name| {
            let mut declared = declared.iter();
            let one = declared.find(|one| one.name == *name);
            one.cloned().with_context(|| {
                format!("{} has no option `{name}` that can be tuned", engine.name())
            })
        });
        added.collect()
    }

    /// What is changed, as the command line says it.
    fn words(&self) -> String {
        let generations = self.generations.iter();
        let generations = generations.map(|count| format!("generations {count}"));
        let freeze = self.freeze.iter().map(|text| format!("freeze {text}"));
        let range = self.range.iter().map(|text| format!("range {text}"));
        let add = self.add.iter().map(|text| format!("add {text}"));
        let words: Vec<_> = generations.chain(freeze).chain(range).chain(add).collect();
        words.join(", ")
    }
}
