//! Two games of two organisms.

use std::sync::Arc;

use arena::book::Book;
use arena::stats::Pentanomial;
use arena::{OrganismPlayer, Pace, Player, Rules, Seat, play};
use chess::{Color, Game};
use engine::Mind;
use engine::organism::Organism;
use evo::{Failure, Seed};
use serde::{Deserialize, Serialize};

use crate::shown;

/// The openings and the limits with which organisms play.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Contest {
    /// The openings to choose from.
    pub book: Arc<Book>,
    /// Nodes a move.
    pub nodes: u64,
    /// The hash table of each player.
    pub mebibytes: usize,
}

/// Two players that take the place of all organisms in turn: their hash tables are kept,
/// and cleared before every game.
pub struct Players([OrganismPlayer; 2]);

impl Players {
    /// Makes them play as these organisms.
    pub(crate) fn play_as(&mut self, minds: [Arc<dyn Mind>; 2]) {
        for (player, mind) in self.0.iter_mut().zip(minds) {
            player.play_as(mind);
        }
    }
}

/// Two organisms and an opening, to be played with both colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// Their numbers in the generation.
    pub(super) players: (usize, usize),
    pub(super) first: Vec<i32>,
    pub(super) second: Vec<i32>,
    /// Its place in the book, counted from 0.
    pub opening: usize,
    /// The number of the contest.
    pub(super) contest: usize,
}

/// The results of the two games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Half points of the first player, with white and with black.
    pub half_points: [u8; 2],
    /// Nodes searched by both.
    pub nodes: u64,
    /// The moves of both games after the opening, in sixteen bits each.
    pub moves: [Vec<u16>; 2],
}

impl Pairing {
    /// A meeting of two of these organisms.
    pub(super) fn new(
        programs: &[Vec<i32>],
        players: (usize, usize),
        opening: usize,
        contest: usize,
    ) -> Self {
        Self {
            players,
            first: programs[players.0].clone(),
            second: programs[players.1].clone(),
            opening,
            contest,
        }
    }
}

impl Outcome {
    /// The two games as a statistic sees them.
    pub fn pair(&self) -> Pentanomial {
        Pentanomial::of_half_points(self.half_points)
    }
}

/// Whether these moves, in sixteen bits each, can be played on in a game.
pub(crate) fn are_legal(start: &Game, moves: &[u16]) -> bool {
    let mut game = start.clone();
    let mut moves = moves.iter();
    moves.all(|&bits| chess::unpack(bits).is_some_and(|mv| game.play(mv).is_ok()))
}

impl Contest {
    /// Places in the book in a random order, repeated without end.
    pub(crate) fn openings(&self, seed: Seed) -> impl Iterator<Item = usize> + use<> {
        let mut order: Vec<_> = (0..self.book.openings().len()).collect();
        seed.child("openings", 0).stream().shuffle(&mut order);
        order.into_iter().cycle()
    }

    /// Whether two games from this opening may have gone like this.
    pub(crate) fn may_give(&self, opening: usize, outcome: &Outcome) -> bool {
        let start = &self.book.opening(opening).game;
        let mut half_points = outcome.half_points.iter();
        half_points.all(|&half_points| half_points <= 2)
            && outcome.moves.iter().all(|moves| are_legal(start, moves))
    }

    /// The first of two games from this opening, with the first player White.
    pub(crate) fn shown(
        &self,
        names: [String; 2],
        opening: usize,
        outcome: &Outcome,
    ) -> Option<String> {
        let mut game = self.book.opening(opening).game.clone();
        for &bits in &outcome.moves[0] {
            game.play(chess::unpack(bits)?).ok()?;
        }
        Some(shown::game(names, &game, outcome.half_points[0]))
    }

    /// Players with hash tables of the size that is wanted.
    pub(crate) fn players(&self) -> Result<Players, Failure> {
        let mut players =
            [(); 2].map(|()| OrganismPlayer::new(Arc::new(Organism::default()), self.mebibytes));
        for player in &mut players {
            player.new_game().map_err(Failure::new)?;
        }
        Ok(Players(players))
    }

    /// Two games from an opening of the book, each player with both colours.
    pub(crate) fn pair(&self, players: &mut Players, opening: usize) -> Result<Outcome, Failure> {
        let mut nodes = 0;
        let mut game = |side: Color| {
            let pace = Pace::Nodes(self.nodes);
            let seat = |player| Seat { player, pace };
            let [first, second] = &mut players.0;
            let (white, black) = match side {
                Color::White => (first, second),
                Color::Black => (second, first),
            };
            let start = self.book.opening(opening).game.clone();
            let known = start.moves().len();
            let played = play(seat(white), seat(black), start, &Rules::default());
            if let Some((_, fault)) = played.fault {
                // No result may depend on what went wrong on this machine.
                return Err(Failure::new(fault));
            }
            let thoughts = played.thoughts.iter();
            nodes += thoughts
                .filter_map(|timed| timed.thought.nodes)
                .sum::<u64>();
            let moves = played.game.moves()[known..].iter();
            let moves: Vec<_> = moves.map(|&mv| chess::pack(mv)).collect();
            Ok((played.ending.outcome().half_points(side), moves))
        };
        let (with_white, first) = game(Color::White)?;
        let (with_black, second) = game(Color::Black)?;
        Ok(Outcome {
            half_points: [with_white, with_black],
            nodes,
            moves: [first, second],
        })
    }
}
