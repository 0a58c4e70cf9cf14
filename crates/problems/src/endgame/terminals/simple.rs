//! Table 2 of the paper. Some are negated there, so that more is always better for
//! the player.

use chess::{BitBoard, Color, Piece, value_of};

use super::{Terminal, number, truth};
use crate::endgame::view::{View, distance, from_edge};

/// Farther than any two squares are from each other.
const FAR: i32 = 8;

pub const SIMPLE: [Terminal; 20] = [
    truth(
        "NotMyKingInCheck",
        "Is the player's king not being checked?",
        "Always so after a legal move.",
        |view| {
            let king = view.after().king(view.me());
            !view.men(view.opponent()).attacks().has(king)
        },
    ),
    truth(
        "IsOppKingInCheck",
        "Is the opponent's king being checked?",
        "",
        |view| !view.after().checkers().is_empty(),
    ),
    number(
        "MyKingDistEdges",
        "The player's king's distance from the edges of the board",
        "Squares to the nearest edge, 0 to 3.",
        |view| from_edge(view.after().king(view.me())),
    ),
    number(
        "OppKingProximityToEdges",
        "The opponent's king's proximity to the edges of the board",
        "3 less the squares to the nearest edge.",
        |view| 3 - from_edge(view.after().king(view.opponent())),
    ),
    number(
        "NumMyPiecesNotAttacked",
        "The number of the player's pieces that are not attacked",
        "",
        |view| {
            let attacks = view.men(view.opponent()).attacks();
            (view.pieces(view.me()) - attacks).len() as i32
        },
    ),
    number(
        "NumOppPiecesAttacked",
        "The number of the opponent's attacked pieces",
        "",
        |view| {
            let attacks = view.men(view.me()).attacks();
            (view.pieces(view.opponent()) & attacks).len() as i32
        },
    ),
    number(
        "ValueMyPiecesAttacking",
        "The material value of the player's pieces which are attacking",
        "Pieces that attack a man of the opponent's, the king included.",
        |view| value_attacking(view, view.me()),
    ),
    number(
        "ValueOppPiecesAttacking",
        "The material value of the opponent's pieces which are attacking",
        "Pieces that attack a man of the player's, the king included.",
        |view| value_attacking(view, view.opponent()),
    ),
    truth(
        "IsMyQueenNotAttacked",
        "Is the player's queen not attacked?",
        "No queen of the player's is attacked; true also if there is none.",
        |view| queens_attacked(view, view.me()).is_empty(),
    ),
    truth(
        "IsOppQueenAttacked",
        "Is the opponent's queen attacked?",
        "",
        |view| !queens_attacked(view, view.opponent()).is_empty(),
    ),
    truth(
        "IsMyFork",
        "Is the player creating a fork?",
        "A man of the player's attacks two or more of the opponent's, the king included.",
        |view| is_fork(view, view.me()),
    ),
    truth(
        "IsOppNotFork",
        "Is the opponent not creating a fork?",
        "No man of the opponent's attacks two or more of the player's.",
        |view| !is_fork(view, view.opponent()),
    ),
    number(
        "NumMovesMyKing",
        "The number of legal moves for the player's king",
        "Were it the player's turn; castling apart.",
        |view| view.king_moves(view.me()).len() as i32,
    ),
    number(
        "NumNotMovesOppKing",
        "The number of illegal moves for the opponent's king",
        "8 less its legal moves: the edge counts.",
        |view| 8 - view.king_moves(view.opponent()).len() as i32,
    ),
    number(
        "MyKingProxRook",
        "Proximity of the player's king and rook(s)",
        "8 less the king's moves to the nearest rook; 0 if there is none.",
        |view| FAR - rook_distance(view, view.me()),
    ),
    number(
        "OppKingDistRook",
        "Distance between the opponent's king and rook(s)",
        "The king's moves to its nearest rook; 8 if there is none.",
        |view| rook_distance(view, view.opponent()),
    ),
    truth(
        "MyPiecesSameLine",
        "Are two or more of the player's pieces protecting each other?",
        "Two pieces, each protected by the other.",
        |view| protect_each_other(view, view.me()),
    ),
    truth(
        "OppPiecesNotSameLine",
        "Are no two of the opponent's pieces protecting each other?",
        "",
        |view| !protect_each_other(view, view.opponent()),
    ),
    truth(
        "IsOppKingProtectingPiece",
        "Is the opponent's king protecting one of its pieces?",
        "",
        |view| king_protects(view, view.opponent()),
    ),
    truth(
        "IsMyKingProtectingPiece",
        "Is the player's king protecting one of its pieces?",
        "",
        |view| king_protects(view, view.me()),
    ),
];

fn value_attacking(view: &View<'_>, side: Color) -> i32 {
    let enemies = view.after().colors(!side);
    let attacking = view.men(side).pieces();
    let attacking = attacking.filter(|man| !man.attacks.is_disjoint(enemies));
    attacking.map(|man| value_of(man.piece)).sum()
}

fn queens_attacked(view: &View<'_>, side: Color) -> BitBoard {
    view.after().colored_pieces(side, Piece::Queen) & view.men(!side).attacks()
}

fn is_fork(view: &View<'_>, side: Color) -> bool {
    let enemies = view.after().colors(!side);
    let mut men = view.men(side).each();
    men.any(|man| (man.attacks & enemies).len() >= 2)
}

/// The king's moves to the nearest rook of its own.
fn rook_distance(view: &View<'_>, side: Color) -> i32 {
    let king = view.after().king(side);
    let rooks = view.after().colored_pieces(side, Piece::Rook).iter();
    rooks.map(|rook| distance(king, rook)).min().unwrap_or(FAR)
}

fn protect_each_other(view: &View<'_>, side: Color) -> bool {
    let pieces = view.men(side).pieces();
    pieces.clone().any(|one| {
        pieces
            .clone()
            .any(|other| one.attacks.has(other.square) && other.attacks.has(one.square))
    })
}

fn king_protects(view: &View<'_>, side: Color) -> bool {
    let king = view.after().king(side);
    !chess::get_king_moves(king).is_disjoint(view.pieces(side))
}
