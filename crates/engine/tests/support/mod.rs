//! What the tests of the evaluation and of the search share: fixed-seed
//! randomness and positions of many kinds.

#![allow(dead_code, reason = "each test program uses its own part")]

use chess::{Board, BoardBuilder, CastleRights, Color, File, Game, Move, Piece, Rank, Square, fen};
use engine::eval::Weights;
use engine::search::SearchParams;
use params::Table;
use proptest::prelude::*;

/// SplitMix64: the same numbers on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number less than `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A value for every declared number, anywhere in its range.
    pub fn values<const N: usize>(&mut self, table: Table) -> [i32; N] {
        std::array::from_fn(|index| {
            let spec = table.get(index);
            spec.min + self.below((spec.max - spec.min + 1) as usize) as i32
        })
    }

    pub fn weights(&mut self) -> Weights {
        Weights(self.values(Weights::TABLE))
    }

    pub fn search_params(&mut self) -> SearchParams {
        SearchParams(self.values(SearchParams::TABLE))
    }
}

/// Every number at its least.
pub fn least<const N: usize>(table: Table) -> [i32; N] {
    std::array::from_fn(|index| table.get(index).min)
}

/// Every number at its most.
pub fn most<const N: usize>(table: Table) -> [i32; N] {
    std::array::from_fn(|index| table.get(index).max)
}

pub fn board(text: &str) -> Board {
    fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub use chess::legal_moves;

/// Every position of random games of at most 160 plies, half from Chess960.
/// Random play wanders far: lone kings in the open, many queens, torn pawns.
pub fn playouts(seed: u64, games: usize) -> Vec<Board> {
    let mut random = Random(seed);
    let mut positions = Vec::new();
    for game in 0..games {
        let mut board = match game % 2 {
            0 => Board::startpos(),
            _ => Board::chess960_startpos(random.below(960) as u32),
        };
        for _ in 0..160 {
            positions.push(board.clone());
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            board.play(random.pick(&moves));
        }
    }
    positions
}

/// Positions with two kings and up to ten other pieces anywhere.
pub fn endgames(seed: u64, count: usize) -> Vec<Board> {
    let mut random = Random(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = random.pick(&Color::ALL);
        for color in Color::ALL {
            builder.board[random.below(Square::NUM)] = Some((Piece::King, color));
        }
        for _ in 0..random.below(11) {
            // Half of the pieces are pawns, as in real endings.
            let piece = match random.below(10) {
                kind @ 1..5 => Piece::ALL[kind],
                _ => Piece::Pawn,
            };
            let square = Square::index(random.below(Square::NUM));
            let on_edge = matches!(square.rank(), Rank::First | Rank::Eighth);
            if builder.square(square).is_none() && !(piece == Piece::Pawn && on_edge) {
                *builder.square_mut(square) = Some((piece, random.pick(&Color::ALL)));
            }
        }
        // The FEN reader knows what the builder lets pass: kings side by side, three checks.
        let built = builder.build().ok();
        positions.extend(built.and_then(|board| fen::parse(&board.to_string()).ok()));
    }
    positions
}

/// Some of both kinds.
pub fn positions(seed: u64, count: usize) -> Vec<Board> {
    let mut random = Random(seed);
    let mut all = playouts(seed, 2 + count / 100);
    all.extend(endgames(seed, count));
    (0..count)
        .map(|_| all.swap_remove(random.below(all.len())))
        .collect()
}

/// Colours swapped and ranks turned over: the same position for the other side.
pub fn colours_swapped(board: &Board) -> Board {
    let from = BoardBuilder::from_board(board);
    let mut to = from.clone();
    for square in Square::ALL {
        *to.square_mut(square.flip_rank()) =
            from.square(square).map(|(piece, color)| (piece, !color));
    }
    to.side_to_move = !from.side_to_move;
    to.castle_rights.swap(0, 1);
    to.en_passant = from.en_passant.map(Square::flip_rank);
    to.build().expect("the twin of a position is a position")
}

/// Left and right exchanged. Castling rights are lost: they have no twin.
pub fn files_swapped(board: &Board) -> Board {
    let from = BoardBuilder::from_board(board);
    let mut to = from.clone();
    let flip = |square: Square| Square::new(File::index(7 - square.file() as usize), square.rank());
    for square in Square::ALL {
        *to.square_mut(flip(square)) = from.square(square);
    }
    to.castle_rights = [CastleRights::EMPTY; 2];
    to.en_passant = from.en_passant.map(flip);
    to.build().expect("the twin of a position is a position")
}

pub fn game(fen: &str) -> Game {
    Game::new(board(fen))
}

/// A game with moves played, in UCI notation.
pub fn played(fen: &str, moves: &str) -> Game {
    let mut game = game(fen);
    for text in moves.split_whitespace() {
        game.play(mv(text)).expect("the test's moves are legal");
    }
    game
}

pub fn mv(text: &str) -> Move {
    text.parse().expect("the test's moves are moves")
}

/// The default stack of a thread.
pub const STACK_BYTES: usize = 2 << 20;

pub fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    on_a_stack(STACK_BYTES, work)
}

pub fn on_a_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes);
        let thread = thread.spawn_scoped(scope, work).unwrap();
        thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// A position some random moves from a Chess960 start.
pub fn any_position() -> impl Strategy<Value = Board> {
    let start = prop_oneof![Just(518), 0..960_u32];
    let picks = prop::collection::vec(any::<prop::sample::Index>(), 0..120);
    (start, picks).prop_map(|(start, picks)| {
        let mut board = Board::chess960_startpos(start);
        for pick in picks {
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            board.play(*pick.get(&moves));
        }
        board
    })
}
