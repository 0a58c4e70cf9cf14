//! Engines for tests.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use arena::{
    Ending, Fault, Limit, Misdeed, OrganismPlayer, Played, Player, Program, Rules, Seat, Thought,
    play,
};
use chess::{Color, Game};
use engine::organism::Organism;
use engine::search::Score;

/// A shell script that speaks UCI; `cases` are tried on each line first.
pub fn scripted(cases: &str) -> Program {
    script(&format!(
        "while read -r line; do case $line in {cases}
         uci) echo 'id name Scripted'; echo 'option name Hash type spin'; echo uciok;;
         isready) echo readyok;;
         go*) echo info depth 1 score cp 20 pv e2e4; echo bestmove e2e4;;
         esac; done"
    ))
}

/// A shell script that speaks as xboard engines do; `cases` are tried on each line
/// first.
pub fn xboard_scripted(cases: &str) -> Program {
    script(&format!(
        "while read -r line; do case $line in {cases}
         protover*) echo 'feature ping=1 setboard=1 usermove=1 myname=\"Scripted\" done=1';;
         ping*) echo pong ${{line#ping }};;
         go) echo 3 20 0 77 e2e4; echo move e2e4;;
         esac; done"
    ))
}

/// A shell script.
pub fn script(text: &str) -> Program {
    let mut program = Program::new("/bin/sh");
    program.arguments = vec!["-c".into(), text.into()];
    program
}

/// Debian's stockfish, `None` with a note where there is none.
pub fn stockfish() -> Option<Program> {
    let program = Program::new("stockfish").repeatable();
    match arena::UciEngine::start(&program) {
        Ok(_) => Some(program),
        Err(fault) => {
            println!("skipped: {fault}");
            None
        }
    }
}

/// A program that gets little time to search, for engines that hang.
pub fn impatient(mut program: Program) -> Program {
    program.search_timeout = Duration::from_millis(500);
    program
}

/// An organism with a small hash table.
pub fn organism() -> OrganismPlayer {
    OrganismPlayer::new(Arc::new(Organism::default()), 1)
}

/// Lets a player play White, at this pace, against an organism. The game is drawn
/// after one move of each side.
pub fn play_white(player: &mut dyn Player, pace: &str) -> Played {
    let mut opponent = organism();
    let white = seat(player, pace);
    let black = seat(&mut opponent, "depth=1");
    play(white, black, Game::default(), &one_move())
}

/// The same with the colours reversed.
pub fn play_black(player: &mut dyn Player, pace: &str) -> Played {
    let mut opponent = organism();
    let white = seat(&mut opponent, "depth=1");
    let black = seat(player, pace);
    play(white, black, Game::default(), &one_move())
}

/// A player at the board.
pub fn seat<'a>(player: &'a mut dyn Player, pace: &str) -> Seat<'a> {
    let pace = pace.parse().unwrap();
    Seat { player, pace }
}

/// A game is drawn after the first move; clocks forgive nothing.
pub fn one_move() -> Rules {
    Rules {
        last_move: Some(1),
        margin: Duration::ZERO,
        ..Rules::chess_only()
    }
}

/// What the loser did wrong.
#[track_caller]
pub fn fault_of(played: &Played, loser: Color) -> &Fault {
    let (accused, fault) = played.fault.as_ref().expect("there must be a fault");
    assert_eq!(*accused, loser);
    let expected = match fault.misdeed {
        Misdeed::Overstep { .. } => Ending::TimeLoss { loser },
        _ => Ending::Fault { loser },
    };
    assert_eq!(played.ending, expected);
    fault
}

/// A player whose moves are given in advance; with none left it resigns.
pub struct Puppet {
    /// The moves of the game.
    pub moves: Vec<&'static str>,
    /// What it says they are worth.
    pub score: Option<Score>,
    /// Moves played in the game.
    pub played: usize,
}

impl Puppet {
    /// A player that says nothing of its moves.
    pub fn new(moves: &[&'static str]) -> Self {
        Self {
            moves: moves.to_vec(),
            score: None,
            played: 0,
        }
    }
}

impl Player for Puppet {
    fn name(&self) -> &str {
        "Puppet"
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.played = 0;
        Ok(())
    }

    fn choose(&mut self, _: &Game, _: Limit) -> Result<Option<Thought>, Fault> {
        let mv = self.moves.get(self.played);
        self.played += 1;
        Ok(mv.map(|mv| Thought {
            mv: mv.parse().unwrap(),
            score: self.score,
            depth: None,
            nodes: None,
        }))
    }

    fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        Fault {
            program: "Puppet".into(),
            misdeed,
            transcript: Vec::new(),
        }
    }
}

/// Whether a process is there and has not ended.
pub fn runs(pid: &str) -> bool {
    let status = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    status.is_ok_and(|status| !status.contains(") Z"))
}

/// Waits until a process has ended.
#[track_caller]
pub fn await_end(pid: &str) {
    // Nothing depends on how soon it is, but a test must end.
    let patience = Instant::now() + Duration::from_secs(30);
    while runs(pid) {
        assert!(Instant::now() < patience, "process {pid} lives on");
        thread::sleep(Duration::from_millis(5));
    }
}
