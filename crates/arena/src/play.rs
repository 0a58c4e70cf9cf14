//! One game.

use std::time::{Duration, Instant};

use chess::{Color, Game, IllegalMove};

use crate::adjudicate::Judge;
use crate::clock::Clocks;
use crate::{Ending, Fault, Misdeed, Pace, Player, Rules, Thought};

/// A player at the board.
pub struct Seat<'a> {
    /// The player.
    pub player: &'a mut dyn Player,
    /// Its allowance.
    pub pace: Pace,
}

/// A thought and the time it took, measured from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timed {
    /// The thought.
    pub thought: Thought,
    /// From the question to the answer.
    pub time: Duration,
}

/// A game that was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// The moves, those of the opening included.
    pub game: Game,
    /// How it ended.
    pub ending: Ending,
    /// What the players thought, move by move after the opening.
    pub thoughts: Vec<Timed>,
    /// What a player did wrong: that is why it lost.
    pub fault: Option<(Color, Fault)>,
}

/// Plays a game that begins with `start`, its moves included.
///
/// Both players are told of the new game first. A player that commits a fault
/// loses; it is started again when it is told of its next game.
pub fn play<'a>(white: Seat<'a>, black: Seat<'a>, start: Game, rules: &Rules) -> Played {
    let mut clocks = Clocks::new(white.pace, black.pace);
    let mut players = [white.player, black.player];
    let mut judge = Judge::new(rules);
    let mut played = Unfinished {
        game: start,
        thoughts: Vec::new(),
    };
    for (color, player) in [Color::White, Color::Black].into_iter().zip(&mut players) {
        if let Err(fault) = player.new_game() {
            return played.lost(color, fault);
        }
    }
    loop {
        if let Some(ending) = judge.ending(&played.game) {
            return played.end(ending);
        }
        let mover = played.game.board().side_to_move();
        let player = &mut players[mover as usize];
        let begun = Instant::now();
        let choice = player.choose(&played.game, clocks.limit(mover));
        let time = begun.elapsed();
        let thought = match choice {
            Ok(Some(thought)) => thought,
            Ok(None) => return played.end(Ending::Resignation { winner: !mover }),
            Err(fault) => return played.lost(mover, fault),
        };
        if let Err(misdeed) = clocks.spend(mover, time, rules.margin) {
            return played.lost(mover, player.accuse(misdeed));
        }
        if let Err(IllegalMove { mv, fen }) = played.game.play(thought.mv) {
            let text = mv.to_string();
            let misdeed = Misdeed::IllegalMove { text, fen };
            return played.lost(mover, player.accuse(misdeed));
        }
        judge.note(played.game.board(), thought.score);
        played.thoughts.push(Timed { thought, time });
    }
}

/// A game under way.
struct Unfinished {
    game: Game,
    thoughts: Vec<Timed>,
}

impl Unfinished {
    fn end(self, ending: Ending) -> Played {
        Played {
            game: self.game,
            ending,
            thoughts: self.thoughts,
            fault: None,
        }
    }

    fn lost(self, loser: Color, fault: Fault) -> Played {
        let ending = match fault.misdeed {
            Misdeed::Overstep { .. } => Ending::TimeLoss { loser },
            _ => Ending::Fault { loser },
        };
        Played {
            fault: Some((loser, fault)),
            ..self.end(ending)
        }
    }
}
