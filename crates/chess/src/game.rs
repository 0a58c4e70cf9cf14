//! A game: a start, the moves played from it and how it ended.

use crate::{BitBoard, Board, Color, Move, Piece, fen, key, pack, unpack};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// A start position and the moves from it.
///
/// ```
/// use chess::{End, Game, san};
///
/// let mut game = Game::default();
/// for text in ["f3", "e5", "g4", "Qh4#"] {
///     game.play(san::parse(game.board(), text)?)?;
/// }
/// assert_eq!(game.outcome().unwrap().to_string(), "0-1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// As a value it is its start, as a FEN, and its moves in sixteen bits each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(String, Vec<u16>)", into = "(String, Vec<u16>)")]
pub struct Game {
    start: Board,
    board: Board,
    moves: Vec<Move>,
    keys: Vec<u64>,
}

/// A move that the rules do not allow.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{mv} is illegal in {fen}")]
pub struct IllegalMove {
    /// The move, castling written king takes rook.
    pub mv: Move,
    /// The position.
    pub fen: String,
}

/// The outcome of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win(Color),
    /// Neither side won.
    Draw,
}

/// How the rules ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// Neither side has the pieces to mate, whatever the other does.
    InsufficientMaterial,
}

impl From<Game> for (String, Vec<u16>) {
    fn from(game: Game) -> Self {
        let moves = game.moves.into_iter().map(pack);
        (fen::write(&game.start), moves.collect())
    }
}

impl TryFrom<(String, Vec<u16>)> for Game {
    type Error = String;

    fn try_from((start, moves): (String, Vec<u16>)) -> Result<Self, String> {
        let start = fen::parse(&start).map_err(|error| error.to_string())?;
        let mut game = Self::new(start);
        for bits in moves {
            let mv = unpack(bits).ok_or("these bits are no move")?;
            game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Board::default())
    }
}

impl Game {
    /// A game that starts from `start`.
    pub fn new(start: Board) -> Self {
        Self {
            board: start.clone(),
            moves: Vec::new(),
            keys: vec![key(&start)],
            start,
        }
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.board.is_legal(mv) {
            let fen = fen::write(&self.board);
            return Err(IllegalMove { mv, fen });
        }
        self.play_legal(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub(crate) fn play_legal(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
        self.moves.push(mv);
        self.keys.push(key(&self.board));
    }

    /// The position the game started from.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The position now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The [`key`] of every position from the start to now, so one more than
    /// there are moves: the history a search needs to see repetitions.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the position has occurred, the present time included.
    pub fn repetitions(&self) -> usize {
        let now = key(&self.board);
        // The same side is to move in every second position only.
        let earlier = self.keys.iter().rev().step_by(2);
        earlier.filter(|&&then| then == now).count()
    }

    /// How the rules ended the game, `None` while it goes on.
    ///
    /// Mate and stalemate come before the draws: a mate on the hundredth half
    /// move wins.
    pub fn end(&self) -> Option<End> {
        let board = &self.board;
        if !board.generate_moves(|_| true) {
            return Some(if board.checkers().is_empty() {
                End::Stalemate
            } else {
                let winner = !board.side_to_move();
                End::Checkmate { winner }
            });
        }
        if insufficient_material(board) {
            Some(End::InsufficientMaterial)
        } else if board.halfmove_clock() >= 100 {
            Some(End::FiftyMoves)
        } else if self.repetitions() >= 3 {
            Some(End::Repetition)
        } else {
            None
        }
    }

    /// The outcome by the rules, `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end().map(End::outcome)
    }
}

impl End {
    /// The outcome.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Checkmate { winner } => Outcome::Win(winner),
            _ => Outcome::Draw,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate {
                winner: Color::White,
            } => "White mates",
            Self::Checkmate {
                winner: Color::Black,
            } => "Black mates",
            Self::Stalemate => "stalemate",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "fifty-move rule",
            Self::InsufficientMaterial => "insufficient material",
        })
    }
}

impl Outcome {
    /// The points of one side in half points: 2 for a win, 1 for a draw.
    pub fn half_points(self, side: Color) -> u8 {
        match self {
            Self::Win(winner) => 2 * u8::from(winner == side),
            Self::Draw => 1,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// Whether no sequence of moves leads to mate because of the pieces alone: bare
/// kings, a single knight, or bishops that all stand on squares of one colour.
pub fn insufficient_material(board: &Board) -> bool {
    let knights = board.pieces(Piece::Knight);
    let bishops = board.pieces(Piece::Bishop);
    if board.occupied() != board.pieces(Piece::King) | knights | bishops {
        return false;
    }
    match knights.len() {
        0 => {
            bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
        }
        1 => bishops.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci;

    fn play(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(fen::parse(fen).unwrap());
        for text in moves.split_whitespace() {
            let mv = uci::parse(game.board(), text).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn refuses_an_illegal_move_and_stays() {
        let mut game = Game::default();
        let error = game.play("e2e5".parse().unwrap()).unwrap_err();
        assert!(error.to_string().starts_with("e2e5 is illegal in rnbq"));
        assert_eq!(game, Game::default());
    }

    #[test]
    fn ends() {
        let winner = Color::White;
        for (fen, moves, end) in [
            (
                "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80",
                "a1a8",
                Some(End::Checkmate { winner }),
            ),
            (
                "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80",
                "a1a7",
                Some(End::FiftyMoves),
            ),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 98 80", "a1a7", None),
            (
                "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1",
                "f5f7",
                Some(End::Stalemate),
            ),
            (
                "7k/8/8/8/8/8/8/K1N5 w - - 0 1",
                "",
                Some(End::InsufficientMaterial),
            ),
            ("7k/8/8/8/8/8/8/K1NN4 w - - 0 1", "", None),
            ("6bk/8/8/8/8/8/8/K1B5 w - - 0 1", "", None),
            (
                "5b1k/8/8/8/8/8/8/K1B5 w - - 0 1",
                "",
                Some(End::InsufficientMaterial),
            ),
            ("7k/7p/8/8/8/8/8/K7 w - - 0 1", "", None),
            (
                "7k/8/8/8/8/8/8/K7 w - - 0 1",
                "",
                Some(End::InsufficientMaterial),
            ),
        ] {
            assert_eq!(play(fen, moves).end(), end, "{fen} {moves}");
        }
    }

    #[test]
    fn repetition_ignores_an_en_passant_right_nobody_can_use() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let shuffle = "g8f6 g1f3 f6g8 f3g1 ";
        let game = play(start, &format!("e2e4 {shuffle}{shuffle}"));
        assert_eq!((game.repetitions(), game.end()), (3, Some(End::Repetition)));
        // Here the right could be used, so the first position was another one.
        let usable = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1";
        let game = play(usable, &format!("e2e4 {shuffle}{shuffle}"));
        assert_eq!((game.repetitions(), game.end()), (2, None));
    }

    #[test]
    fn keeps_the_history() {
        let game = play("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 e8d7");
        assert_eq!(game.moves().len(), 2);
        assert_eq!(game.keys().len(), 3);
        assert_eq!(game.keys().last(), Some(&key(game.board())));
        assert_eq!(game.outcome(), None);
        assert_eq!(Outcome::Draw.half_points(Color::White), 1);
        assert_eq!(Outcome::Win(Color::Black).half_points(Color::White), 0);
    }
}
