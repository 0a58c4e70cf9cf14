//! What plays: two engines whose memory is kept from task to task.

use chess::{Color, End, Game, Outcome};
use engine::Mind;
use engine::modern::search::SearchGenes;
use engine::modern::{Organism, searcher};
use engine::search::{Engine, Limit, Score};
use evo::Failure;

use super::study::for_white;
use crate::learn::{NO_SCORE, Numbers};

/// Scores beyond this say that the game is decided.
const MOST_SCORE: i32 = 20_000;

/// Two engines.
pub struct Engines {
    seats: [Seat; 2],
}

struct Seat {
    engine: Engine,
    /// The player of this seat.
    numbers: Option<Numbers>,
}

/// What limits a game.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Nodes a move.
    pub nodes: u64,
    /// The half move after which it is drawn.
    pub most_plies: usize,
}

/// A game that was played.
pub struct Played {
    /// The game, its opening included.
    pub game: Game,
    /// Moves of the opening.
    pub known: usize,
    /// The score of each position after the opening, in centipawns for White; nothing
    /// where two played.
    pub scores: Vec<i16>,
    /// Half points of White.
    pub half_points: u8,
    /// Nodes searched.
    pub nodes: u64,
}

impl Engines {
    /// Engines with hash tables of this size.
    pub fn new(mebibytes: usize) -> Result<Self, Failure> {
        let seat = || {
            let mut engine = Organism::default().engine(1, 1);
            engine.resize_table(mebibytes).map_err(Failure::new)?;
            Ok::<_, Failure>(Seat {
                engine,
                numbers: None,
            })
        };
        Ok(Self {
            seats: [seat()?, seat()?],
        })
    }

    /// Makes them play as these.
    pub fn take_seats(&mut self, players: [&Numbers; 2], search: &SearchGenes) {
        for (seat, numbers) in self.seats.iter_mut().zip(players) {
            if seat.numbers.as_ref() != Some(numbers) {
                seat.engine
                    .replace(searcher(&numbers.weights(), *search, 1));
                seat.numbers = Some(numbers.clone());
            }
        }
    }

    /// The first forgets all that it has searched.
    pub fn forget(&mut self) {
        self.seats[0].engine.new_game();
    }

    /// What the first thinks of a position, in centipawns for the side to move, and the
    /// nodes that took.
    pub fn score(&mut self, game: &Game, nodes: u64) -> (i32, u64) {
        let engine = &mut self.seats[0].engine;
        let found = engine.search(game, &Limit::nodes(nodes));
        (centipawns(found.score), found.nodes)
    }

    /// The first against itself, with one hash table for both sides.
    pub fn play_itself(&mut self, start: Game, limits: Limits) -> Played {
        let engine = &mut self.seats[0].engine;
        engine.new_game();
        let known = start.moves().len();
        let mut scores = Vec::new();
        let (game, half_points, nodes) = play(start, limits, |game| {
            let found = engine.search(game, &Limit::nodes(limits.nodes));
            let score = centipawns(found.score);
            scores.push(for_white(game.board(), score));
            (found.best, found.nodes)
        });
        Played {
            game,
            known,
            scores,
            half_points,
            nodes,
        }
    }

    /// The two against each other; the first has this colour.
    pub fn play_each_other(&mut self, start: Game, first: Color, limits: Limits) -> Played {
        for seat in &mut self.seats {
            seat.engine.new_game();
        }
        let known = start.moves().len();
        let (game, half_points, nodes) = play(start, limits, |game| {
            let seat = usize::from(game.board().side_to_move() != first);
            let engine = &mut self.seats[seat].engine;
            let found = engine.search(game, &Limit::nodes(limits.nodes));
            (found.best, found.nodes)
        });
        let scores = vec![NO_SCORE; game.moves().len() - known];
        Played {
            game,
            known,
            scores,
            half_points,
            nodes,
        }
    }
}

/// Plays a game to its end by the rules of chess; gives White's half points and the nodes
/// searched.
fn play(
    mut game: Game,
    limits: Limits,
    mut choose: impl FnMut(&Game) -> (Option<chess::Move>, u64),
) -> (Game, u8, u64) {
    let mut nodes = 0;
    let outcome = loop {
        if let Some(end) = game.end() {
            break End::outcome(end);
        }
        if game.moves().len() >= limits.most_plies {
            break Outcome::Draw;
        }
        let (mv, searched) = choose(&game);
        nodes += searched;
        let mv = mv.expect("a game that goes on has a move");
        game.play(mv).expect("engines play legal moves");
    };
    (game, outcome.half_points(Color::White), nodes)
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp.clamp(-MOST_SCORE, MOST_SCORE),
        Score::Mate(moves) if moves > 0 => MOST_SCORE,
        Score::Mate(_) => -MOST_SCORE,
    }
}
