//! Whole sessions: commands in, lines out.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Lines, PipeReader, PipeWriter, Write, pipe};
use std::thread::{self, JoinHandle};

use chess::{Game, uci as notation};
use engine::organism::{Organism, read_mind};
use engine::uci;

/// A GUI with an engine at the other end of two pipes.
struct Gui {
    input: Option<PipeWriter>,
    output: Lines<BufReader<PipeReader>>,
    engine: JoinHandle<()>,
}

impl Gui {
    fn new() -> Self {
        let (engine_input, input) = pipe().unwrap();
        let (output, engine_output) = pipe().unwrap();
        let engine = thread::spawn(move || {
            uci::run(
                Box::new(Organism::default()),
                read_mind,
                uci::Offer::Usual,
                BufReader::new(engine_input),
                engine_output,
            );
        });
        Self {
            input: Some(input),
            output: BufReader::new(output).lines(),
            engine,
        }
    }

    fn send(&mut self, commands: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{commands}").unwrap();
    }

    /// The lines up to the first that starts with `word`, that one last.
    fn read_to(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for line in self.output.by_ref() {
            lines.push(line.unwrap());
            if lines.last().unwrap().starts_with(word) {
                return lines;
            }
        }
        panic!("the engine ended before it said {word}: {lines:?}");
    }

    fn ask(&mut self, commands: &str, word: &str) -> Vec<String> {
        self.send(commands);
        self.read_to(word)
    }

    /// The move that `commands` lead to.
    fn best_move(&mut self, commands: &str) -> String {
        let lines = self.ask(commands, "bestmove");
        field(lines.last().unwrap(), "bestmove").unwrap()
    }

    /// Ends the input and gives what was still said.
    fn hang_up(mut self) -> Vec<String> {
        drop(self.input.take());
        let rest = self.output.map(Result::unwrap).collect();
        self.engine.join().unwrap();
        rest
    }
}

/// The output of a session whose input is all there from the start.
fn session(input: impl AsRef<[u8]>) -> Vec<String> {
    let input = BufReader::new(std::io::Cursor::new(input.as_ref().to_vec()));
    let mut output = Vec::new();
    uci::run(
        Box::new(Organism::default()),
        read_mind,
        uci::Offer::Usual,
        input,
        &mut output,
    );
    let output = String::from_utf8(output).unwrap();
    output.lines().map(str::to_owned).collect()
}

/// The word after `name` in a line.
fn field(line: &str, name: &str) -> Option<String> {
    let mut words = line.split(' ');
    words.find(|&word| word == name)?;
    words.next().map(str::to_owned)
}

fn number(line: &str, name: &str) -> i64 {
    field(line, name).unwrap().parse().unwrap()
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

const MATE_IN_TWO: &str = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const MATED: &str = "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

#[test]
fn introduces_itself() {
    let lines = session("uci\n");
    assert!(lines[0].starts_with("id name Galapagos"));
    assert!(lines[1].starts_with("id author"));
    assert_eq!(lines.last().unwrap(), "uciok");
    for option in [
        "option name Hash type spin default 16 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 256",
        "option name UCI_Chess960 type check default false",
        "option name Clear Hash type button",
        "option name NULL_MOVE_USE type spin default 1 min 0 max 1",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}");
    }
}

#[test]
fn plays_and_tells_what_it_thinks() {
    let mut gui = Gui::new();
    let lines = gui.ask("position startpos moves e2e4\ngo depth 6", "bestmove");
    let settled = |line: &&String| line.contains(" pv ") && !line.contains("bound ");
    let infos: Vec<_> = lines.iter().filter(settled).collect();
    assert_eq!(infos.len(), 6);
    for (info, depth) in infos.iter().zip(1..) {
        assert_eq!(number(info, "depth"), depth);
        for name in [
            "seldepth", "multipv", "cp", "nodes", "nps", "tbhits", "hashfull", "time",
        ] {
            number(info, name);
        }
        let mut game = Game::default();
        let (_, line) = info.split_once(" pv ").unwrap();
        for text in ["e2e4"].into_iter().chain(line.split(' ')) {
            let mv = notation::parse(game.board(), text).unwrap();
            game.play(mv).unwrap();
        }
    }
    let (_, line) = infos[5].split_once(" pv ").unwrap();
    let moves: Vec<_> = line.split(' ').take(2).collect();
    assert_eq!(
        lines.last().unwrap(),
        &format!("bestmove {}", moves.join(" ponder "))
    );
    assert!(gui.hang_up().is_empty());
}

/// The window is 25 centipawns either side of the last iteration's score: a score
/// beyond it is only a bound, and is followed by another of the same iteration.
#[test]
fn scores_beyond_the_window_are_told_as_bounds() {
    let mut gui = Gui::new();
    let (mut lower, mut upper) = (0, 0);
    for position in engine::bench::POSITIONS {
        gui.send(&format!("ucinewgame\nposition fen {position}"));
        let lines = gui.ask("go depth 8", "bestmove");
        let infos: Vec<_> = lines.iter().filter(|line| line.contains(" pv ")).collect();
        for pair in infos.windows(2) {
            let is_bound = |line: &str| line.contains("bound ");
            let [before, after] = [pair[0], pair[1]];
            if is_bound(before) {
                assert_eq!(number(before, "depth"), number(after, "depth"), "{lines:?}");
                continue;
            }
            assert_eq!(number(before, "depth") + 1, number(after, "depth"));
            if is_bound(after) && before.contains(" cp ") && after.contains(" cp ") {
                let rise = number(after, "cp") - number(before, "cp");
                let is_lower = after.contains("lowerbound ");
                assert!(if is_lower { rise >= 25 } else { rise <= -25 }, "{lines:?}");
                lower += usize::from(is_lower);
                upper += usize::from(!is_lower);
            }
        }
        assert!(!infos.last().unwrap().contains("bound "), "{lines:?}");
    }
    assert!(
        lower > 3 && upper > 3,
        "{lower} lower bounds, {upper} upper bounds"
    );
}

#[test]
fn a_limited_engine_uses_few_nodes_and_more_for_more_elo() {
    let lines = session("uci\n");
    let option = lines.iter().find(|line| line.contains("UCI_Elo")).unwrap();
    let (least, most) = (number(option, "min"), number(option, "max"));
    let mut gui = Gui::new();
    fn nodes(gui: &mut Gui, elo: i64) -> i64 {
        gui.send(&format!("setoption name UCI_Elo value {elo}"));
        let lines = gui.ask("ucinewgame\ngo depth 9", "bestmove");
        let told = lines.iter().rev().find(|line| line.contains(" nodes "));
        number(told.unwrap(), "nodes")
    }
    let free = nodes(&mut gui, least);
    assert_eq!(nodes(&mut gui, most), free, "it is not limited yet");
    gui.send("setoption name UCI_LimitStrength value true");
    let all = [least, least + 100, (least + most) / 2].map(|elo| nodes(&mut gui, elo));
    assert!(all.is_sorted_by(|a, b| a < b) && all[0] < 100, "{all:?}");
    assert!(all[2] < free, "{all:?}");
    // A search for fewer nodes has fewer.
    let lines = gui.ask("go nodes 10", "bestmove");
    assert!(number(&lines[lines.len() - 2], "nodes") <= 10, "{lines:?}");
}

#[test]
fn the_position_and_its_evaluation_are_shown() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4");
    let lines = gui.ask("d", "Legal moves");
    let fen = "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert!(lines.iter().any(|line| line == fen), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "Legal moves: 20");
    let lines = gui.ask("eval", "Evaluation");
    let queens = lines.iter().find(|line| line.starts_with("QUEEN_VALUE"));
    let words: Vec<_> = queens.unwrap().split_whitespace().collect();
    assert_eq!(words, ["QUEEN_VALUE", "1", "1", "1710", "0"]);
}

#[test]
fn bad_tables_are_named_and_done_without() {
    let mut gui = Gui::new();
    gui.send("setoption name SyzygyPath value /no/such/folder");
    let lines = gui.ask("go depth 1", "bestmove");
    let told = "info string no endgame tables: /no/such/folder: No such file";
    assert!(lines[0].starts_with(told), "{}", lines[0]);
    assert_eq!(number(&lines[1], "tbhits"), 0);
    let lines = gui.ask(
        "setoption name SyzygyPath value <empty>\nisready",
        "readyok",
    );
    assert_eq!(lines, ["readyok"]);
}

#[test]
fn nodes_are_a_limit_and_repeat_exactly() {
    let mut gui = Gui::new();
    let mut search = || {
        let commands = "ucinewgame\nposition startpos\ngo nodes 20000";
        let lines = gui.ask(commands, "bestmove");
        let last = |name| {
            let mut values = lines.iter().rev().filter_map(|line| field(line, name));
            values.next().unwrap()
        };
        ["bestmove", "cp", "nodes", "depth"].map(last)
    };
    let first = search();
    assert_eq!(search(), first);
    assert!(first[2].parse::<u64>().unwrap() <= 20000);
    assert!(first[2].parse::<u64>().unwrap() > 10000);
}

#[test]
fn is_ready_during_a_search() {
    let mut gui = Gui::new();
    let lines = gui.ask("position startpos\ngo infinite\nisready", "readyok");
    assert_eq!(count(&lines, "bestmove"), 0);
    gui.ask("stop", "bestmove");
    assert_eq!(gui.ask("stop\nisready", "readyok"), ["readyok"]);
}

#[test]
fn an_infinite_search_that_is_over_waits_for_stop() {
    for position in [MATED, STALEMATE, MATE_IN_TWO] {
        let mut gui = Gui::new();
        gui.send(position);
        let lines = gui.ask("go infinite depth 3\nisready", "readyok");
        assert_eq!(count(&lines, "bestmove"), 0);
        // Whatever the thread was doing, a second look finds no answer either.
        let lines = gui.ask("ponderhit\nisready", "readyok");
        assert_eq!(count(&lines, "bestmove"), 0);
        gui.ask("stop", "bestmove");
    }
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4 e7e5");
    // The clock is already over, but it is not running yet.
    let lines = gui.ask("go ponder wtime 1 btime 1\nisready", "readyok");
    assert_eq!(count(&lines, "bestmove"), 0);
    gui.ask("ponderhit", "bestmove");

    // Over before the hit: the answer is there when it comes.
    let lines = gui.ask("go ponder depth 1", "info nodes");
    assert_eq!(count(&lines, "bestmove"), 0);
    assert_eq!(gui.ask("isready", "readyok"), ["readyok"]);
    assert_eq!(gui.ask("ponderhit", "bestmove").len(), 1);

    // Another move was played.
    gui.ask("go ponder wtime 1000 btime 1000\nstop", "bestmove");
    assert!(gui.hang_up().is_empty());
}

#[test]
fn go_during_a_search_answers_both() {
    let mut gui = Gui::new();
    let commands = "go infinite\nposition startpos moves g1f3\ngo depth 2";
    let first = gui.best_move(commands);
    let second = gui.best_move("");
    assert!(notation::parse(Game::default().board(), &first).is_ok());
    assert!(second.ends_with(['3', '4', '5', '6']));
    let mut game = Game::default();
    game.play("g1f3".parse().unwrap()).unwrap();
    assert!(notation::parse(game.board(), &second).is_ok());
    assert_eq!(gui.ask("isready", "readyok"), ["readyok"]);
}

#[test]
fn quit_and_the_end_of_input_end_a_search() {
    let lines = session("go infinite\nquit\nisready\n");
    assert_eq!(
        (count(&lines, "bestmove"), count(&lines, "readyok")),
        (1, 0)
    );
    for input in ["go infinite", "go ponder depth 1\nisready\n", "", "\n\n"] {
        let lines = session(input);
        assert_eq!(
            count(&lines, "bestmove"),
            usize::from(input.contains("go")),
            "{input}"
        );
    }
    let mut gui = Gui::new();
    gui.ask("go infinite", "info depth 3");
    let rest = gui.hang_up();
    assert!(rest.last().unwrap().starts_with("bestmove"));
}

#[test]
fn a_broken_output_ends_the_session() {
    let mut gui = Gui::new();
    gui.ask("go infinite", "info depth 1");
    let Gui {
        input,
        output,
        engine,
    } = gui;
    drop(output);
    // The input is still open: only the output can have ended it.
    engine.join().unwrap();
    drop(input);
}

#[test]
fn no_legal_move() {
    let mut gui = Gui::new();
    for (position, score) in [(MATED, "score mate 0"), (STALEMATE, "score cp 0")] {
        for go in ["go depth 3", "go wtime 100 btime 100", "go movetime 5"] {
            gui.send(position);
            let lines = gui.ask(go, "bestmove");
            assert_eq!(lines.last().unwrap(), "bestmove 0000");
            assert!(lines[0].contains(score), "{lines:?}");
        }
    }
}

#[test]
fn a_refused_position_changes_nothing() {
    let mut gui = Gui::new();
    gui.ask(&format!("{MATED}\nisready"), "readyok");
    for (position, problem) in [
        ("position startpos moves e2e4 e2e4", "e2e4 is illegal in"),
        ("position startpos moves e2e4 \0", "is not a move"),
        ("position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "in check"),
        ("position fen", "fields"),
        ("position", "neither"),
    ] {
        let lines = gui.ask(position, "info string");
        assert!(lines[0].contains(problem), "{lines:?}");
    }
    assert_eq!(gui.best_move("go depth 1"), "0000");
}

#[test]
fn nonsense_is_survived() {
    let long = format!("{} isready", "x".repeat(3 << 20));
    for line in [
        b"\xff\xfe\0\0 \x80go".as_slice(),
        b"\0",
        b"isreadyy",
        b"debug on\r",
        b"register later",
        b"setoption",
        b"setoption name",
        b"setoption name Hash",
        b"setoption name Hash value 99999999999999999999",
        b"setoption name \xff value \0",
        b"stop",
        b"ponderhit",
        long.as_bytes(),
    ] {
        let mut input = line.to_vec();
        input.extend(b"\n joho isready ");
        let lines = session(input);
        assert_eq!(count(&lines, "readyok"), 1);
        assert_eq!(count(&lines, "bestmove"), 0);
    }
    let mut gui = Gui::new();
    for go in [
        "go depth -5",
        "go nodes 0",
        "go nodes -1",
        "go movetime -1",
        "go wtime -100 btime -100 winc 0 binc 0",
        "go wtime 100 btime 100 movestogo 0",
        "go wtime 10 btime 10 movestogo 1",
        "go depth 2 searchmoves e2e5 xyzzy",
        "go mate 99999999999 depth 2",
        "go movetime 99999999999999999999 depth 2",
        "go wtime 99999999999999999999 winc 99999999999999999999 depth 2",
    ] {
        let best = gui.best_move(go);
        assert!(
            notation::parse(Game::default().board(), &best).is_ok(),
            "{go}"
        );
    }
}

#[test]
fn what_cannot_be_understood_is_not_searched() {
    for go in ["go depth abc", "go nodes x", "go movetime", "go dpeth 5"] {
        let mut gui = Gui::new();
        let lines = gui.ask(go, "bestmove");
        let [told, answer] = &lines[..] else {
            panic!("{go}: {lines:?}");
        };
        assert!(told.starts_with("info string go refused: "), "{told}");
        assert_eq!(answer, "bestmove 0000");
        // It goes on as if nothing had been said.
        assert_ne!(gui.best_move("go depth 1"), "0000");
    }
}

#[test]
fn only_the_moves_asked_for() {
    let mut gui = Gui::new();
    let best = gui.best_move("go depth 4 searchmoves a2a3 h2h4");
    assert!(["a2a3", "h2h4"].contains(&&*best));
}

#[test]
fn a_forced_move_is_played_at_once() {
    let mut gui = Gui::new();
    gui.send("position fen k7/8/8/8/8/1r6/r7/K7 w - - 0 1");
    assert_eq!(gui.best_move("go wtime 999999999 btime 1"), "a1a2");
}

#[test]
fn mates_are_found_by_one_thread_and_by_two() {
    let mut gui = Gui::new();
    for threads in [1, 2] {
        gui.send(&format!("setoption name Threads value {threads}"));
        gui.send(MATE_IN_TWO);
        let lines = gui.ask("go mate 2", "bestmove");
        assert!(lines.iter().any(|line| line.contains("score mate 2")));
        assert_eq!(
            field(lines.last().unwrap(), "bestmove").unwrap(),
            "a1a6",
            "{threads}"
        );
    }
}

#[test]
fn several_lines_are_distinct_and_sorted() {
    let mut gui = Gui::new();
    gui.send("setoption name multipv value 4");
    gui.send("position fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let lines = gui.ask("go depth 7", "bestmove");
    let infos: Vec<_> = lines.iter().filter(|line| line.contains(" pv ")).collect();
    assert_eq!(infos.len(), 7 * 4);
    for iteration in infos.chunks(4) {
        let ranks: Vec<_> = iteration
            .iter()
            .map(|line| number(line, "multipv"))
            .collect();
        assert_eq!(ranks, [1, 2, 3, 4]);
        assert!(iteration.is_sorted_by_key(|line| -number(line, "cp")));
        let moves: HashSet<_> = iteration.iter().map(|line| field(line, "pv")).collect();
        assert_eq!(moves.len(), 4);
    }
    // More lines than moves.
    gui.send("setoption name MultiPV value 218\nposition fen 7k/8/8/8/8/8/8/K7 w - - 0 1");
    gui.ask("go depth 2", "bestmove");
}

#[test]
fn castling_is_written_as_the_gui_wants_it() {
    let mut gui = Gui::new();
    gui.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(gui.best_move("go depth 2 searchmoves e1g1"), "e1g1");
    gui.send("setoption name UCI_Chess960 value true");
    assert_eq!(gui.best_move("go depth 2 searchmoves e1h1"), "e1h1");
    gui.send("position fen 4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1");
    assert_eq!(gui.best_move("go depth 2 searchmoves f1g1"), "f1g1");
    gui.send("position fen 4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1 moves f1g1 e8d8");
    let rook = gui.best_move("go depth 2 searchmoves f1f7");
    assert_eq!(rook, "f1f7");
}

#[test]
fn options_take_hold() {
    let mut gui = Gui::new();
    gui.send("position fen 4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1");
    let mut score = |queen: i32| {
        gui.send(&format!("setoption name queen_value value {queen}"));
        let lines = gui.ask("go depth 1", "bestmove");
        number(&lines[0], "cp")
    };
    let published = score(1710);
    assert!(score(900) < published - 500);
    assert_eq!(score(1710), published);
    let refused = gui.ask("setoption name QUEEN_VALUE value 2048", "info string");
    assert!(refused[0].contains("QUEEN_VALUE is a whole number from 0 to 2047"));
    // Set while a search runs, it holds from the next one on.
    gui.ask("go infinite", "info depth 1");
    gui.send("setoption name Hash value 1\nsetoption name Clear Hash\nucinewgame");
    gui.ask("stop", "bestmove");
    assert_eq!(gui.ask("isready", "readyok"), ["readyok"]);
}

#[test]
fn organisms_are_loaded_or_refused() {
    let folder = std::env::temp_dir().join(format!("galapagos uci {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let good = folder.join("good one.toml");
    let organism = Organism {
        name: "Darwin".into(),
        ..Organism::default()
    };
    std::fs::write(&good, organism.to_toml()).unwrap();
    let bad = folder.join("bad.toml");
    std::fs::write(&bad, "kind = 7").unwrap();

    let mut gui = Gui::new();
    let load =
        |path: &std::path::Path| format!("setoption name Organism value {}\nuci", path.display());
    let lines = gui.ask(&load(&good), "uciok");
    assert!(lines[0].ends_with("Darwin"), "{}", lines[0]);
    let lines = gui.ask(&load(&bad), "uciok");
    assert!(lines[0].starts_with("info string") && lines[0].contains("bad.toml:1"));
    assert!(lines[1].ends_with("Darwin"));
    let lines = gui.ask("setoption name Organism value <empty>\nuci", "uciok");
    assert!(lines[0].ends_with("Darwin"));
    std::fs::remove_dir_all(folder).unwrap();
}
