//! A search as a problem of evolution, against searches one by one.

use std::num::NonZeroU64;
use std::path::Path;

use chess::Game;
use engine::Mind;
use engine::eval::Weights;
use engine::organism::Organism;
use engine::search::{Limit, SearchParams};
use evo::{Backend, Kits, Problem, Scores, Seed, Space, Threads};
use problems::tactics::{Answer, FITNESS_NODES, Puzzle, Tactics, Until};

const NODES: u64 = 3_000;

/// Mates, a fork, an overworked guard, and positions where little is clear.
const SUITE: &str = "\
    6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"mate in one\";\n\
    r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - bm Ra6+; id \"mate in three\";\n\
    2r3k1/5ppp/3q4/8/8/2Q5/5PPP/2R3K1 w - - bm Qxc8+; id \"trade\";\n\
    r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - bm Nf6+; id \"mate in two\";\n\
    1b3r1k/p5pp/1p2q3/2p3N1/PnR4r/3PP2P/1P3PB1/3Q1RK1 b - - bm Qe5; id \"long\";\n\
    4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; am e3; id \"unclear\";\n";

fn suite() -> Vec<Puzzle> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("suite.epd");
    std::fs::write(&path, SUITE).unwrap();
    Puzzle::read_suite(&path).unwrap().0
}

fn tactics() -> Tactics {
    let nodes = NonZeroU64::new(NODES).unwrap();
    Tactics::new(suite(), Weights::default(), nodes, 1)
}

/// Iteration by iteration, each begun from nothing.
fn solve_slowly(puzzle: &Puzzle, organism: &Organism) -> Answer {
    let game = Game::new(puzzle.board.clone());
    for depth in 1..=127 {
        let limit = Limit {
            depth: Some(depth),
            ..Limit::nodes(NODES)
        };
        let found = organism.engine(1, 1).search(&game, &limit);
        let mv = found.best.unwrap();
        let right =
            (puzzle.best.is_empty() || puzzle.best.contains(&mv)) && !puzzle.avoid.contains(&mv);
        if right || found.depth < depth {
            return Answer {
                mv,
                solved: right,
                nodes: if right { found.found_at_nodes } else { NODES },
                searched: found.nodes,
            };
        }
    }
    panic!("{} has no end", puzzle.name);
}

fn programs(count: u64) -> Vec<Vec<i32>> {
    let space = problems::bits(SearchParams::TABLE);
    assert_eq!(space.bits(), 70);
    let sample = |index| space.sample(&mut Seed::new(4).child("organism", index).stream());
    (0..count)
        .map(|index| space.decode(&sample(index)))
        .collect()
}

fn organism(program: &[i32]) -> Organism {
    Organism {
        search: SearchParams(program.try_into().unwrap()),
        ..Organism::default()
    }
}

fn judge(tactics: &Tactics, programs: &[Vec<i32>], threads: usize) -> Scores {
    let tasks = tactics.plan(programs, Seed::new(0));
    let threads = Threads::new(threads.try_into().unwrap());
    let outcomes = threads.run_all(tactics, &Kits::new(), &tasks).unwrap();
    tactics.reduce(programs, &tasks, &outcomes)
}

#[test]
fn a_puzzle_is_solved_by_the_first_iteration_that_answers_right() {
    let limit = Limit::nodes(NODES);
    let (mut solved, mut unsolved) = (0, 0);
    for program in programs(12) {
        let organism = organism(&program);
        for puzzle in suite() {
            let answer = puzzle.solve(&organism, &limit, 1, Until::Found);
            assert_eq!(answer, solve_slowly(&puzzle, &organism), "{}", puzzle.name);
            assert!(answer.nodes <= answer.searched.max(NODES));
            solved += usize::from(answer.solved);
            unsolved += usize::from(!answer.solved);

            let kept = puzzle.solve(&organism, &limit, 1, Until::Limit);
            let found = organism
                .engine(1, 1)
                .search(&Game::new(puzzle.board.clone()), &limit);
            assert_eq!(Some(kept.mv), found.best);
            assert_eq!(kept.searched, found.nodes);
        }
    }
    assert!(solved > 10 && unsolved > 10, "{solved} and {unsolved}");
}

#[test]
fn fitness_is_inverse_to_the_nodes_of_all_puzzles() {
    let programs = programs(5);
    let scores = judge(&tactics(), &programs, 1);
    let mut searched = 0;
    for (program, fitness) in programs.iter().zip(&scores.fitness) {
        let organism = organism(program);
        let answers: Vec<_> = suite()
            .iter()
            .map(|puzzle| solve_slowly(puzzle, &organism))
            .collect();
        let nodes: u64 = answers.iter().map(|answer| answer.nodes).sum();
        assert_eq!(fitness.value, FITNESS_NODES / nodes as f64);
        searched += answers.iter().map(|answer| answer.searched).sum::<u64>();
    }
    assert_eq!(scores.effort.nodes, searched);
    assert_eq!(scores.effort.positions, (5 * suite().len()) as u64);
    assert_eq!(judge(&tactics(), &programs, 3), scores);
}

#[test]
fn plans_and_scores_do_not_depend_on_what_is_known() {
    let tactics = tactics();
    let mut without_null_move = SearchParams::default();
    without_null_move.0[SearchParams::TABLE.index("NULL_MOVE_USE")] = 0;
    let mut same = without_null_move;
    same.0[SearchParams::TABLE.index("NULL_MOVE_REDUCTION")] = 7;
    let generation = [without_null_move, same, same].map(|params| params.0.to_vec());

    let tasks = tactics.plan(&generation, Seed::new(0));
    assert_eq!(tasks.len(), suite().len());
    let scores = judge(&tactics, &generation, 2);
    assert_eq!(scores.fitness[0], scores.fitness[1]);
    assert_eq!(tactics.plan(&generation, Seed::new(1)), tasks);
    assert_eq!(judge(&tactics, &generation, 1), scores);

    let solved = tactics.by_solved();
    assert_eq!(solved.plan(&generation, Seed::new(0)), tasks);
    let organism = organism(&generation[0]);
    let count = suite()
        .iter()
        .filter(|puzzle| solve_slowly(puzzle, &organism).solved)
        .count();
    let scores = judge(&solved, &generation, 1);
    assert_eq!(scores.fitness[2].value, count as f64);
}

#[test]
fn damaged_lines_of_a_suite_are_named_and_one_must_be_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("suite.epd");
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Puzzle::read_suite(&path)
    };
    let good = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;";
    for (bad, says) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";", "neither bm nor am"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;", "`bm`: e5 is illegal"),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - - bm e4;",
            "`-` is not an opcode",
        ),
        ("nonsense", "4 to 6 fields"),
    ] {
        let (puzzles, damage) = read(&format!("{good}\n# a comment\n{bad}\n")).unwrap();
        assert_eq!((puzzles.len(), damage.count), (1, 1));
        let told = damage.to_string();
        assert!(
            told.contains("suite.epd:3: ") && told.contains(says),
            "{told}"
        );
        let error = read(bad).unwrap_err().to_string();
        assert!(
            error.contains("suite.epd:1: ") && error.contains(says),
            "{error}"
        );
    }
    let error = read("\n").unwrap_err().to_string();
    assert!(error.ends_with("no position in it"), "{error}");
    assert!(Puzzle::read_suite(Path::new("/no/such.epd")).is_err());
}
