//! Simulated games: what is known of the landscape, and what its games say of it.

use evo::{Jury, Problem, Scores, Seed, Threads};
use problems::landscape::{Landscape, MOST, Terrain, elo_of_percent};

fn landscape(pairs: u32, seed: u64) -> Landscape {
    Landscape::new(Terrain::usual(20), pairs, Seed::new(seed))
}

fn judged(landscape: &Landscape, programs: &[Vec<i32>], seed: u64) -> Scores {
    let jury = Jury::new(landscape, Threads::new(1.try_into().unwrap()));
    let judge: &dyn evo::Judge<_, _> = &jury;
    judge
        .judge(programs, Seed::new(seed), false)
        .unwrap()
        .scores
}

/// The best program by hill climbing in truth.
fn summit(landscape: &Landscape) -> Vec<i32> {
    let mut best = landscape.base().to_vec();
    for _ in 0..30 {
        for gene in 0..best.len() {
            let of = |value: i32| {
                let mut program = best.clone();
                program[gene] = value;
                landscape.elo(&program)
            };
            let values = 0..=MOST;
            best[gene] = values.max_by(|&a, &b| of(a).total_cmp(&of(b))).unwrap();
        }
    }
    best
}

#[test]
fn the_base_is_as_far_below_the_summit_as_it_is_to_be() {
    for seed in 1..=5 {
        let landscape = landscape(1, seed);
        assert!(landscape.elo(landscape.base()).abs() < 1e-9);
        let most = landscape.elo(&summit(&landscape));
        // Rounding to whole numbers costs a little.
        assert!((98.5..=100.0).contains(&most), "{most}");
    }
}

#[test]
fn dead_parameters_do_nothing_and_few_parameters_matter_most() {
    let landscape = landscape(1, 1);
    let best = summit(&landscape);
    let mut costs: Vec<_> = (0..best.len())
        .map(|gene| {
            let mut program = best.clone();
            program[gene] = (best[gene] + 20).min(MOST);
            landscape.elo(&best) - landscape.elo(&program)
        })
        .collect();
    costs.sort_by(f64::total_cmp);
    assert_eq!(costs.iter().filter(|cost| cost.abs() < 1e-9).count(), 4);
    let (least, most): (f64, f64) = (costs[4..12].iter().sum(), costs[12..].iter().sum());
    assert!(most > 5.0 * least, "{costs:?}");
}

#[test]
fn games_say_what_is_true_within_their_error() {
    let landscape = landscape(16, 3);
    let program = summit(&landscape);
    let truth = landscape.elo(&program);
    let programs = vec![program; 2_000];
    let scores = judged(&landscape, &programs, 1);
    assert_eq!(scores.effort.games, 2_000 * 32);
    let values: Vec<_> = scores.fitness.iter().map(|one| one.value).collect();
    let mean = values.iter().sum::<f64>() / 2_000.0;
    // Openings that favour a side make a difference in strength count a little less.
    let elo = elo_of_percent(mean);
    assert!((truth - 6.0..truth + 2.0).contains(&elo), "{elo} {truth}");
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    let deviation = (squares.sum::<f64>() / 1_999.0).sqrt();
    let told = scores.fitness.iter().map(|one| one.stderr).sum::<f64>() / 2_000.0;
    assert!(
        (0.9..1.15).contains(&(told / deviation)),
        "{told} {deviation}"
    );
}

#[test]
fn as_many_games_are_drawn_as_there_are_to_be() {
    let terrain = Terrain {
        draws: 0.6,
        ..Terrain::usual(5)
    };
    let landscape = Landscape::new(terrain, 20_000, Seed::new(1));
    let program = landscape.base().to_vec();
    let tasks = landscape.plan(&[program], Seed::new(2));
    let results = landscape.run(&mut (), &tasks[0]).unwrap();
    let share = results.draws() as f64 / results.games() as f64;
    // Fewer than between equals: an opening favours one side.
    assert!((0.54..0.6).contains(&share), "{share}");
    let [worst, .., best] = results.by_score();
    assert!(worst.abs_diff(best) < 400, "{results:?}");
    assert!(landscape.is_plausible(&tasks[0], &results));
}

#[test]
fn truth_costs_no_games_and_seeds_repeat() {
    let landscape = landscape(4, 9);
    let program = summit(&landscape);
    let truth = judged(&landscape.by_truth(), std::slice::from_ref(&program), 1);
    assert_eq!(truth.effort.games, 0);
    assert_eq!(truth.fitness[0].value, landscape.elo(&program));
    assert_eq!(truth.fitness[0].stderr, 0.0);
    let twice = [1, 1, 2].map(|seed| judged(&landscape, &vec![program.clone(); 9], seed));
    assert_eq!(twice[0], twice[1]);
    assert_ne!(twice[0], twice[2]);
    assert_ne!(
        landscape,
        Landscape::new(Terrain::usual(20), 4, Seed::new(10))
    );
}
