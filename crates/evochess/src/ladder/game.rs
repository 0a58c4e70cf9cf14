//! One game of an individual, which has White, against a player of the ladder.

use chess::{Color, Game, Outcome, balance};
use serde::{Deserialize, Serialize};

use super::class::Class;
use crate::Individual;
use crate::position::{Position, PositionWeights};
use crate::search::Bounds;

/// When games end before the rules of chess end them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ lead = 9, moves = 4, longest = 80, quiet = 6, decisive_cp = 900 }`"
)]
pub struct Rules {
    /// A side has won that is so far ahead in material, where a queen counts 9,
    pub lead: u32,
    /// for this number of moves of each side.
    pub moves: u32,
    /// The number of moves of each side after which a game is broken off
    pub longest: u32,
    /// as soon as there was no capture and no check in this number of plies, or after half as
    /// many moves again.
    pub quiet: u32,
    /// What is then worth a win.
    pub decisive_cp: u32,
}

impl Default for Rules {
    /// Those of `recipes/evochess.toml`.
    fn default() -> Self {
        Self {
            lead: 9,
            moves: 4,
            longest: 80,
            quiet: 6,
            decisive_cp: 900,
        }
    }
}

/// A game that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The class of the opponent.
    pub class: Class,
    /// The result for the individual in thousandths, from -1000 to 1000.
    pub thousandths: i32,
    /// Its moves.
    pub moves: u32,
    /// Its nodes.
    pub nodes: u64,
    /// The opponent's moves.
    pub replies: u32,
    /// The opponent's nodes.
    pub reply_nodes: u64,
}

const WON: i32 = 1000;

impl Played {
    /// From -1, a loss, to 1, a win.
    pub fn result(&self) -> f64 {
        f64::from(self.thousandths) / f64::from(WON)
    }

    /// Whether the individual won.
    pub const fn is_won(&self) -> bool {
        self.thousandths == WON
    }

    /// Whether it lost.
    pub const fn is_lost(&self) -> bool {
        self.thousandths == -WON
    }
}

/// Plays a game from the start position.
pub fn play(
    individual: &Individual,
    bounds: Bounds,
    class: Class,
    rules: Rules,
    seed: u64,
) -> Played {
    let mut white = individual.thinker(bounds, seed);
    // The two must not be surprised by the same positions.
    let mut black = class.player(!seed);
    let mut played = Played {
        class,
        thousandths: 0,
        moves: 0,
        nodes: 0,
        replies: 0,
        reply_nodes: 0,
    };
    let mut game = Game::default();
    let mut watch = Watch::default();
    played.thousandths = loop {
        if let Some(end) = watch.end(&game, rules) {
            break end;
        }
        let found = match game.board().side_to_move() {
            Color::White => {
                let found = white.choose(&game);
                (played.moves, played.nodes) = (played.moves + 1, played.nodes + found.nodes);
                found
            }
            Color::Black => {
                let found = black.search(&game);
                played.replies += 1;
                played.reply_nodes += found.nodes;
                found
            }
        };
        game.play(found.mv).expect("the move is legal");
        watch.note(&game);
    };
    played
}

/// What is watched for.
#[derive(Default)]
struct Watch {
    /// By how much White was ahead in material after each ply.
    leads: Vec<i32>,
    /// Plies without a capture or a check.
    quiet: u32,
    men: usize,
}

impl Watch {
    fn note(&mut self, game: &Game) {
        let board = game.board();
        self.leads.push(balance(board, Color::White));
        let men = board.occupied().len() as usize;
        let calm = men == self.men && board.checkers().is_empty();
        self.quiet = if calm { self.quiet + 1 } else { 0 };
        self.men = men;
    }

    /// The result in thousandths where the game is over.
    fn end(&self, game: &Game, rules: Rules) -> Option<i32> {
        match game.outcome() {
            Some(Outcome::Win(Color::White)) => return Some(WON),
            Some(Outcome::Win(Color::Black)) => return Some(-WON),
            Some(Outcome::Draw) => return Some(0),
            None => {}
        }
        let plies = 2 * rules.moves as usize;
        if let Some(recent) = self.leads.len().checked_sub(plies) {
            let recent = &self.leads[recent..];
            let lead = rules.lead as i32;
            if recent.iter().all(|&ahead| ahead >= lead) {
                return Some(WON);
            }
            if recent.iter().all(|&ahead| ahead <= -lead) {
                return Some(-WON);
            }
        }
        let (plies, longest) = (game.moves().len() as u32, 2 * rules.longest);
        let is_long = plies >= longest && self.quiet >= rules.quiet || plies >= longest * 3 / 2;
        is_long.then(|| advantage(game, rules))
    }
}

/// White's advantage in thousandths of what is worth a win, by the standard weights
/// without chance.
fn advantage(game: &Game, rules: Rules) -> i32 {
    let board = game.board();
    let standard = Position::new(&PositionWeights::default(), 0);
    let score = standard.without_chance().evaluate(board);
    let white = match board.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    (white * WON / rules.decisive_cp.max(1) as i32).clamp(-WON, WON)
}
