//! Random positions of few men, attacked or not.

pub use chess::legal_moves as legal;
use chess::{Board, BoardBuilder, Color, Game, Piece, Square, get_king_moves};
use evo::Stream;

/// Kings and up to four men of each side, anywhere that the rules allow.
pub fn random_board(stream: &mut Stream) -> Board {
    loop {
        let mut builder = BoardBuilder::empty();
        let mut men = vec![(Piece::King, Color::White), (Piece::King, Color::Black)];
        for color in Color::ALL {
            for _ in 0..stream.below(5) {
                let piece = [
                    Piece::Pawn,
                    Piece::Knight,
                    Piece::Bishop,
                    Piece::Rook,
                    Piece::Queen,
                ][stream.below(5)];
                men.push((piece, color));
            }
        }
        for man in men {
            let square = Square::index(stream.below(64));
            *builder.square_mut(square) = Some(man);
        }
        if stream.chance(0.5) {
            builder.side_to_move = Color::Black;
        }
        let Ok(board) = builder.build() else { continue };
        let kings = Color::ALL.map(|color| board.king(color));
        if !get_king_moves(kings[0]).has(kings[1]) && !legal(&board).is_empty() {
            return board;
        }
    }
}

/// A game of random moves. Now and then it goes back the way it came, so that
/// positions are repeated.
pub fn random_game(plies: usize, stream: &mut Stream) -> Game {
    let mut game = Game::new(random_board(stream));
    while game.moves().len() < plies {
        let mut moves = legal(game.board());
        if moves.len() > 1 && game.moves().len() >= 2 && stream.chance(0.3) {
            let last = game.moves()[game.moves().len() - 2];
            moves.retain(|mv| mv.from == last.to && mv.to == last.from);
        }
        if moves.is_empty() {
            moves = legal(game.board());
        }
        if moves.is_empty() {
            break;
        }
        let mv = moves[stream.below(moves.len())];
        game.play(mv).unwrap();
    }
    game
}
