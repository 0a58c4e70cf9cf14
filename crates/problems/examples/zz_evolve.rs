#![allow(missing_docs)]
use evo::trees::*;
use evo::*;
use problems::endgame::*;
use std::ops::ControlFlow;
use std::time::Instant;

fn load(path: &str) -> Forest {
    let words = vocabulary(Terminals::All);
    let text = std::fs::read_to_string(path).unwrap();
    let parts: Vec<&str> = text.split("====").collect();
    Forest(
        parts
            .iter()
            .map(|p| words.parse(p, FLOAT).unwrap_or_else(|e| panic!("{e}")))
            .collect(),
    )
}

fn arg<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::args()
        .find_map(|a| a.strip_prefix(&format!("{name}="))?.parse().ok())
        .unwrap_or(default)
}

fn main() {
    let master = problems::endgame::Organism::master().genome;
    let endings: String = arg("endings", "KQRKQR".into());
    let endings: Vec<Ending> = endings.split(',').map(|e| e.parse().unwrap()).collect();
    let terminals = if arg("terminals", "all".to_string()) == "all" {
        Terminals::All
    } else {
        Terminals::Paper
    };
    let points = Points {
        mate: arg("mate", 1.0),
        ahead: arg("ahead", 0.75),
        draw: arg("draw", 0.5),
        behind: arg("behind", 0.0),
        mated: 0.0,
    };
    let paper = Points {
        mate: 1.0,
        ahead: 0.75,
        draw: 0.5,
        behind: 0.0,
        mated: 0.0,
    };
    let big = Limits {
        start: (arg("start0", 2), arg("start1", 4)),
        depth: arg("depth", 12),
        size: arg("size", 120),
    };
    let small = Limits {
        start: (2, 4),
        depth: 6,
        size: 40,
    };
    let space = space(
        terminals,
        &Sizes {
            advantage: big,
            even: big,
            disadvantage: small,
        },
    )
    .unwrap();
    let longest = arg("longest", 50);
    let train = Endgame {
        endings: endings.clone(),
        starts: arg("starts", 2),
        longest,
        points,
        opponents: Opponents::Peers(arg("opponents", 5)),
    };
    let exam = Endgame {
        endings,
        starts: 75,
        longest,
        points: paper,
        opponents: Opponents::One(master.clone()),
    };
    let size: u32 = arg("tournament", 4);
    let selection = if size == 0 {
        Selection::Roulette
    } else {
        Selection::Tournament {
            size: size.try_into().unwrap(),
        }
    };
    let mrate = arg("mutation", 0.15);
    let rrate = arg("reproduction", 0.35);
    let method = Method::Gp(evo::gp::Gp {
        population: arg("population", 80),
        elites: arg("elites", 1),
        selection,
        reproduction_rate: Probability::new(rrate),
        crossover_rate: Probability::new(1.0 - mrate - rrate),
        mutation_rate: Probability::new(mrate),
        crossover: Graft {
            inner: Probability::new(0.9),
        },
        mutation: Regrow {
            subtree: Probability::new(arg("subtree", 0.3)),
            point: Probability::new(arg("point", 0.1)),
            constant: Probability::new(arg("constant", 0.1)),
            insert: Probability::new(arg("insert", 0.4)),
            hoist: Probability::new(arg("hoist", 0.1)),
            depth: arg("mdepth", 3).try_into().unwrap(),
        },
    });
    let mut evolver = Evolver::new(method, &space, vec![]).unwrap();
    let threads = Threads::new(arg("threads", 2usize).try_into().unwrap());
    let run = Run {
        space: &space,
        problem: &train,
        backend: &threads,
        seed: Seed::new(arg("seed", 1)),
        generations: arg("generations", 100),
    };
    let begun = Instant::now();
    let mut total = Effort::default();
    let Ok(_) = run.go(&mut evolver, |generation, evolver: &Evolver<Trees>| -> ControlFlow<()> {
        total += generation.stats.effort;
        if generation.number % arg("every", 10) == 0 {
            let champion = evolver.champion().unwrap();
            let (a, b) = (Strategy::new(&champion.genome), Strategy::new(&master));
            let mut tally = Tally::default();
            for part in 0..15 { tally += exam.meet(&a, &b, part * 5..part * 5 + 5, Seed::new(0)).tally; }
            let bloat = Bloat::of(generation.organisms.iter().map(|o| &o.genome));
            let games = 2.0 * train.starts as f64 * 5.0;
            println!("{:4} best {:.3} mean {:.3} vs master {:.3} {:?} size {:.0}/{} games {} {:.2} Mpos {:.0} s {:.0} kpos/s", generation.number,
              generation.stats.best / games, generation.stats.mean / games, tally.points(&paper) / 150.0, tally, bloat.mean, bloat.most,
              total.games, total.positions as f64 / 1e6, begun.elapsed().as_secs_f64(), total.positions as f64 / 1e3 / begun.elapsed().as_secs_f64());
        }
        ControlFlow::Continue(())
    });
    let champion = evolver.champion().unwrap();
    for tree in &champion.genome.0 {
        println!("{}\n", space.vocabulary().write_indented(tree, 100));
    }
}
