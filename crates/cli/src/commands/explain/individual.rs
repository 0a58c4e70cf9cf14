//! What the modules of an EvoChess individual do.

use std::io::Write;

use chess::{Game, san};
use evochess::depth::Code;
use evochess::{Organism, Weights, explain};
use params::Table;

/// Moves of the order that are shown.
const SHOWN: usize = 12;

/// Prints the modules of an individual.
pub fn modules(out: &mut impl Write, organism: &Organism) -> anyhow::Result<()> {
    let individual = &organism.individual;
    let (program, code) = (&individual.depth, Code::new(&individual.depth));
    writeln!(out, "{}", organism.name)?;
    if let Some(note) = &organism.origin.note {
        writeln!(out, "{note}")?;
    }
    let acting = code.lines().count();
    writeln!(
        out,
        "\ndepth: {} statements, {acting} with an effect",
        program.size()
    )?;
    for (number, line) in program.to_string().lines().enumerate() {
        let acts = code.lines().any(|acting| acting == number + 1);
        let is_frame = line.trim_start().starts_with('}');
        let mark = if acts || is_frame { ' ' } else { '#' };
        writeln!(out, "  {mark} {line}")?;
    }
    let (position, ordering) = (&individual.position, &individual.ordering);
    weights(
        out,
        "position",
        evochess::position::TABLE,
        position.values(),
    )?;
    weights(
        out,
        "ordering",
        evochess::ordering::TABLE,
        ordering.values(),
    )
}

fn weights(out: &mut impl Write, name: &str, table: Table, values: &[i32]) -> anyhow::Result<()> {
    writeln!(out, "\n{name}:")?;
    for (spec, value) in table.iter().zip(values) {
        writeln!(out, "  {:<16} {value:>5}  {}", spec.name, spec.meaning)?;
    }
    Ok(())
}

/// Prints why an individual makes a move.
pub fn choice(out: &mut impl Write, organism: &Organism, game: &Game) -> anyhow::Result<()> {
    let board = game.board();
    if !board.generate_moves(|_| true) {
        writeln!(out, "There is no legal move.")?;
        return Ok(());
    }
    let explanation = explain(organism, game);
    let found = explanation.found;
    writeln!(
        out,
        "{} is played: {}, by {} nodes and at most {} plies.",
        san::write(board, found.mv),
        found.worth(),
        found.nodes,
        found.depth
    )?;

    writeln!(
        out,
        "\nThe line it expects, and the rest depth after each move:"
    )?;
    let mut board = board.clone();
    for (mv, rest) in &explanation.expected {
        let name = san::write(&board, *mv);
        match rest {
            Some((before, after)) if before != after => {
                writeln!(out, "  {name:<8} {before} becomes {after}")?;
            }
            Some((before, _)) => writeln!(out, "  {name:<8} {before}")?,
            None => writeln!(out, "  {name:<8} the line ends")?,
        }
        board.play_unchecked(*mv);
    }

    writeln!(out, "\nWhat the depth program did, ply by ply:")?;
    writeln!(out, "  ply      nodes  deeper  less deep")?;
    for (ply, level) in explanation.levels.iter().enumerate() {
        if level.nodes > 0 {
            let share = |part: u64| 100.0 * part as f64 / level.nodes as f64;
            let (deeper, less) = (share(level.deeper), share(level.shallower));
            writeln!(
                out,
                "  {ply:>3} {:>10} {deeper:>6.1}% {less:>9.1}%",
                level.nodes
            )?;
        }
    }
    writeln!(out, "\nHow often its statements were executed:")?;
    for (line, count) in &explanation.lines {
        let count = count.map_or_else(String::new, |count| count.to_string());
        writeln!(out, "  {count:>10}  {line}")?;
    }

    writeln!(
        out,
        "\nThe order of the moves, before there are killer moves:"
    )?;
    for ordered in explanation.order.iter().take(SHOWN) {
        let features: Vec<_> = ordered
            .features
            .iter()
            .filter(|(_, worth)| *worth != 0.0)
            .map(|(name, worth)| format!("{name} {worth:.0}"))
            .collect();
        let name = san::write(game.board(), ordered.mv);
        let features = features.join(", ");
        writeln!(out, "  {name:<8} {:>7.1}  {features}", ordered.value)?;
    }
    let more = explanation.order.len().saturating_sub(SHOWN);
    if more > 0 {
        writeln!(out, "  and {more} more")?;
    }
    Ok(())
}
