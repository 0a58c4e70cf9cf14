//! A running xboard engine.

use std::fmt::Write;
use std::time::{Duration, Instant};

use chess::{Board, Game, Move, Outcome, fen, san, uci};

use super::control;
use super::features::Features;
use super::line::{Claim, Line, Thinking, complaint, read_move};
use crate::lines::after;
use crate::process::Process;
use crate::session::Session;
use crate::{Fault, Limit, Misdeed, Player, Program, Thought, Variant};

/// What the protocol calls Chess960.
const CHESS960: &str = "fischerandom";

/// How long an engine that has named a feature may take to name the next, unless
/// it has asked for more time.
const PAUSE: Duration = Duration::from_secs(2);

/// A running engine that speaks the Chess Engine Communication Protocol, version
/// 2: killed, with every process it has started, on drop and after a fault.
///
/// Games from another start than that of chess need an engine with the feature
/// `setboard`. Its draw offers are ignored.
pub struct XboardEngine {
    session: Session,
    name: String,
    features: Features,
    /// The number of the last `ping`.
    pings: u32,
    /// What the process has been told of the game, `None` before its first.
    told: Option<Told>,
}

/// What an engine has been told of a game.
#[derive(Debug, Clone, Copy, Default)]
struct Told {
    /// The start and the time control.
    start: bool,
    /// How many moves.
    moves: usize,
    /// To play from now on: it answers every move by itself.
    plays: bool,
}

impl XboardEngine {
    /// Starts a program, greets it and sets its options.
    pub fn start(program: &Program) -> Result<Self, Fault> {
        let mut engine = Self {
            session: Session::new(program),
            name: program.label(),
            features: Features::default(),
            pings: 0,
            told: None,
        };
        engine.restart()?;
        Ok(engine)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.told = None;
        self.session.restart()?;
        self.features = self.session.talk(greet)?;
        let program = self.session.program();
        let name = program.name.as_ref().or(self.features.name.as_ref());
        self.name = name.cloned().unwrap_or_else(|| program.label());
        let option = |name: &str, value: &str| self.features.option_command(name, value);
        let variants = &self.features.variants;
        let settings = if self.is_chess960() && !variants.iter().any(|name| name == CHESS960) {
            Err(format!(
                "it cannot play Chess960: it has no variant `{CHESS960}`, only {}",
                variants.join(", ")
            ))
        } else {
            // Nothing is asked for in this protocol: only engines that speak UCI are lent.
            program.settings(option, |_| true)
        };
        match settings {
            Ok(commands) => self.tell(commands).map(drop),
            Err(reason) => Err(self.session.accuse(Misdeed::NotStarted(reason))),
        }
    }

    fn is_chess960(&self) -> bool {
        self.session.program().variant == Variant::Chess960
    }

    /// Sends commands that have no answer, waits until they are carried out if the
    /// engine can say so, and gives the lines in which it complains.
    fn tell(&mut self, mut commands: String) -> Result<Vec<String>, Fault> {
        self.pings += 1;
        let number = self.pings.to_string();
        let can_say = self.features.ping;
        if can_say {
            let _ = writeln!(commands, "ping {number}");
        }
        let mut complaints = Vec::new();
        self.session.talk(|program, process| {
            process.skip_unasked()?;
            let timeout = program.start_timeout;
            if !can_say {
                return process.tell(&commands, timeout);
            }
            process.ask(&commands, "pong", timeout, |line| {
                if let Some(Line::Complaint(_)) = Line::read(line) {
                    complaints.push(line.to_owned());
                }
                (after(line, "pong")? == number).then_some(())
            })
        })?;
        Ok(complaints)
    }

    /// Tells the engine where the game starts and how long it may think in it.
    fn tell_start(&mut self, game: &Game, limit: &Limit) -> Result<(), Fault> {
        let mover = game.board().side_to_move();
        let commands = self
            .start_command(game.start())
            .and_then(|start| Ok(start + &control::announce(limit, mover)?))
            .map_err(|misdeed| self.session.accuse(misdeed))?;
        let complaints = self.tell(commands)?;
        for line in complaints {
            match (complaint(&line), limit) {
                (Some("setboard"), _) => {
                    return Err(self.session.accuse(Misdeed::Refusal(line)));
                }
                // An older word for the same; an engine that knows neither may exit at it.
                (Some("sd"), Limit::Depth(depth)) => {
                    self.tell(format!("depth {depth}\n"))?;
                }
                _ => {}
            }
        }
        self.told = Some(Told {
            start: true,
            ..Told::default()
        });
        Ok(())
    }

    /// What to send the engine so that it moves next.
    fn question(&self, game: &Game, limit: &Limit) -> String {
        let told = self.told.unwrap_or_default();
        let clocks = match self.features.time {
            true => control::clocks(limit, game.board().side_to_move()),
            false => String::new(),
        };
        let news = self.move_commands(game, told.moves);
        if !told.plays {
            news + &clocks + "go\n"
        } else if news.lines().count() == 1 {
            // It answers a move at once: the clocks come before it.
            clocks + &news
        } else {
            format!("force\n{news}{clocks}go\n")
        }
    }

    fn start_command(&self, start: &Board) -> Result<String, Misdeed> {
        if *start == Board::default() && !self.is_chess960() {
            Ok(String::new())
        } else if self.features.setboard {
            Ok(format!("setboard {}\n", fen::write(start)))
        } else {
            Err(Misdeed::Unable("set up a position: it has no `setboard`"))
        }
    }

    /// The moves of a game after those already told.
    fn move_commands(&self, game: &Game, told: usize) -> String {
        let mut commands = String::new();
        let mut board = game.start().clone();
        for (index, &mv) in game.moves().iter().enumerate() {
            if index >= told {
                let text = if self.features.san {
                    san::write(&board, mv)
                } else if self.is_chess960() && uci::is_castling(&board, mv) {
                    // The king's own move may not mean castling there.
                    san::write(&board, mv).trim_end_matches(['+', '#']).into()
                } else {
                    uci::write(&board, mv, false)
                };
                let word = if self.features.usermove {
                    "usermove "
                } else {
                    ""
                };
                let _ = writeln!(commands, "{word}{text}");
            }
            board.play_unchecked(mv);
        }
        commands
    }
}

impl Player for XboardEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        let is_used_up = self.told.is_some() && !self.features.reuse;
        if !self.session.is_running() || is_used_up {
            self.restart()?;
        }
        self.told = Some(Told::default());
        let variant = match self.is_chess960() {
            true => format!("variant {CHESS960}\n"),
            false => String::new(),
        };
        self.tell(format!("new\n{variant}force\neasy\npost\n"))
            .map(drop)
    }

    fn choose(&mut self, game: &Game, limit: Limit) -> Result<Option<Thought>, Fault> {
        if !self.told.is_some_and(|told| told.start) {
            self.tell_start(game, &limit)?;
        }
        let question = self.question(game, &limit);
        let board = game.board();
        let time = limit.time(board.side_to_move());
        let mut thinking = None;
        let answer = self.session.talk(|program, process| {
            process.skip_unasked()?;
            let patience = program.patience(time);
            process.ask(&question, "move", patience, |line| {
                hear(line, board, &question, &mut thinking)
            })?
        })?;
        self.told = Some(Told {
            start: true,
            moves: game.moves().len() + 1,
            plays: true,
        });
        Ok(answer.map(|mv| Thought {
            mv,
            score: thinking.map(|thinking| thinking.score),
            depth: thinking.map(|thinking| thinking.depth),
            nodes: thinking.map(|thinking| thinking.nodes),
        }))
    }

    fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        self.session.accuse(misdeed)
    }
}

/// Says what xboard says first and reads the engine's features.
fn greet(program: &Program, process: &mut Process) -> Result<Features, Misdeed> {
    let timeout = program.start_timeout;
    let begun = Instant::now();
    let mut features = None::<Features>;
    let mut deadline = begun + timeout;
    process.tell("xboard\nprotover 2\n", timeout)?;
    while let Some(line) = process.line(deadline)? {
        let Some(text) = after(&line, "feature") else {
            continue;
        };
        let features = features.get_or_insert_default();
        process.tell(&features.read(text), timeout)?;
        match features.done {
            Some(true) => break,
            Some(false) => deadline = begun + timeout,
            None => deadline = (begun + timeout).min(Instant::now() + PAUSE),
        }
    }
    match features {
        None => Err(Misdeed::NoFeatures(timeout)),
        Some(features) if features.done == Some(false) => Err(Misdeed::Hang {
            awaited: "feature done=1",
            after: timeout,
        }),
        Some(features) => Ok(features),
    }
}

/// What a line says to a question: a move, or `None` if the engine resigns.
fn hear(
    line: &str,
    board: &Board,
    question: &str,
    thinking: &mut Option<Thinking>,
) -> Option<Result<Option<Move>, Misdeed>> {
    match Line::read(line)? {
        Line::Move(text) => Some(read_move(board, text).map(Some)),
        Line::Result(Claim::Resigns) => Some(Ok(None)),
        // To give the game to the opponent is to resign. The rules would have
        // seen any other end.
        Line::Result(Claim::Over(Outcome::Win(winner))) if winner != board.side_to_move() => {
            Some(Ok(None))
        }
        Line::Result(Claim::Over(_)) => Some(Err(Misdeed::WrongClaim(line.into()))),
        Line::Complaint(object) => {
            matters(object, question).then(|| Err(Misdeed::Refusal(line.into())))
        }
        Line::Thinking(news) => {
            *thinking = Some(news);
            None
        }
    }
}

/// Whether an engine that complains of this cannot play: it can do without
/// what is said of the clocks.
fn matters(object: &str, question: &str) -> bool {
    let is_clock = |command| after(command, "time").or(after(command, "otim")).is_some();
    let mut commands = question.lines().filter(|command| !is_clock(command));
    commands.any(|command| command.split_ascii_whitespace().any(|word| word == object))
}
