//! What a program can read in a node.

use super::words::Terminal;

const TERMINALS: usize = Terminal::ALL.len();

/// The value of every terminal in a node, and the values of pieces. Registers stand among
/// them: a program writes there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    values: [f32; TERMINALS],
    /// From pawn to queen.
    pub pieces: [f32; 5],
}

/// What programs keep from node to node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Registers {
    /// Of one level.
    pub level: f32,
    /// Of a search.
    pub search: f32,
    /// Of a game.
    pub game: f32,
}

impl Facts {
    /// All terminals are 0.
    pub const fn new(pieces: [f32; 5]) -> Self {
        Self {
            values: [0.0; TERMINALS],
            pieces,
        }
    }

    /// Says what a terminal is.
    #[inline(always)]
    pub const fn set(&mut self, terminal: Terminal, value: f32) {
        self.values[terminal as usize] = value;
    }

    /// What a terminal is.
    #[inline(always)]
    pub fn get(&self, terminal: Terminal) -> f32 {
        match terminal {
            Terminal::PieceValue => self.pieces[self.piece()],
            _ => self.values[terminal as usize],
        }
    }

    /// The piece that the accumulator numbers.
    fn piece(&self) -> usize {
        let number = self.values[Terminal::Accumulator as usize];
        (number as i64).rem_euclid(self.pieces.len() as i64) as usize
    }

    /// Sets the registers.
    pub const fn set_registers(&mut self, registers: Registers) {
        self.set(Terminal::LevelRegister, registers.level);
        self.set(Terminal::SearchRegister, registers.search);
        self.set(Terminal::GameRegister, registers.game);
    }

    /// The registers.
    pub fn registers(&self) -> Registers {
        Registers {
            level: self.get(Terminal::LevelRegister),
            search: self.get(Terminal::SearchRegister),
            game: self.get(Terminal::GameRegister),
        }
    }
}
