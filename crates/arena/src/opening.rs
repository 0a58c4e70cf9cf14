//! Random openings that an engine has checked.

use chess::{Board, Game, legal_moves};
use engine::search::Score;
use evo::{Seed, Stream};

use crate::{Fault, Limit, UciEngine, analyse};

/// The fewest random plies.
const PLIES: usize = 8;

/// One to three lengths, so that either side may be to move.
const LENGTHS: usize = 3;

/// Openings tried before the most even one is taken.
const TRIES: u64 = 100;

/// A position after 8 to 10 random plies that `engine` scores within `even_cp` of
/// zero: a function of the seed.
pub fn find(
    engine: &mut UciEngine,
    limit: Limit,
    even_cp: u32,
    seed: Seed,
) -> Result<Board, Fault> {
    let mut best: Option<(u32, Board)> = None;
    for attempt in 0..TRIES {
        let Some(board) = random(&mut seed.child("try", attempt).stream()) else {
            continue;
        };
        let uneven_cp = match analyse::score(engine, &board, limit)? {
            Score::Centipawns(cp) => cp.unsigned_abs(),
            Score::Mate(_) => u32::MAX,
        };
        if uneven_cp <= even_cp {
            return Ok(board);
        }
        if best.as_ref().is_none_or(|(least, _)| uneven_cp < *least) {
            best = Some((uneven_cp, board));
        }
    }
    Ok(best.map_or_else(Board::default, |(_, board)| board))
}

/// The position after random plies, `None` if the game is over by then.
fn random(stream: &mut Stream) -> Option<Board> {
    let mut game = Game::default();
    for _ in 0..PLIES + stream.below(LENGTHS) {
        let moves = legal_moves(game.board());
        if moves.is_empty() {
            return None;
        }
        let mv = moves[stream.below(moves.len())];
        game.play(mv).ok()?;
    }
    game.end().is_none().then(|| game.board().clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_differ_and_repeat() {
        let seed = Seed::new(1);
        let board = |index| random(&mut seed.child("try", index).stream());
        let boards: Vec<_> = (0..200).filter_map(board).collect();
        let mut keys: Vec<u64> = boards.iter().map(chess::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert!(keys.len() > 190);
        assert!(
            boards
                .iter()
                .any(|b| b.side_to_move() == chess::Color::White)
        );
        assert!(
            boards
                .iter()
                .any(|b| b.side_to_move() == chess::Color::Black)
        );
        assert_eq!(board(7), board(7));
    }
}
