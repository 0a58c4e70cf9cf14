//! The `position` command.

use chess::{Board, Game, fen, uci};

/// Reads `startpos moves …` or `fen … moves …`.
pub fn read(arguments: &str) -> Result<Game, String> {
    let mut words = arguments.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let fields: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
    let start = match kind {
        "startpos" => Board::default(),
        "fen" => fen::parse(&fields.join(" ")).map_err(|error| error.to_string())?,
        _ => return Err("neither startpos nor fen".into()),
    };
    let mut game = Game::new(start);
    for word in words {
        let mv = uci::parse(game.board(), word).map_err(|error| error.to_string())?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_read(arguments: &str, fen: &str) {
        let game = read(arguments).unwrap();
        assert_eq!(fen::write(game.board()), fen);
    }

    #[test]
    fn starts_and_moves() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_read("startpos", start);
        assert_read("startpos moves", start);
        assert_read(&format!(" fen {start}\r\n"), start);
        assert_read(
            "fen 4k3/8/8/8/8/8/8/4K2R w K - moves e1g1 e8e7",
            "8/4k3/8/8/8/8/8/5RK1 w - - 2 2",
        );
    }

    #[test]
    fn the_bad_move_is_named() {
        let refused = |arguments| read(arguments).unwrap_err();
        assert!(refused("startpos moves e2e4 e2e4 e7e5").starts_with("e2e4 is illegal"));
        assert!(refused("startpos moves e2e4 xyz").contains("`xyz` is not a move"));
        assert!(refused("fen 8/8/8/8/8/8/8/8 w - - 0 1").contains("no king"));
        assert!(refused("fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1").contains("in check"));
        for nothing in ["", "moves e2e4", "start"] {
            assert_eq!(refused(nothing), "neither startpos nor fen");
        }
    }
}
