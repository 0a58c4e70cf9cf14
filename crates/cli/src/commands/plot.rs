//! `galapagos plot`: pictures of a run.

use std::path::PathBuf;

use anyhow::{Context, bail};
use journal::Reader;
use lab::{Archipelago, Curve, Experiments, Measure, Recipe, Stage, plot};
use problems::atomic;

use super::{RunArgument, WhichArgument};
use crate::output::{Output, OutputArgument};
use crate::report;

/// Draw a run, as SVG and PNG: each stage over the generations, and each of its genes
#[derive(clap::Args)]
#[command(after_help = "\
The curve of an evaluation is Figure 2 of the EVOL* paper for this run. The
picture of the genes has a panel for each over its range: the best organism
blue, the mean red, the paper's value grey. A run may be drawn while it runs.

Without -o, curve.svg, genes.svg and, where there are demes, demes.svg are drawn
into the folder of the run; a recipe of several stages has
curve-evaluations.svg and so on, one for each stage. With -o there is one
picture: of --stage or, without it, of the last stage.

A program built with `cargo build --release --features png` draws them as PNG
too, with -o by the ending of the name.

Examples:
  galapagos plot evol-eval-seed1
  galapagos plot runs/evol-eval-seed1 --run 3
  galapagos plot evol-star-seed1 --stage evaluations -o figure2.svg
  galapagos plot evol-star-seed1 --genes -o genes.svg")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,

    #[command(flatten)]
    which: WhichArgument,

    /// Draw one stage only: evaluations, coevolution or search
    #[arg(long, value_name = "NAME")]
    stage: Option<String>,

    /// With -o: draw the genes instead of the curve
    #[arg(long, requires = "output")]
    genes: bool,

    #[command(flatten)]
    picture: PictureArgument,
}

/// A picture, where one is asked for.
#[derive(clap::Args)]
pub struct PictureArgument {
    /// Draw one picture into this file, SVG or PNG by its extension
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite the picture if it exists
    #[arg(long, requires = "output")]
    force: bool,
}

impl PictureArgument {
    /// The file to draw into.
    pub fn output(&self) -> Option<OutputArgument> {
        let output = self.output.clone();
        output.map(|output| OutputArgument::new(output, self.force))
    }
}

/// Draws the run so far.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let output = arguments.picture.output();
    let file = output.as_ref().map(PictureFile::begin).transpose()?;
    let reader = Reader::open(&arguments.run.folder())?;
    let recipe = Recipe::of(&reader, experiments)?;
    let stages = stages(&reader, &recipe, arguments.stage.as_deref())?;
    if let Some(file) = file {
        let stage = stages.last().expect("there is one");
        let picture = match arguments.genes {
            true => Picture::Genes,
            false => Picture::Curve,
        };
        let svg = draw(&reader, &recipe, stage, arguments.which.number, picture)?;
        return file.finish(&svg);
    }
    for stage in stages {
        let demes = (stage.experiment.demes().len() > 1).then_some(("demes", Picture::Demes));
        let pictures = [("curve", Picture::Curve), ("genes", Picture::Genes)];
        for (name, picture) in pictures.into_iter().chain(demes) {
            let svg = draw(&reader, &recipe, stage, arguments.which.number, picture)?;
            let name = match bred(&recipe).count() {
                1 => name.into(),
                _ => format!("{name}-{}", stage.title()),
            };
            for ending in ENDINGS {
                let file = reader.folder().join(&name).with_extension(ending);
                let bytes = rendered(&svg, *ending == "png")?;
                atomic::write(&file, &bytes)
                    .with_context(|| format!("cannot write {}", file.display()))?;
                println!("{}", file.display());
            }
        }
    }
    Ok(())
}

/// What to draw of a stage.
#[derive(Clone, Copy)]
enum Picture {
    Curve,
    Genes,
    Demes,
}

/// The stages that breed: one generation alone makes no curve.
fn bred(recipe: &Recipe) -> impl Iterator<Item = &Stage> {
    recipe.stages.iter().filter(|stage| stage.generations > 0)
}

/// The stages to draw, of those that have begun; there is at least one.
fn stages<'a>(
    reader: &Reader,
    recipe: &'a Recipe,
    name: Option<&str>,
) -> anyhow::Result<Vec<&'a Stage>> {
    let titles = || bred(recipe).map(|stage| stage.title());
    if let Some(name) = name
        && !titles().any(|title| title == name)
    {
        let titles: Vec<_> = titles().collect();
        bail!(
            "no stage `{name}` breeds in this run; known here: {}",
            titles.join(", ")
        );
    }
    let last = reader.last()?;
    let has_begun = |stage: &Stage| last.is_some_and(|last| stage.first <= last.phase);
    let asked = bred(recipe).filter(|stage| name.is_none_or(|name| stage.title() == name));
    let stages: Vec<_> = asked.filter(|stage| has_begun(stage)).collect();
    if stages.is_empty() {
        bail!("there is nothing to draw before generation 0");
    }
    Ok(stages)
}

/// Draws the best run of a stage, or the one that was asked for.
fn draw(
    reader: &Reader,
    recipe: &Recipe,
    stage: &Stage,
    run: Option<u32>,
    picture: Picture,
) -> anyhow::Result<String> {
    let champion = report::champion_of(reader, stage, run)?;
    let champion = champion.context("there is nothing to draw before generation 0")?;
    let phase = champion.phase;
    let name = reader.folder().file_name().unwrap_or_default();
    let title = format!("{}: {}", name.to_string_lossy(), recipe.title(phase));
    let measure = Measure::of(stage);
    Ok(match picture {
        Picture::Curve => {
            let curve = Curve::read(reader, phase)?;
            plot::curve(&title, &curve.points, measure)
        }
        Picture::Genes => {
            let genes = stage.experiment.genes();
            let tracks = plot::tracks(reader, phase, genes.len())?;
            plot::genes(&title, &genes, stage.experiment.story().reference, &tracks)
        }
        Picture::Demes => {
            let archipelago = Archipelago::read(reader, recipe, &champion)?;
            let archipelago = archipelago.context("there is one deme only")?;
            plot::demes(&title, (800, 500), &archipelago, measure)
        }
    })
}

/// A file that a picture is drawn into, as SVG or PNG by the ending of its name.
pub struct PictureFile<'a> {
    argument: &'a OutputArgument,
    output: Output<'a>,
    is_png: bool,
}

impl<'a> PictureFile<'a> {
    /// Begins the file, before any work is done for it.
    pub fn begin(argument: &'a OutputArgument) -> anyhow::Result<Self> {
        let ending = argument.path().extension().unwrap_or_default();
        let is_png = match ending.to_ascii_lowercase().to_str() {
            Some("svg") => false,
            Some("png") if cfg!(feature = "png") => true,
            Some("png") => bail!(
                "{argument}: this program was built without PNG; name it .svg, or build with \
                 `cargo build --release --features png`"
            ),
            _ => bail!("{argument} is not a picture: name it .svg or .png"),
        };
        Ok(Self {
            argument,
            output: argument.begin([])?,
            is_png,
        })
    }

    /// Writes the picture and says where it is.
    pub fn finish(mut self, svg: &str) -> anyhow::Result<()> {
        self.output.write(rendered(svg, self.is_png)?)?;
        self.output.finish()?;
        println!("{}", self.argument);
        Ok(())
    }
}

/// The formats that this program can draw.
const ENDINGS: &[&str] = match cfg!(feature = "png") {
    true => &["svg", "png"],
    false => &["svg"],
};

fn rendered(svg: &str, is_png: bool) -> anyhow::Result<Vec<u8>> {
    #[cfg(feature = "png")]
    if is_png {
        return Ok(plot::png(svg)?);
    }
    debug_assert!(!is_png, "refused before");
    Ok(svg.into())
}
