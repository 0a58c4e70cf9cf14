//! The players of one thread.

use std::time::Instant;

use chess::Color;

use super::boards::Place;
use super::{Fixture, Tournament};
use crate::{Ending, Fault, Limit, Misdeed, Pace, Played, Player, Seat, Thought, Timed, play};

/// The players of one thread: those of the pair at hand, no others.
#[derive(Default)]
pub struct Hall {
    players: Vec<Option<Box<dyn Player>>>,
}

impl Hall {
    /// Plays a pair, where others can look on if there is such a place; `None` if `stop`
    /// turned true before it was finished.
    pub fn play(
        &mut self,
        tournament: &Tournament,
        fixture: Fixture,
        place: Option<Place<'_>>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<[Played; 2]> {
        self.players.resize_with(tournament.entrants.len(), || None);
        for (player, place) in self.players.iter_mut().enumerate() {
            if player != fixture.first && player != fixture.second {
                *place = None;
            }
        }
        let mut game = |game| {
            if let Some(place) = place {
                place.begin(fixture, game, &tournament.book.opening(fixture.round).game);
            }
            let played = self.play_game(tournament, fixture, (game, place), stop);
            if let Some(place) = place {
                place.end(&played);
            }
            (!stop()).then_some(played)
        };
        Some([game(0)?, game(1)?])
    }

    fn play_game(
        &mut self,
        tournament: &Tournament,
        fixture: Fixture,
        (game, place): (usize, Option<Place<'_>>),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Played {
        let seats = fixture.colours(game);
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
        let paces = seats.map(|player| tournament.entrants[player].pace);
        let mut guests = [(white, paces[0]), (black, paces[1])].map(|(player, pace)| Guest {
            player: player.as_deref_mut().expect("both were summoned"),
            pace,
            place,
            stop,
        });
        let [white, black] = &mut guests;
        play(
            Seat {
                player: white,
                pace: paces[0],
            },
            Seat {
                player: black,
                pace: paces[1],
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

/// A player whose moves spectators see, and that leaves the board, by
/// resigning, when everything is to stop.
struct Guest<'a> {
    player: &'a mut dyn Player,
    pace: Pace,
    place: Option<Place<'a>>,
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
        let begun = Instant::now();
        let thought = self.player.choose(game, limit)?;
        if let (Some(place), Some(thought)) = (self.place, thought) {
            let time = begun.elapsed();
            place.note(game, &Timed { thought, time }, self.pace);
        }
        Ok(thought)
    }

    fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        self.player.accuse(misdeed)
    }
}
