//! A tournament whose pairs are played on machines elsewhere.

use std::ops::ControlFlow;
use std::path::Path;

use evo::Failure;

use super::pairs::Pairs;
use super::tally::Tally;
use super::{Error, News, Standings, Tournament};
use crate::elsewhere::{Elsewhere, End};
use crate::game_file;

/// Pairs that are planned at a time where their number is unlimited.
const PLANNED: usize = 4096;

impl Tournament {
    /// The same as [`run`](Self::run), with the pairs played elsewhere: the result is the same,
    /// and so is the record. If a worker is found to have lied, the pairs from its first on are
    /// taken back and played again.
    ///
    /// # Panics
    ///
    /// As [`run`](Self::run).
    pub fn run_elsewhere(
        &self,
        elsewhere: Elsewhere<'_>,
        record: Option<&Path>,
        mut news: impl FnMut(News<'_>) -> ControlFlow<()>,
    ) -> Result<Standings, Error> {
        self.check()?;
        let pairs = Pairs::of(self, elsewhere.stop)?;
        let cut = |kept| match record {
            Some(path) => Ok(game_file::keep(path, 2, kept)?),
            None => Ok(()),
        };
        elsewhere.go(record, cut, |register| {
            let (mut tally, mut flow) = Tally::begin(self, record, &mut news)?;
            while flow.is_continue() && tally.standings.pairs() < self.pairs() {
                let first = tally.standings.pairs();
                let last = first.saturating_add(PLANNED).min(self.pairs());
                let fixtures: Vec<_> = (first..last).map(|index| self.fixture(index)).collect();
                let end = elsewhere.take(&pairs, &fixtures, |sheets, worker| {
                    let pair = tally.standings.pairs();
                    let played = pairs.played(self.fixture(pair), &sheets);
                    let played =
                        played.ok_or_else(|| Failure::new("an impossible pair of games"))?;
                    register.note(worker, pair)?;
                    flow = tally.add(&played)?;
                    Ok::<_, Error>(flow)
                })?;
                match end {
                    End::Taken => {}
                    End::Stopped => break,
                    End::Undone => return Ok(None),
                }
            }
            Ok(Some(tally.standings))
        })
    }
}
