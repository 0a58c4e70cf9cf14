//! Endgame players tried against any opponent, outside engines too.

use std::num::NonZeroUsize;
use std::thread;

use arena::{Contender, Fault, Pace, Rules, Seat};
use chess::{Board, Color, Game, Outcome};
use evo::Seed;

use super::bout::{Verdict, verdict};
use super::organism::Organism;
use super::player::EndgamePlayer;
use super::starts::Starts;

/// What a player is tried in.
#[derive(Clone, Debug, PartialEq)]
pub struct Exam {
    /// Where games begin.
    pub from: Starts,
    /// How many starts, each played with both colours.
    pub starts: u32,
    /// The number of the last move of a game: after it, the game is broken off.
    pub longest: u16,
    /// Where the starts come from.
    pub seed: Seed,
}

/// A game of an exam.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The game.
    pub game: Game,
    /// The side of the player that is tried.
    pub side: Color,
    /// How it went for that player.
    pub verdict: Verdict,
}

impl Exam {
    /// The games against an opponent, two from each start, on this many threads. An
    /// opponent at fault spoils the exam; one that resigns counts as mated.
    pub fn play(
        &self,
        player: &Organism,
        opponent: &Contender,
        pace: Pace,
        threads: NonZeroUsize,
    ) -> Result<Vec<Trial>, Fault> {
        let some = |first: usize| -> Result<Vec<Trial>, Fault> {
            let mut player = EndgamePlayer::new(player);
            let mut opponent = opponent.player()?;
            let mut trials = Vec::new();
            for number in (first as u32..self.starts).step_by(threads.get()) {
                let start = self.from.get(number, self.seed);
                for side in Color::ALL {
                    let seats = [
                        Seat {
                            player: &mut player,
                            pace: Pace::Depth(1),
                        },
                        Seat {
                            player: &mut *opponent,
                            pace,
                        },
                    ];
                    trials.push(self.game(seats, side, &start)?);
                }
            }
            Ok(trials)
        };
        let some = &some;
        thread::scope(|scope| {
            let workers = 0..threads.get();
            let workers: Vec<_> = workers.map(|n| scope.spawn(move || some(n))).collect();
            let mut trials = Vec::new();
            for worker in workers {
                trials.extend(worker.join().expect("an exam does not panic")?);
            }
            Ok(trials)
        })
    }

    /// One game of the player, seated first, with these colours.
    fn game(&self, seats: [Seat<'_>; 2], side: Color, start: &Board) -> Result<Trial, Fault> {
        let [player, opponent] = seats;
        let (white, black) = match side {
            Color::White => (player, opponent),
            Color::Black => (opponent, player),
        };
        let rules = Rules {
            last_move: Some(self.longest),
            ..Rules::chess_only()
        };
        let played = arena::play(white, black, Game::new(start.clone()), &rules);
        if let Some((_, fault)) = played.fault {
            return Err(fault);
        }
        let white = match played.ending.outcome() {
            Outcome::Win(Color::White) => Verdict::Mate,
            Outcome::Win(Color::Black) => Verdict::Mated,
            Outcome::Draw => verdict(&played.game),
        };
        Ok(Trial {
            verdict: match side {
                Color::White => white,
                Color::Black => white.other(),
            },
            game: played.game,
            side,
        })
    }
}
