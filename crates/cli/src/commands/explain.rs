//! `galapagos explain`: what an endgame player or an EvoChess individual thinks.

mod individual;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use chess::{Color, Game, balance, fen, san};
use engine::organism;
use problems::endgame::{Judged, MATE, Organism, Plies, Rule, TREES, explain, markdown};

use super::endgame_player;

/// Explain an endgame player or an EvoChess individual: its parts, and why it makes a move
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  galapagos explain organisms/endgame-master.toml
  galapagos explain runs/gp-endgame-seed1/champion.toml \\
      --fen '7k/8/6K1/8/8/8/8/R7 w - -'
  galapagos explain runs/evochess-seed1/champion.toml \\
      --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
  galapagos explain --words > docs/endgame-terminals.md")]
pub struct Arguments {
    /// The organism file
    #[arg(required_unless_present = "words")]
    organism: Option<PathBuf>,

    /// A position: which move it makes there, and why
    #[arg(long, requires = "organism")]
    fen: Option<String>,

    /// The words that trees are made of, as the document docs/endgame-terminals.md
    #[arg(long, conflicts_with = "organism")]
    words: bool,
}

/// Prints what an organism is made of, or the moves of a position with what led to them.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let Some(path) = &arguments.organism else {
        write!(out, "{}", markdown())?;
        return Ok(());
    };
    let kind = organism::kind(path)?;
    let game = arguments.fen.as_deref().map(game).transpose()?;
    if kind == evochess::KIND {
        let organism = evochess::Organism::read(path)?;
        return match &game {
            Some(game) => individual::choice(&mut out, &organism, game),
            None => individual::modules(&mut out, &organism),
        };
    }
    let organism = endgame_player("explain", path)?;
    match &game {
        Some(game) => moves(&mut out, &organism, game),
        None => trees(&mut out, &organism),
    }
}

fn game(text: &str) -> anyhow::Result<Game> {
    let board = fen::parse(text).with_context(|| format!("--fen {text}"))?;
    Ok(Game::new(board))
}

fn trees(out: &mut impl Write, organism: &Organism) -> anyhow::Result<()> {
    writeln!(out, "{}", organism.name)?;
    if organism.plies != Plies::ONE {
        writeln!(out, "looks {} plies ahead", organism.plies)?;
    }
    if let Some(note) = &organism.origin.note {
        writeln!(out, "{note}")?;
    }
    for (tree, name) in organism.genome.0.iter().zip(TREES) {
        let rule = Rule::new(tree);
        let (before, after) = (tree.size(), rule.size());
        writeln!(out, "\n{name}: {before} nodes, {after} when simplified")?;
        write!(out, "{}", rule.lines(2))?;
    }
    Ok(())
}

fn moves(out: &mut impl Write, organism: &Organism, game: &Game) -> anyhow::Result<()> {
    let board = game.board();
    let explanation = explain(organism, game);
    let side = match board.side_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    };
    let standing = match balance(board, board.side_to_move()) {
        0 => "is level in material".into(),
        more if more > 0 => format!("is ahead by {more}"),
        less => format!("is behind by {}", -less),
    };
    let tree = explanation.tree;
    writeln!(out, "{side} {standing}: the {tree} tree judges.")?;
    if organism.plies != Plies::ONE {
        writeln!(
            out,
            "Only moves that get the most by force within {} plies are judged.",
            organism.plies
        )?;
    }
    let Some(made) = explanation.moves.first() else {
        writeln!(out, "There is no legal move.")?;
        return Ok(());
    };
    let name = |judged: &Judged| san::write(board, judged.mv);
    writeln!(out, "\n{} is played: {}.", name(made), worth(made))?;
    way(out, made)?;
    let equal = |other: &&Judged| (other.outlook, other.score) == (made.outlook, made.score);
    let equals = explanation.moves.iter().filter(equal).count() - 1;
    if equals > 0 {
        writeln!(
            out,
            "{equals} more scored the same; a hash of position and move decided."
        )?;
    }
    if let Some(next) = explanation.moves.get(1 + equals) {
        writeln!(out, "\n{} is next: {}.", name(next), worth(next))?;
        way(out, next)?;
    }
    writeln!(out, "\nAll moves:")?;
    for judged in &explanation.moves {
        let asked = judged.way.last().map(answer).unwrap_or_default();
        write!(out, "  {:<8}", name(judged))?;
        if let Some(outlook) = judged.outlook {
            write!(out, " {:>5}", forced(outlook))?;
        }
        writeln!(out, " {:>8}  {asked}", judged.score)?;
    }
    Ok(())
}

/// What a move is worth to the player.
fn worth(judged: &Judged) -> String {
    let gets = judged.outlook.map_or_else(String::new, |outlook| {
        format!("it gets {} by force, and ", forced(outlook))
    });
    format!("{gets}it scores {}", judged.score)
}

/// Material, or mate.
fn forced(outlook: i32) -> String {
    match outlook {
        mate if mate >= MATE => "mate".into(),
        mated if mated <= -MATE => "mated".into(),
        balance => format!("{balance:+}"),
    }
}

fn answer((question, yes): &(String, bool)) -> String {
    format!("{} {question}", if *yes { "yes" } else { "no " })
}

/// The questions on the way to a score, and what was seen on the board.
fn way(out: &mut impl Write, judged: &Judged) -> io::Result<()> {
    for asked in &judged.way {
        writeln!(out, "  {}", answer(asked))?;
    }
    writeln!(out, "  so  {} = {}", judged.result, judged.score)?;
    let fired = judged.fired.iter();
    let fired: Vec<_> = fired
        .map(|(name, value)| match *value {
            1.0 => (*name).to_owned(),
            value => format!("{name} {value}"),
        })
        .collect();
    match fired.is_empty() {
        true => writeln!(out, "  fired: nothing"),
        false => writeln!(out, "  fired: {}", fired.join(", ")),
    }
}
