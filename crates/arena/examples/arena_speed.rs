//! What the arena costs: games a second of organisms in this process against the
//! same as UCI programs, and the overhead of a move. See `benches/arena.sh`.

use std::env;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use arena::{Contender, Pace, Played, Player, Program, Rules, Seat, play};
use chess::{Board, Game, Move, fen, uci};

/// Balanced positions after a few moves; each is played with both colours.
const OPENINGS: [&str; 8] = [
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3",
    "rnbqkbnr/pp3ppp/4p3/2pp4/3PP3/8/PPPN1PPP/R1BQKBNR w KQkq - 0 4",
    "rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
    "rnbqk2r/ppppppbp/5np1/8/2P5/2N3P1/PP1PPP1P/R1BQKBNR w KQkq - 1 4",
    "rnbqkb1r/ppp1pppp/5n2/3p4/3P1B2/5N2/PPP1PPPP/RN1QKB1R b KQkq - 3 3",
];

const NODES: Pace = Pace::Nodes(2000);

fn main() {
    let mut arguments = env::args().skip(1);
    match arguments.next().as_deref() {
        Some("instant") => answer_at_once(),
        Some(galapagos) => {
            compare(Path::new(galapagos));
            overhead();
        }
        None => eprintln!("usage: arena_speed GALAPAGOS, the program; see benches/arena.sh"),
    }
}

/// Plays the same games in this process and with programs, opening by opening so
/// that both meet the same load.
fn compare(galapagos: &Path) {
    let inside = Contender::Organism {
        organism: Box::default(),
        mebibytes: 1,
    };
    let mut program = Program::new(galapagos).repeatable();
    program.arguments = vec!["uci".into()];
    let outside = Contender::Uci(program);
    let mut players = [&inside, &inside, &outside, &outside]
        .map(|contender| contender.player().unwrap_or_else(|fault| panic!("{fault}")));
    let [a, b, c, d] = &mut players;
    let (mut moves, mut inside, mut outside) = (0, Duration::ZERO, Duration::ZERO);
    for opening in OPENINGS {
        for _ in 0..2 {
            let (first, time) = timed_game(&mut **a, &mut **b, NODES, opening);
            inside += time;
            let (second, time) = timed_game(&mut **c, &mut **d, NODES, opening);
            outside += time;
            assert!(
                first.game == second.game,
                "the same organisms, another game"
            );
            moves += first.thoughts.len();
        }
    }
    let games = 2 * OPENINGS.len();
    for (name, time) in [("in this process", inside), ("as two programs", outside)] {
        let rate = games as f64 / time.as_secs_f64();
        let a_move = time / moves as u32;
        println!("2000 nodes a move, {name}: {rate:.2} games/s, {a_move:.1?} a move");
    }
    println!("ratio: {:.2}", outside.as_secs_f64() / inside.as_secs_f64());
}

/// The time of a move with a program that answers at once: what the arena and the
/// pipes cost, and a little of the program.
fn overhead() {
    let mut program = Program::new(env::current_exe().expect("this program has a path"));
    program.arguments = vec!["instant".into()];
    let contender = Contender::Uci(program);
    let mut players = [(); 2].map(|()| {
        let player = contender.player();
        player.unwrap_or_else(|fault| panic!("{fault}"))
    });
    let [a, b] = &mut players;
    let mut times = Vec::new();
    for opening in OPENINGS.repeat(4) {
        let (played, _) = timed_game(&mut **a, &mut **b, NODES, opening);
        times.extend(played.thoughts.iter().map(|timed| timed.time));
    }
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    let median = times[times.len() / 2];
    println!(
        "a program that answers at once: {mean:.1?} a move (median {median:.1?}, {} moves)",
        times.len()
    );
}

/// A game and the time it took.
fn timed_game(
    white: &mut dyn Player,
    black: &mut dyn Player,
    pace: Pace,
    opening: &str,
) -> (Played, Duration) {
    let start = Game::new(fen::parse(opening).expect("openings are positions"));
    let white = Seat {
        player: white,
        pace,
    };
    let black = Seat {
        player: black,
        pace,
    };
    let begun = Instant::now();
    let played = play(white, black, start, &Rules::default());
    let time = begun.elapsed();
    if let Some((_, fault)) = &played.fault {
        panic!("{fault}");
    }
    (played, time)
}

/// Speaks UCI and plays a legal move without thought.
fn answer_at_once() {
    let mut board = Board::default();
    for line in io::stdin().lock().lines() {
        let line = line.expect("the arena writes text");
        let answer = if line == "uci" {
            "id name Instant\nuciok".to_owned()
        } else if line == "isready" {
            "readyok".to_owned()
        } else if let Some(position) = line.strip_prefix("position fen ") {
            board = read_position(position);
            continue;
        } else if line.starts_with("go") {
            let mv = uci::write(&board, any_move(&board), false);
            format!("info depth 1 score cp 30 nodes 1 pv {mv}\nbestmove {mv}")
        } else {
            continue;
        };
        println!("{answer}");
        io::stdout().flush().expect("the arena listens");
    }
}

fn read_position(text: &str) -> Board {
    let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut board = fen::parse(start).expect("the arena knows positions");
    for mv in moves.split_ascii_whitespace() {
        board.play(uci::parse(&board, mv).expect("the arena knows moves"));
    }
    board
}

/// A move that changes with the position, so that games go on for long.
fn any_move(board: &Board) -> Move {
    let mut moves = Vec::new();
    board.generate_moves(|group| {
        moves.extend(group);
        false
    });
    moves[chess::key(board) as usize % moves.len()]
}
