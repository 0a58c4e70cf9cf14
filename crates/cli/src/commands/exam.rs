//! `galapagos exam`: endgame players against the master, outside engines and tables.

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use arena::{Contender, Pace};
use chess::{Tables, fen, san};
use journal::Reader;
use lab::{Champion, Endings, Experiments, Measure, Recipe, TRIAL_SEED};
use problems::endgame::{
    Ending, Exam, Organism, Plies, Points, Standing, Starts, Trial, Truth, Verdict,
};

use super::{RunsArgument, ThreadsArgument, endgame_player};
use crate::contest::{self, Entry};

/// Try endgame players against the master strategy, outside engines and endgame tables
#[derive(clap::Args)]
#[command(after_help = format!("\
A mate scores 1, more material at the end 0.75, a draw 0.5, anything else 0. All
players have the same starts. With tables: how many of the moves kept what the
position was worth, and how many of those where another move would not have.

{}

Examples:
  galapagos exam gp-endgame-seed1
  galapagos exam gp-endgame-seed1 \\
      --against stockfish,depth=8 --against phalanx,proto=xboard,depth=8
  galapagos exam runs/a/champion.toml --endings KRKR,KQKQ --syzygy TABLES", contest::HELP))]
pub struct Arguments {
    /// Organism files of endgame players, or runs that bred them
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<PathBuf>,

    /// Of a run, try the best of every Nth generation and of the latest
    #[arg(long, value_name = "N", default_value = "10")]
    every: NonZeroU32,

    /// What is played, for example KRKR,KQKQ [default: what the run was about]
    #[arg(long, value_name = "ENDINGS", value_delimiter = ',')]
    endings: Vec<Ending>,

    /// Only starts from which neither side mates or wins material by force within this
    /// many plies, 1 to 8 [default: what the run was bred with; files: any start]
    #[arg(long, value_name = "PLIES")]
    quiet: Option<Plies>,

    /// How far the players look ahead, 1 to 8 [default: what their files say]
    #[arg(long, value_name = "N")]
    plies: Option<Plies>,

    /// A contender to play; may be given several times [default: the master strategy]
    #[arg(long, value_name = "CONTENDER")]
    against: Vec<String>,

    /// Games, two from every start
    #[arg(long, value_name = "N", default_value_t = 50)]
    games: u32,

    /// Stop a game after this move
    #[arg(long, value_name = "N", default_value_t = 50)]
    last_move: u16,

    /// Syzygy tables, to judge the moves by
    #[arg(long, value_name = "FOLDER")]
    syzygy: Option<PathBuf>,

    /// List up to N moves of each player that gave something away
    #[arg(long, value_name = "N", default_value_t = 0, requires = "syzygy")]
    blunders: usize,

    #[command(flatten)]
    runs: RunsArgument,

    #[command(flatten)]
    threads: ThreadsArgument,
}

/// A player to try.
struct Candidate {
    label: String,
    organism: Organism,
    from: Starts,
}

/// An opponent to try it against.
struct Opponent {
    name: String,
    contender: Contender,
    pace: Pace,
}

/// Plays the games and prints a line for each player.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let games = arguments.games;
    ensure!(
        games > 0 && games.is_multiple_of(2),
        "--games {games}: two games are played from every start; ask for an even number"
    );
    let tables = arguments.syzygy.as_ref().map(Tables::open).transpose()?;
    let mut candidates = Vec::new();
    for player in &arguments.players {
        candidates.extend(arguments.candidates(player, experiments)?);
    }
    for one in &mut candidates {
        one.organism.plies = arguments.plies.unwrap_or(one.organism.plies);
        if let Some(plies) = one.from.quiet {
            for ending in &one.from.endings {
                ending.check_quiet(plies)?;
            }
        }
    }
    let opponents = arguments.opponents()?;
    let mut out = io::stdout().lock();
    for group in candidates.chunk_by(|one, other| one.from == other.from) {
        let exam = Exam {
            from: group[0].from.clone(),
            starts: games / 2,
            longest: arguments.last_move,
            seed: TRIAL_SEED,
        };
        for opponent in &opponents {
            head(&mut out, &exam, opponent)?;
            let mut blunders = Vec::new();
            for one in group {
                let threads = arguments.threads.count();
                let trials =
                    exam.play(&one.organism, &opponent.contender, opponent.pace, threads)?;
                let truth = tables.as_ref().map(|tables| judge(tables, &trials));
                row(&mut out, &one.label, &trials, truth.as_ref())?;
                blunders.push((&one.label, truth));
            }
            for (label, truth) in blunders {
                if let Some(truth) = truth.filter(|_| arguments.blunders > 0) {
                    list(&mut out, label, &truth, arguments.blunders)?;
                }
            }
        }
    }
    Ok(())
}

impl Arguments {
    /// An organism, or the best of the generations of a run.
    fn candidates(
        &self,
        player: &Path,
        experiments: Experiments,
    ) -> anyhow::Result<Vec<Candidate>> {
        if player.extension().is_some_and(|ending| ending == "toml") {
            ensure!(
                !self.endings.is_empty(),
                "{}: name the endings to play, for example --endings KRKR",
                player.display()
            );
            let organism = endgame_player("exam", player)?;
            return Ok(vec![Candidate {
                label: organism.name.clone(),
                organism,
                from: Starts {
                    endings: self.endings.clone(),
                    quiet: self.quiet,
                },
            }]);
        }
        let folder = self.runs.find(player);
        let reader = Reader::open(&folder)?;
        let recipe = Recipe::of(&reader, experiments)?;
        let stage = recipe.last();
        let Some(endings) = stage.experiment_as::<Endings>() else {
            bail!("{}: this run bred no endgame players", folder.display());
        };
        let mut from = endings.settings.exam().from;
        from.quiet = self.quiet.or(from.quiet);
        if !self.endings.is_empty() {
            from.endings.clone_from(&self.endings);
        }
        let measure = Measure::of(stage);
        let generations = reader.generations(None)?;
        let mut candidates = Vec::new();
        for (at, generation) in generations.iter().enumerate() {
            let place = generation.place;
            let after = generations.get(at + 1).map(|next| next.place.phase);
            let latest = after != Some(place.phase);
            if !latest && !place.generation.is_multiple_of(self.every.get()) {
                continue;
            }
            let text = Champion::of(&reader, generation, measure)?.to_toml(&recipe, None, &[]);
            let organism = Organism::parse(&text, &folder)?;
            candidates.push(Candidate {
                label: format!("{} generation {}", organism.name, place.generation),
                organism,
                from: from.clone(),
            });
        }
        Ok(candidates)
    }

    fn opponents(&self) -> anyhow::Result<Vec<Opponent>> {
        if self.against.is_empty() {
            let master = Organism::master();
            return Ok(vec![Opponent {
                name: master.name.clone(),
                contender: Contender::Inside(master.inside()),
                pace: Pace::Depth(1),
            }]);
        }
        let opponent = |text: &String| {
            let Entry { contender, pace } = Entry::parse(text)?;
            let pace = match contender {
                Contender::Inside(_) => Pace::Depth(1),
                _ => pace.with_context(|| {
                    format!("contender `{text}`: limit its search: {text},depth=8")
                })?,
            };
            let name = match contender {
                Contender::Inside(_) => contender.introduce(pace)?,
                _ => format!("{} at {pace}", contender.introduce(pace)?),
            };
            Ok(Opponent {
                name,
                contender,
                pace,
            })
        };
        self.against.iter().map(opponent).collect()
    }
}

/// What the tables say of the moves in some games.
fn judge(tables: &Tables, trials: &[Trial]) -> Truth {
    let mut truth = Truth::default();
    for trial in trials {
        truth.note(&trial.game, trial.side, |board| tables.outcome(board));
    }
    truth
}

/// The width of the names of players in a table of 80 columns.
const LABEL: usize = 32;

const VERDICTS: [(Verdict, &str); 5] = [
    (Verdict::Mate, "mates"),
    (Verdict::Ahead, "ahead"),
    (Verdict::Draw, "drawn"),
    (Verdict::Behind, "behind"),
    (Verdict::Mated, "mated"),
];

fn head(out: &mut impl Write, exam: &Exam, opponent: &Opponent) -> io::Result<()> {
    let Starts { endings, quiet } = &exam.from;
    let endings: Vec<_> = endings.iter().map(ToString::to_string).collect();
    let (endings, name) = (endings.join(", "), &opponent.name);
    let quiet = quiet.map_or_else(String::new, |plies| format!(", quiet for {plies} plies"));
    writeln!(
        out,
        "{endings}{quiet}: {} games against {name}",
        2 * exam.starts
    )?;
    write!(out, "{:<LABEL$} {:>6} {:>5}", "", "score", "error")?;
    for (_, name) in VERDICTS {
        write!(out, " {name:>6}")?;
    }
    writeln!(out)
}

fn row(
    out: &mut impl Write,
    label: &str,
    trials: &[Trial],
    truth: Option<&Truth>,
) -> io::Result<()> {
    let mut tally = Standing::default();
    trials
        .iter()
        .for_each(|trial| tally.count_in(trial.verdict));
    let games = f64::from(tally.games());
    let score = tally.points(&Points::PAPER) / games;
    let error = tally.stderr(&Points::PAPER) / games;
    let label = match label.chars().count() > LABEL {
        // On a line of its own.
        true => format!("{label}\n{:LABEL$}", ""),
        false => format!("{label:<LABEL$}"),
    };
    write!(out, "{label} {score:>6.3} {error:>5.3}")?;
    for (verdict, _) in VERDICTS {
        write!(out, " {:>6}", tally.count(verdict))?;
    }
    if let Some(truth) = truth {
        let share = |of: usize| match of {
            0 => "-".into(),
            _ => format!(
                "{:.2} %",
                100.0 * (of - truth.blunders.len()) as f64 / of as f64
            ),
        };
        let Truth { moves, choices, .. } = truth;
        let (all, mattered) = (share(*moves), share(*choices));
        write!(
            out,
            "\n    {all} of {moves} known moves kept what the position was worth,\n    \
             {mattered} of the {choices} where another move would not have"
        )?;
    }
    writeln!(out)?;
    out.flush()
}

fn list(out: &mut impl Write, label: &str, truth: &Truth, most: usize) -> io::Result<()> {
    let all = truth.blunders.len();
    let shown = all.min(most);
    writeln!(
        out,
        "\n{label}: {shown} of {all} moves that gave something away"
    )?;
    for blunder in &truth.blunders[..shown] {
        writeln!(
            out,
            "  {:<40} {:<6} {} to {}",
            fen::write(&blunder.board),
            san::write(&blunder.board, blunder.mv),
            blunder.before,
            blunder.after
        )?;
    }
    Ok(())
}
