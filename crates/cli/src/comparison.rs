//! A comparison of runs as a table.

use std::io::Write;

use lab::{Comparison, Mean};

/// Columns of a label; the whole line has 80.
const LABEL: usize = 26;

/// Prints what is compared, and every figure of it.
pub fn print(out: &mut impl Write, comparison: &Comparison) -> anyhow::Result<()> {
    for (letter, group) in letters().zip(&comparison.groups) {
        let runs = match group.runs.as_slice() {
            [run] => run.clone(),
            [first, .., last] => format!("{} runs, {first} to {last}", group.runs.len()),
            [] => String::new(),
        };
        writeln!(out, "{letter}  {}\n   {runs}", group.label)?;
    }
    for figure in &comparison.figures {
        let better = match figure.less_is_better {
            true => ", less is better",
            false => "",
        };
        writeln!(out, "\n{} ({}{better})", figure.title, figure.unit)?;
        let heads = ["n", "mean", "95 % interval", "better", "p"].map(Into::into);
        line(out, "", heads)?;
        let show = |value: f64| format!("{value:.*}", figure.places);
        let rows = letters().zip(&comparison.groups).zip(&figure.groups);
        for (number, ((letter, group), replicates)) in rows.enumerate() {
            let Some(mean) = Mean::of(&replicates.values) else {
                continue;
            };
            let interval = mean
                .interval
                .map(|(low, high)| format!("{} to {}", show(low), show(high)));
            let ranks = figure.against_first(number).filter(|_| number > 0);
            line(
                out,
                &label(&letter, &group.label),
                [
                    replicates.values.len().to_string(),
                    show(mean.value),
                    interval.unwrap_or_default(),
                    ranks.map_or(String::new(), |one| format!("{:.0} %", 100.0 * one.larger)),
                    ranks.map_or(String::new(), |one| probability(one.p)),
                ],
            )?;
        }
    }
    if comparison.groups.len() > 1 {
        writeln!(
            out,
            "\nbetter: how likely a run is better than one of A (Vargha and Delaney's A)\n\
             p: how often chance alone would set them so far apart (Mann-Whitney, two-sided)"
        )?;
    }
    Ok(())
}

/// A, B, …, Z, then numbers.
fn letters() -> impl Iterator<Item = String> {
    let letters = ('A'..='Z').map(String::from);
    letters.chain((27..).map(|number: u32| number.to_string()))
}

/// A label that fits into its column.
fn label(letter: &str, label: &str) -> String {
    let text = format!("{letter}  {label}");
    match text.chars().count() > LABEL {
        true => text.chars().take(LABEL - 1).chain(['…']).collect(),
        false => text,
    }
}

/// A probability, to two significant figures.
fn probability(p: f64) -> String {
    match p {
        0.0..0.0001 => "< 0.0001".into(),
        0.0001..0.1 => format!("{p:.4}"),
        _ => format!("{p:.2}"),
    }
}

fn line(out: &mut impl Write, label: &str, cells: [String; 5]) -> std::io::Result<()> {
    let [count, mean, interval, better, p] = cells;
    let text = format!("{label:<LABEL$}{count:>4}{mean:>10}{interval:>23}{better:>8}{p:>9}");
    writeln!(out, "{}", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_probabilities_fit_their_columns() {
        let long = label("A", "coevolve.ga.selection=rank ga.population=50");
        assert_eq!(long.chars().count(), LABEL);
        assert!(long.ends_with('…'));
        assert_eq!(label("B", "x=1"), "B  x=1");
        let texts = [1e-9, 0.00047, 0.032, 0.5, 1.0].map(probability);
        assert_eq!(texts, ["< 0.0001", "0.0005", "0.0320", "0.50", "1.00"]);
    }
}
