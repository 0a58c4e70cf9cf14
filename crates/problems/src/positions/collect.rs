//! Positions drawn from games, however many games there are.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use chess::pgn::{PgnError, Reader, Record};
use chess::{Damage, key};
use evo::Seed;
use thiserror::Error;

use super::{Criteria, Drawn, Pick};

/// What to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// Which positions fit.
    pub criteria: Criteria,
    /// The most positions of one game.
    pub per_game: usize,
    /// Positions to train on.
    pub train: usize,
    /// Positions to test with, of other games.
    pub test: usize,
    /// The seed.
    pub seed: Seed,
}

/// What has been read.
#[derive(Debug)]
pub struct Collected {
    /// Games, damaged ones included.
    pub games: u64,
    /// Games with a position that fits.
    pub fitting: u64,
    /// Games that are left out.
    pub damage: Damage,
}

/// There are not as many positions as wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{wanted} positions are wanted, {found} fit, from {fitting} of {games} games")]
pub struct TooFew {
    /// Positions wanted.
    pub wanted: usize,
    /// Positions that fit.
    pub found: usize,
    /// Games with a position that fits.
    pub fitting: u64,
    /// Games read.
    pub games: u64,
}

/// Draws positions from games.
///
/// Chance gives every game a rank; the games of the lowest ranks are drawn. A
/// position that several games share belongs to the lowest. Only games that may
/// still be drawn are kept, so memory depends on what is wanted and not on what
/// is read.
pub struct Collector {
    draw: Draw,
    tally: Collected,
    /// By rank, what is drawn of each game.
    kept: BTreeMap<u64, Vec<Pick>>,
    /// By key, the rank of the game that a position belongs to.
    owners: HashMap<u64, u64>,
}

impl Collector {
    /// A collector that has seen no game.
    pub fn new(draw: Draw) -> Self {
        Self {
            draw,
            tally: Collected {
                games: 0,
                fitting: 0,
                damage: Damage::games(),
            },
            kept: BTreeMap::new(),
            owners: HashMap::new(),
        }
    }

    /// What has been read so far.
    pub fn tally(&self) -> &Collected {
        &self.tally
    }

    /// Reads all games of a file. Damaged games are counted and left out; a file
    /// that cannot be read to its end is an error, for the rest of it would have
    /// changed what is drawn.
    pub fn read(
        &mut self,
        path: &Path,
        mut progress: impl FnMut(&Collected),
    ) -> Result<(), PgnError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default();
        for record in Reader::open(path)? {
            match record {
                Ok(record) => self.add(name, &record),
                Err(error) if error.ends_file() => return Err(error),
                Err(error) => {
                    self.tally.damage.note(error);
                    self.tally.games += 1;
                }
            }
            progress(&self.tally);
        }
        Ok(())
    }

    /// Takes note of a game; `source` is where it comes from.
    pub fn add(&mut self, source: &str, record: &Record) {
        let index = self.tally.games;
        self.tally.games += 1;
        let mut fitting = self.draw.criteria.fitting(record);
        if fitting.is_empty() {
            return;
        }
        self.tally.fitting += 1;
        let rank = self.draw.seed.child("game", index).number();
        let mut chance = self.draw.seed.child("position", index).stream();
        for _ in 0..self.draw.per_game.min(fitting.len()) {
            let (ply, sample) = fitting.swap_remove(chance.below(fitting.len()));
            let id = format!("{source} {}/{ply}", record.number);
            self.keep(rank, Pick { sample, id });
        }
        self.forget_surplus();
    }

    /// Keeps a position unless a game of lower rank has it.
    fn keep(&mut self, rank: u64, pick: Pick) {
        let key = key(&pick.sample.board);
        if let Some(&owner) = self.owners.get(&key) {
            if owner < rank {
                return;
            }
            let picks = self.kept.get_mut(&owner).expect("owners are kept");
            picks.retain(|pick| chess::key(&pick.sample.board) != key);
        }
        self.owners.insert(key, rank);
        self.kept.entry(rank).or_default().push(pick);
    }

    /// Forgets the games that can no longer be drawn, because games of lower rank suffice.
    fn forget_surplus(&mut self) {
        // The game at the border of the two sets may lose all positions but one.
        let enough = self.draw.train + self.draw.test + self.draw.per_game - 1;
        while let Some(last) = self.kept.last_entry() {
            if self.owners.len() - last.get().len() < enough {
                return;
            }
            for pick in last.remove() {
                self.owners.remove(&key(&pick.sample.board));
            }
        }
    }

    /// The positions drawn, in the order of their games' ranks, and what has been
    /// read.
    pub fn finish(self) -> Result<(Drawn, Collected), TooFew> {
        let Draw { train, test, .. } = self.draw;
        let mut drawn = Drawn::default();
        for mut picks in self.kept.into_values() {
            let (set, size) = if drawn.train.len() < train {
                (&mut drawn.train, train)
            } else {
                (&mut drawn.test, test)
            };
            picks.truncate(size - set.len());
            set.append(&mut picks);
        }
        let found = drawn.train.len() + drawn.test.len();
        if found < train + test {
            return Err(TooFew {
                wanted: train + test,
                found,
                fitting: self.tally.fitting,
                games: self.tally.games,
            });
        }
        Ok((drawn, self.tally))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chess::Game;
    use chess::pgn::{Marker, Tags};
    use chess::{Color, Outcome};

    use super::*;

    /// Games of random moves, so short that they share many positions.
    fn games(count: u64) -> Vec<Record> {
        let game = |number| {
            let mut stream = Seed::new(number).stream();
            let mut game = Game::default();
            for _ in 0..stream.below(12) {
                let mut moves = Vec::new();
                game.board().generate_moves(|some| {
                    moves.extend(some);
                    false
                });
                let mv = moves[stream.below(moves.len().min(3))];
                game.play(mv).unwrap();
            }
            Record {
                number,
                line: 1,
                tags: Tags::default(),
                game,
                comments: Vec::new(),
                marker: Some(Marker::Finished(Outcome::Win(Color::White))),
            }
        };
        (1..=count).map(game).collect()
    }

    fn draw(train: usize, test: usize, per_game: usize) -> Draw {
        Draw {
            criteria: Criteria::default(),
            per_game,
            train,
            test,
            seed: Seed::new(7),
        }
    }

    fn collect(draw: Draw, games: &[Record]) -> Collector {
        let mut collector = Collector::new(draw);
        for game in games {
            collector.add("some", game);
            let most = draw.train + draw.test + 2 * draw.per_game;
            assert!(collector.owners.len() < most, "memory is not bounded");
            let picks: usize = collector.kept.values().map(Vec::len).sum();
            assert_eq!(picks, collector.owners.len());
        }
        collector
    }

    /// The game a pick was drawn from.
    fn game(pick: &Pick) -> &str {
        pick.id.split_once('/').unwrap().0
    }

    #[test]
    fn few_are_drawn_as_if_all_had_been_kept() {
        let games = games(400);
        for per_game in [1, 3] {
            let plenty = collect(draw(10_000, 0, per_game), &games);
            let all: Vec<Pick> = plenty.kept.into_values().flatten().collect();
            for (train, test) in [(1, 1), (10, 20), (31, 7), (60, 40)] {
                let few = collect(draw(train, test, per_game), &games);
                let (drawn, tally) = few.finish().unwrap();
                assert_eq!((drawn.train.len(), drawn.test.len()), (train, test));
                assert_eq!(drawn.train, all[..train]);
                let border = game(&all[train - 1]);
                let rest = all[train..].iter().filter(|pick| game(pick) != border);
                assert!(drawn.test.iter().eq(rest.take(test)));
                assert_eq!(tally.games, 400);
            }
        }
    }

    #[test]
    fn no_game_and_no_position_is_in_both_sets() {
        let (drawn, _) = collect(draw(60, 60, 3), &games(400)).finish().unwrap();
        let games = |picks: &[Pick]| -> HashSet<String> {
            picks.iter().map(|pick| game(pick).to_owned()).collect()
        };
        assert!(games(&drawn.train).is_disjoint(&games(&drawn.test)));
        let picks = drawn.train.iter().chain(&drawn.test);
        let keys: HashSet<u64> = picks.map(|pick| key(&pick.sample.board)).collect();
        assert_eq!(keys.len(), 120);
    }

    #[test]
    fn says_how_many_there_are_when_there_are_too_few() {
        let games = games(50);
        let mut some = draw(5000, 5000, 1);
        some.criteria.winner_to_move = true;
        let too_few = collect(some, &games).finish().unwrap_err();
        assert_eq!((too_few.wanted, too_few.games), (10_000, 50));
        assert!(0 < too_few.found && too_few.found as u64 <= too_few.fitting);
        some.criteria.min_elo = Some(2600);
        let none = collect(some, &games).finish().unwrap_err();
        assert_eq!(
            none.to_string(),
            "10000 positions are wanted, 0 fit, from 0 of 50 games"
        );
    }
}
