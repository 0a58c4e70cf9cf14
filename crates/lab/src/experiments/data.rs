//! What experiments have in common about their data.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use chess::Damage;
use chess::pgn::{self, PgnError, Record};
use engine::eval::Weights;
use engine::organism::{Organism, Origin};
use engine::search::SearchParams;
use problems::Sample;
use problems::positions::{BUILT_IN, Positions};
use toml::Spanned;

use crate::experiment::{Bred, Gene};
use crate::recipe::{Mistake, Named, Source};
use crate::study::StudyError;
use crate::{Recipe, RecipeError, Stage};

/// The largest hash table of a search, in MiB.
const MOST_HASH: usize = 65536;

/// The size of a hash table, in MiB.
pub fn checked_hash(hash: &Spanned<NonZeroUsize>) -> Result<(), Mistake> {
    if hash.get_ref().get() > MOST_HASH {
        let what = format!("a hash table has at most {MOST_HASH} MiB");
        return Err(Mistake::new(hash.span().start, what));
    }
    Ok(())
}

/// Refuses an empty list of node limits.
pub fn check_limits(nodes: &Spanned<Vec<NonZeroU64>>) -> Result<(), Mistake> {
    if nodes.get_ref().is_empty() {
        let what = "`nodes` is a list of at least one node limit: [1000, 4000]";
        return Err(Mistake::new(nodes.span().start, what));
    }
    Ok(())
}

/// Refuses a number that is not within a range.
pub fn within(key: &str, number: &Spanned<f64>, least: f64, most: f64) -> Result<(), Mistake> {
    if (least..=most).contains(number.get_ref()) {
        return Ok(());
    }
    let what = format!("`{key}` is a number from {least} to {most}");
    Err(Mistake::new(number.span().start, what))
}

/// Positions with the moves played in them, which the key `positions` names.
pub fn named_positions(path: &Spanned<PathBuf>) -> Named<'_> {
    let made_by = "`galapagos positions GAMES.pgn -o FILE` makes it from games";
    Named::data("positions", path, made_by).or_built_in(BUILT_IN)
}

/// A file of games that the key names.
pub fn named_games<'a>(key: &str, path: &'a Spanned<PathBuf>) -> Named<'a> {
    let made_by = "any games will do, `--set KEY=GAMES.pgn`; `galapagos games -o FILE` makes \
                   some with stockfish";
    Named::data(key, path, made_by)
}

/// The games of a file that can be read.
pub fn games(file: &Path) -> Result<(Vec<Record>, Damage), PgnError> {
    let (mut games, mut damage) = (Vec::new(), Damage::games());
    for record in pgn::Reader::open(file)? {
        match record {
            Ok(record) => games.push(record),
            Err(error) if error.ends_file() => return Err(error),
            Err(error) => damage.note(error),
        }
    }
    Ok((games, damage))
}

impl Recipe {
    /// The positions of a file, or those of the program; what cannot be read is noted.
    pub(super) fn positions(
        &self,
        path: &Spanned<PathBuf>,
        noted: &mut Vec<Damage>,
    ) -> Result<(Vec<Sample>, Vec<Sample>), StudyError> {
        let Positions {
            train,
            test,
            damage,
        } = match self.source(path) {
            Source::BuiltIn => Positions::built_in(),
            Source::File(file) => Positions::read(&file).map_err(StudyError::data)?,
        };
        noted.push(damage);
        Ok((train, test))
    }

    /// The positions of a file, or those of the program, as many to train and to test on as
    /// the stage wants.
    pub(super) fn samples(
        &self,
        stage: &Stage,
        path: &Spanned<PathBuf>,
        [train, test]: [&Spanned<NonZeroUsize>; 2],
        noted: &mut Vec<Damage>,
    ) -> Result<[Vec<Sample>; 2], StudyError> {
        let all = self.positions(path, noted)?;
        let some = |key, samples: &[Sample], wanted| {
            let some = self.some(path.get_ref(), &stage.key(key), samples, wanted);
            some.map(<[Sample]>::to_vec)
        };
        Ok([some("train", &all.0, train)?, some("test", &all.1, test)?])
    }

    /// As many positions of a set as the recipe wants; `key` says how many.
    pub(super) fn some<'a, T>(
        &self,
        data: &Path,
        key: &str,
        items: &'a [T],
        wanted: &Spanned<NonZeroUsize>,
    ) -> Result<&'a [T], RecipeError> {
        let first = items.get(..wanted.get_ref().get());
        first.ok_or_else(|| self.too_few(&data.display().to_string(), key, items.len(), wanted))
    }

    /// What to say where a recipe wants more positions than there are.
    pub(super) fn too_few(
        &self,
        data: &str,
        key: &str,
        found: usize,
        wanted: &Spanned<NonZeroUsize>,
    ) -> RecipeError {
        let set = key.rsplit('.').next().unwrap_or(key);
        let what = format!(
            "{data} has only {found} positions to {set}, not {}: `--set {key}={found}`",
            wanted.get_ref()
        );
        self.wrong(wanted.span().start, what)
    }
}

/// The genes of declared numbers, of which no paper tells how they ended.
pub fn unpublished(table: params::Table) -> Vec<Gene> {
    let genes = Gene::declared(table).into_iter();
    let genes = genes.map(|gene| Gene {
        published: None,
        ..gene
    });
    genes.collect()
}

/// The file of something that does not play: a kind, a name, and the values of its genes.
pub fn numbers_file(kind: &str, section: &str, genes: &[Gene], bred: &Bred<'_>) -> String {
    let values = genes.iter().zip(bred.values);
    let lines = values.map(|(gene, value)| format!("{} = {value}\n", gene.name));
    let (name, lines) = (&bred.name, lines.collect::<String>());
    format!("kind = \"{kind}\"\nname = \"{name}\"\n\n[{section}]\n{lines}")
}

/// An organism with this evaluation and the plainest search, as none was bred.
pub fn evaluation(name: String, origin: Origin, values: &[f64]) -> Organism {
    Organism {
        name,
        weights: weights_of(values),
        search: SearchParams::PLAIN,
        origin,
    }
}

/// The weights of an evaluation, of the values of its genes.
pub fn weights_of(values: &[f64]) -> Weights {
    let mut weights = Weights::default();
    fill(&mut weights.0, values);
    weights
}

/// The parameters of a search, of the values of its genes.
pub fn search_of(values: &[f64]) -> SearchParams {
    let mut search = SearchParams::PLAIN;
    fill(&mut search.0, values);
    search
}

fn fill(genes: &mut [i32], values: &[f64]) {
    for (gene, &value) in genes.iter_mut().zip(values) {
        *gene = value as i32;
    }
}
