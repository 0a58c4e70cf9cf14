//! What the paper mentions outside its tables, and what it takes to mate.

use chess::insufficient_material;

use super::{Terminal, foresight, number, truth};
use crate::endgame::lookahead::{can_gain_by_check, must_be_mated, must_lose, must_lose_by_checks};
use crate::endgame::view::distance;

pub const MORE: [Terminal; 11] = [
    truth(
        "IsDraw",
        "Is this position a draw?",
        "Stalemate, too few pieces to mate, the third occurrence, or fifty moves.",
        |view| {
            let board = view.after();
            if !board.generate_moves(|_| true) {
                return board.checkers().is_empty();
            }
            insufficient_material(board) || board.halfmove_clock() >= 100 || view.occurrences() >= 2
        },
    ),
    truth(
        "IsRepetition",
        "Has this position been on the board before?",
        "In this game, with the same side to move.",
        |view| view.occurrences() >= 1,
    ),
    foresight(
        "IsMyMateInTwo",
        "Can the player mate with the next move, whatever the opponent does?",
        "All replies and all moves after them are tried.",
        must_be_mated,
    ),
    number(
        "KingsProximity",
        "Proximity of the kings",
        "8 less the moves of a king from one to the other.",
        |view| {
            let king = |side| view.after().king(side);
            8 - distance(king(view.me()), king(view.opponent()))
        },
    ),
    truth(
        "AreKingsCloser",
        "Are the kings closer to each other than before the move?",
        "In moves of a king.",
        |view| {
            let (me, opponent) = (view.me(), view.opponent());
            let apart = |board: &chess::Board| distance(board.king(me), board.king(opponent));
            apart(view.after()) < apart(view.before())
        },
    ),
    number(
        "NumSquaresOppKingShutOut",
        "The number of squares that the opponent's king cannot walk to",
        "Step by step over squares that are not attacked, while no other man moves; its own \
         men are in the way.",
        |view| 64 - view.room_after() as i32,
    ),
    truth(
        "IsOppKingRoomSmaller",
        "Can the opponent's king walk to fewer squares than before the move?",
        "As above.",
        |view| view.room_after() < view.room_before(),
    ),
    truth(
        "IsOppKingRoomNotLarger",
        "Can the opponent's king walk to no more squares than before the move?",
        "As above.",
        |view| view.room_after() <= view.room_before(),
    ),
    foresight(
        "IsMyGainInTwo",
        "Can the player mate or capture a piece without retaliation with the next move, \
         whatever the opponent does?",
        "All replies and all moves after them are tried.",
        must_lose,
    ),
    foresight(
        "IsMyGainByChecks",
        "Does the player mate or win a piece by this check, or by this one and another, \
         whatever the opponent does?",
        "After every reply the player can mate, capture a piece without retaliation, or give \
         a check after which it can do so whatever the opponent does.",
        must_lose_by_checks,
    ),
    foresight(
        "IsOppCheckHarmless",
        "Does no check of the opponent's mate or win a piece, whatever the player does?",
        "After every check there is a reply after which the opponent can neither mate nor \
         capture a piece without retaliation.",
        |board| !can_gain_by_check(board),
    ),
];
