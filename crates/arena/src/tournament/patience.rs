//! Finding a player that is at fault in every game.

use super::{Error, Fixture, GameFault, Tournament};

/// A player at fault in this many games in a row will not get better.
const MOST: usize = 10;

/// The faults of every player since its last game without one.
pub struct Patience(Vec<usize>);

impl Patience {
    /// Before the first game.
    pub fn new(players: usize) -> Self {
        Self(vec![0; players])
    }

    /// Counts the faults of a pair; an error if a player has had too many in a row.
    pub fn endure(
        &mut self,
        tournament: &Tournament,
        fixture: Fixture,
        faults: &[GameFault],
    ) -> Result<(), Error> {
        for game in [0, 1] {
            let label = fixture.label(game);
            let fault = faults.iter().find(|fault| fault.round == label);
            for player in fixture.colours(game) {
                let row = &mut self.0[player];
                match fault.filter(|fault| fault.player == player) {
                    None => *row = 0,
                    Some(_) if *row + 1 < MOST => *row += 1,
                    Some(GameFault { fault, .. }) => {
                        return Err(Error::Hopeless {
                            name: tournament.entrants[player].name.clone(),
                            games: MOST,
                            fault: Box::new(fault.clone()),
                        });
                    }
                }
            }
        }
        Ok(())
    }
}
