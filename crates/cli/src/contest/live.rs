//! A contest in progress: a table for people, lines for files.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

use arena::tournament::{GameFault, News, Standings, Tournament};
use indicatif::{ProgressBar, ProgressStyle};

use super::report::Report;
use super::sequential::Test;

/// Lines come at every tenth of the contest, and not further apart than this.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// A table costs more than a fast game: it is not made more often than this.
const TABLE_EVERY: Duration = Duration::from_millis(200);

/// Shows pairs as they are played.
pub struct Live<'a> {
    tournament: &'a Tournament,
    test: Option<&'a Test>,
    record: Option<&'a Path>,
    bar: Option<ProgressBar>,
    /// When the standings were last shown.
    shown: Option<Instant>,
}

impl<'a> Live<'a> {
    /// Before the first pair.
    pub fn new(
        tournament: &'a Tournament,
        test: Option<&'a Test>,
        record: Option<&'a Path>,
    ) -> anyhow::Result<Self> {
        let is_endless = tournament.pairs() == usize::MAX;
        let style = ProgressStyle::with_template(if is_endless {
            "{msg}"
        } else {
            "{msg}\n{wide_bar} {pos}/{len} pairs"
        })?;
        let bar = io::stderr()
            .is_terminal()
            .then(|| ProgressBar::new(tournament.pairs() as u64).with_style(style));
        Ok(Self {
            tournament,
            test,
            record,
            bar,
            shown: None,
        })
    }

    /// Something has happened.
    pub fn show(&mut self, news: &News<'_>) {
        for fault in news.faults {
            self.say(&self.fault(fault));
        }
        let standings = news.standings;
        if standings.played == 0 {
            if let (Some(file), 1..) = (self.record, standings.kept) {
                self.say(&format!(
                    "{} pairs are in {} already",
                    standings.kept,
                    file.display()
                ));
            }
            return;
        }
        let report = Report {
            tournament: self.tournament,
            standings,
            test: self.test,
        };
        let is_due = |every| self.shown.is_none_or(|shown| shown.elapsed() >= every);
        if let Some(bar) = &self.bar {
            if is_due(TABLE_EVERY) {
                let left = time_left(self.tournament, standings);
                let mut lines = report.lines();
                lines.extend(left.map(|left| format!("left    {left}")));
                bar.set_message(lines.join("\n"));
                bar.set_position(standings.pairs() as u64);
                self.shown = Some(Instant::now());
            }
            return;
        }
        let (done, total) = (standings.pairs(), self.tournament.pairs());
        let tenth = |pairs: usize| pairs as u128 * 10 / total as u128;
        let begun = *self.shown.get_or_insert_with(Instant::now);
        if tenth(done) > tenth(done - 1) || begun.elapsed() >= LINE_EVERY {
            self.shown = Some(Instant::now());
            let of = match total {
                usize::MAX => String::new(),
                total => format!(" of {total}"),
            };
            let left = time_left(self.tournament, standings).map(|left| format!("{left} left"));
            let speed = format!("{:.2} games/s", standings.speed());
            let words = report.words().into_iter().chain(left).chain([speed]);
            eprintln!("{}", in_a_line(format!("{done}{of} pairs:"), words));
        }
    }

    /// No more pairs will come.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// A fault in a line, with the last lines exchanged where no file keeps them.
    fn fault(&self, fault: &GameFault) -> String {
        let GameFault {
            round,
            player,
            opponent,
            fault,
        } = fault;
        let [player, opponent] =
            [player, opponent].map(|&index| &self.tournament.entrants[index].name);
        let what = match self.record {
            Some(_) => fault.misdeed.to_string(),
            None => fault.to_string(),
        };
        format!("fault in round {round}, {player} against {opponent}: {what}")
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{text}")),
            None => eprintln!("{text}"),
        }
    }
}

/// As many of these words as a line of 80 columns has room for, the first at least.
fn in_a_line(mut line: String, words: impl Iterator<Item = String>) -> String {
    for (number, word) in words.enumerate() {
        let part = match number {
            0 => format!(" {word}"),
            _ => format!(", {word}"),
        };
        if number == 0 || line.chars().count() + part.chars().count() <= 80 {
            line += &part;
        }
    }
    line
}

/// The time left, as far as it can be estimated.
fn time_left(tournament: &Tournament, standings: &Standings) -> Option<String> {
    let pairs = tournament.pairs();
    if pairs == usize::MAX || standings.pairs() >= pairs {
        return None;
    }
    let left = pairs.saturating_sub(standings.pairs());
    let seconds = standings.elapsed.as_secs_f64() * left as f64 / standings.played as f64;
    Some(match seconds {
        ..100.0 => format!("{seconds:.0} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    })
}
