//! How long the journal of a paper-size run takes: 200 generations of 100
//! organisms with 35 genes, bred from the random generation 0.
//!
//! `cargo run --release -p journal --example pace [FOLDER]`

use std::time::Instant;
use std::{env, error::Error, fs};

use evo::{Account, Effort, Fitness, Generation, Organism, Origin, Stats};
use journal::{About, Phase, Reader, Scored, Writer};

fn main() -> Result<(), Box<dyn Error>> {
    let place = env::args().nth(1).unwrap_or_else(|| ".".into());
    let runs = tempfile::tempdir_in(place)?;
    let folder = runs.path().join("pace");
    let about = About {
        phases: vec![Phase {
            name: "evaluation".into(),
            genes: (0..35).map(|gene| format!("GENE_{gene}")).collect(),
            ..Phase::default()
        }],
        ..About::default()
    };
    // About as many bytes as the population takes with 224 bits a genome.
    let checkpoint = vec![7; 5_500];

    let start = Moment::now();
    let mut writer = Writer::create(&folder, &about)?;
    start.print("create");
    let start = Moment::now();
    for number in 0..=200 {
        let organisms: Vec<_> = (0..100)
            .map(|index: u32| Organism {
                genome: (0..35)
                    .map(|gene: u32| f64::from((number + index * gene) % 1_000))
                    .collect(),
                origin: Origin::Cross(index, 99 - index),
                fitness: Fitness::exact(f64::from(number + index).sqrt()),
            })
            .collect();
        let values: Vec<_> = organisms.iter().map(|one| one.fitness.value).collect();
        let generation = Generation {
            number,
            organisms: &organisms,
            stats: Stats::of(&values, Effort::default()),
            account: Account::default(),
        };
        let scored = Scored {
            organisms: &values,
            demes: &[0; 100],
            ..Scored::default()
        };
        writer.record(0, &generation, &scored, Vec::clone, &checkpoint)?;
    }
    start.print("record");
    let start = Moment::now();
    writer.finish()?;
    start.print("finish");

    let start = Moment::now();
    let reader = Reader::open(&folder)?;
    start.print("open");
    let start = Moment::now();
    reader.gene(0, "GENE_34")?;
    start.print("a gene over time");
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        println!("{:?} {} bytes", entry.file_name(), entry.metadata()?.len());
    }
    Ok(())
}

/// Time on the wall and on the processor: the first is what counts, the second is
/// what can be compared on a busy machine.
struct Moment {
    wall: Instant,
    processor_ns: u64,
}

impl Moment {
    fn now() -> Self {
        // Linux tells; elsewhere it stays 0.
        let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let first = told.split(' ').next();
        Self {
            wall: Instant::now(),
            processor_ns: first.and_then(|ns| ns.parse().ok()).unwrap_or(0),
        }
    }

    fn print(&self, what: &str) {
        let now = Self::now();
        let wall_ms = (now.wall - self.wall).as_secs_f64() * 1e3;
        let processor_ms = (now.processor_ns - self.processor_ns) as f64 / 1e6;
        println!("{what:<20} {wall_ms:>8.2} ms   processor {processor_ms:>8.2} ms");
    }
}
