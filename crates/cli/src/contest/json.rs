//! The standings of a contest, for machines.

use arena::stats::{Decision, Estimate, Pentanomial};
use arena::tournament::Faults;
use serde_json::{Value, json};

use super::report::Report;
use super::sequential::Test;

impl Report<'_> {
    /// Everything as one object. What is unknown or not finite is null.
    pub fn json(&self) -> Value {
        let Self {
            tournament,
            standings,
            test,
        } = self;
        let table = &standings.table;
        let ratings = table.ratings();
        let name = |player: usize| &tournament.entrants[player].name;
        let player = |index: usize| {
            let Faults {
                time_losses,
                others,
            } = standings.faults[index];
            let mut player = results(&table.total(index));
            let entries = player.as_object_mut().expect("it was made as an object");
            entries.insert("name".into(), json!(name(index)));
            let pace = tournament.entrants[index].pace.to_string();
            entries.insert("pace".into(), json!(pace));
            entries.insert("rating".into(), estimate(ratings.elo(index)));
            let faults = json!({ "time_losses": time_losses, "others": others });
            entries.insert("faults".into(), faults);
            player
        };
        let encounter = |(first, second): (usize, usize)| {
            let cell = table.cell(first, second);
            let mut encounter = results(&cell);
            let entries = encounter.as_object_mut().expect("it was made as an object");
            entries.insert("players".into(), json!([name(first), name(second)]));
            entries.insert("elo".into(), estimate(cell.elo()));
            entries.insert("nelo".into(), estimate(cell.nelo()));
            entries.insert("los".into(), json!(cell.los()));
            entries.insert("pairs_ratio".into(), json!(cell.pairs_ratio()));
            encounter
        };
        let players = 0..tournament.entrants.len();
        let met = players
            .clone()
            .flat_map(|second| (0..second).map(move |first| (first, second)))
            .filter(|&(first, second)| table.cell(first, second).pairs() > 0);
        json!({
            "event": tournament.name(),
            "players": players.map(player).collect::<Vec<_>>(),
            "encounters": met.map(encounter).collect::<Vec<_>>(),
            "sprt": test.map(|test| sequential(test, &table.cell(0, 1))),
            "pairs": standings.pairs(),
            "pairs_before": standings.kept,
            "seconds": standings.elapsed.as_secs_f64(),
            "games_per_second": standings.speed(),
        })
    }
}

fn results(results: &Pentanomial) -> Value {
    json!({
        "games": results.games(),
        "points": results.points(),
        "wins": results.wins(),
        "draws": results.draws(),
        "losses": results.losses(),
        "pairs_by_score": results.by_score(),
        "score": results.score(),
        "draw_ratio": results.draw_ratio(),
    })
}

fn sequential(test: &Test, results: &Pentanomial) -> Value {
    let (lower, upper) = test.sprt.bounds();
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "unit": test.unit(),
        "llr": test.sprt.llr(results),
        "lower_bound": lower,
        "upper_bound": upper,
        "accepted": match test.sprt.decide(results) {
            Decision::Continue => None,
            Decision::AcceptH0 => Some("elo0"),
            Decision::AcceptH1 => Some("elo1"),
        },
    })
}

fn estimate(Estimate { value, low, high }: Estimate) -> Value {
    json!({ "value": value, "low": low, "high": high })
}
