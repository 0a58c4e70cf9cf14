//! Games of an organism against itself.

use chess::{Board, Game, legal_moves};
use evo::{Seed, Stream};
use serde::{Deserialize, Serialize};

use super::engines::{Engines, Limits, Played};

/// Openings tried before the last one is taken.
const TRIES: usize = 20;

/// How games of an organism against itself begin and end.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Practice {
    /// Random half moves at the start of games; one more in every second game.
    pub random_plies: usize,
    /// The most an opening may be ahead for one side by the organism's own score, in
    /// centipawns.
    pub even_cp: i32,
    /// The half move after which a game is drawn.
    pub most_plies: usize,
}

impl Practice {
    /// A game of the organism that has taken its seat. The number and the seed say how it
    /// begins; nodes of its opening count.
    pub(crate) fn play(self, engines: &mut Engines, nodes: u64, number: u32, seed: Seed) -> Played {
        let mut stream = seed.child("opening", number.into()).stream();
        let plies = self.random_plies + number as usize % 2;
        let mut start = Game::default();
        let mut searched = 0;
        for _ in 0..TRIES {
            start = random_opening(plies, &mut stream);
            engines.forget();
            let (score, nodes) = engines.score(&start, nodes);
            searched += nodes;
            if score.abs() <= self.even_cp {
                break;
            }
        }
        let limits = Limits {
            nodes,
            most_plies: self.most_plies,
        };
        let mut played = engines.play_itself(start, limits);
        played.nodes += searched;
        played
    }
}

/// A game that goes on after this many random half moves.
fn random_opening(plies: usize, stream: &mut Stream) -> Game {
    loop {
        let mut game = Game::new(Board::default());
        for _ in 0..plies {
            let moves = legal_moves(game.board());
            if moves.is_empty() {
                break;
            }
            let mv = moves[stream.below(moves.len())];
            game.play(mv).expect("a legal move");
        }
        if game.end().is_none() {
            return game;
        }
    }
}
