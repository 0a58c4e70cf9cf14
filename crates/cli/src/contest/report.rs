//! The standings of a contest, for people.

use arena::stats::{Estimate, Pentanomial};
use arena::tournament::{Faults, Standings, Tournament};

use super::sequential::Test;

/// A contest and its standings.
#[derive(Clone, Copy)]
pub struct Report<'a> {
    /// What is played.
    pub tournament: &'a Tournament,
    /// What has been played.
    pub standings: &'a Standings,
    /// What ends a match by its results.
    pub test: Option<&'a Test>,
}

impl Report<'_> {
    /// Everything, line by line.
    pub fn lines(&self) -> Vec<String> {
        let Standings { played, kept, .. } = self.standings;
        let mut lines = vec![format!("{}, {}", self.tournament.name(), self.paces())];
        lines.extend(match self.tournament.entrants.len() {
            2 => self.match_lines(),
            _ => self.tournament_lines(),
        });
        let before = match kept {
            0 => String::new(),
            _ => format!(", {} played before", 2 * kept),
        };
        let speed = match played {
            0 => String::new(),
            _ => format!("; {:.2} a second", self.standings.speed()),
        };
        lines.push(format!("games   {}{before}{speed}", 2 * (kept + played)));
        lines
    }

    /// The standings in a few words each, the most important first.
    pub fn words(&self) -> Vec<String> {
        let faults: usize = self
            .standings
            .faults
            .iter()
            .map(|faults| faults.total())
            .sum();
        let results = self.standings.table.cell(0, 1);
        let mut words = match self.tournament.entrants.len() {
            2 => vec![counts(&results), format!("Elo {}", estimate(results.elo()))],
            _ => {
                let best = self.ranking()[0];
                let elo = self.standings.table.ratings().elo(best);
                let name = shortened(&self.tournament.entrants[best].name);
                vec![format!("{name} leads with Elo {}", estimate(elo))]
            }
        };
        words.extend(self.test.map(|test| test.word(&results)));
        if faults > 0 {
            words.push(format!("faults {faults}"));
        }
        words
    }

    fn match_lines(&self) -> Vec<String> {
        let results = self.standings.table.cell(0, 1);
        let pairs = results.by_score().map(|count| count.to_string()).join(" ");
        let mut lines = vec![
            format!(
                "score   {} of {} ({}), {}, {} drawn",
                results.points(),
                results.games(),
                per_cent(results.score()),
                counts(&results),
                per_cent(results.draw_ratio())
            ),
            format!(
                "pairs   {pairs} with 0 ½ 1 1½ 2 points, ratio {}",
                ratio(results.pairs_ratio())
            ),
            format!("Elo     {}", estimate(results.elo())),
            format!("nElo    {}", estimate(results.nelo())),
            format!("LOS     {}", per_cent(results.los())),
        ];
        lines.extend(
            self.test
                .map(|test| format!("SPRT    {}", test.line(&results))),
        );
        lines.extend(self.faults());
        lines
    }

    fn tournament_lines(&self) -> Vec<String> {
        let ranking = self.ranking();
        let table = &self.standings.table;
        let ratings = table.ratings();
        let names = self.tournament.entrants.iter();
        let names: Vec<_> = names.map(|entrant| shortened(&entrant.name)).collect();
        let width = names.iter().map(|name| name.chars().count()).max();
        let width = width.unwrap_or(0);
        let mut lines = vec![format!(
            "{:>3} {:<width$} {:>7} {:>19} {:>7} {:>7} {:>7} {:>6}",
            "", "player", "Elo", "95 %", "score", "games", "drawn", "faults"
        )];
        for (rank, &player) in ranking.iter().enumerate() {
            let Estimate { value, low, high } = ratings.elo(player);
            let results = table.total(player);
            lines.push(format!(
                "{:>3} {:<width$} {:>7} {:>19} {:>7} {:>7} {:>7} {:>6}",
                rank + 1,
                names[player],
                signed(value),
                format!("{} to {}", signed(low), signed(high)),
                per_cent(results.score()),
                results.games(),
                per_cent(results.draw_ratio()),
                self.standings.faults[player].total()
            ));
        }
        let ranked: Vec<(usize, usize)> = (1..).zip(ranking.iter().copied()).collect();
        for opponents in ranked.chunks(OPPONENTS) {
            lines.push(String::new());
            let heads = opponents.iter().map(|(rank, _)| format!(" {rank:>7}"));
            lines.push(format!(
                "{:>3} {:<width$}{}",
                "",
                "points",
                heads.collect::<String>()
            ));
            for &(rank, player) in &ranked {
                let cells = opponents.iter().map(|&(_, opponent)| {
                    let results = table.cell(player, opponent);
                    let cell = match results.games() {
                        0 => "-".into(),
                        games => format!("{}/{games}", results.points()),
                    };
                    format!(" {cell:>7}")
                });
                lines.push(format!(
                    "{rank:>3} {:<width$}{}",
                    names[player],
                    cells.collect::<String>()
                ));
            }
        }
        lines.push(String::new());
        lines.extend(self.faults());
        lines
    }

    /// The players, the best first.
    fn ranking(&self) -> Vec<usize> {
        let ratings = self.standings.table.ratings();
        let elo = |player: &usize| ratings.elo(*player).value;
        let mut ranking: Vec<usize> = (0..self.tournament.entrants.len()).collect();
        ranking.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
        ranking
    }

    /// The pace, or each player's.
    fn paces(&self) -> String {
        let mut paces: Vec<String> = Vec::new();
        for entrant in &self.tournament.entrants {
            let pace = entrant.pace.to_string();
            if !paces.contains(&pace) {
                paces.push(pace);
            }
        }
        paces.join(" and ")
    }

    /// A line for each player that was at fault.
    fn faults(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (entrant, faults) in self.tournament.entrants.iter().zip(&self.standings.faults) {
            if faults.total() > 0 {
                let Faults {
                    time_losses,
                    others,
                } = faults;
                let head = if lines.is_empty() { "faults" } else { "" };
                lines.push(format!(
                    "{head:<7} {}: {time_losses} on time, {others} others",
                    entrant.name
                ));
            }
        }
        if lines.is_empty() {
            lines.push("faults  none".into());
        }
        lines
    }
}

/// Columns of a table of points that fit 80 columns.
const OPPONENTS: usize = 7;

/// A name that leaves a table of ratings within 80 columns.
fn shortened(name: &str) -> String {
    const MOST: usize = 17;
    match name.char_indices().nth(MOST) {
        None => name.into(),
        Some(_) => name.chars().take(MOST - 1).chain(['…']).collect(),
    }
}

/// `+12 =3 -4`.
fn counts(results: &Pentanomial) -> String {
    let (wins, draws, losses) = (results.wins(), results.draws(), results.losses());
    format!("+{wins} ={draws} -{losses}")
}

/// `+12.3 (+4.5 to +20.1)`.
fn estimate(Estimate { value, low, high }: Estimate) -> String {
    format!("{} ({} to {})", signed(value), signed(low), signed(high))
}

/// `+12.3`; `?` where there is no number yet.
fn signed(value: f64) -> String {
    if value.is_nan() {
        "?".into()
    } else if value.is_infinite() {
        if value > 0.0 { "+∞" } else { "-∞" }.into()
    } else {
        format!("{value:+.1}")
    }
}

/// `1.50`; `?` where there is no number yet.
fn ratio(value: f64) -> String {
    if value.is_nan() {
        "?".into()
    } else if value.is_infinite() {
        "∞".into()
    } else {
        format!("{value:.2}")
    }
}

fn per_cent(share: f64) -> String {
    if share.is_nan() {
        return "?".into();
    }
    format!("{:.1} %", 100.0 * share)
}
