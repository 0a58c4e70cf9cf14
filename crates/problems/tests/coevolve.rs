//! Coevolution: which organisms meet, and what the games are worth.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use arena::book::Book;
use chess::{Board, Color};
use engine::eval::{Evaluator, UNIT, Weights};
use engine::modern::{Organism, search::SearchGenes};
use evo::{Backend, Kits, Problem, Seed, Space, Threads};
use problems::coevolve::{Coevolve, Contest, Judged, Meetings, Searches};
use problems::weights_space;

fn contest(openings: usize) -> Coevolve {
    let contest = Contest {
        book: Arc::new(Book::built_in()),
        nodes: 60,
        mebibytes: 1,
    };
    Coevolve::new(contest, Meetings::All(NonZeroUsize::new(openings).unwrap()))
}

fn random(count: u64) -> Vec<Vec<i32>> {
    let space = weights_space();
    let sample = |number| space.sample(&mut Seed::new(5).child("test", number).stream());
    (0..count)
        .map(|number| space.decode(&sample(number)))
        .collect()
}

#[test]
fn all_meet_all_from_openings_of_their_own() {
    let generation = random(5);
    let problem = contest(2);
    let tasks = problem.plan(&generation, Seed::new(1));
    // Ten meetings in two openings each.
    assert_eq!(tasks.len(), 20);
    let openings: HashSet<_> = tasks.iter().map(|task| task.opening).collect();
    assert_eq!(openings.len(), 20);
    let again = problem.plan(&generation, Seed::new(1));
    assert_eq!(again, tasks);
    let other = problem.plan(&generation, Seed::new(2));
    assert_ne!(other[0].opening, tasks[0].opening);
}

#[test]
fn points_add_up_on_any_number_of_threads() {
    let generation = random(4);
    let problem = contest(2);
    let tasks = problem.plan(&generation, Seed::new(3));
    let judge = |threads: usize| {
        let threads = Threads::new(threads.try_into().unwrap());
        let outcomes = threads.run_all(&problem, &Kits::new(), &tasks).unwrap();
        problem.reduce(&generation, &tasks, &outcomes)
    };
    let scores = judge(1);
    assert_eq!(scores, judge(2));
    // Six meetings of four games, one point in each game.
    assert_eq!(scores.effort.games, 24);
    let points: f64 = scores.fitness.iter().map(|fitness| fitness.value).sum();
    assert_eq!(points, 24.0);
    // No player thinks longer than allowed; no game is longer than 200 moves.
    assert!(scores.effort.nodes <= 24 * 400 * 60);
    assert!(scores.effort.nodes > 24 * 60);
}

#[test]
fn examples_are_what_the_evaluation_says_of_quiet_positions_and_how_the_game_ended() {
    let generation = random(2);
    let problem = contest(2);
    let tasks = problem.plan(&generation, Seed::new(3));
    let outcomes = Threads::new(NonZeroUsize::MIN)
        .run_all(&problem, &Kits::new(), &tasks)
        .unwrap();
    let examples = problem.examples(&tasks, &outcomes);

    let weights = Weights(generation[0].clone().try_into().unwrap());
    let mut evaluator = Evaluator::new(weights);
    let mut expected = Vec::new();
    let book = Book::built_in();
    for (task, outcome) in tasks.iter().zip(&outcomes) {
        for (color, moves) in Color::ALL.into_iter().zip(&outcome.moves) {
            let mut board: Board = book.opening(task.opening).game.board().clone();
            for mv in moves.iter().map(|&bits| chess::unpack(bits).unwrap()) {
                let pieces = |board: &Board| board.occupied().len();
                let mut after = board.clone();
                after.play(mv);
                let takes = pieces(&after) < pieces(&board);
                let en_passant = takes && !board.occupied().has(mv.to);
                // Castling is the king taking its own rook, and left out too.
                let castles = board.colors(board.side_to_move()).has(mv.to);
                let noisy = takes && !en_passant || castles || mv.promotion.is_some();
                if board.checkers().is_empty() && !noisy {
                    let score = f64::from(evaluator.sixteenths(&board)) / f64::from(UNIT);
                    let points = outcome.half_points[color as usize];
                    let own = board.side_to_move() == color;
                    let points = if own { points } else { 2 - points };
                    expected.push((score, f64::from(points) / 2.0));
                }
                board = after;
            }
        }
    }
    assert!(expected.len() > 100);
    assert_eq!(examples.len(), expected.len());
    for (example, (score, result)) in examples.iter().zip(expected) {
        let terms = example.features.iter().zip(weights.0);
        let said: f64 = terms.map(|(seen, weight)| seen * f64::from(weight)).sum();
        assert!((said - score).abs() < 1e-6, "{said} {score}");
        assert_eq!(example.result, result);
    }
}

/// Searches that play at two limits.
fn searches(judged: Judged, meetings: Meetings) -> Coevolve {
    let contest = |nodes| Contest {
        book: Arc::new(Book::built_in()),
        nodes,
        mebibytes: 1,
    };
    let searches = Searches(Organism::default().weights);
    Coevolve::of_searches(searches, [1, 400].map(contest).into(), meetings, judged)
}

/// At one node a move all searches play the same moves, whatever their genes; so both
/// organisms win as much of the one limit, and the other decides.
#[test]
fn the_limit_at_which_a_search_does_worst_can_be_what_counts() {
    let textbook = Searches::program(&SearchGenes::default());
    let mut hasty = textbook.clone();
    // Cuts off nearly everything that is not far behind.
    hasty[SearchGenes::TABLE.index("REVERSE_DEPTH")] = 12;
    hasty[SearchGenes::TABLE.index("REVERSE_MARGIN")] = 20;
    hasty[SearchGenes::TABLE.index("QUIET_LIMIT_BASE")] = 1;
    hasty[SearchGenes::TABLE.index("QUIET_LIMIT_FACTOR")] = 20;
    let generation = [textbook, hasty];
    let fitness = |judged| {
        let meetings = Meetings::All(NonZeroUsize::new(6).unwrap());
        let problem = searches(judged, meetings);
        let tasks = problem.plan(&generation, Seed::new(1));
        let threads = Threads::new(NonZeroUsize::MIN);
        let outcomes = threads.run_all(&problem, &Kits::new(), &tasks).unwrap();
        let scores = problem.reduce(&generation, &tasks, &outcomes);
        assert_eq!(scores.effort.games, 12);
        [0, 1].map(|number| scores.fitness[number].value)
    };
    let [first, second] = fitness(Judged::ByAll);
    assert_eq!(first + second, 12.0);
    let worst = fitness(Judged::ByTheWorst);
    // Six games at one node are three points each; the rest was won at 400.
    let at_400 = [first - 3.0, second - 3.0];
    assert_ne!(at_400[0], at_400[1], "the searches differ");
    let expected = at_400.map(|points: f64| 2.0 * points.min(3.0));
    assert_eq!(worst, expected);
}

#[test]
fn the_two_of_a_pair_share_the_points_of_their_games() {
    let textbook = Searches::program(&SearchGenes::default());
    let generation = vec![textbook; 5];
    let meetings = Meetings::Twins(NonZeroUsize::new(4).unwrap());
    let problem = searches(Judged::ByAll, meetings);
    let tasks = problem.plan(&generation, Seed::new(1));
    let threads = Threads::new(NonZeroUsize::MIN);
    let outcomes = threads.run_all(&problem, &Kits::new(), &tasks).unwrap();
    let scores = problem.reduce(&generation, &tasks, &outcomes);
    assert_eq!(scores.effort.games, 8);
    let points: Vec<_> = scores.fitness.iter().map(|fitness| fitness.value).collect();
    // Four games for each pair, and the middle one is taken to be as good as all.
    assert_eq!(points[1] + points[2], 4.0);
    assert_eq!(points[3] + points[4], 4.0);
    assert_eq!(points[0], 2.0);
    assert!(
        scores
            .fitness
            .iter()
            .all(|fitness| fitness.stderr.is_finite())
    );
}

#[test]
fn numbers_of_no_search_are_a_reason_and_no_panic() {
    let textbook = Searches::program(&SearchGenes::default());
    let mut wide = textbook.clone();
    wide[0] = 1000;
    for wrong in [wide, textbook[1..].to_vec(), [&textbook[..], &[1]].concat()] {
        let meetings = Meetings::All(NonZeroUsize::MIN);
        let problem = searches(Judged::ByAll, meetings);
        let tasks = problem.plan(&[textbook.clone(), wrong], Seed::new(1));
        let mut players = problem.equip().unwrap();
        let reason = problem.run(&mut players, &tasks[0]).unwrap_err();
        assert!(reason.to_string().contains("not the numbers of a player"));
    }
}
