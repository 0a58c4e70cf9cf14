//! Games as lessons: what is drawn from them, and what is held out.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::sync::Arc;

use chess::pgn::{Reader, Record};
use chess::{Board, Color};
use engine::Mind;
use engine::modern::Organism;
use engine::modern::eval::Weights;
use engine::modern::search::SearchGenes;
use engine::search::{Limit, Score};
use evo::{Kits, Problem, Seed, Threads};
use problems::learn::{Draw, Lessons, Numbers, Pupil, Taught, collect};
use problems::selfplay::{Practice, Records, Round, Selfplay, Study, Task};

fn games(count: usize) -> Vec<Record> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/games.pgn");
    let games = Reader::open(file).unwrap();
    games.map(|game| game.unwrap()).take(count).collect()
}

fn draw() -> Draw {
    Draw {
        skip: 10,
        per_game: 15,
        values: Weights::default().piece_values(),
        seed: Seed::new(1),
    }
}

#[test]
fn a_game_is_learned_from_or_held_out_as_a_whole() {
    let games = games(12);
    let [train, test] = collect(&games, &draw(), 0.4);
    assert_eq!(train.games() + test.games(), 12);
    assert!(train.games() > 2 && test.games() > 2);
    for left_out in 0..games.len() {
        let mut others = games.clone();
        // It stays in its place, but without a move.
        others[left_out].game = chess::Game::new(Board::default());
        let [less_train, less_test] = collect(&others, &draw(), 0.4);
        let changed = [less_train.len() < train.len(), less_test.len() < test.len()];
        assert!(changed[0] != changed[1], "game {left_out} is in both");
    }
}

#[test]
fn no_position_of_a_fight_is_drawn() {
    let game = &games(1)[0].game;
    let all = Draw {
        skip: 0,
        per_game: usize::MAX,
        ..draw()
    };
    let taught = Taught {
        start: game.start(),
        moves: game.moves(),
        scores: &[],
        half_points: 1,
    };
    let lessons = Lessons::of(taught, 0, &all);
    let mut board = game.start().clone();
    let mut quiet = 0;
    for &mv in game.moves() {
        let takes = board.colors(!board.side_to_move()).has(mv.to);
        quiet += usize::from(board.checkers().is_empty() && !takes);
        board.play(mv);
    }
    assert!(lessons.len() <= quiet && lessons.len() > quiet / 4);
    let few = Lessons::of(taught, 0, &draw());
    assert_eq!(few.len(), 15);
}

fn selfplay() -> Selfplay {
    let number = |number| std::num::NonZeroU64::new(number).unwrap();
    Selfplay {
        games: [20, 20].map(|games| NonZeroU32::new(games).unwrap()),
        nodes: [number(30), number(60)],
        generations: 4,
        practice: Practice {
            random_plies: 6,
            even_cp: 300,
            most_plies: 120,
        },
        gate_pairs: 2,
        gate_nodes: number(150),
        mebibytes: 1,
        search: SearchGenes::default(),
        book: Arc::new(arena::book::Book::built_in()),
        study: None,
    }
}

fn pupil(weights: &Weights) -> Pupil {
    Pupil {
        numbers: Numbers::of(weights, 150.0),
        generation: 2,
    }
}

#[test]
fn games_against_itself_repeat_on_any_number_of_threads_and_can_be_replayed() {
    let problem = selfplay();
    assert_eq!(
        [0, 2, 4, 9].map(|generation| problem.nodes_in(generation).get()),
        [30, 42, 60, 60]
    );
    let programs = [pupil(&Weights::default()), pupil(&Weights::neutral())];
    let tasks = problem.plan(&programs, Seed::new(3));
    assert_eq!(tasks.len(), 2 + 2);
    let last = programs.clone().map(|pupil| Pupil {
        generation: 4,
        ..pupil
    });
    let gate = problem.plan(&last, Seed::new(3));
    assert!(gate.len() == 2 && gate.iter().all(|task| matches!(task, Task::Gate { .. })));
    let run = |count| {
        let threads = Threads::new(NonZeroUsize::new(count).unwrap());
        evo::Backend::run_all(&threads, &problem, &Kits::new(), &tasks).unwrap()
    };
    let outcomes = run(1);
    assert_eq!(outcomes, run(2));
    let scores = problem.reduce(&programs, &tasks, &outcomes);
    assert_eq!(scores.effort.games, 24);
    // Whoever knows what pieces are worth wins.
    assert!(scores.fitness[0].value > 50.0);
    assert_eq!(scores.fitness[0].value + scores.fitness[1].value, 100.0);

    let mut different = std::collections::HashSet::new();
    for (task, outcome) in tasks.iter().zip(&outcomes) {
        let games = outcome.games.replay();
        let results = outcome.games.half_points();
        for (game, half_points) in games.iter().zip(results) {
            let known = game
                .outcome()
                .map(|outcome| outcome.half_points(Color::White));
            assert_eq!(half_points, known.unwrap_or(1));
            assert!(known.is_some() || game.moves().len() == problem.practice.most_plies);
            if let Task::Practice { .. } = task {
                assert!(different.insert(game.moves().to_vec()));
            }
        }
    }
    let round = Round {
        games: Records(problem.records(&tasks, &outcomes)),
        values: Weights::default().piece_values().0.to_vec(),
        unit: 150.0,
        seed: Seed::new(1),
    };
    let lessons = |threads| round.lessons(10, NonZeroUsize::new(threads).unwrap());
    assert_eq!(lessons(1), lessons(2));
    assert_eq!(lessons(1).games(), 24);
    assert!(lessons(1).len() > 100);
}

#[test]
fn games_of_others_are_all_looked_at_before_one_is_taken_again() {
    let count = NonZeroUsize::new(4).unwrap();
    let nodes = 40.try_into().unwrap();
    let games = games(12);
    let study = Study::new(games.clone(), count, nodes, 10, Seed::new(1));
    let problem = Selfplay {
        study,
        ..selfplay()
    };
    let taken = |generation| {
        let program = Pupil {
            generation,
            ..pupil(&Weights::default())
        };
        let tasks = problem.plan(&[program], Seed::new(3));
        let studies = tasks.into_iter().filter_map(|task| match task {
            Task::Study { games, .. } => Some(games),
            _ => None,
        });
        studies.flatten().collect::<Vec<_>>()
    };
    let mut all: Vec<_> = (0..3).flat_map(taken).collect();
    assert_eq!(taken(3), taken(0));
    all.sort_unstable();
    assert_eq!(all, (0..12).collect::<Vec<_>>());
    let missing = Task::Study {
        numbers: Arc::new(pupil(&Weights::default()).numbers),
        games: vec![12],
    };
    let mut kit = problem.equip().unwrap();
    assert!(problem.run(&mut kit, &missing).is_err());
}

#[test]
fn games_of_others_keep_their_results_and_get_the_scores_of_searches() {
    let games = games(3);
    let count = NonZeroUsize::new(games.len()).unwrap();
    let nodes = 200;
    let study = Study::new(
        games.clone(),
        count,
        nodes.try_into().unwrap(),
        10,
        Seed::new(1),
    );
    let problem = Selfplay {
        study,
        ..selfplay()
    };
    let numbers = pupil(&Weights::default()).numbers;
    let mut kit = problem.equip().unwrap();
    let mut seen = 0;
    for (number, record) in games.iter().enumerate() {
        let task = Task::Study {
            numbers: Arc::new(numbers.clone()),
            games: vec![number as u32],
        };
        let outcome = problem.run(&mut kit, &task).unwrap();
        let result = record.result().unwrap().half_points(Color::White);
        assert_eq!(outcome.games.half_points(), [result]);
        let replayed = outcome.games.replay();
        assert_eq!(replayed[0].moves(), record.game.moves());

        // The scores are the last thing in the bytes of a game, two for each position.
        let mut engine = Organism {
            weights: numbers.weights(),
            ..Organism::default()
        }
        .engine(1, 1);
        let plies = record.game.moves().len();
        let bytes = &outcome.games.0[outcome.games.0.len() - 2 * (plies - 10)..];
        let mut game = chess::Game::new(record.game.start().clone());
        for (ply, &mv) in record.game.moves().iter().enumerate() {
            let score = ply.checked_sub(10).map(|place| {
                let bytes = [bytes[2 * place], bytes[2 * place + 1]];
                i16::from_le_bytes(bytes)
            });
            if let Some(score) = score.filter(|&score| score != i16::MIN) {
                let found = engine.search(&game, &Limit::nodes(nodes)).score;
                let expected = match (found, game.board().side_to_move()) {
                    (Score::Centipawns(score), Color::White) => score,
                    (Score::Centipawns(score), Color::Black) => -score,
                    (Score::Mate(_), _) => continue,
                };
                assert_eq!(i32::from(score), expected);
                assert!(game.board().checkers().is_empty());
                seen += 1;
            }
            game.play(mv).unwrap();
        }
    }
    assert!(seen > 60, "{seen}");
}
