//! Three men: how soon the stronger side mates, found by working back from the mates.

use std::collections::VecDeque;

use chess::{
    Board, BoardBuilder, Color, Move, Piece, Square, get_bishop_rays, get_king_moves, get_rook_rays,
};

/// Half moves to mate in all positions of king and one piece (White) against king.
pub struct Table {
    piece: Piece,
    plies: Vec<Option<u8>>,
}

fn index(turn: Color, squares: [Square; 3]) -> usize {
    let [king, piece, other] = squares.map(|square| square as usize);
    ((turn as usize * 64 + king) * 64 + piece) * 64 + other
}

impl Table {
    pub fn new(piece: Piece) -> Self {
        let mut table = Self {
            piece,
            plies: vec![None; 2 * 64 * 64 * 64],
        };
        // Positions with Black to move whose every move loses are found by counting
        // down; those with White to move as soon as one move wins.
        let mut left = vec![0u8; table.plies.len()];
        let mut found = VecDeque::new();
        for at in 0..64 * 64 * 64 {
            let squares = [at / 4096, at / 64 % 64, at % 64].map(Square::index);
            let Some(board) = table.board(Color::Black, squares) else {
                continue;
            };
            let mut moves = 0;
            board.generate_moves(|group| {
                moves += group.len() as u8;
                false
            });
            left[index(Color::Black, squares)] = moves;
            if moves == 0 && !board.checkers().is_empty() {
                table.plies[index(Color::Black, squares)] = Some(0);
                found.push_back((Color::Black, squares));
            }
        }
        while let Some((turn, squares)) = found.pop_front() {
            let plies = table.plies[index(turn, squares)].unwrap() + 1;
            for before in table.predecessors(turn, squares) {
                let at = index(!turn, before);
                if table.plies[at].is_some() {
                    continue;
                }
                if turn == Color::White {
                    left[at] -= 1;
                    if left[at] > 0 {
                        continue;
                    }
                }
                table.plies[at] = Some(plies);
                found.push_back((!turn, before));
            }
        }
        table
    }

    fn board(&self, turn: Color, [king, piece, other]: [Square; 3]) -> Option<Board> {
        if king == piece || piece == other || get_king_moves(king).has(other) || king == other {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        *builder.square_mut(king) = Some((Piece::King, Color::White));
        *builder.square_mut(piece) = Some((self.piece, Color::White));
        *builder.square_mut(other) = Some((Piece::King, Color::Black));
        builder.side_to_move = turn;
        builder.build().ok()
    }

    /// Positions from which a legal move leads here. Men move back as they move
    /// forth, without captures.
    fn predecessors(&self, turn: Color, squares: [Square; 3]) -> Vec<[Square; 3]> {
        let mut before = Vec::new();
        let mover: &[usize] = if turn == Color::White { &[2] } else { &[0, 1] };
        for &man in mover {
            let to = squares[man];
            let around = match (man, self.piece) {
                (0 | 2, _) => get_king_moves(to),
                (_, Piece::Rook) => get_rook_rays(to),
                _ => get_rook_rays(to) | get_bishop_rays(to),
            };
            for from in around {
                let mut old = squares;
                old[man] = from;
                let Some(board) = self.board(!turn, old) else {
                    continue;
                };
                let mv = Move {
                    from,
                    to,
                    promotion: None,
                };
                if board.is_legal(mv) {
                    before.push(old);
                }
            }
        }
        before
    }

    /// Half moves to the latest mate that can be forced, White to move.
    pub fn farthest(&self) -> u8 {
        let white = &self.plies[..self.plies.len() / 2];
        white.iter().flatten().copied().max().unwrap()
    }

    /// Half moves to mate; `None` if there is no mate, or another ending.
    pub fn plies(&self, board: &Board) -> Option<u8> {
        let piece = board
            .colored_pieces(Color::White, self.piece)
            .next_square()?;
        let kings = Color::ALL.map(|color| board.king(color));
        self.plies[index(board.side_to_move(), [kings[0], piece, kings[1]])]
    }
}
