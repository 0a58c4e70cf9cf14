//! `galapagos tune init`: a recipe from what an engine says of itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use arena::book::Book;
use arena::{Limit, Pace, Program, Rules, Seat, UciEngine, play};
use chess::Game;
use lab::tune::draft::Draft;
use lab::tune::rows;
use lab::{Experiments, Recipe};
use problems::uci_engine::Parameter;

use crate::contest;
use crate::output::OutputArgument;

/// Write a recipe for an engine, with all its options that can be tuned
#[derive(clap::Args)]
#[command(after_help = "\
The engine is asked for its options. Numbers, switches and lists of words can be
tuned; options about memory, files, books and protocols are left out and listed
as comments. Those given with option.NAME=VALUE are fixed.

Examples:
  galapagos tune init ./engine -o new.toml
  galapagos tune init ./engine,option.Threads=1 -o one-thread.toml
  galapagos tune init galapagos,args=uci --only NULL_,FUTILITY_ -o search.toml
  galapagos tune init ./engine --rows spsa.txt -o rows.toml")]
pub struct Arguments {
    /// A UCI engine: a name or a path, then with commas, as in `galapagos match`,
    /// option.NAME=VALUE, args=TEXT
    #[arg(value_name = "ENGINE", value_parser = contest::parse_engine)]
    engine: Program,

    /// Tune only options whose names begin with one of these
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with = "rows"
    )]
    only: Vec<String>,

    /// Tune the parameters of this file, rows as OpenBench and fishtest share them:
    /// NAME, int, VALUE, MIN, MAX, STEP, RATE
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,

    #[command(flatten)]
    output: RecipeArgument,
}

/// Where the recipe goes.
#[derive(clap::Args)]
struct RecipeArgument {
    /// The recipe to write
    #[arg(long, short, value_name = "FILE", default_value = "tune.toml")]
    output: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
}

/// Nodes a move that are tried, one after the other.
const NODES: [u64; 2] = [2000, 10_000];

/// How many games show that an engine can play with them.
const GAMES: usize = 24;

/// The most plies a move.
const PLIES: u8 = 20;

/// An engine that has not ended a search of few nodes after this long ignores them.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a move may take at fixed plies, where the engine does not count its nodes.
const MOVE: Duration = Duration::from_millis(4);

/// Asks the engine and writes the recipe.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let output = OutputArgument::new(arguments.output.output.clone(), arguments.output.force);
    let mut output = output.begin(&arguments.rows)?;
    let mut engine = UciEngine::start(&arguments.engine)?;
    let chosen = arguments.chosen(&engine)?;
    let pace = pace(&arguments.engine, &mut engine)?;
    let program = &arguments.engine;
    let place = place(&program.path)?;
    let given = program.arguments.iter();
    let given: Vec<_> = given
        .map(|one| one.to_string_lossy().into_owned())
        .collect();
    let draft = Draft {
        engine_name: engine.name(),
        engine: &place,
        arguments: &given,
        fixed: &program.options,
        options: engine.options(),
        pace,
        chosen: &chosen,
    };
    let (tuned, left_out) = draft.parameters();
    ensure!(
        !tuned.is_empty(),
        "{} has no option that can be tuned; it declares {} in all",
        engine.name(),
        engine.options().len()
    );
    let file = &arguments.output.output;
    let text = draft.recipe(file);
    Recipe::parse(&text, file, experiments)
        .context("the options of this engine do not make a recipe")?;
    output.write(text)?;
    output.finish()?;
    let (file, name) = (file.display(), engine.name());
    println!(
        "{file}: {} parameters of {name}, {} options left out",
        tuned.len(),
        left_out.len()
    );
    println!("next: galapagos tune probe {file}");
    Ok(())
}

impl Arguments {
    /// The parameters that were asked for; none where all are to be tuned.
    fn chosen(&self, engine: &UciEngine) -> anyhow::Result<Vec<Parameter>> {
        let options = || engine.options().iter().filter_map(Parameter::of);
        if let Some(file) = &self.rows {
            let text = fs::read_to_string(file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let rows = rows::read(&text).with_context(|| file.display().to_string())?;
            for row in &rows {
                let mut options = options();
                let option = options.find(|option| option.name == row.name);
                let option = option.with_context(|| {
                    format!(
                        "{}: {} has no number `{}` among its options",
                        file.display(),
                        engine.name(),
                        row.name
                    )
                })?;
                let ((least, most), (min, max)) = (option.range(), row.range());
                ensure!(
                    least <= min && max <= most,
                    "{}: `{}` goes from {min} to {max}, but {} takes {least} to {most}",
                    file.display(),
                    row.name,
                    engine.name()
                );
            }
            return Ok(rows);
        }
        for prefix in &self.only {
            ensure!(
                options().any(|one| one.name.starts_with(prefix)),
                "--only: no option of {} that can be tuned begins with `{prefix}`",
                engine.name()
            );
        }
        let is_wanted =
            |one: &Parameter| self.only.iter().any(|prefix| one.name.starts_with(prefix));
        Ok(options().filter(is_wanted).collect())
    }
}

/// Nodes a move where the engine can play whole games with them, else plies, and why.
fn pace(program: &Program, engine: &mut UciEngine) -> anyhow::Result<(Pace, &'static str)> {
    let impatient = Program {
        search_timeout: PATIENCE,
        ..program.clone().repeatable()
    };
    for nodes in NODES {
        eprintln!("{GAMES} games at {nodes} nodes a move, to see whether it plays them");
        if keeps_to(&impatient, nodes)? {
            return Ok((Pace::Nodes(nodes), ""));
        }
    }
    // As deep as it comes with a few thousand nodes, or in a few thousandths of a second.
    let start = Game::default();
    engine.new_game()?;
    let mut deep = 1;
    for plies in 1..=PLIES {
        let begun = Instant::now();
        let found = engine.search(&start, Limit::Depth(plies))?;
        let is_long = match found.nodes {
            Some(nodes) => nodes > 4 * NODES[0],
            None => begun.elapsed() > MOVE,
        };
        if is_long {
            break;
        }
        deep = plies;
    }
    let why = "It cannot play games by `go nodes`. At fixed plies a search that is slower can \
               seem better: to tune the search, give it a clock.";
    Ok((Pace::Depth(deep), why))
}

/// Whether an engine plays games against itself with this number of nodes a move: some
/// ignore it, others have no move when it is reached early.
fn keeps_to(program: &Program, nodes: u64) -> anyhow::Result<bool> {
    let mut engines = [UciEngine::start(program)?, UciEngine::start(program)?];
    let book = Book::built_in();
    for opening in &book.openings()[..GAMES] {
        let [white, black] = engines.each_mut().map(|player| Seat {
            player,
            pace: Pace::Nodes(nodes),
        });
        let played = play(white, black, opening.game.clone(), &Rules::default());
        let mut searched = played
            .thoughts
            .iter()
            .filter_map(|timed| timed.thought.nodes);
        if played.fault.is_some() || searched.any(|searched| searched > 10 * nodes) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Where a program is: in full, unless it is a name to be looked for.
fn place(path: &Path) -> anyhow::Result<PathBuf> {
    match path.parent() == Some(Path::new("")) {
        true => Ok(path.into()),
        false => fs::canonicalize(path).with_context(|| format!("cannot find {}", path.display())),
    }
}
