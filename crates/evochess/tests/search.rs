//! Searches against plain minimax, and within their bounds.

use std::num::{NonZeroU8, NonZeroU64};

use chess::{Board, Game, fen, insufficient_material, key, legal_moves};
use evo::Seed;
use evochess::depth::{Code, Limits};
use evochess::ordering::{Evolved, OrderingWeights, Random};
use evochess::position::{Position, PositionWeights};
use evochess::search::{Allowance, Bounds, MATE, Negascout, Swift, Tree};
use evochess::{Individual, Weights};

const POSITIONS: [&str; 6] = [
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1",
];

fn depth(plies: u8) -> NonZeroU8 {
    NonZeroU8::new(plies).unwrap()
}

fn position(seed: u64) -> Position {
    Position::new(&PositionWeights::default(), seed)
}

/// The value of a position, without any cut.
fn minimax(board: &Board, path: &mut Vec<u64>, plies: u8, ply: i32, judge: &mut Position) -> i32 {
    let moves = legal_moves(board);
    if moves.is_empty() {
        return if board.checkers().is_empty() {
            0
        } else {
            ply - MATE
        };
    }
    let now = key(board);
    let repeated = path[..path.len() - 1].contains(&now);
    if ply > 0 && (repeated || board.halfmove_clock() >= 100 || insufficient_material(board)) {
        return 0;
    }
    if plies == 0 {
        return judge.evaluate(board);
    }
    let value = |mv| {
        let mut child = board.clone();
        child.play(mv);
        path.push(key(&child));
        let value = -minimax(&child, path, plies - 1, ply + 1, judge);
        path.pop();
        value
    };
    moves.into_iter().map(value).max().unwrap()
}

#[test]
fn all_searches_of_fixed_depth_find_the_value_of_minimax() {
    for (number, text) in POSITIONS.iter().enumerate() {
        let game = Game::new(fen::parse(text).unwrap());
        for plies in 1..=3 {
            let seed = number as u64;
            let mut path = game.keys().to_vec();
            let value = minimax(game.board(), &mut path, plies, 0, &mut position(seed));
            let bounds = Bounds::fixed(depth(plies));
            let evolved = Evolved::new(&OrderingWeights::default());
            let mut tree = Tree::new(position(seed), evolved, Code::default(), bounds);
            let found = tree.search(&game, Allowance::ALL, &mut ());
            assert_eq!(found.score, value, "{text} to depth {plies}");
            let mut child = game.clone();
            child.play(found.mv).unwrap();
            let mut path = child.keys().to_vec();
            let reply = minimax(child.board(), &mut path, plies - 1, 1, &mut position(seed));
            assert_eq!(-reply, value, "{} in {text}", found.mv);

            let mut random = Tree::new(position(seed), Random(7), Code::default(), bounds);
            assert_eq!(random.search(&game, Allowance::ALL, &mut ()).score, value);
            let found = Negascout::new(position(seed), depth(plies)).search(&game);
            assert_eq!(found.score, value, "negascout, {text} to depth {plies}");
        }
    }
}

#[test]
fn a_mate_is_found_and_the_nearest_is_preferred() {
    let game = Game::new(fen::parse(POSITIONS[3]).unwrap());
    for plies in 1..=4 {
        let found = Negascout::new(position(1), depth(plies)).search(&game);
        assert_eq!(
            (found.mv.to_string().as_str(), found.score),
            ("d1d8", MATE - 1)
        );
        let individual = Individual::default();
        let mut tree = individual.tree(Bounds::fixed(depth(plies)), 1);
        let found = tree.search(&game, Allowance::ALL, &mut ());
        assert_eq!(
            (found.mv.to_string().as_str(), found.score),
            ("d1d8", MATE - 1)
        );
    }
}

/// Random individuals play themselves; the bank is never overdrawn by more than one
/// search may need to end.
#[test]
fn random_programs_end_and_keep_to_their_nodes() {
    let each = 2_000;
    let bounds = Bounds {
        nodes: NonZeroU64::new(each).unwrap(),
        ..Bounds::default()
    };
    let limits = Limits {
        start: 80.try_into().unwrap(),
        statements: 200.try_into().unwrap(),
        nesting: 5,
        moves: evo::Probability::new(0.2),
        own: evo::Probability::new(0.1),
        alike: evo::Probability::new(0.5),
    };
    let (mut deepest, mut saved) = (0, 0);
    for number in 0..400 {
        let mut stream = Seed::new(5).child("individual", number).stream();
        let weights = |table: params::Table, stream: &mut evo::Stream| -> Vec<_> {
            let value = |spec: &params::ParamSpec| {
                spec.min + stream.below((spec.max - spec.min) as usize + 1) as i32
            };
            table.iter().map(value).collect()
        };
        let individual = Individual {
            depth: limits.sample(&mut stream),
            position: Weights::of(&weights(evochess::position::TABLE, &mut stream)),
            ordering: Weights::of(&weights(evochess::ordering::TABLE, &mut stream)),
        };
        let mut thinker = individual.thinker(bounds, number);
        let start = fen::parse(POSITIONS[number as usize % POSITIONS.len()]).unwrap();
        let mut game = Game::new(start);
        let (mut nodes, mut moves) = (0, 0);
        while game.end().is_none() && moves < 12 {
            let found = thinker.choose(&game);
            game.play(found.mv).unwrap();
            (nodes, moves) = (nodes + found.nodes, moves + 1);
            assert!(found.depth <= 10);
            deepest = deepest.max(found.depth);
            // When nodes run out, what is left of each level is still looked at once.
            let late = 10 * 218;
            assert!(
                nodes <= moves * each + late,
                "{nodes} nodes in {moves} moves"
            );
            saved += u64::from(found.nodes > each + late);
        }
    }
    assert_eq!(deepest, 10);
    assert!(saved > 0, "no program saves nodes and spends them");
}

/// Whole games with their repetitions, from a few pieces to many.
#[test]
fn the_swift_player_makes_the_moves_of_negascout() {
    let (mut moves, mut drawn) = (0, 0);
    let (mut swift_nodes, mut scout_nodes) = (0, 0);
    let shuffling = "8/8/4k3/8/8/4K3/R7/7r w - - 90 80";
    for (number, text) in POSITIONS.iter().chain([&shuffling]).enumerate() {
        for plies in 1..=6 {
            let seed = number as u64;
            let mut swift = Swift::new(position(seed), depth(plies));
            let mut scout = Negascout::new(position(seed), depth(plies));
            let mut game = Game::new(fen::parse(text).unwrap());
            let most = 3_usize << (6 - plies);
            while game.end().is_none() && game.moves().len() < most {
                let (quick, plain) = (swift.search(&game), scout.search(&game));
                let what = format!("{} to depth {plies}", fen::write(game.board()));
                assert_eq!((quick.mv, quick.score), (plain.mv, plain.score), "{what}");
                swift_nodes += quick.nodes;
                scout_nodes += plain.nodes;
                drawn += u32::from(plain.score == 0);
                moves += 1;
                game.play(plain.mv).unwrap();
            }
        }
    }
    assert!(moves > 400 && drawn > 20, "{moves} {drawn}");
    assert!(2 * swift_nodes < scout_nodes, "{swift_nodes} {scout_nodes}");
}
