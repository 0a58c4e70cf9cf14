//! How a contest stands, for people.

use arena::stats::{Estimate, Pentanomial};
use arena::tournament::{Faults, Standings, Tournament};

use super::sequential::Test;

/// A contest and how it stands.
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
            _ => format!(", {} of them before", 2 * kept),
        };
        let speed = match played {
            0 => String::new(),
            _ => format!("; {:.2} a second", self.standings.speed()),
        };
        lines.push(format!("games   {}{before}{speed}", 2 * (kept + played)));
        lines
    }

    /// The state of things in one line.
    pub fn line(&self) -> String {
        let faults: usize = self
            .standings
            .faults
            .iter()
            .map(|faults| faults.total())
            .sum();
        let mut line = match self.tournament.entrants.len() {
            2 => {
                let results = self.standings.table.cell(0, 1);
                format!("{}, Elo {}", counts(&results), estimate(results.elo()))
            }
            _ => {
                let best = self.ranking()[0];
                let elo = self.standings.table.ratings().elo(best);
                let name = &self.tournament.entrants[best].name;
                format!("{name} leads with Elo {}", estimate(elo))
            }
        };
        if let Some(test) = self.test {
            line += &format!(", {}", test.line(&self.standings.table.cell(0, 1)));
        }
        if faults > 0 {
            line += &format!(", faults {faults}");
        }
        line
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
        lines.push(format!("faults  {}", self.faults()));
        lines
    }

    fn tournament_lines(&self) -> Vec<String> {
        let ranking = self.ranking();
        let table = &self.standings.table;
        let ratings = table.ratings();
        let names = self.tournament.entrants.iter().map(|entrant| &entrant.name);
        let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
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
                self.tournament.entrants[player].name,
                signed(value),
                format!("{} to {}", signed(low), signed(high)),
                per_cent(results.score()),
                results.games(),
                per_cent(results.draw_ratio()),
                self.standings.faults[player].total()
            ));
        }
        lines.push(String::new());
        let heads = (1..=ranking.len()).map(|rank| format!(" {rank:>9}"));
        lines.push(format!(
            "{:>3} {:<width$}{}",
            "",
            "points",
            heads.collect::<String>()
        ));
        for (rank, &player) in ranking.iter().enumerate() {
            let cells = ranking.iter().map(|&opponent| {
                let results = table.cell(player, opponent);
                let cell = match results.games() {
                    0 => "-".into(),
                    games => format!("{}/{games}", results.points()),
                };
                format!(" {cell:>9}")
            });
            let name = &self.tournament.entrants[player].name;
            lines.push(format!(
                "{:>3} {name:<width$}{}",
                rank + 1,
                cells.collect::<String>()
            ));
        }
        lines.push(String::new());
        lines.push(format!("faults  {}", self.faults()));
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

    fn faults(&self) -> String {
        let entrants = self.tournament.entrants.iter();
        let told: Vec<String> = entrants
            .zip(&self.standings.faults)
            .filter(|(_, faults)| faults.total() > 0)
            .map(
                |(
                    entrant,
                    Faults {
                        time_losses,
                        others,
                    },
                )| {
                    format!("{}: {time_losses} on time, {others} others", entrant.name)
                },
            )
            .collect();
        if told.is_empty() {
            return "none".into();
        }
        told.join("; ")
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
