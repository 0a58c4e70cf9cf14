//! Table 3 of the paper: what a person would look for.

use chess::{BitBoard, Color, balance};

use super::{Terminal, foresight, number, truth};
use crate::endgame::lookahead::{can_mate, can_take_freely, is_mate};
use crate::endgame::view::{View, distance, from_edge};

pub const COMPLEX: [Terminal; 12] = [
    number(
        "EvaluateMaterial",
        "The material value of the board",
        "The player's pieces less the opponent's.",
        |view| balance(view.after(), view.me()),
    ),
    truth(
        "IsMaterialIncrease",
        "Did the player capture a piece?",
        "The material value is greater than before the move; true also after a promotion.",
        |view| balance(view.after(), view.me()) > balance(view.before(), view.me()),
    ),
    truth("IsMate", "Is this a mate position?", "", |view| {
        is_mate(view.after())
    }),
    foresight(
        "IsMateInOne",
        "Can the opponent mate the player after this move?",
        "All replies of the opponent are tried.",
        can_mate,
    ),
    truth(
        "OppPieceCanBeCaptured",
        "Is it possible to capture one of the opponent's pieces without retaliation?",
        "Were it the player's turn, some legal capture would leave the opponent without a \
         legal move that takes back on the same square.",
        |view| can_take_freely(view.after(), view.me()),
    ),
    truth(
        "MyPieceCannotBeCaptured",
        "Is it not possible to capture one of the player's pieces without retaliation?",
        "After every legal capture of the opponent's, en passant included, the player has a legal \
         move that takes back on the same square.",
        |view| !can_take_freely(view.after(), view.opponent()),
    ),
    truth(
        "IsOppKingStuck",
        "Do all legal moves for the opponent's king advance it closer to the edges?",
        "None takes it farther from the nearest edge; true also if it has no move.",
        |view| moves_inwards(view, view.opponent()).is_empty(),
    ),
    truth(
        "IsMyKingNotStuck",
        "Is there a legal move for the player's king that advances it away from the edges?",
        "Were it the player's turn.",
        |view| !moves_inwards(view, view.me()).is_empty(),
    ),
    truth(
        "IsOppKingBehindPiece",
        "Is the opponent's king two or more squares behind one of its pieces?",
        "A piece of the opponent's is pinned, and the king is too far away to protect it.",
        |view| is_behind_piece(view, view.opponent()),
    ),
    truth(
        "IsMyKingNotBehindPiece",
        "Is the player's king not two or more squares behind one of its pieces?",
        "No piece of the player's is pinned with the king too far away to protect it.",
        |view| !is_behind_piece(view, view.me()),
    ),
    truth(
        "IsOppPiecePinned",
        "Is one or more of the opponent's pieces pinned?",
        "Pinned to the king.",
        |view| !view.pinned(view.opponent()).is_empty(),
    ),
    truth(
        "IsMyPieceNotPinned",
        "Are all the player's pieces not pinned?",
        "",
        |view| view.pinned(view.me()).is_empty(),
    ),
];

/// The king's moves that take it farther from the nearest edge.
fn moves_inwards(view: &View<'_>, side: Color) -> BitBoard {
    let here = from_edge(view.after().king(side));
    let moves = view.king_moves(side).iter();
    moves.filter(|&to| from_edge(to) > here).collect()
}

fn is_behind_piece(view: &View<'_>, side: Color) -> bool {
    let king = view.after().king(side);
    let mut pinned = view.pinned(side).iter();
    pinned.any(|piece| distance(king, piece) >= 2)
}
