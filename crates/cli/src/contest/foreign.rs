//! Options of other match runners, and what does the same here.

use clap::Command;

/// What cutechess-cli and fastchess call things, without dashes, and what to type.
const NAMES: &[(&str, &str)] = &[
    (
        "engine",
        "name the contenders themselves: `galapagos match stockfish,option.Hash=16 a.toml`",
    ),
    (
        "each",
        "a setting for all contenders is an option, as `--tc 1+0.01`; a setting of one follows it \
         after a comma, as `stockfish,option.Hash=16`",
    ),
    (
        "rounds",
        "`--pairs N` plays N openings, each with both colours",
    ),
    (
        "games",
        "`--pairs N` plays N openings, each with both colours: 2 N games",
    ),
    (
        "repeat",
        "every opening is played with both colours anyway; `--pairs N` says how many",
    ),
    ("st", "`--movetime SECONDS`"),
    ("timemargin", "`--margin MS`"),
    ("tb", "`--syzygy FOLDER`"),
    ("pgnout", "`--pgn FILE`"),
    (
        "openings",
        "`--openings FILE`, with `--plies N` and `--shuffle SEED`",
    ),
    (
        "order",
        "openings keep their order; `--shuffle SEED` changes it",
    ),
    ("srand", "`--shuffle SEED` is the only seed"),
    (
        "threads",
        "`--concurrency N` for the match, `option.Threads=N` after an engine",
    ),
    ("resign", "`--resign cp=N,moves=N` or `--resign off`"),
    ("draw", "`--draw from=N,moves=N,cp=N` or `--draw off`"),
    ("maxmoves", "`--last-move N`"),
    ("sprt", "`--sprt ELO0 ELO1`, with `--alpha` and `--beta`"),
    (
        "recover",
        "a player that crashes loses the game and is started again anyway",
    ),
    ("resume", "the same command continues its `--pgn FILE`"),
    (
        "tournament",
        "`galapagos tournament --round-robin` or `--gauntlet`",
    ),
    (
        "ratinginterval",
        "the table is shown as the games are played",
    ),
];

/// What to say about arguments that a command does not know: about the first that is
/// another program's option and not the command's own.
pub fn advice(command: &Command, arguments: &[String]) -> Option<String> {
    let is_ours = |name: &str| {
        let mut options = command.get_arguments();
        options.any(|option| option.get_long() == Some(name))
    };
    arguments.iter().find_map(|argument| {
        let rest = argument.strip_prefix('-')?;
        let (name, dashes) = rest.strip_prefix('-').map_or((rest, 1), |name| (name, 2));
        let name = name.split_once('=').map_or(name, |(name, _)| name);
        if dashes == 2 && is_ours(name) {
            return None;
        }
        let here = match NAMES.iter().find(|(known, _)| *known == name) {
            Some((_, here)) => (*here).to_owned(),
            None if is_ours(name) => format!("write `--{name}`"),
            None => return None,
        };
        Some(format!("`{argument}` is not an option here: {here}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_pointed_to_what_they_are_here() {
        let command = Command::new("match")
            .arg(clap::arg!(--concurrency <N>))
            .arg(clap::arg!(--openings <FILE>));
        for (typed, says) in [
            (&["--concurrency", "2", "--rounds", "5"][..], "`--pairs N`"),
            (&["-concurrency", "2"], "write `--concurrency`"),
            (&["-openings", "file=x.pgn"], "`--openings FILE`"),
            (&["-engine", "cmd=stockfish"], "name the contenders"),
            (&["--st=0.1"], "`--movetime SECONDS`"),
        ] {
            let typed: Vec<String> = typed.iter().map(|&word| word.into()).collect();
            let told = advice(&command, &typed).unwrap();
            assert!(told.contains(says), "{told}");
        }
        for typed in ["--bogus", "--openings", "a.toml", "-"] {
            assert_eq!(advice(&command, &[typed.into()]), None);
        }
    }
}
