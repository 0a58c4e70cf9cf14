//! A running UCI engine.

use std::time::Duration;

use chess::{Board, Game, Move, fen, uci};
use engine::search::Score;

use crate::lines::after;
use crate::process::Process;
use crate::session::Session;
use crate::{Fault, Info, Limit, Misdeed, OptionKind, Program, UciOption, Variant};

/// The option that tells an engine to play Chess960.
const CHESS960: &str = "UCI_Chess960";

/// The most variations that are read from an engine.
const MOST_LINES: usize = 512;

/// A running UCI engine: killed, with every process it has started, on drop and
/// after a fault.
pub struct UciEngine {
    session: Session,
    name: String,
    options: Vec<UciOption>,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The move; `None` only where there is no legal one.
    pub best: Option<Move>,
    /// The answer the engine would like to think about.
    pub ponder: Option<Move>,
    /// The last word on each variation, the best first; empty if the engine gave
    /// no score.
    pub lines: Vec<Info>,
    /// Nodes searched, as last reported.
    pub nodes: Option<u64>,
    /// The moves that were best for a while, with the nodes at which each took the lead.
    pub leads: Vec<(Move, u64)>,
}

impl Found {
    /// The score of the best variation for the side to move.
    pub fn score(&self) -> Option<Score> {
        self.lines.first()?.score
    }
}

impl UciEngine {
    /// Starts a program, greets it and sets its options.
    pub fn start(program: &Program) -> Result<Self, Fault> {
        let mut engine = Self {
            session: Session::new(program),
            name: program.label(),
            options: Vec::new(),
        };
        engine.restart()?;
        Ok(engine)
    }

    /// Ends the process if there is one, and starts afresh.
    pub fn restart(&mut self) -> Result<(), Fault> {
        self.session.restart()?;
        self.greet()?;
        self.set_options()
    }

    /// The name the engine gives itself, or the program's if it gives none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options it declares.
    pub fn options(&self) -> &[UciOption] {
        &self.options
    }

    /// Sets the options of this program, which is the one that was started but for these, now
    /// and whenever it is started again.
    pub fn set(&mut self, program: Program) -> Result<(), Fault> {
        let old = self.session.program_mut();
        let is_news = old.options != program.options || old.asked != program.asked;
        *old = program;
        match self.session.is_running() && is_news {
            true => self.set_options(),
            false => Ok(()),
        }
    }

    /// Tells the engine that what follows has nothing to do with what came before,
    /// and waits until it is ready. An engine that does not run is started first.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        if !self.session.is_running() {
            self.restart()?;
        }
        // Not every engine empties its table at the first of these.
        let commands = if self.offers("Clear Hash") {
            "ucinewgame\nsetoption name Clear Hash\n"
        } else {
            "ucinewgame\n"
        };
        self.session
            .talk(|program, process| ready(process, commands, program.start_timeout))
    }

    /// Makes the engine search the last position of `game`, of the variant it was
    /// started for.
    pub fn search(&mut self, game: &Game, limit: Limit) -> Result<Found, Fault> {
        let board = game.board();
        let mover = board.side_to_move();
        let variant = self.session.program().variant;
        let command = format!("{}{}\n", position(game, variant), limit.go(mover));
        self.session.talk(|program, process| {
            let timeout = program.patience(limit.time(mover));
            process.skip_unasked()?;
            let mut lines = Vec::new();
            let mut nodes = None;
            let mut leads = Vec::new();
            let answer = process.ask(&command, "bestmove", timeout, |line| {
                if let Some(rest) = after(line, "info") {
                    let info = Info::parse(rest, board);
                    nodes = info.nodes.or(nodes);
                    note_lead(&mut leads, &info);
                    keep(&mut lines, info);
                }
                after(line, "bestmove").map(str::to_owned)
            })?;
            let best = best_move(board, &answer)?;
            Ok(Found {
                best,
                ponder: best.and_then(|best| ponder_move(board, best, &answer)),
                lines: lines.into_iter().flatten().collect(),
                nodes,
                leads,
            })
        })
    }

    /// Ends the process and says why.
    pub(crate) fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        self.session.accuse(misdeed)
    }

    fn offers(&self, name: &str) -> bool {
        self.option(name).is_some()
    }

    fn option(&self, name: &str) -> Option<&UciOption> {
        let mut options = self.options.iter();
        options.find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Does something that may fail, and repeats it once after a restart if it does.
    /// An engine that does not run is started first.
    pub fn retry<T>(
        &mut self,
        mut work: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if !self.session.is_running() {
            self.restart()?;
        }
        work(self).or_else(|_| {
            self.restart()?;
            work(self)
        })
    }

    /// Says `uci` and reads what the engine says of itself.
    fn greet(&mut self) -> Result<(), Fault> {
        let mut name = None;
        let mut options = Vec::new();
        self.session.talk(|program, process| {
            let timeout = program.start_timeout;
            let greeted = process.ask("uci\n", "uciok", timeout, |line| {
                if let Some(rest) = after(line, "id") {
                    name = after(rest, "name").map(str::to_owned).or(name.take());
                } else if let Some(option) = after(line, "option") {
                    options.extend(UciOption::parse(option));
                }
                after(line, "uciok").map(|_| ())
            });
            greeted.map_err(|misdeed| match misdeed {
                Misdeed::Hang { after, .. } => Misdeed::NoUciOk(after),
                other => other,
            })
        })?;
        self.options = options;
        let program = self.session.program();
        self.name = (program.name.clone().or(name)).unwrap_or_else(|| program.label());
        Ok(())
    }

    fn set_options(&mut self) -> Result<(), Fault> {
        let command = |name: &str, value: &str| {
            // A button has no value.
            let word = if value.is_empty() { "" } else { " value " };
            (self.offers(name)).then(|| format!("setoption name {name}{word}{value}"))
        };
        let program = self.session.program();
        let variant = match program.variant {
            Variant::Standard => Some(String::new()),
            Variant::Chess960 => command(CHESS960, "true").map(|line| line + "\n"),
        };
        let kind = |name: &str| self.option(name).map(|option| &option.kind);
        let may_be_file = |name: &str| kind(name) == Some(&OptionKind::Other);
        let commands = program.settings(command, may_be_file).and_then(|options| {
            let lacks = || format!("it cannot play Chess960: it has no option `{CHESS960}`");
            Ok(options + &variant.ok_or_else(lacks)?)
        });
        match commands {
            Ok(commands) => self
                .session
                .talk(|program, process| ready(process, &commands, program.start_timeout)),
            Err(reason) => Err(self.session.accuse(Misdeed::NotStarted(reason))),
        }
    }
}

/// Sends commands that have no answer and waits until they are carried out.
fn ready(process: &mut Process, commands: &str, timeout: Duration) -> Result<(), Misdeed> {
    process.skip_unasked()?;
    let commands = format!("{commands}isready\n");
    process.ask(&commands, "readyok", timeout, |line| {
        after(line, "readyok").map(|_| ())
    })
}

/// The `position` command for a game, with the moves that repetitions need.
fn position(game: &Game, variant: Variant) -> String {
    let mut board = game.start().clone();
    let mut command = if board == Board::default() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", fen::write(&board))
    };
    if !game.moves().is_empty() {
        command += " moves";
    }
    for &mv in game.moves() {
        command.push(' ');
        command += &uci::write(&board, mv, variant == Variant::Chess960);
        board.play_unchecked(mv);
    }
    command.push('\n');
    command
}

/// Keeps the last line with a score for each variation. A bound never replaces a
/// score.
fn keep(lines: &mut Vec<Option<Info>>, info: Info) {
    let index = info.multipv.unwrap_or(1).saturating_sub(1);
    if info.score.is_none() || index >= MOST_LINES {
        return;
    }
    if lines.len() <= index {
        lines.resize(index + 1, None);
    }
    let has_score = |kept: &Info| !kept.is_bound;
    if !(info.is_bound && lines[index].as_ref().is_some_and(has_score)) {
        lines[index] = Some(info);
    }
}

/// Notes the best move of a line with its nodes, if another was best before.
fn note_lead(leads: &mut Vec<(Move, u64)>, info: &Info) {
    let is_best = info.multipv.unwrap_or(1) == 1 && !info.is_bound;
    if let (true, Some(&best), Some(nodes)) = (is_best, info.pv.first(), info.nodes)
        && leads.last().is_none_or(|&(leader, _)| leader != best)
    {
        leads.push((best, nodes));
    }
}

/// The move in `e2e4 ponder e7e5`; `(none)`, `0000` and the like mean no move.
fn best_move(board: &Board, answer: &str) -> Result<Option<Move>, Misdeed> {
    let text = answer.split_ascii_whitespace().next().unwrap_or_default();
    if ["(none)", "none", "0000", "null", "NULL"].contains(&text) {
        return if board.generate_moves(|_| true) {
            Err(Misdeed::NoMove(fen::write(board)))
        } else {
            Ok(None)
        };
    }
    // Some engines write a promotion in capitals.
    match uci::parse(board, &text.to_ascii_lowercase()) {
        Ok(mv) => Ok(Some(mv)),
        Err(uci::UciError::NotAMove(_)) => Err(Misdeed::Garbage(text.chars().take(40).collect())),
        Err(uci::UciError::Illegal { fen, .. }) => Err(Misdeed::IllegalMove {
            text: text.into(),
            fen,
        }),
    }
}

/// The move to ponder on, if there is one and it is legal: nothing depends on it.
fn ponder_move(board: &Board, best: Move, answer: &str) -> Option<Move> {
    let text = answer
        .split_ascii_whitespace()
        .skip_while(|&word| word != "ponder")
        .nth(1)?;
    let mut board = board.clone();
    board.play_unchecked(best);
    uci::parse(&board, text).ok()
}
