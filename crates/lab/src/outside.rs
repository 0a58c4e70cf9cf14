//! Engines of other authors, with options that were bred, as players like all others.

use std::io::{self, BufRead, Write};
use std::num::NonZeroU64;

use arena::{Contender, Fault, Limit, UciEngine};
use chess::Game;
use problems::uci_engine::Organism;

use crate::kinds::Playable;
use crate::thought::{Grounds, Reason, Thinker, Thought};

impl Playable for Organism {
    fn rename(&mut self, name: &str) {
        self.name = name.into();
    }

    fn has_table(&self) -> bool {
        false
    }

    fn contender(self: Box<Self>, _: usize) -> Contender {
        Contender::Uci(self.program())
    }

    fn thinker(self: Box<Self>) -> Box<dyn Thinker> {
        self
    }

    /// The engine itself answers; after the greeting it is told its options.
    fn serve(self: Box<Self>, input: Box<dyn BufRead + Send>, mut output: Box<dyn Write>) {
        if let Err(error) = talk(&self, input, &mut output) {
            // What stops a session is told as the protocol tells it.
            let _ = writeln!(output, "info string {}: {error}", self.name);
        }
    }
}

fn talk(
    organism: &Organism,
    input: Box<dyn BufRead + Send>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut command = organism.program().command().map_err(io::Error::other)?;
    let mut engine = command.stderr(std::process::Stdio::inherit()).spawn()?;
    let (Some(mut told), Some(mut said)) = (engine.stdin.take(), engine.stdout.take()) else {
        unreachable!("the command pipes both");
    };
    let options = organism.options.clone();
    // It ends with the input, and the engine with it: its own input is closed then.
    std::thread::spawn(move || {
        for line in input.lines().map_while(Result::ok) {
            let mut lines = format!("{line}\n");
            if line.trim() == "uci" {
                let set = options
                    .iter()
                    .map(|(name, value)| format!("setoption name {name} value {value}\n"));
                lines.extend(set);
            }
            if told.write_all(lines.as_bytes()).is_err() {
                break;
            }
        }
    });
    io::copy(&mut said, output)?;
    output.flush()?;
    engine.wait()?;
    Ok(())
}

impl Thinker for Organism {
    fn think(&mut self, game: &Game, nodes: NonZeroU64) -> Thought {
        let found = UciEngine::start(&self.program()).and_then(|mut engine| {
            engine.new_game()?;
            engine.search(game, Limit::Nodes(nodes.get()))
        });
        match found {
            Ok(found) => {
                let best = found.lines.into_iter().next().unwrap_or_default();
                let mv = found.best.expect("the position has a move");
                let line = match best.pv.first() == Some(&mv) {
                    true => best.pv,
                    false => vec![mv],
                };
                Thought {
                    mv,
                    score: best.score,
                    depth: best.depth.unwrap_or_default(),
                    nodes: found.nodes.unwrap_or_default(),
                    line,
                    grounds: Vec::new(),
                }
            }
            Err(fault) => failed(game, &fault),
        }
    }
}

/// Where an engine fails, the game goes on with the first legal move, and says so.
fn failed(game: &Game, fault: &Fault) -> Thought {
    let mut mv = None;
    game.board().generate_moves(|moves| {
        mv = moves.into_iter().next();
        mv.is_some()
    });
    let mv = mv.expect("the position has a move");
    Thought {
        mv,
        score: None,
        depth: 0,
        nodes: 0,
        line: vec![mv],
        grounds: vec![Grounds {
            title: "The engine failed: this is the first legal move",
            unit: "",
            reasons: vec![Reason {
                what: format!("{}: {}", fault.program, fault.misdeed),
                meaning: "",
                weight: None,
            }],
        }],
    }
}
