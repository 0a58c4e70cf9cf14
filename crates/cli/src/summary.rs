//! The summary of a run that ended with proofs.

use std::io::{self, Write};
use std::path::Path;

use journal::Reader;
use lab::{Champion, Clock, Curve, HeldOut, Measure, Proof, Recipe, Solved};

use crate::pace::time;

/// Prints the stages, the proofs and what to do next.
pub fn print(out: &mut impl Write, reader: &Reader, recipe: &Recipe) -> anyhow::Result<()> {
    let run = reader.folder();
    let seconds = Clock::read(reader, recipe)?.total();
    writeln!(
        out,
        "\nA champion, from random numbers, in {}\n",
        time(seconds)
    )?;
    stages(out, reader, recipe)?;
    pieces(out, reader, recipe)?;
    if let Some(held_out) = HeldOut::read(reader)? {
        writeln!(out, "\nOn positions that were not used in breeding")?;
        let rows = [
            ("moves predicted", held_out.moves),
            ("right moves found", held_out.suite),
        ];
        for (what, solved) in rows {
            if let Some(solved) = solved {
                let Solved {
                    generation_0,
                    generation_0_best,
                    champion,
                    ..
                } = solved;
                let [mean, start, end] =
                    [generation_0, generation_0_best, champion].map(|count| solved.percent(count));
                writeln!(
                    out,
                    "  {what:<26} {end:>5.1} %   generation 0: best {start:.1} %, mean {mean:.1} %"
                )?;
            }
        }
    }
    writeln!(out, "\nIn matches")?;
    for proof in &Proof::all(reader)? {
        let against = format!("against {}", proof.opponent.name());
        match proof.results.games() {
            0 => writeln!(out, "  {against:<26} it is the same")?,
            _ => writeln!(out, "  {against:<26} {}, {}", proof.elo(), proof.games())?,
        }
        let (meaning, nodes) = (proof.opponent.meaning(), proof.nodes);
        writeln!(out, "    {meaning}; {nodes} nodes a move")?;
    }
    next(out, run)?;
    Ok(())
}

/// The parent of a champion in its run's folder, if it has one.
pub const PARENT: &str = "evol0.toml";

/// Each stage, from its start to its end.
fn stages(out: &mut impl Write, reader: &Reader, recipe: &Recipe) -> anyhow::Result<()> {
    for stage in &recipe.stages {
        let measure = Measure::of(stage);
        let what = stage.experiment.story().told;
        if what.is_empty() {
            continue;
        }
        let plural = if stage.generations == 1 { "" } else { "s" };
        let organisms = reader.organisms(journal::Place {
            phase: stage.first,
            generation: 0,
        })?;
        let what = what
            .replace("{runs}", &stage.runs.to_string())
            .replace(
                "{generations}",
                &format!("{} generation{plural}", stage.generations),
            )
            .replace("{organisms}", &organisms.len().to_string());
        let Some(champion) = Champion::best(reader, stage)? else {
            continue;
        };
        let curve = Curve::read(reader, champion.phase)?;
        let figures = match (curve.points.first(), curve.points.last()) {
            (Some(first), Some(last)) if curve.points.len() > 1 && !measure.among_peers => {
                format!(
                    ": {} to {}",
                    measure.show(first.best),
                    measure.show(last.best)
                )
            }
            _ => String::new(),
        };
        writeln!(out, "  {what}{figures}")?;
    }
    Ok(())
}

/// What the champion thinks pieces are worth.
fn pieces(out: &mut impl Write, reader: &Reader, recipe: &Recipe) -> anyhow::Result<()> {
    for stage in recipe.stages.iter().rev() {
        let Some(champion) = Champion::best(reader, stage)? else {
            continue;
        };
        let genes = stage.experiment.genes();
        let values = genes.iter().zip(&champion.genes);
        let values = values.filter(|(gene, _)| gene.name.ends_with("_VALUE"));
        let pieces = values.map(|(gene, value)| {
            let name = gene.name.trim_end_matches("_VALUE").to_lowercase();
            format!("{name} {value}")
        });
        let pieces: Vec<_> = pieces.collect();
        if !pieces.is_empty() {
            writeln!(out, "  piece values: {}", pieces.join(", "))?;
            break;
        }
    }
    Ok(())
}

/// What to do with a champion.
fn next(out: &mut impl Write, run: &Path) -> io::Result<()> {
    let is_star = run.join(PARENT).exists();
    let run = run.display();
    writeln!(
        out,
        "
Next
  {run}/report.html
      the report of the run: open it in a browser
  galapagos uci --organism {run}/champion.toml
      play it in any chess GUI"
    )?;
    match is_star {
        true => writeln!(
            out,
            "  galapagos match --tc 5+0.05 --pairs 5 --pgn games.pgn \\
      {run}/champion.toml \\
      {run}/{PARENT}
      watch it play its parent; any UCI or xboard program can take its place
  galapagos positions GAMES.pgn --winner-to-move \\
      --train 5000 --test 5000 -o mine.epd
  galapagos evolve evol-star --set mimic.positions=mine.epd
      breed one on your own games"
        ),
        false => writeln!(
            out,
            "  galapagos match --tc 5+0.05 --pairs 5 --pgn games.pgn \\
      {run}/champion.toml stockfish
      watch it play another engine; any UCI or xboard program will do
  galapagos evolve --budget hour
      breed a stronger one"
        ),
    }
}
