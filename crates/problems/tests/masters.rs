//! Evolutionary programming of weights, checked against plain recursion.

mod support;

use chess::{
    Board, Game, Move, Piece, fen, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_pawn_quiets, get_rook_moves, key, uci,
};
use engine::eval::Evaluation;
use engine::search::{Engine, Limit, SearchParams};
use evo::{Problem, Seed, Space, Stream};
use problems::masters::{
    BOUNDS, Error, Evaluator, Masters, NARROW_START, Score, Setup, Weights, duel, evolve, openings,
    space,
};
use problems::mimic::{QUIESCENCE_PLIES, tie_break};
use support::{Followed, legal};

fn random_game(stream: &mut Stream) -> Game {
    let mut game = Game::default();
    for _ in 0..100 {
        if game.end().is_some() {
            break;
        }
        let moves = legal(game.board());
        game.play(moves[stream.below(moves.len())]).unwrap();
    }
    game
}

fn random_games(count: u64) -> Vec<Game> {
    let game = |index| random_game(&mut Seed::new(7).child("game", index).stream());
    (0..count).map(game).collect()
}

fn random_players(count: u64) -> Vec<Weights> {
    let space = space(&BOUNDS).unwrap();
    let player = |index| space.sample(&mut Seed::new(9).child("player", index).stream());
    (0..count)
        .map(|index| Weights::of(&player(index)))
        .collect()
}

/// The worth of a position for the side to move, in 64ths of a centipawn, one
/// piece at a time.
fn evaluate(board: &Board, weights: &Weights) -> i64 {
    let fixed = |weight: f64| (weight * 64.0).round() as i64;
    let occupied = board.occupied();
    let mut total = 0;
    for square in occupied {
        let (piece, color) = (
            board.piece_on(square).unwrap(),
            board.color_on(square).unwrap(),
        );
        let (value, reached) = match piece {
            Piece::Pawn => (
                100.0,
                get_pawn_quiets(square, color, occupied)
                    | get_pawn_attacks(square, color) & board.colors(!color),
            ),
            Piece::Knight => (weights.0[0], get_knight_moves(square)),
            Piece::Bishop => (weights.0[1], get_bishop_moves(square, occupied)),
            Piece::Rook => (weights.0[2], get_rook_moves(square, occupied)),
            Piece::Queen => (
                weights.0[3],
                get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            ),
            Piece::King => (0.0, get_king_moves(square)),
        };
        let moves = i64::from((reached - board.colors(color)).len());
        let worth = fixed(value) + fixed(weights.0[4]) * moves;
        total += if color == board.side_to_move() {
            worth
        } else {
            -worth
        };
    }
    total
}

/// Quiescence by plain recursion; being mated is the worst there is.
fn quiescence(board: &Board, weights: &Weights, ply: u8, followed: &mut Followed) -> i64 {
    let in_check = ply == 0 && !board.checkers().is_empty();
    let mut best = if in_check {
        -i64::MAX
    } else {
        evaluate(board, weights)
    };
    if ply < QUIESCENCE_PLIES {
        for mv in followed.moves(board, ply) {
            let mut child = board.clone();
            child.play(mv);
            best = best.max(-quiescence(&child, weights, ply + 1, followed));
        }
    }
    best
}

fn choice(board: &Board, weights: &Weights, followed: &mut Followed) -> Move {
    let mut worth = |mv: Move| {
        let mut child = board.clone();
        child.play(mv);
        let stalemate = child.checkers().is_empty() && legal(&child).is_empty();
        if stalemate {
            0
        } else {
            -quiescence(&child, weights, 0, followed)
        }
    };
    let best = |&mv: &Move| (worth(mv), tie_break(key(board), mv));
    legal(board).into_iter().max_by_key(best).unwrap()
}

#[test]
fn the_batch_scorer_agrees_with_plain_recursion() {
    let mut fens: Vec<Board> = [
        "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
        "8/2P1k3/8/8/8/8/1p2K3/R7 b - - 0 1",
        "4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1",
        "r3k2r/pppq1ppp/2n2n2/3pp3/1b1PP1b1/2N2N2/PPPQ1PPP/R3KB1R w KQkq - 0 1",
    ]
    .map(|text| fen::parse(text).unwrap())
    .to_vec();
    for game in random_games(6) {
        let mut board = game.start().clone();
        for (ply, &mv) in game.moves().iter().enumerate() {
            if ply % 5 == 0 {
                fens.push(board.clone());
            }
            board.play(mv);
        }
    }
    let weights = random_players(12);
    let mut followed = Followed::default();
    for board in fens {
        let choose = |weights| choice(&board, weights, &mut followed);
        let choices: Vec<Move> = weights.iter().map(choose).collect();
        // One game for each legal move: every player agrees with exactly its own.
        let moves = legal(&board);
        let games: Vec<Game> = moves
            .iter()
            .map(|&mv| {
                let mut game = Game::new(board.clone());
                game.play(mv).unwrap();
                game
            })
            .collect();
        let players = Masters::new(games, 1.try_into().unwrap()).unwrap();
        for (game, &mv) in moves.iter().enumerate() {
            let wanted: Vec<u32> = choices.iter().map(|&c| (c == mv).into()).collect();
            let hits = players.hits(game, &weights);
            assert_eq!(hits, wanted, "{mv} in {}", fen::write(&board));
        }
    }
}

#[test]
fn the_evaluation_agrees_with_one_piece_at_a_time() {
    for game in random_games(4) {
        let mut board = game.start().clone();
        for &mv in game.moves() {
            for weights in random_players(3) {
                let mut evaluator = Evaluator::new(&weights);
                let wanted = evaluate(&board, &weights);
                assert_eq!(i64::from(evaluator.fractions(&board)), wanted);
                assert_eq!(i64::from(evaluator.evaluate(&board)), wanted / 64);
            }
            board.play(mv);
        }
    }
}

#[test]
fn pieces_have_their_values() {
    let values = Evaluator::new(&Weights([310.89, 325.32, 514.92, 841.61, 5.62])).piece_values();
    assert_eq!(values.0, [100, 310, 325, 514, 841, 0]);
}

#[test]
fn every_generation_draws_its_own_games() {
    let players = Masters::new(random_games(40), 6.try_into().unwrap()).unwrap();
    let genomes = vec![vec![300.0, 330.0, 500.0, 900.0, 10.0]; 3];
    let tasks = |seed| players.plan(&genomes, Seed::new(seed));
    assert_eq!(tasks(1), tasks(1));
    assert_ne!(tasks(1), tasks(2));
    assert!(!players.repeatable());

    let tasks = tasks(1);
    let different = |i: usize| tasks[i + 1..].iter().all(|other| *other != tasks[i]);
    assert_eq!(tasks.len(), 6);
    assert!((0..tasks.len()).all(different));

    let outcomes: Vec<_> = tasks
        .iter()
        .map(|task| players.run(&mut (), task).unwrap())
        .collect();
    let scores = players.reduce(&genomes, &tasks, &outcomes);
    let hits: u32 = outcomes.iter().map(|hits| hits[0]).sum();
    assert_eq!(scores.fitness.len(), 3);
    assert_eq!(scores.fitness[0].value, f64::from(hits));
    assert!(scores.fitness[0].stderr > 0.0);
    assert_eq!(scores.effort.positions % 3, 0);
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads_and_with_games_prepared_before() {
    let setup = Setup {
        generations: 8,
        ..Setup::default()
    };
    let players = || Masters::new(random_games(20), 6.try_into().unwrap()).unwrap();
    let run = |players: &Masters, seed, threads: usize| {
        evolve(
            players,
            &setup,
            Seed::new(seed),
            threads.try_into().unwrap(),
        )
        .unwrap()
    };
    let (fresh, used) = (players(), players());
    let one = run(&fresh, 1, 1);
    run(&used, 2, 2);
    assert_eq!(run(&used, 1, 3), one);
    assert_ne!(run(&used, 2, 1), one);
    assert_eq!((one.first.len(), one.last.len()), (10, 10));
    assert!(one.first.contains(&one.first_champion));
    assert!(one.last.contains(&one.champion));
}

#[test]
fn the_narrow_start_lies_outside_the_queens_bounds() {
    let setup = Setup {
        start: NARROW_START,
        generations: 1,
        ..Setup::default()
    };
    let players = Masters::new(random_games(6), 6.try_into().unwrap()).unwrap();
    let run = evolve(&players, &setup, Seed::new(1), 1.try_into().unwrap()).unwrap();
    for player in &run.first {
        assert!((400.0..=500.0).contains(&player.0[3]), "{player:?}");
    }
}

#[test]
fn too_few_games_and_too_wide_bounds_are_refused() {
    let few = Masters::new(random_games(5), 6.try_into().unwrap()).err();
    assert!(matches!(
        few,
        Some(Error::TooFewGames { drawn: 6, there: 5 })
    ));
    let mut bounds = BOUNDS;
    bounds[4].1 = 1000.0;
    assert!(matches!(space(&bounds), Err(Error::TooWide { .. })));
    bounds[4].1 = f64::NAN;
    assert!(matches!(space(&bounds), Err(Error::Evo(_))));
}

#[test]
fn the_better_weights_win() {
    let openings = openings(&random_games(10), 6, 4);
    assert_eq!(openings.len(), 4);
    let good = Weights([300.0, 330.0, 500.0, 900.0, 5.0]);
    let bad = Weights([300.0, 330.0, 500.0, 900.0, 300.0]);
    let tally = duel(&good, &bad, &openings, 2);
    assert_eq!(tally.wins + tally.draws + tally.losses, 8);
    assert!(tally.points() > 4.0, "{tally:?}");
    assert_eq!(tally, duel(&good, &bad, &openings, 2));
    let turned = duel(&bad, &good, &openings, 2);
    assert_eq!(
        turned,
        Score {
            wins: tally.losses,
            draws: tally.draws,
            losses: tally.wins
        }
    );
}

#[test]
fn a_search_plays_with_it() {
    let game = Game::new(fen::parse("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap());
    let weights = Weights([300.0, 330.0, 500.0, 900.0, 5.0]);
    let mut engine = Engine::new(Evaluator::new(&weights), SearchParams::PLAIN, 1);
    let best = engine.search(&game, &Limit::depth(4)).best.unwrap();
    assert_eq!(uci::write(game.board(), best, false), "e4d5");
}
