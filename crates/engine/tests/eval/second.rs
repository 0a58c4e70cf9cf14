//! The 35 terms once more, slow and plain: squares are looked at one by one,
//! always from the side that is being described, whose pawns go up.

use std::collections::HashSet;

use chess::{Board, Color, Piece, Square};
use engine::eval::{Features, Weights};

use crate::support::{endgames, playouts};

#[test]
fn the_second_implementation_agrees() {
    for board in playouts(20, 60).into_iter().chain(endgames(21, 8_000)) {
        let us = board.side_to_move();
        let (own, other) = (Side::new(&board, us), Side::new(&board, !us));
        let features = Features::of(&board);
        for (index, spec) in Weights::TABLE.iter().enumerate() {
            let expected = own.sixteenths(spec.name) - other.sixteenths(spec.name);
            assert_eq!(features.0[index], expected, "{} in {board}", spec.name);
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Owner {
    Own,
    Enemy,
}
use Owner::{Enemy, Own};

/// File and rank from 0, seen from the side described.
type Place = (i32, i32);

const STRAIGHT: [Place; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [Place; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The board as one side sees it.
struct Side {
    squares: [[Option<(Owner, Piece)>; 8]; 8],
}

impl Side {
    fn new(board: &Board, us: Color) -> Self {
        let mut squares = [[None; 8]; 8];
        for square in Square::ALL {
            let file = square.file() as usize;
            let rank = match us {
                Color::White => square.rank() as usize,
                Color::Black => 7 - square.rank() as usize,
            };
            squares[file][rank] = board.piece_on(square).map(|piece| {
                let own = board.color_on(square) == Some(us);
                (if own { Own } else { Enemy }, piece)
            });
        }
        Self { squares }
    }

    fn at(&self, (file, rank): Place) -> Option<(Owner, Piece)> {
        self.squares[file as usize][rank as usize]
    }

    fn all(&self, owner: Owner, piece: Piece) -> Vec<Place> {
        let mut places = Vec::new();
        for file in 0..8 {
            for rank in 0..8 {
                if self.at((file, rank)) == Some((owner, piece)) {
                    places.push((file, rank));
                }
            }
        }
        places
    }

    fn count(&self, piece: Piece) -> i32 {
        self.all(Own, piece).len() as i32
    }

    fn king(&self, owner: Owner) -> Place {
        self.all(owner, Piece::King)[0]
    }

    /// Whether there is a pawn with this owner that `is` so.
    fn pawn(&self, owner: Owner, is: impl Fn(Place) -> bool) -> bool {
        self.all(owner, Piece::Pawn).into_iter().any(is)
    }

    fn pawn_on_file(&self, owner: Owner, file: i32) -> bool {
        self.pawn(owner, |pawn| pawn.0 == file)
    }

    /// An own pawn stands on the square or one or two ranks before it.
    fn covered(&self, (file, rank): Place) -> bool {
        self.pawn(Own, |pawn| {
            pawn.0 == file && (rank..=rank + 2).contains(&pawn.1)
        })
    }

    fn doubled(&self, (file, rank): Place) -> bool {
        self.pawn(Own, |pawn| pawn.0 == file && pawn.1 > rank)
    }

    fn isolated(&self, owner: Owner, (file, _): Place) -> bool {
        !self.pawn(owner, |pawn| (pawn.0 - file).abs() == 1)
    }

    fn backward(&self, owner: Owner, (file, rank): Place) -> bool {
        let (forward, foe) = match owner {
            Own => (1, Enemy),
            Enemy => (-1, Own),
        };
        let beside = |pawn: Place| (pawn.0 - file).abs() == 1;
        let left_behind = !self.pawn(owner, |pawn| beside(pawn) && (rank - pawn.1) * forward >= 0);
        let held_back = self.pawn(foe, |pawn| beside(pawn) && pawn.1 == rank + 2 * forward);
        !self.isolated(owner, (file, rank)) && left_behind && held_back
    }

    fn passed(&self, (file, rank): Place) -> bool {
        let free = !self.pawn(Enemy, |pawn| (pawn.0 - file).abs() <= 1 && pawn.1 > rank);
        free && !self.doubled((file, rank))
    }

    fn enemy_passed(&self, (file, rank): Place) -> bool {
        let stops = |pawn: Place| (pawn.0 - file).abs() <= 1 && pawn.1 < rank;
        let leads = |pawn: Place| pawn.0 == file && pawn.1 < rank;
        !self.pawn(Own, stops) && !self.pawn(Enemy, leads)
    }

    fn passed_pawns(&self) -> Vec<Place> {
        let pawns = self.all(Own, Piece::Pawn).into_iter();
        pawns.filter(|&pawn| self.passed(pawn)).collect()
    }

    /// Squares of the third and fourth rank that no own pawn can guard, now or later.
    fn weak_squares(&self) -> i32 {
        let mut weak = 0;
        for file in 0..8 {
            for rank in [2, 3] {
                let guard = |pawn: Place| (pawn.0 - file).abs() == 1 && pawn.1 < rank;
                weak += i32::from(!self.pawn(Own, guard));
            }
        }
        weak
    }

    fn outpost(&self, (file, rank): Place) -> bool {
        let beside = |pawn: Place| (pawn.0 - file).abs() == 1;
        let guarded = self.pawn(Own, |pawn| beside(pawn) && pawn.1 == rank - 1);
        let attackable = self.pawn(Enemy, |pawn| beside(pawn) && pawn.1 > rank);
        (3..=5).contains(&rank) && guarded && !attackable
    }

    /// Squares a piece attacks, its own side's pieces among them.
    fn attacks(&self, piece: Piece, (file, rank): Place) -> Vec<Place> {
        let (steps, reach) = match piece {
            Piece::Knight => (KNIGHT.to_vec(), 1),
            Piece::Bishop => (DIAGONAL.to_vec(), 7),
            Piece::Rook => (STRAIGHT.to_vec(), 7),
            Piece::Queen => ([STRAIGHT, DIAGONAL].concat(), 7),
            Piece::King | Piece::Pawn => unreachable!("asked of pieces only"),
        };
        let mut attacked = Vec::new();
        for (right, up) in steps {
            for n in 1..=reach {
                let place = (file + n * right, rank + n * up);
                if !(0..8).contains(&place.0) || !(0..8).contains(&place.1) {
                    break;
                }
                attacked.push(place);
                if self.at(place).is_some() {
                    break;
                }
            }
        }
        attacked
    }

    fn mobility(&self, piece: Piece) -> i32 {
        let pieces = self.all(Own, piece).into_iter();
        let attacked = pieces.flat_map(|place| self.attacks(piece, place));
        let worth = |place: Place| {
            let square = if place.1 >= 4 { 2 } else { 1 };
            square + 4 * i32::from(self.target(place))
        };
        attacked.map(worth).sum()
    }

    /// Whether an enemy piece stands here, no pawn.
    fn target(&self, place: Place) -> bool {
        matches!(self.at(place), Some((Enemy, kind)) if kind != Piece::Pawn)
    }

    fn rooks(&self, are: impl Fn(Place) -> bool) -> i32 {
        let rooks = self.all(Own, Piece::Rook).into_iter();
        rooks.filter(|&rook| are(rook)).count() as i32
    }

    fn half_open(&self, file: i32) -> bool {
        !self.pawn_on_file(Own, file) && self.pawn_on_file(Enemy, file)
    }

    /// Sixteenths of a side's force: a queen eight, a rook two, a minor piece one.
    fn force(&self, owner: Owner) -> i32 {
        let count = |piece| self.all(owner, piece).len() as i32;
        let minors = count(Piece::Knight) + count(Piece::Bishop);
        (minors + 2 * count(Piece::Rook) + 8 * count(Piece::Queen)).min(16)
    }

    fn files_beside_king(&self) -> Vec<i32> {
        let file = self.king(Own).0;
        let files = [file - 1, file + 1].into_iter();
        files.filter(|file| (0..8).contains(file)).collect()
    }

    /// Attacks of pieces on the enemy king's square and those around it.
    fn pressure(&self) -> i32 {
        let king = self.king(Enemy);
        let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter();
        let attacked = pieces.flat_map(|piece| {
            let places = self.all(Own, piece).into_iter();
            places.flat_map(move |place| self.attacks(piece, place))
        });
        attacked.filter(|&place| distance(place, king) <= 1).count() as i32
    }

    /// What this side adds to the named feature, in sixteenths.
    fn sixteenths(&self, term: &str) -> i32 {
        let (king, enemy_king) = (self.king(Own), self.king(Enemy));
        let pawns = self.all(Own, Piece::Pawn);
        let pawns_that =
            |are: &dyn Fn(Place) -> bool| pawns.iter().filter(|&&p| are(p)).count() as i32;
        let advance = |wing: bool| -> i32 {
            let files = || pawns.iter().filter(|pawn| edge(pawn.0, 1) == wing);
            let ranks: i32 = files().map(|pawn| pawn.1 - 1).sum();
            // A piece that two pawns attack counts once.
            let attacked =
                files().flat_map(|&(file, rank)| [(file - 1, rank + 1), (file + 1, rank + 1)]);
            let targets: HashSet<Place> = attacked
                .filter(|&place| (0..8).contains(&place.0) && self.target(place))
                .collect();
            ranks + targets.len() as i32
        };
        let hunter = |rook: Place| !self.pawn_on_file(Own, rook.0);
        let beside_king = |rook: Place| hunter(rook) && (rook.0 - enemy_king.0).abs() == 1;
        let danger = self.force(Enemy);
        let whole = |count: i32| count * 16;
        match term {
            "PAWN_VALUE" => whole(self.count(Piece::Pawn)),
            "KNIGHT_VALUE" => whole(self.count(Piece::Knight)),
            "BISHOP_VALUE" => whole(self.count(Piece::Bishop)),
            "ROOK_VALUE" => whole(self.count(Piece::Rook)),
            "QUEEN_VALUE" => whole(self.count(Piece::Queen)),
            "PAWN_ADVANCE_A" => whole(advance(true)),
            "PAWN_ADVANCE_B" => whole(advance(false)),
            "DOUBLED_PAWN_PENALTY" => whole(-pawns_that(&|pawn| self.doubled(pawn))),
            "ISOLATED_PAWN_PENALTY" => whole(-pawns_that(&|pawn| self.isolated(Own, pawn))),
            "BACKWARD_PAWN_PENALTY" => whole(-pawns_that(&|pawn| self.backward(Own, pawn))),
            "WEAK_SQUARE_PENALTY" => whole(-self.weak_squares()),
            "PASSED_PAWN_MULT" => {
                let worth = |(file, rank): Place| {
                    let blocked = self.at((file, rank + 1)).is_some();
                    (rank - 1) * (rank - 1) * if blocked { 8 } else { 16 }
                };
                self.passed_pawns().into_iter().map(worth).sum()
            }
            "PASSED_PAWN_ENEMY_KING_DIST" => {
                let worth = |(file, rank): Place| {
                    let next = (file, rank + 1);
                    (rank - 1) * (16 * distance(enemy_king, next) - 8 * distance(king, next))
                };
                self.passed_pawns().into_iter().map(worth).sum()
            }
            "KNIGHT_SQ_MULT" => {
                let worth = |&place: &Place| {
                    let attacked = self.attacks(Piece::Knight, place).into_iter();
                    let targets = attacked.filter(|&place| self.target(place)).count() as i32;
                    2 * from_edge(place.0).min(from_edge(place.1)) + 3 * targets
                };
                whole(self.all(Own, Piece::Knight).iter().map(worth).sum())
            }
            "KNIGHT_OUTPOST_MULT" => {
                let knights = self.all(Own, Piece::Knight).into_iter();
                whole(knights.filter(|&knight| self.outpost(knight)).count() as i32)
            }
            "BISHOP_MOBILITY" => {
                let bishops = self.all(Own, Piece::Bishop).into_iter();
                let at_home = bishops.filter(|bishop| bishop.1 == 0).count() as i32;
                whole(self.mobility(Piece::Bishop) - 2 * at_home)
            }
            "BISHOP_PAIR" => {
                let bishops = self.all(Own, Piece::Bishop);
                let on = |colour| {
                    bishops
                        .iter()
                        .any(|place| (place.0 + place.1) % 2 == colour)
                };
                whole(i32::from(on(0) && on(1)))
            }
            "ROOK_MOBILITY" => whole(self.mobility(Piece::Rook)),
            "QUEEN_MOBILITY" => whole(self.mobility(Piece::Queen)),
            "ROOK_ATTACK_KING_FILE" => {
                whole(self.rooks(|rook| hunter(rook) && rook.0 == enemy_king.0))
            }
            "ROOK_ATTACK_KING_ADJ_FILE" => {
                whole(self.rooks(|rook| !edge(enemy_king.0, 1) && beside_king(rook)))
            }
            "ROOK_ATTACK_KING_ADJ_FILE_ABGH" => {
                whole(self.rooks(|rook| edge(enemy_king.0, 1) && beside_king(rook)))
            }
            "ROOK_7TH_RANK" => {
                let quarters = [0, 0, 1, 2, 3, 4, 8, 4];
                let rooks = self.all(Own, Piece::Rook).into_iter();
                rooks.map(|rook| 4 * quarters[rook.1 as usize]).sum()
            }
            "ROOK_CONNECTED" => whole(self.rooks(|rook| {
                let guarded = self.attacks(Piece::Rook, rook).into_iter();
                let mut kinds = guarded.map(|place| self.at(place));
                kinds.any(|kind| matches!(kind, Some((Own, Piece::Rook | Piece::Queen))))
            })),
            "ROOK_BEHIND_PASSED_PAWN" => whole(self.rooks(|rook| {
                let mut own = self.passed_pawns().into_iter();
                let mut enemy = self.all(Enemy, Piece::Pawn).into_iter();
                own.any(|pawn| pawn.0 == rook.0 && pawn.1 > rook.1)
                    || enemy
                        .any(|pawn| pawn.0 == rook.0 && pawn.1 < rook.1 && self.enemy_passed(pawn))
            })),
            "ROOK_OPEN_FILE" => whole(self.rooks(|rook| {
                !self.pawn_on_file(Own, rook.0) && !self.pawn_on_file(Enemy, rook.0)
            })),
            "ROOK_SEMI_OPEN_FILE" => whole(self.rooks(|rook| self.half_open(rook.0))),
            "ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN" => whole(self.rooks(|rook| {
                let mut attacked = self.attacks(Piece::Rook, rook).into_iter();
                let weak = |place| {
                    self.at(place) == Some((Enemy, Piece::Pawn))
                        && (self.isolated(Enemy, place) || self.backward(Enemy, place))
                };
                self.half_open(rook.0) && attacked.any(weak)
            })),
            "ROOK_COLUMN_MULT" => {
                let rooks = self.all(Own, Piece::Rook);
                whole(rooks.iter().map(|rook| from_edge(rook.0)).sum())
            }
            "KING_NO_FRIENDLY_PAWN" if danger <= 6 => {
                8 * (king.1.min(5) + from_edge(king.0).min(2))
            }
            "KING_NO_FRIENDLY_PAWN_ADJ"
            | "KING_NO_ENEMY_PAWN"
            | "KING_NO_ENEMY_PAWN_ADJ"
            | "KING_FRIENDLY_PAWN_ADVANCED1"
                if danger <= 6 =>
            {
                0
            }
            "KING_NO_FRIENDLY_PAWN" => {
                let exposed = !self.covered(king) || matches!(king.0, 3 | 4);
                -i32::from(exposed) * danger
            }
            "KING_NO_FRIENDLY_PAWN_ADJ" => {
                let files = self.files_beside_king().into_iter();
                let bare = files.filter(|&file| !self.covered((file, king.1)));
                -(bare.count() as i32) * danger
            }
            "KING_NO_ENEMY_PAWN" => -i32::from(!self.pawn_on_file(Enemy, king.0)) * danger,
            "KING_NO_ENEMY_PAWN_ADJ" => {
                let files = self.files_beside_king().into_iter();
                -(files
                    .filter(|&file| !self.pawn_on_file(Enemy, file))
                    .count() as i32)
                    * danger
            }
            "KING_FRIENDLY_PAWN_ADVANCED1" => {
                let shield = |pawn: Place| (pawn.0 - king.0).abs() <= 1 && pawn.1 > king.1;
                -pawns_that(&|pawn| shield(pawn) && pawn.1 == 2) * danger
            }
            "KING_PRESSURE_MULT" => self.pressure() * self.force(Own),
            unknown => panic!("{unknown} is new: write it here as well"),
        }
    }
}

/// King moves from one square to another.
fn distance(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// Steps from the nearer edge.
fn from_edge(line: i32) -> i32 {
    line.min(7 - line)
}

/// Whether a line is at most `steps` from an edge.
fn edge(line: i32, steps: i32) -> bool {
    from_edge(line) <= steps
}
