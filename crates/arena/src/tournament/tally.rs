//! Pairs counted as they come.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use chess::Color;

use super::patience::Patience;
use super::record::Ledger;
use super::{Error, Fixture, GameFault, News, Standings, Tournament};
use crate::Played;

/// Counts the pairs of a tournament in their order, records and reports them.
pub struct Tally<'a, N> {
    tournament: &'a Tournament,
    record: Option<Ledger<'a>>,
    /// The standings.
    pub standings: Standings,
    patience: Patience,
    begun: Instant,
    news: N,
}

impl<'a, N: FnMut(News<'_>) -> ControlFlow<()>> Tally<'a, N> {
    /// Counts what the record holds; returns whether to continue.
    pub fn begin(
        tournament: &'a Tournament,
        record: Option<&Path>,
        news: N,
    ) -> Result<(Self, ControlFlow<()>), Error> {
        let players = tournament.entrants.len();
        let mut standings = Standings::new(players);
        let record = record
            .map(|path| Ledger::open(tournament, path, &mut standings))
            .transpose()?;
        let mut tally = Self {
            tournament,
            record,
            standings,
            patience: Patience::new(players),
            begun: Instant::now(),
            news,
        };
        let flow = tally.tell(&[]);
        Ok((tally, flow))
    }

    /// Counts the next pair; returns whether to continue.
    pub fn add(&mut self, pair: &[Played; 2]) -> Result<ControlFlow<()>, Error> {
        let fixture = self.tournament.fixture(self.standings.pairs());
        let faults = game_faults(fixture, pair);
        if let Some(record) = &mut self.record {
            record.add(fixture, pair, &faults)?;
        }
        self.standings.add(fixture, pair.each_ref().map(Into::into));
        self.standings.played += 1;
        self.standings.elapsed = self.begun.elapsed();
        let flow = self.tell(&faults);
        self.patience.endure(self.tournament, fixture, &faults)?;
        Ok(flow)
    }

    fn tell(&mut self, faults: &[GameFault]) -> ControlFlow<()> {
        let standings = &self.standings;
        (self.news)(News { standings, faults })
    }
}

/// What went wrong in a pair.
fn game_faults(fixture: Fixture, pair: &[Played; 2]) -> Vec<GameFault> {
    let fault = |game: usize| {
        let (color, fault) = pair[game].fault.clone()?;
        let [white, black] = fixture.colours(game);
        let [player, opponent] = match color {
            Color::White => [white, black],
            Color::Black => [black, white],
        };
        Some(GameFault {
            round: fixture.label(game),
            player,
            opponent,
            fault,
        })
    };
    [0, 1].into_iter().filter_map(fault).collect()
}
