//! A game as a value.

use chess::{Color, Game};
use engine::search::Score;
use serde::{Deserialize, Serialize};

use crate::adjudicate::Judge;
use crate::{Ending, Fault, Misdeed, Played, Rules, Thought, Timed};

/// A game that was played, as a value: all of it but the time it took. How it ended follows
/// from its moves, the players' scores and the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    game: Game,
    thoughts: Vec<Words>,
    fault: Option<Told>,
}

/// What a player said of its move: score, depth, nodes.
type Words = (Option<Score>, Option<u32>, Option<u64>);

/// What a player did wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Told {
    is_white: bool,
    program: String,
    what: String,
    breaks_rules: bool,
    transcript: Vec<String>,
}

impl From<&Played> for Sheet {
    fn from(played: &Played) -> Self {
        let words = |timed: &Timed| {
            let Thought {
                score,
                depth,
                nodes,
                ..
            } = timed.thought;
            (score, depth, nodes)
        };
        let fault = played.fault.as_ref().map(|(color, fault)| Told {
            is_white: *color == Color::White,
            program: fault.program.clone(),
            what: fault.misdeed.to_string(),
            breaks_rules: fault.misdeed.breaks_rules(),
            transcript: fault.transcript.clone(),
        });
        Self {
            game: played.game.clone(),
            thoughts: played.thoughts.iter().map(words).collect(),
            fault,
        }
    }
}

impl Sheet {
    /// Whether a player was at fault.
    pub const fn has_fault(&self) -> bool {
        self.fault.is_some()
    }

    /// The game again; `None` if no game with this start goes like this under these rules.
    pub fn played(&self, start: &Game, rules: &Rules) -> Option<Played> {
        let moves = self.game.moves();
        let begins = self.game.start() == start.start() && moves.starts_with(start.moves());
        let moves = moves.get(start.moves().len()..)?;
        if !begins || moves.len() != self.thoughts.len() {
            return None;
        }
        let mut game = start.clone();
        let mut judge = Judge::new(rules);
        let mut thoughts = Vec::new();
        for (&mv, &(score, depth, nodes)) in moves.iter().zip(&self.thoughts) {
            if judge.ending(&game).is_some() {
                return None;
            }
            game.play(mv).ok()?;
            judge.note(game.board(), score);
            let thought = Thought {
                mv,
                score,
                depth,
                nodes,
            };
            thoughts.push(Timed {
                thought,
                time: std::time::Duration::ZERO,
            });
        }
        let fault = self.fault.as_ref().map(Told::fault);
        let ending = match &fault {
            Some((loser, _)) => Ending::Fault { loser: *loser },
            None => judge.ending(&game)?,
        };
        Some(Played {
            game,
            ending,
            thoughts,
            fault,
        })
    }
}

impl Told {
    fn fault(&self) -> (Color, Fault) {
        let color = if self.is_white {
            Color::White
        } else {
            Color::Black
        };
        let fault = Fault {
            program: self.program.clone(),
            misdeed: Misdeed::Told {
                what: self.what.clone(),
                breaks_rules: self.breaks_rules,
            },
            transcript: self.transcript.clone(),
        };
        (color, fault)
    }
}
