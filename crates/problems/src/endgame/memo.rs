//! Answers that are remembered.

use std::cell::RefCell;

use chess::Board;

use super::terminals::{COUNT, Sense, TERMINALS};
use super::view::View;

/// What answers the questions of a tree.
pub trait Oracle {
    /// The value of the terminal with this number.
    fn ask(&mut self, terminal: usize) -> f64;
}

/// Finds every answer when it is first asked for, and remembers it; answers that
/// take foresight are remembered even beyond this position.
pub struct Memo<'a> {
    view: View<'a>,
    known: u64,
    /// Small, for most terminals are never asked for.
    values: [i16; COUNT],
}

const _: () = assert!(COUNT <= u64::BITS as usize);

impl<'a> Memo<'a> {
    /// Knows nothing yet.
    pub fn new(view: View<'a>) -> Self {
        Self {
            view,
            known: 0,
            values: [0; COUNT],
        }
    }

    /// The numbers and values of the terminals that have been asked for.
    pub fn asked(&self) -> impl Iterator<Item = (usize, f64)> {
        let known = (0..COUNT).filter(|terminal| self.known >> terminal & 1 != 0);
        known.map(|terminal| (terminal, self.values[terminal].into()))
    }
}

impl Oracle for Memo<'_> {
    fn ask(&mut self, terminal: usize) -> f64 {
        if self.known >> terminal & 1 == 0 {
            self.values[terminal] = match TERMINALS[terminal].sense {
                Sense::Foresight(ask) => foresee(self.view.after(), terminal, ask).into(),
                _ => TERMINALS[terminal].ask(&self.view),
            };
            self.known |= 1 << terminal;
        }
        self.values[terminal].into()
    }
}

/// What is known of a position, one bit for each terminal.
#[derive(Clone, Copy, Default)]
struct Seen {
    key: u64,
    known: u64,
    answers: u64,
}

/// Positions that a thread remembers: a power of two.
const REMEMBERED: usize = 1 << 16;

thread_local! {
    static SEEN: RefCell<Vec<Seen>> = RefCell::new(vec![Seen::default(); REMEMBERED]);
}

/// The answer of a terminal that depends on nothing but this position. All meetings
/// of a generation begin with the same starts, and relatives make the same moves: a
/// thread sees most positions again.
fn foresee(board: &Board, terminal: usize, ask: fn(&Board) -> bool) -> bool {
    SEEN.with_borrow_mut(|seen| {
        let key = board.hash();
        let place = &mut seen[key as usize % REMEMBERED];
        if place.key != key {
            *place = Seen {
                key,
                ..Seen::default()
            };
        }
        if place.known >> terminal & 1 == 0 {
            place.known |= 1 << terminal;
            place.answers |= u64::from(ask(board)) << terminal;
        }
        place.answers >> terminal & 1 != 0
    })
}
