//! A run whose every number is known in advance.

use std::path::Path;

use evo::{Account, Effort, Fitness, Generation, Organism, Origin, Stats};
use journal::{About, Error, Phase, Place, Reader, Scored, Writer};

pub const SIZE: u32 = 20;

pub fn about() -> About {
    let phase = |name: &str, genes: &[&str]| Phase {
        name: name.into(),
        genes: genes.iter().map(|&gene| gene.into()).collect(),
        demes: vec!["ga".into(), "de".into()],
        unit: "points".into(),
        trial: "on test".into(),
        less_is_better: name == "search",
    };
    About {
        recipe: "# a recipe\npopulation = 20\n".into(),
        seed: u64::MAX - 1,
        version: "0.1.0".into(),
        command: "evolve sample.toml".into(),
        phases: vec![
            phase("evaluation", &["PAWN", "KNIGHT", "TEMPO"]),
            phase("search", &["REDUCTION"]),
        ],
    }
}

pub fn place(phase: u32, generation: u32) -> Place {
    Place { phase, generation }
}

/// Reals in the first phase, whole numbers in the second.
pub fn organisms(at: Place) -> Vec<Organism<Vec<f64>>> {
    let organism = |index: u32| {
        let number = f64::from(at.generation * 100 + index);
        Organism {
            genome: match at.phase {
                0 => vec![number / 3.0, -number, f64::MIN_POSITIVE],
                _ => vec![number],
            },
            origin: match (at.generation, index % 3) {
                (0, 0) => Origin::Founder,
                (0, _) => Origin::Random,
                (_, 0) => Origin::Copy(index),
                (_, 1) => Origin::Mutant(SIZE - 1),
                (_, _) => Origin::Cross(index, 0),
            },
            fitness: Fitness {
                value: number / 7.0,
                stderr: 0.25,
            },
        }
    };
    (0..SIZE).map(organism).collect()
}

pub fn stats(at: Place) -> Stats {
    let values: Vec<_> = organisms(at).iter().map(|one| one.fitness.value).collect();
    let effort = Effort {
        games: 1,
        positions: at.generation.into(),
        nodes: u64::MAX,
    };
    Stats::of(&values, effort)
}

pub fn trial(at: Place) -> Option<f64> {
    at.generation
        .is_multiple_of(2)
        .then(|| at.generation.into())
}

/// The score of every organism: ten times its fitness.
pub fn scores(at: Place) -> Vec<f64> {
    let organisms = organisms(at);
    let scores = organisms.iter().map(|one| 10.0 * one.fitness.value);
    scores.collect()
}

/// Two demes, one half each.
pub fn demes() -> Vec<u32> {
    (0..SIZE)
        .map(|index| u32::from(index >= SIZE / 2))
        .collect()
}

/// Longer than a page, and different in each generation.
pub fn checkpoint(at: Place) -> Vec<u8> {
    at.generation.to_le_bytes().repeat(5_000)
}

pub fn create(folder: &Path) -> Writer {
    Writer::create(folder, &about()).unwrap()
}

pub fn record(writer: &mut Writer, at: Place) -> Result<(), Error> {
    let organisms = organisms(at);
    let generation = Generation {
        number: at.generation,
        organisms: &organisms,
        stats: stats(at),
        account: Account::default(),
    };
    let (scores, demes) = (scores(at), demes());
    let scored = Scored {
        best: 10.0 * generation.stats.best,
        mean: 10.0 * generation.stats.mean,
        trial: trial(at),
        solved: Some(3.0),
        organisms: &scores,
        demes: &demes,
    };
    writer.record(at.phase, &generation, &scored, Vec::clone, &checkpoint(at))
}

/// All that was recorded is whole and right, and ends with the checkpoint.
/// Returns the number of the last generation; the run has the first phase only.
pub fn check(reader: &Reader) -> Option<u32> {
    assert_eq!(reader.about(), &about());
    let figures = reader.generations(None).unwrap();
    for (number, figures) in (0..).zip(&figures) {
        let at = place(0, number);
        assert_eq!(figures.place, at);
        assert_eq!(figures.stats, stats(at));
        assert_eq!(figures.best_score, 10.0 * figures.stats.best);
        assert_eq!(figures.mean_score, 10.0 * figures.stats.mean);
        assert_eq!(figures.trial_score, trial(at));
        assert_eq!(figures.solved, Some(3.0));
        assert_eq!(reader.scores(at).unwrap(), scores(at));
        assert_eq!(reader.organisms(at).unwrap(), organisms(at));
    }
    let last = figures.last().map(|figures| figures.place);
    assert_eq!(reader.last().unwrap(), last);
    assert_eq!(reader.stamps(None).unwrap().len(), figures.len());
    let kept = reader.checkpoint().unwrap();
    assert_eq!(kept.as_ref().map(|kept| kept.place), last);
    assert_eq!(kept.map(|kept| kept.bytes), last.map(checkpoint));
    last.map(|last| last.generation)
}
