//! What the arena costs: games a second of organisms in this process against the
//! same as UCI programs, and the overhead of a move. See `benches/arena.sh`.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use arena::{Contender, Inside, Pace, Played, Player, Program, Rules, Seat, play};
use chess::{Board, Game, Move, fen, uci};
use engine::organism::Organism;

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

const ROUNDS: usize = 3;

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

/// Plays the same games in this process, with two programs, and in this process
/// on all its cores, in turns so that all meet the same load.
fn compare(galapagos: &Path) {
    let inside = Contender::Inside(Inside::searching(Organism::default(), 1));
    let mut program = Program::new(galapagos).repeatable();
    program.arguments = vec!["uci".into()];
    let outside = Contender::Uci(program);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut costs = [Cost::default(); 3];
    for _ in 0..ROUNDS {
        let [one, two, all] = [(&inside, 1), (&outside, 1), (&inside, cores)]
            .map(|(contender, workers)| tournament(contender, workers));
        assert!(one.0 == two.0 && one.0 == all.0, "other games");
        for (sum, (_, cost)) in costs.iter_mut().zip([one, two, all]) {
            sum.time += cost.time;
            sum.processor += cost.processor;
        }
    }
    let games = (2 * OPENINGS.len() * ROUNDS) as u32;
    let ratio = |part: fn(&Cost) -> Duration, cost| {
        part(&costs[1]).as_secs_f64() / part(cost).as_secs_f64()
    };
    println!("2000 nodes a move                games/s  ratio  processor time a game  ratio");
    for (name, cost) in [
        "organisms, one game at a time",
        "the same as two programs",
        "organisms, a game on every core",
    ]
    .iter()
    .zip(&costs)
    {
        println!(
            "{name:<32} {:7.2} {:6.2} {:>22} {:6.2}",
            f64::from(games) / cost.time.as_secs_f64(),
            ratio(|cost| cost.time, cost),
            format!("{:.1?}", cost.processor / games),
            ratio(|cost| cost.processor, cost),
        );
    }
}

/// What games cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    time: Duration,
    /// Of this process and its children: what a busy machine does not change much.
    processor: Duration,
}

/// Plays all openings with both colours on this many threads; the games and what they
/// cost.
fn tournament(contender: &Contender, workers: usize) -> (Vec<Game>, Cost) {
    let processor = processor_time();
    let next = AtomicUsize::new(0);
    let ready = Barrier::new(workers + 1);
    let work = || {
        let mut players = [(); 2].map(|()| start(contender));
        ready.wait();
        let mut games = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(opening) = OPENINGS.get(number / 2) else {
                return games;
            };
            players.rotate_left(1);
            let [white, black] = &mut players;
            games.push((number, game(&mut **white, &mut **black, opening).game));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        ready.wait();
        let begun = Instant::now();
        let games = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no fault"));
        let games: BTreeMap<_, _> = games.collect();
        let cost = Cost {
            time: begun.elapsed(),
            processor: processor_time() - processor,
        };
        (games.into_values().collect(), cost)
    })
}

/// The processor time of this process and of the children that have ended.
fn processor_time() -> Duration {
    let text = fs::read_to_string("/proc/self/stat").expect("Linux tells");
    let (_, fields) = text.rsplit_once(')').expect("the name is in brackets");
    let ticks = fields.split_whitespace().skip(11).take(4);
    // A tick is a hundredth of a second wherever Linux runs.
    let ticks: u64 = ticks.map(|field| field.parse().unwrap_or(0)).sum();
    Duration::from_millis(10 * ticks)
}

fn start(contender: &Contender) -> Box<dyn Player> {
    let player = contender.player();
    player.unwrap_or_else(|fault| panic!("{fault}"))
}

/// The time of a move with a program that answers at once: what the arena and the
/// pipes cost, and a little of the program.
fn overhead() {
    let mut program = Program::new(env::current_exe().expect("this program has a path"));
    program.arguments = vec!["instant".into()];
    let contender = Contender::Uci(program);
    let [mut white, mut black] = [(); 2].map(|()| start(&contender));
    let mut times = Vec::new();
    for opening in OPENINGS.repeat(4) {
        let played = game(&mut *white, &mut *black, opening);
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

fn game<'a>(white: &'a mut dyn Player, black: &'a mut dyn Player, opening: &str) -> Played {
    let start = Game::new(fen::parse(opening).expect("openings are positions"));
    let pace = Pace::Nodes(2000);
    let [white, black] = [white, black].map(|player| Seat { player, pace });
    let played = play(white, black, start, &Rules::default());
    if let Some((_, fault)) = &played.fault {
        panic!("{fault}");
    }
    played
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
