//! The Universal Chess Interface: an organism for any chess GUI.
//!
//! ```text
//! input ─► reader thread ─► Event ─► session ─► output
//!                             ▲         │
//!                             └─ search thread
//! ```
//!
//! The session alone writes, and it only ever waits for events. So lines come
//! out whole and in order, and `isready` is answered at once, whatever the
//! search is doing.
//!
//! Where the protocol leaves a choice:
//!
//! - Words before the first command of a line are skipped; a line without any
//!   command is answered with `info string`.
//! - What cannot be done, such as a position with an illegal move or an option
//!   out of range, is refused whole with `info string`; all stays as it was.
//! - `go` during a search ends that search, answers it and starts the new one.
//!   Every `go` gets one `bestmove`, also when `quit` or the end of the input
//!   cuts it short; one that cannot be understood gets `bestmove 0000` at once.
//! - Settings changed during a search apply from the next one on. What is not
//!   available, such as endgame tables in a folder without any, is reported then.
//! - `d` and `eval`, which the protocol does not have, are for people at a
//!   terminal: the position, and the evaluation term by term.
//! - After `go infinite` and `go ponder` the answer waits for `stop` or
//!   `ponderhit`, even if the search came to its end.
//!
//! ```
//! use engine::{organism::{Organism, read_mind}, uci};
//!
//! let mut output = Vec::new();
//! let organism = Box::new(Organism::default());
//! uci::run(organism, read_mind, uci::Offer::Usual, "uci\nisready\n".as_bytes(), &mut output);
//! assert!(String::from_utf8(output)?.ends_with("uciok\nreadyok\n"));
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```

mod go;
mod instant;
mod lines;
mod options;
mod position;
mod show;
mod text;
mod think;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use chess::Game;

pub use instant::{Judged, run_instant};
pub use options::Offer;

use crate::Mind;
use crate::organism::OrganismError;
use crate::search::{Engine, Signals};
use go::Go;
use options::{Effect, Settings};
use think::{Assignment, Ended};

/// Serves a GUI until it says `quit`, its input ends or its output is closed.
///
/// The input is read on a thread of its own, which may outlive the call until
/// its next line. Standard input is best handed in as `BufReader::new(stdin())`.
///
/// `read` is for the option that names the file of another organism, `offer` says which of
/// its genes are options.
pub fn run(
    organism: Box<dyn Mind>,
    read: ReadMind,
    offer: Offer,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) {
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    thread::spawn(move || lines::read(input, &lines));
    let mut settings = Settings::new(organism, read, offer);
    let (engine, _) = settings.build();
    let mut session = Session {
        settings,
        engine: Some(engine),
        pending: None,
        game: Game::default(),
        thinking: None,
        sender,
        events,
        postponed: VecDeque::new(),
        output,
    };
    // A closed output is not a fault: the other side has ended the session.
    let _ = session.serve();
    session.stop();
}

/// Reads an organism file.
pub type ReadMind = fn(&Path) -> Result<Box<dyn Mind>, OrganismError>;

/// What a session waits for.
enum Event {
    /// A line of input.
    Line(String),
    /// A line too long to be one.
    Overlong,
    /// There is no more input.
    EndOfInput,
    /// A line of output from the search.
    Info(String),
    /// The search is over.
    Ended(Ended),
}

struct Session<W> {
    settings: Settings,
    /// Away while it thinks.
    engine: Option<Engine>,
    /// What must be done to the engine before its next search.
    pending: Option<Effect>,
    game: Game,
    thinking: Option<Thinking>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Input that came while the session waited for a search to end.
    postponed: VecDeque<Event>,
    output: W,
}

/// A search that has not been answered yet.
struct Thinking {
    signals: Arc<Signals>,
    infinite: bool,
    /// Its `bestmove` line, once it is over.
    answer: Option<String>,
}

impl Thinking {
    fn may_answer(&self) -> bool {
        self.signals.stopped() || !self.infinite && !self.signals.is_pondering()
    }
}

const COMMANDS: [&str; 13] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "ponderhit",
    "stop",
    "quit",
    "debug",
    "register",
    "d",
    "eval",
];

impl<W: Write> Session<W> {
    fn serve(&mut self) -> io::Result<()> {
        loop {
            let event = self.postponed.pop_front().unwrap_or_else(|| self.receive());
            match event {
                Event::Line(line) => match text::find_command(&line, &COMMANDS) {
                    Some(("quit", _)) => break,
                    Some((command, arguments)) => self.obey(command, arguments)?,
                    None => self.reject_unknown(&line)?,
                },
                Event::Overlong => self.inform("a line is too long and was ignored")?,
                Event::EndOfInput => break,
                Event::Info(line) => self.say(&line)?,
                Event::Ended(ended) => self.take_back(ended)?,
            }
        }
        self.finish_search()
    }

    fn obey(&mut self, command: &str, arguments: &str) -> io::Result<()> {
        match command {
            "uci" => self.introduce(),
            "isready" => {
                self.apply_pending()?;
                self.say("readyok")
            }
            "ucinewgame" => {
                self.require(Effect::Forget);
                Ok(())
            }
            "setoption" => self.set_option(arguments),
            "position" => self.set_position(arguments),
            "go" => self.go(arguments),
            "ponderhit" => {
                if let Some(thinking) = &self.thinking {
                    thinking.signals.ponder_hit();
                }
                self.answer_if_due()
            }
            "stop" => {
                self.stop();
                self.answer_if_due()
            }
            "d" => self.say_all(show::position(&self.game)),
            "eval" => self.say_all(self.settings.organism.explain(self.game.board())),
            // There is nothing to debug by protocol, and no need to register.
            _ => Ok(()),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let name = text::one_line(self.settings.organism.name());
        self.say(&format!("id name Galapagos {version} {name}"))?;
        self.say("id author the Galapagos project")?;
        for option in self.settings.declare() {
            self.say(&option)?;
        }
        self.say("uciok")
    }

    fn set_option(&mut self, arguments: &str) -> io::Result<()> {
        let (name, value) = text::split_option(arguments);
        match self.settings.set(&name, value) {
            Ok(Some(effect)) => self.require(effect),
            Ok(None) => {}
            Err(error) => self.inform(&error.to_string())?,
        }
        Ok(())
    }

    fn set_position(&mut self, arguments: &str) -> io::Result<()> {
        match position::read(arguments) {
            Ok(game) => self.game = game,
            Err(problem) => self.inform(&format!("position refused: {problem}"))?,
        }
        Ok(())
    }

    fn go(&mut self, arguments: &str) -> io::Result<()> {
        self.finish_search()?;
        self.apply_pending()?;
        let mut go = match Go::parse(arguments, self.game.board(), self.settings.overhead()) {
            Ok(go) => go,
            Err(problem) => {
                self.inform(&format!("go refused: {problem}"))?;
                return self.say("bestmove 0000");
            }
        };
        let engine = self.engine.take().expect("no search is under way");
        if let Some(most) = self.settings.most_nodes() {
            go.limit.nodes = Some(go.limit.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let signals = Arc::new(go.signals());
        self.thinking = Some(Thinking {
            signals: signals.clone(),
            infinite: go.infinite,
            answer: None,
        });
        let assignment = Assignment {
            engine,
            game: self.game.clone(),
            go,
            lines: self.settings.lines(),
            chess960: self.settings.chess960,
            signals,
        };
        assignment.start(self.sender.clone());
        Ok(())
    }

    /// Tells the search to end, if there is one.
    fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.signals.stop();
        }
    }

    /// Ends the search and answers it, if there is one. Input waits.
    fn finish_search(&mut self) -> io::Result<()> {
        self.stop();
        self.answer_if_due()?;
        while self.thinking.is_some() {
            match self.receive() {
                Event::Info(line) => self.say(&line)?,
                Event::Ended(ended) => self.take_back(ended)?,
                input => self.postponed.push_back(input),
            }
        }
        Ok(())
    }

    fn take_back(&mut self, ended: Ended) -> io::Result<()> {
        let (engine, answer) = ended.unwrap_or_else(|panic| resume_unwind(panic));
        self.engine = Some(engine);
        if let Some(thinking) = &mut self.thinking {
            thinking.answer = Some(answer);
        }
        self.answer_if_due()
    }

    fn answer_if_due(&mut self) -> io::Result<()> {
        if let Some(thinking) = &mut self.thinking
            && thinking.may_answer()
            && let Some(answer) = thinking.answer.take()
        {
            self.thinking = None;
            self.say(&answer)?;
        }
        Ok(())
    }

    fn require(&mut self, effect: Effect) {
        self.pending = self.pending.max(Some(effect));
    }

    /// Brings the engine up to date, unless it is away.
    fn apply_pending(&mut self) -> io::Result<()> {
        let Some(engine) = &mut self.engine else {
            return Ok(());
        };
        match self.pending.take() {
            None => Ok(()),
            Some(Effect::Forget) => {
                engine.new_game();
                Ok(())
            }
            Some(Effect::Rebuild) => {
                // The old table is freed before the new one is allocated.
                self.engine = None;
                let (engine, news) = self.settings.build();
                self.engine = Some(engine);
                news.iter().try_for_each(|news| self.inform(news))
            }
        }
    }

    fn reject_unknown(&mut self, line: &str) -> io::Result<()> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(());
        }
        self.inform(&format!("unknown command: {}", text::excerpt(line)))
    }

    fn inform(&mut self, text: &str) -> io::Result<()> {
        self.say(&format!("info string {}", text::one_line(text)))
    }

    fn say_all(&mut self, lines: Vec<String>) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn receive(&self) -> Event {
        let event = self.events.recv();
        event.expect("the session itself holds a sender")
    }
}
