//! Which pieces an ending has, and where it may start.

use std::fmt;
use std::str::FromStr;

use chess::{Board, BoardBuilder, Color, Game, Piece, Rank, Square, get_king_moves};
use evo::{Seed, Stream};
use serde::{Deserialize, Serialize};

use super::outlook::is_quiet;
use super::plies::Plies;
use super::view::View;

/// After this many draws without a start, an ending is taken to have none.
const TRIES: u32 = 200_000;

/// After this many starts without a quiet one, an ending is taken to have none.
const QUIET_TRIES: usize = 200;

/// The pieces of an ending, White's first: `KQRKQR`, `KRK`, `KRPKR`.
///
/// ```
/// use evo::Seed;
/// use problems::endgame::Ending;
///
/// let ending: Ending = "KQRKQR".parse()?;
/// let start = ending.start(Seed::new(1));
/// assert_eq!(start.occupied().len(), 6);
/// assert_eq!("KQR".parse::<Ending>().unwrap_err().to_string(),
///     "`KQR` is not an ending: write both kings, each before its pieces, for example KQRKQR");
/// # Ok::<(), problems::endgame::EndingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Ending {
    men: Vec<(Piece, Color)>,
}

/// Why a text names no ending that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// It does not name pieces of two sides.
    #[error("`{0}` is not an ending: write both kings, each before its pieces, for example KQRKQR")]
    Form(String),
    /// There are hardly any such positions.
    #[error(
        "no start was found for `{0}` in which nothing is attacked and at least one side can win"
    )]
    NoStart(String),
    /// There are hardly any starts that are not decided in a few plies.
    #[error(
        "no start was found for `{0}` in which no side mates or wins material by force within \
         {1} plies: ask for fewer"
    )]
    NoQuietStart(String, Plies),
}

impl Ending {
    /// A random start: legal, nothing attacked, not decided by the rules, and
    /// either side to move. All such positions are equally likely.
    pub fn start(&self, seed: Seed) -> Board {
        let mut stream = seed.stream();
        loop {
            if let Some(start) = self.draw(&mut stream) {
                return start;
            }
        }
    }

    /// A random start from which neither side mates or wins material by force within this
    /// many plies (see [`outlook`](super::outlook())). All such positions are equally likely.
    pub fn quiet_start(&self, plies: Plies, seed: Seed) -> Board {
        let mut stream = seed.stream();
        loop {
            if let Some(start) = self
                .draw(&mut stream)
                .filter(|start| is_quiet(start, plies))
            {
                return start;
            }
        }
    }

    /// Checks that there are starts that are quiet for this many plies.
    pub fn check_quiet(&self, plies: Plies) -> Result<(), EndingError> {
        let mut stream = Seed::new(0).stream();
        let mut starts = (0..TRIES).filter_map(|_| self.draw(&mut stream));
        match starts
            .by_ref()
            .take(QUIET_TRIES)
            .any(|start| is_quiet(&start, plies))
        {
            true => Ok(()),
            false => Err(EndingError::NoQuietStart(self.to_string(), plies)),
        }
    }

    /// Puts every man on a random square; `None` if that is not a start.
    fn draw(&self, stream: &mut Stream) -> Option<Board> {
        let mut builder = BoardBuilder::empty();
        if stream.chance(0.5) {
            builder.side_to_move = Color::Black;
        }
        for &(piece, color) in &self.men {
            let square = Square::index(stream.below(64));
            let edge = [Rank::First, Rank::Eighth].contains(&square.rank());
            if builder.square(square).is_some() || piece == Piece::Pawn && edge {
                return None;
            }
            *builder.square_mut(square) = Some((piece, color));
        }
        let board = builder.build().ok()?;
        if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
            return None;
        }
        let view = View::new(&board, &board, &[]);
        let attacked = |side: Color| {
            let attacks = view.men(!side).attacks();
            !board.colors(side).is_disjoint(attacks)
        };
        let quiet = !Color::ALL.into_iter().any(attacked);
        (quiet && Game::new(board.clone()).end().is_none()).then_some(board)
    }
}

impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(text: &str) -> Result<Self, EndingError> {
        let form = || EndingError::Form(text.to_owned());
        let (white, black) = text
            .strip_prefix('K')
            .and_then(|rest| rest.split_once('K'))
            .ok_or_else(form)?;
        let mut men = Vec::new();
        for (side, color) in [(white, Color::White), (black, Color::Black)] {
            men.push((Piece::King, color));
            for letter in side.chars() {
                let piece = match letter {
                    'Q' => Piece::Queen,
                    'R' => Piece::Rook,
                    'B' => Piece::Bishop,
                    'N' => Piece::Knight,
                    'P' => Piece::Pawn,
                    _ => return Err(form()),
                };
                men.push((piece, color));
            }
            if side.len() > 15 {
                return Err(form());
            }
        }
        let ending = Self { men };
        let mut stream = Seed::new(0).stream();
        match (0..TRIES).any(|_| ending.draw(&mut stream).is_some()) {
            true => Ok(ending),
            false => Err(EndingError::NoStart(text.to_owned())),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.men.iter().try_for_each(|&(piece, _)| {
            f.write_str(match piece {
                Piece::King => "K",
                Piece::Queen => "Q",
                Piece::Rook => "R",
                Piece::Bishop => "B",
                Piece::Knight => "N",
                Piece::Pawn => "P",
            })
        })
    }
}

impl TryFrom<String> for Ending {
    type Error = EndingError;

    fn try_from(text: String) -> Result<Self, EndingError> {
        text.parse()
    }
}

impl From<Ending> for String {
    fn from(ending: Ending) -> Self {
        ending.to_string()
    }
}
