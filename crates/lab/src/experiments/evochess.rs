//! EvoChess: the depth of search, the order of moves and the evaluation bred together, by
//! games against players of fixed depth.
//!
//! R. Groß, K. Albrecht, W. Kantschik, W. Banzhaf: Evolving chess playing programs,
//! GECCO 2002.

use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::path::PathBuf;

use chess::Damage;
use evo::{Space, Steps};
use evochess::depth::{Limits, Program};
use evochess::ladder::{Class, Climb, Ladder, Rules, Trial};
use evochess::search::Bounds;
use evochess::{
    Genome, Individual, Individuals, Module, Organism, Weights, ordering, position, twins,
};
use journal::{Genes, Reader};
use serde::Deserialize;
use toml::Spanned;

use super::data::unpublished;
use crate::evolve::{self, Breeding, Error, Meaning, Trained};
use crate::experiment::{Bred, Entry, Experiment, Gene, Ready, Story, Work};
use crate::genes::Recorded;
use crate::numbers;
use crate::recipe::{Demes, Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Champion, Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "evochess",
    read,
};

/// `[evochess]`: individuals climb a ladder of players of fixed depth.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [evochess]")]
struct Settings {
    /// The modules that are bred.
    modules: Spanned<Vec<Module>>,
    /// The organism that gives the others, and the weights that breeding starts from,
    /// relative to the recipe; where it is left out, the others have the standard values,
    /// the depth is the rest depth, and weights start at random.
    given: Option<Spanned<PathBuf>>,
    /// Organism files whose modules breeding starts from too, relative to the recipe; a
    /// folder means the champions of the runs in it. Only modules that are bred are taken.
    /// Without them, a stage goes on with individuals of the one before.
    founders: Option<Vec<Spanned<PathBuf>>>,
    /// How many of the last generation of each run of the stage before, if not one.
    heirs: Option<NonZeroU32>,
    /// How far individuals may search.
    search: Bounds,
    /// How large depth programs may be.
    programs: Limits,
    /// The steps of the weights.
    steps: Steps,
    /// When games end.
    games: Rules,
    /// The four phases of an evaluation.
    phases: Climb,
    /// How the best are tried.
    exam: Exam,
}

/// Games of the best against some classes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [evochess.exam]")]
struct Exam {
    /// In every generation with a number that this divides, and in the last.
    every: NonZeroU32,
    /// The classes of the opponents.
    classes: Spanned<Vec<u8>>,
    /// Games against each.
    games: NonZeroU32,
}

#[derive(Debug)]
struct Evochess {
    settings: Settings,
    heirs: u32,
    classes: Vec<Class>,
    demes: Demes<Individuals>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    if settings.modules.get_ref().is_empty() {
        let what = "at least one module must be bred: \"depth\", \"position\" or \"ordering\"";
        return Err(Mistake::new(settings.modules.span().start, what));
    }
    let numbers = &settings.exam.classes;
    let at = numbers.span().start;
    let classes = numbers
        .get_ref()
        .iter()
        .map(|&number| Class::try_from(number));
    let classes = classes.collect::<Result<Vec<_>, _>>();
    let classes = classes.map_err(|error| Mistake::new(at, error.to_string()))?;
    if classes.is_empty() {
        return Err(Mistake::new(at, "an exam needs at least one class"));
    }
    if let (None, Some(before)) = (&settings.founders, section.before().last())
        && before.experiment_as::<Evochess>().is_none()
    {
        let what = format!("[{}] breeds no individuals to go on with", before.name);
        return Err(section.wrong(what));
    }
    if settings.heirs.is_some() && (settings.founders.is_some() || section.before().is_empty()) {
        let what =
            "`heirs` are of the stage before: without one, or with `founders`, there are none";
        return Err(section.wrong(what));
    }
    let heirs = settings.heirs.map_or(1, NonZeroU32::get);
    let runs = section
        .before()
        .last()
        .map_or(0, |before| before.runs.get());
    let demes = section.demes(&settings.space(None))?;
    if heirs.saturating_mul(runs) > demes.population() {
        let what = format!("{heirs} heirs of each run do not fit into the population");
        return Err(section.wrong(what));
    }
    Ok(vec![section.stage(Evochess {
        settings,
        heirs,
        classes,
        demes,
    })?])
}

impl Settings {
    /// What is bred, with the other modules of a given individual.
    fn space(&self, given: Option<Individual>) -> Individuals {
        let modules = self.modules.get_ref().clone();
        Individuals::new(modules, given, self.programs, self.steps)
    }

    fn ladder(&self, trial: Trial) -> Ladder {
        Ladder {
            bounds: self.search,
            rules: self.games,
            trial,
        }
    }
}

impl Evochess {
    /// Whether breeding can start from these individuals.
    fn check(&self, space: &Individuals, founders: &[Individual]) -> Result<(), String> {
        let fits = |one: &Individual| space.holds(&space.founder(one));
        match founders.len() {
            count if count > self.demes.population() as usize => {
                Err(format!("{count} founders do not fit into the population"))
            }
            _ if founders.iter().all(fits) => Ok(()),
            _ => Err("a founder's depth program is larger than [evochess.programs] allows".into()),
        }
    }
}

impl Experiment for Evochess {
    fn title(&self) -> &'static str {
        "players"
    }

    /// The size of the depth program, which is text itself, and all weights.
    fn genes(&self) -> Vec<Gene> {
        let Limits {
            statements,
            nesting,
            ..
        } = self.settings.programs;
        let size = |name: &str, max: u16| Gene {
            name: name.into(),
            min: 0.0,
            max: max.into(),
            published: None,
        };
        let sizes = [
            size("STATEMENTS", statements.get()),
            size("NESTING", nesting.into()),
        ];
        let weights = [position::TABLE, ordering::TABLE].map(unpublished);
        sizes.into_iter().chain(weights.concat()).collect()
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "fitness, from 1 to 15",
            sign: "",
            short: " fitness",
            places: 2,
            less_is_better: false,
            trial: "in the exam",
            among_peers: false,
        }
    }

    fn story(&self) -> Story {
        Story {
            what: "random programs learn to search and climb a ladder of fixed depths",
            told: "programs learned to search and climbed a ladder of fixed depths",
            caption: "Fitness by the classes of the opponents that were beaten: twice their \
                      depth. The paper's best has 10.48 in an exam of 60 games.",
            next: Some("galapagos explain FILE"),
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        let Settings {
            given, founders, ..
        } = &self.settings;
        let given = given.iter().map(|path| Named::organism("given", path));
        let founders = founders.iter();
        given
            .chain(founders.map(|paths| Named::founders("founders", paths)))
            .collect()
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        _: &Stage,
        _: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let settings = &self.settings;
        let individual = |file: PathBuf| {
            let organism = Organism::read(&file).map_err(StudyError::data)?;
            Ok::<_, StudyError>(organism.individual)
        };
        let all = |named: &Named<'_>| {
            let files = recipe.files_of(named)?.into_iter();
            files.map(individual).collect::<Result<Vec<_>, _>>()
        };
        let given = match &settings.given {
            Some(path) => all(&Named::organism("given", path))?.pop(),
            None => None,
        };
        let space = settings.space(given);
        let founders = match &settings.founders {
            Some(paths) => {
                let founders = all(&Named::founders("founders", paths))?;
                self.check(&space, &founders).map_err(|what| {
                    let at = paths.first().map_or(0, |path| path.span().start);
                    recipe.wrong(at, what)
                })?;
                Some(founders)
            }
            None => None,
        };
        let exam = Trial::Exam {
            classes: self.classes.clone(),
            games: settings.exam.games.get(),
        };
        Ok(Box::new(Climbing {
            space,
            demes: self.demes.clone(),
            founders,
            heirs: self.heirs as usize,
            train: settings.ladder(Trial::Climb(settings.phases.clone())),
            exam: settings.ladder(exam),
            exam_every: settings.exam.every.get(),
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        let organism = Organism {
            name: bred.name,
            individual: recorded(bred.values, bred.program),
            bounds: self.settings.search,
            origin: bred.origin,
        };
        organism.to_toml()
    }
}

/// Genes before the weights.
const SIZES: usize = 2;

/// The individual of these genes.
fn recorded(values: &[f64], program: Option<&str>) -> Individual {
    let program = program.expect("an individual has a program");
    let depth: Result<Program, _> = program.parse();
    let weights = numbers::program(&values[SIZES..]);
    let (position, ordering) = weights.split_at(position::TABLE.len());
    Individual {
        depth: depth.expect("the journal holds whole programs"),
        position: Weights::of(position),
        ordering: Weights::of(ordering),
    }
}

/// The size of the program, all weights, and the program as text.
impl Recorded for Individuals {
    fn genes(&self, genome: &Genome) -> Genes {
        let Individual {
            depth,
            position,
            ordering,
        } = self.decode(genome);
        let sizes: [_; SIZES] = [depth.size() as f64, depth.nesting() as f64];
        let weights = position.values().iter().chain(ordering.values());
        let weights = weights.copied().map(f64::from);
        Genes {
            values: sizes.into_iter().chain(weights).collect(),
            program: Some(depth.to_string()),
        }
    }
}

struct Climbing {
    space: Individuals,
    demes: Demes<Individuals>,
    /// Where they are not of the stage before.
    founders: Option<Vec<Individual>>,
    heirs: usize,
    train: Ladder,
    exam: Ladder,
    exam_every: u32,
}

impl Ready for Climbing {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let founders = match &self.founders {
            Some(founders) => founders.clone(),
            None => heirs(work.writer.reader(), work.recipe, work.stage, self.heirs)?,
        };
        let founders: Vec<_> = founders.iter().map(|one| self.space.founder(one)).collect();
        let breeding = Breeding {
            space: self.space.clone(),
            demes: self.demes.clone(),
            founders: Box::new(move |_, _| Ok(founders.clone())),
            problem: Trained {
                train: self.train.clone(),
                test: Some(self.exam.clone()),
                meaning: Meaning {
                    test_every: self.exam_every,
                    score: Box::new(|fitness, _, _| fitness),
                    trial: evolve::Trial::Score(Box::new(|fitness| fitness)),
                },
            },
        };
        breeding.go(work)
    }
}

/// What a stage goes on with: of each run of the stage before the champion and, best first,
/// others of the last generation, none of which plays like another. None in the first stage.
fn heirs(
    reader: &Reader,
    recipe: &Recipe,
    stage: &Stage,
    most: usize,
) -> Result<Vec<Individual>, Error> {
    let mut all = Vec::new();
    if stage.first == 0 {
        return Ok(all);
    }
    let before = recipe.stage(stage.first - 1);
    for phase in before.phases() {
        let Some(latest) = reader.latest(phase)? else {
            continue;
        };
        let champion = Champion::of(reader, &latest, Measure::of(before))?;
        let organisms = reader.organisms(latest.place)?;
        let mut order: Vec<_> = (0..organisms.len() as u32).collect();
        order.sort_by(|&one, &other| {
            let fitness = |number: u32| organisms[number as usize].fitness.value;
            fitness(other).total_cmp(&fitness(one))
        });
        let others = order.into_iter().filter(|&one| one != champion.latest.1);
        let mut family = Vec::new();
        for number in std::iter::once(champion.latest.1).chain(others) {
            let program = reader.program(latest.place, number)?;
            let genes = &organisms[number as usize].genome;
            family.push(recorded(genes, program.as_deref()));
            if *twins(&family).last().expect("one") + 1 < family.len() {
                family.pop();
            }
            if family.len() == most {
                break;
            }
        }
        all.extend(family);
    }
    Ok(all)
}
