//! The protocol for players that answer at once.

use std::io::{self, BufRead, Write};

use chess::{Game, Move, uci};

use super::go::Go;
use super::options::USUAL_OVERHEAD;
use super::{COMMANDS, position, show, text};
use crate::search::Limit;

/// A move that a player could make.
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// What the player thinks of it, in a few words.
    pub reason: String,
}

/// Serves a GUI for a player that answers at once or within the time it is given, until
/// `quit` or the end of the input. In a position with legal moves `judge` gives all of
/// them, the one to make first.
pub fn run_instant(
    name: &str,
    mut judge: impl FnMut(&Game, &Limit) -> Vec<Judged>,
    mut input: impl BufRead,
    output: impl Write,
) {
    let mut session = Session {
        name,
        game: Game::default(),
        held_back: None,
        output,
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        // A closed output is not a fault: the other side has ended the session.
        match session.obey(&line, &mut judge) {
            Ok(true) => {}
            Ok(false) | Err(_) => break,
        }
    }
    let _ = session.answer();
}

struct Session<'a, W> {
    name: &'a str,
    game: Game,
    /// The answer to `go infinite` or `go ponder`, which must wait.
    held_back: Option<String>,
    output: W,
}

impl<W: Write> Session<'_, W> {
    /// Does what a line says; false after `quit`.
    fn obey(
        &mut self,
        line: &str,
        judge: &mut impl FnMut(&Game, &Limit) -> Vec<Judged>,
    ) -> io::Result<bool> {
        let Some((command, arguments)) = text::find_command(line, &COMMANDS) else {
            if !line.trim().is_empty() {
                let line = text::excerpt(line.trim());
                self.say(&format!("info string unknown command: {line}"))?;
            }
            return Ok(true);
        };
        match command {
            "quit" => return Ok(false),
            "uci" => {
                let version = env!("CARGO_PKG_VERSION");
                let name = text::one_line(self.name);
                self.say(&format!("id name Galapagos {version} {name}"))?;
                self.say("id author the Galapagos project\nuciok")?;
            }
            "isready" => self.say("readyok")?,
            "position" => match position::read(arguments) {
                Ok(game) => self.game = game,
                Err(problem) => self.say(&format!(
                    "info string position refused: {}",
                    text::one_line(&problem)
                ))?,
            },
            "go" => {
                self.answer()?;
                match Go::parse(arguments, self.game.board(), USUAL_OVERHEAD) {
                    Ok(go) => {
                        let answer = self.go(&go.limit, judge)?;
                        self.held_back = Some(answer);
                        if !(go.infinite || go.ponder) {
                            self.answer()?;
                        }
                    }
                    Err(problem) => {
                        let problem = text::one_line(&problem);
                        self.say(&format!("info string go refused: {problem}"))?;
                        self.say("bestmove 0000")?;
                    }
                }
            }
            "stop" | "ponderhit" => self.answer()?,
            "d" => self.say(&show::position(&self.game).join("\n"))?,
            "eval" => {
                for Judged { mv, reason } in self.judged(&Limit::default(), judge) {
                    let mv = uci::write(self.game.board(), mv, false);
                    self.say(&format!("{mv}: {}", text::one_line(&reason)))?;
                }
                self.say("Evaluation: the position after each move, the one to make first")?;
            }
            // There is nothing to set, to forget, to debug or to register.
            _ => {}
        }
        Ok(true)
    }

    fn judged(
        &self,
        limit: &Limit,
        judge: &mut impl FnMut(&Game, &Limit) -> Vec<Judged>,
    ) -> Vec<Judged> {
        match self.game.board().generate_moves(|_| true) {
            true => judge(&self.game, limit),
            false => Vec::new(),
        }
    }

    fn go(
        &mut self,
        limit: &Limit,
        judge: &mut impl FnMut(&Game, &Limit) -> Vec<Judged>,
    ) -> io::Result<String> {
        let judged = self.judged(limit, judge);
        let Some(Judged { mv, reason }) = judged.into_iter().next() else {
            return Ok("bestmove 0000".into());
        };
        self.say(&format!("info depth 1 string {}", text::one_line(&reason)))?;
        let mv = uci::write(self.game.board(), mv, false);
        Ok(format!("bestmove {mv}"))
    }

    fn answer(&mut self) -> io::Result<()> {
        match self.held_back.take() {
            Some(answer) => self.say(&answer),
            None => Ok(()),
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use chess::legal_moves;

    use super::*;

    /// A player that makes the first move it finds.
    fn talk(input: &str) -> String {
        let mut output = Vec::new();
        let first = |game: &Game, limit: &Limit| {
            let time = limit.time.map(|time| format!(" in {:?}", time.hard));
            let time = time.unwrap_or_default();
            let moves = legal_moves(game.board()).into_iter().zip(1..);
            let judged = moves.map(|(mv, number)| Judged {
                mv,
                reason: format!("number {number}{time}"),
            });
            judged.collect()
        };
        run_instant("first", first, input.as_bytes(), &mut output);
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn every_go_has_one_answer() {
        let text =
            talk("uci\nisready\nposition startpos moves e2e4\ngo depth 8\ngo wtime 1\nquit\ngo\n");
        assert!(text.starts_with("id name Galapagos "), "{text}");
        assert!(text.contains(" first\nid author the Galapagos project\nuciok\nreadyok\n"));
        assert_eq!(text.matches("\nbestmove ").count(), 2, "{text}");
        assert_eq!(text.matches("info depth 1 string number 1").count(), 2);
    }

    #[test]
    fn players_are_told_the_time_they_have() {
        let text = talk("go movetime 130\ngo movetime\n");
        assert!(text.contains("number 1 in 100ms\n"), "{text}");
        let refused = "info string go refused: `movetime` needs a number\nbestmove 0000\n";
        assert!(text.ends_with(refused), "{text}");
    }

    #[test]
    fn what_has_to_wait_waits() {
        let text = talk("go infinite\nisready\nstop\nstop\ngo ponder\nisready\nponderhit\n");
        let lines = text.lines().map(|line| line.split(' ').next().unwrap());
        let lines: Vec<_> = lines.collect();
        let turn = ["info", "readyok", "bestmove"];
        assert_eq!(lines, [turn, turn].concat(), "{text}");
        // The input ends without `stop`.
        assert!(talk("go infinite\n").contains("\nbestmove "));
    }

    #[test]
    fn the_position_and_what_is_thought_of_its_moves_are_shown() {
        let text = talk("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1\nd\neval\n");
        assert!(
            text.contains("\nFEN: 7k/8/8/8/8/8/8/K7 w - - 0 1\n"),
            "{text}"
        );
        assert_eq!(text.matches(": number ").count(), 3, "{text}");
        assert!(talk("position fen 7k/5Q2/6K1/8/8/8/8/8 b - -\neval\n").starts_with("Eval"));
    }

    #[test]
    fn bad_input_is_answered_and_forgotten() {
        let text = talk(
            "position fen 8/8\nposition fen 7k/5Q2/6K1/8/8/8/8/8 b - -\ngo\nnonsense\n\n\u{0}\nsetoption name X value Y\n",
        );
        assert!(text.starts_with("info string position refused: "), "{text}");
        assert!(text.contains("\nbestmove 0000\ninfo string unknown command: nonsense\n"));
    }
}
