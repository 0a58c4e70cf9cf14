//! Individuals at the arena's boards.

use std::num::NonZeroU64;
use std::time::Instant;

use arena::{Fault, Inside, Limit, Misdeed, Player, Thought, search_limit};
use chess::{Game, Move};
use engine::search::{self, Score};

use crate::search::{Bounds, Found, MATE};
use crate::{Organism, Thinker};

/// An individual as a player. It keeps to its own nodes, or to fewer where there is a
/// limit of nodes, and makes its moves in time; a limit of depth means nothing to it.
pub struct EvochessPlayer {
    name: String,
    bounds: Bounds,
    thinker: Thinker,
    /// The moves of the game that it is playing.
    moves: Vec<Move>,
}

/// The seed of what chance adds to its evaluation in matches: its games repeat.
pub const SEED: u64 = 1;

impl EvochessPlayer {
    /// The player that an organism is.
    pub fn new(organism: &Organism) -> Self {
        Self {
            name: organism.name.clone(),
            bounds: organism.bounds,
            thinker: organism.individual.thinker(organism.bounds, SEED),
            moves: Vec::new(),
        }
    }

    /// Chooses a move. What is saved is forgotten where a game does not go on from the
    /// one before.
    pub fn think(&mut self, game: &Game, limit: &search::Limit) -> Found {
        let until = limit.time.map(|time| Instant::now() + time.soft);
        if !game.moves().starts_with(&self.moves) {
            self.thinker.new_game();
        }
        self.moves.clear();
        self.moves.extend_from_slice(game.moves());
        let most = limit.nodes.and_then(NonZeroU64::new);
        let nodes = most.map_or(self.bounds.nodes, |most| most.min(self.bounds.nodes));
        self.thinker.choose_within(game, nodes, until, &mut ())
    }
}

impl Organism {
    /// A maker of players of this organism, for matches.
    pub fn inside(self) -> Inside {
        Inside::new(self.to_toml(), move || Box::new(EvochessPlayer::new(&self)))
    }
}

impl Found {
    /// Its score as players tell it.
    pub fn told(&self) -> Score {
        let plies = MATE - self.score.abs();
        match plies < 1000 {
            true if self.score > 0 => Score::Mate((plies + 1) / 2),
            true => Score::Mate(-(plies / 2)),
            false => Score::Centipawns(self.score),
        }
    }

    /// Its score in words.
    pub fn worth(&self) -> String {
        match self.told() {
            Score::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
            Score::Mate(moves) => format!("mated in {}", -moves),
        }
    }
}

impl Player for EvochessPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.thinker.new_game();
        self.moves.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game, limit: Limit) -> Result<Option<Thought>, Fault> {
        let found = self.think(game, &search_limit(game, limit));
        Ok(Some(Thought {
            mv: found.mv,
            score: Some(found.told()),
            depth: Some(found.depth as u32),
            nodes: Some(found.nodes),
        }))
    }

    fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        Fault {
            program: self.name.clone(),
            misdeed,
            transcript: Vec::new(),
        }
    }
}
