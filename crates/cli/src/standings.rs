//! The result of a race, as a table.

use std::io::{self, Write};

use lab::race::{Duel, Race};
use lab::{Mean, report};

use crate::rows::{Cell, Format, Rows};

/// Parts of the budget that the table has, besides its end.
const PARTS: [f64; 3] = [0.1, 0.25, 0.5];

/// Chance makes one race in so many name a winner where there is none.
const SURE: f64 = 0.05;

/// Prints the standings, and which optimiser beats which.
pub fn print(out: &mut impl Write, name: &str, race: &Race) -> io::Result<()> {
    let (measure, budget) = (race.measure, race.budget);
    let seeds = race.lanes.iter().map(|lane| lane.tracks.len()).max();
    let trial = match measure.trial {
        "" => String::new(),
        trial => format!(" {trial}"),
    };
    let better = match measure.less_is_better {
        true => ", less is better",
        false => "",
    };
    writeln!(
        out,
        "{name}: {}{trial}{better}; mean of {} seeds, {} {} each\n",
        measure.unit,
        seeds.unwrap_or(0),
        report::count(budget.amount),
        budget.unit.name(),
    )?;
    let widest = race.lanes.iter().map(|lane| lane.name.chars().count());
    let wide = widest.max().unwrap_or(0).max("optimiser".len());
    let held = race.lanes.iter().any(|lane| lane.held_out().is_some());
    let heads = PARTS.map(|part| format!("{:.0} %", 100.0 * part));
    let held_head = if held { "   held out" } else { "" };
    write!(out, "{:<wide$}", "optimiser")?;
    heads.iter().try_for_each(|head| write!(out, "{head:>9}"))?;
    writeln!(out, "{:>9}{:>20}{held_head}", "100 %", "95 % interval")?;
    let show = |value: f64| format!("{value:.*}", measure.places);
    for lane in &race.lanes {
        write!(out, "{:<wide$}", lane.name)?;
        for part in PARTS.into_iter().chain([1.0]) {
            let mean = lane.at(part * budget.amount as f64);
            let text = mean.map_or_else(String::new, |mean| show(mean.value));
            write!(out, "{text:>9}")?;
        }
        let end = lane.at(budget.amount as f64);
        let interval = end.and_then(|mean| mean.interval);
        let interval = interval.map(|(low, high)| format!("{} to {}", show(low), show(high)));
        write!(out, "{:>20}", interval.unwrap_or_default())?;
        match lane.held_out() {
            Some(Mean { value, .. }) => writeln!(out, "{value:>9.1} %")?,
            None => writeln!(out)?,
        }
    }
    duels(out, race)
}

/// Which optimiser beats which.
fn duels(out: &mut impl Write, race: &Race) -> io::Result<()> {
    let duels = race.duels();
    if duels.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nwins, seed by seed (p < {SURE} for all pairs together):"
    )?;
    let name = |lane: usize| race.lanes[lane].name.as_str();
    let won: Vec<_> = duels.iter().filter(|duel| duel.p < SURE).collect();
    if won.is_empty() {
        writeln!(out, "  none: more seeds are needed")?;
    }
    for lane in 0..race.lanes.len() {
        let mut beaten: Vec<_> = won.iter().filter(|duel| duel.between[0] == lane).collect();
        beaten.sort_by_key(|duel| duel.between[1]);
        if !beaten.is_empty() {
            let beaten = beaten.iter().map(|duel| against(race, duel));
            let beaten: Vec<_> = beaten.collect();
            writeln!(out, "  {} beats {}", name(lane), beaten.join(", "))?;
        }
    }
    Ok(())
}

/// The loser of a duel, and by how much.
fn against(race: &Race, duel: &Duel) -> String {
    let by = duel.difference.value.abs();
    let name = &race.lanes[duel.between[1]].name;
    format!("{name} (by {by:.*})", race.measure.places)
}

/// Every generation of every run.
pub fn csv(out: impl Write, race: &Race) -> io::Result<()> {
    let unit = race.budget.unit.name();
    let names = ["optimiser", "seed", unit, "quality"].map(Into::into);
    let mut rows = Rows::begin(out, Format::Csv, names.into())?;
    for lane in &race.lanes {
        for track in &lane.tracks {
            for &(effort, quality) in &track.points {
                rows.row(&[
                    lane.name.as_str().into(),
                    Cell::Count(track.seed.into()),
                    Cell::Count(effort as u64),
                    Cell::Number(Some(quality)),
                ])?;
            }
        }
    }
    rows.end()
}
