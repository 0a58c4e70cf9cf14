//! What a champion is worth, as tables of text.

use std::io::{self, Write};

use journal::Reader;
use lab::{Archipelago, Champion, HeldOut, Measure, Proof, Recipe};

/// Prints what the champion and others solve of positions not used in breeding;
/// nothing where that was not tried.
pub fn held_out(out: &mut impl Write, reader: &Reader) -> anyhow::Result<()> {
    let held_out = HeldOut::read(reader)?;
    let rows: Vec<_> = held_out.iter().flat_map(HeldOut::rows).collect();
    for (what, solved) in &rows {
        writeln!(
            out,
            "\n{what}, {} positions not used in breeding",
            solved.of
        )?;
        for (player, count) in solved.players() {
            writeln!(out, "{player:<20} {:>6.1} %", solved.percent(count))?;
        }
    }
    Ok(())
}

/// Prints the matches of the champion; nothing where there are none.
pub fn matches(out: &mut impl Write, reader: &Reader) -> anyhow::Result<()> {
    let proofs = Proof::all(reader)?;
    if !proofs.is_empty() {
        writeln!(
            out,
            "\nmatches of the champion, in pairs of games with both colours"
        )?;
        let head = ["against", "nodes", "pairs", "0  ½  1 1½  2", "Elo", "95 %"];
        row(out, head.map(Into::into))?;
    }
    for proof in &proofs {
        let results = &proof.results;
        let counts = results.by_score().map(|count| count.to_string());
        let elo = results.elo();
        let played = results.games() > 0;
        let number = |elo: f64| match elo {
            f64::INFINITY => "+∞".into(),
            f64::NEG_INFINITY => "-∞".into(),
            _ => format!("{elo:+.1}"),
        };
        row(
            out,
            [
                proof.opponent.name().into(),
                proof.nodes.to_string(),
                results.pairs().to_string(),
                counts.join(" "),
                match played {
                    true => number(elo.value),
                    false => "the same".into(),
                },
                match played {
                    true => format!("{} to {}", number(elo.low), number(elo.high)),
                    false => String::new(),
                },
            ],
        )?;
    }
    Ok(())
}

/// Prints the demes of a champion's phase, and its best organisms; nothing where there
/// is one deme only.
pub fn demes(
    out: &mut impl Write,
    reader: &Reader,
    recipe: &Recipe,
    champion: &Champion,
) -> anyhow::Result<()> {
    let Some(archipelago) = Archipelago::read(reader, recipe, champion)? else {
        return Ok(());
    };
    let measure = Measure::of(recipe.stage(champion.phase));
    writeln!(out, "\ndemes in the latest generation")?;
    let mut line = |cells: [&str; 6]| {
        let [deme, method, best, mean, migrants, ancestors] = cells;
        let text =
            format!("{deme:<6}{method:<10}{best:>12}{mean:>12}{migrants:>12}{ancestors:>24}");
        writeln!(out, "{}", text.trim_end())
    };
    let ancestors = "ancestors of champion";
    line(["", "method", "best", "mean", "migrants", ancestors])?;
    for (number, deme) in archipelago.demes.iter().enumerate() {
        let latest = deme.latest();
        line([
            &(number + 1).to_string(),
            &deme.method,
            &measure.show(latest.best_score),
            &measure.show(latest.mean_score),
            &deme.migrants().to_string(),
            &deme.ancestors.to_string(),
        ])?;
    }
    writeln!(out, "\nhall of fame, at birth")?;
    for famous in &archipelago.hall_of_fame {
        writeln!(
            out,
            "{:>12}  deme {}, generation {}",
            measure.show(famous.score),
            famous.deme + 1,
            famous.generation
        )?;
    }
    Ok(())
}

fn row(out: &mut impl Write, cells: [String; 6]) -> io::Result<()> {
    let [against, nodes, pairs, counts, elo, interval] = cells;
    let text = format!("{against:<17}{nodes:>7}{pairs:>6}{counts:>20}{elo:>10}{interval:>20}");
    writeln!(out, "{}", text.trim_end())
}
