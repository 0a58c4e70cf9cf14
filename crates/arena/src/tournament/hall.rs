//! The players of one thread.

use chess::Color;

use super::{Fixture, Tournament};
use crate::{Ending, Fault, Limit, Misdeed, Played, Player, Seat, Thought, play};

/// The players of one thread: those of the pair at hand, no others.
#[derive(Default)]
pub struct Hall {
    players: Vec<Option<Box<dyn Player>>>,
}

impl Hall {
    /// Plays a pair; `None` if `stop` turned true before it was finished.
    pub fn play(
        &mut self,
        tournament: &Tournament,
        fixture: Fixture,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<[Played; 2]> {
        self.players.resize_with(tournament.entrants.len(), || None);
        for (player, place) in self.players.iter_mut().enumerate() {
            if player != fixture.first && player != fixture.second {
                *place = None;
            }
        }
        let mut game = |game| {
            let played = self.play_game(tournament, fixture, fixture.colours(game), stop);
            (!stop()).then_some(played)
        };
        Some([game(0)?, game(1)?])
    }

    fn play_game(
        &mut self,
        tournament: &Tournament,
        fixture: Fixture,
        seats: [usize; 2],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Played {
        let start = &tournament.book.opening(fixture.round).game;
        for (color, player) in [Color::White, Color::Black].into_iter().zip(seats) {
            if let Err(fault) = self.summon(tournament, player) {
                return Played {
                    game: start.clone(),
                    ending: Ending::Fault { loser: color },
                    thoughts: Vec::new(),
                    fault: Some((color, fault)),
                };
            }
        }
        let places = self.players.get_disjoint_mut(seats);
        let [white, black] = places.expect("two players of this tournament");
        let mut guests = [white, black].map(|place| Guest {
            player: place.as_deref_mut().expect("both were summoned"),
            stop,
        });
        let [white, black] = &mut guests;
        let pace = |player: usize| tournament.entrants[player].pace;
        play(
            Seat {
                player: white,
                pace: pace(seats[0]),
            },
            Seat {
                player: black,
                pace: pace(seats[1]),
            },
            start.clone(),
            &tournament.rules,
        )
    }

    /// Makes the player if it is not there.
    fn summon(&mut self, tournament: &Tournament, player: usize) -> Result<(), Fault> {
        if self.players[player].is_none() {
            let made = tournament.entrants[player].contender.player()?;
            self.players[player] = Some(made);
        }
        Ok(())
    }
}

/// A player that leaves the board, by resigning, when everything is to stop.
struct Guest<'a> {
    player: &'a mut dyn Player,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Player for Guest<'_> {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.player.new_game()
    }

    fn choose(&mut self, game: &chess::Game, limit: Limit) -> Result<Option<Thought>, Fault> {
        if (self.stop)() {
            return Ok(None);
        }
        self.player.choose(game, limit)
    }

    fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        self.player.accuse(misdeed)
    }
}
