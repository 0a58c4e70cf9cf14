//! What takes part in a match.

use chess::Color;

use crate::clock::Clocks;
use crate::xboard::control;
use crate::{Fault, Inside, Pace, Player, Program, UciEngine, Variant, XboardEngine};

/// What takes part in a match: enough to make a player of it, as often as wanted.
#[derive(Debug, Clone)]
pub enum Contender {
    /// An organism, in this process.
    Inside(Inside),
    /// A program that speaks UCI.
    Uci(Program),
    /// A program that speaks the protocol of xboard, version 2.
    Xboard(Program),
}

impl Contender {
    /// The same contender for games of this variant. Players in this process play
    /// whatever they are shown.
    pub fn playing(mut self, variant: Variant) -> Self {
        if let Self::Uci(program) | Self::Xboard(program) = &mut self {
            program.variant = variant;
        }
        self
    }

    /// A new player.
    pub fn player(&self) -> Result<Box<dyn Player>, Fault> {
        Ok(match self {
            Self::Inside(inside) => inside.player(),
            Self::Uci(program) => Box::new(UciEngine::start(program)?),
            Self::Xboard(program) => Box::new(XboardEngine::start(program)?),
        })
    }

    /// Makes a player once and asks its name, so that a wrong path, an unknown
    /// option or a pace it cannot keep is found before the first game.
    pub fn introduce(&self, pace: Pace) -> Result<String, Fault> {
        let mut player = self.player()?;
        if let Self::Xboard(_) = self {
            let limit = Clocks::new(pace, pace).limit(Color::White);
            control::announce(&limit, Color::White).map_err(|misdeed| player.accuse(misdeed))?;
        }
        player.new_game()?;
        Ok(player.name().to_owned())
    }
}
