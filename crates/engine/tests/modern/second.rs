//! A second opinion on the features: slow, obvious, square by square.

use std::collections::BTreeMap;

use chess::{Board, Color, Piece, Square};
use engine::modern::eval::{Features, Weights};

use crate::support::{board, endgames, playouts};

/// A board as lists of pieces, seen by one side: rank 0 is its first.
struct Side<'a> {
    board: &'a Board,
    us: Color,
}

type At = (i32, i32);

impl Side<'_> {
    fn at(&self, (file, rank): At) -> Option<(Piece, bool)> {
        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
            return None;
        }
        let square = Square::index((rank * 8 + file) as usize).relative_to(self.us);
        let color = self.board.color_on(square)?;
        Some((self.board.piece_on(square)?, color == self.us))
    }

    fn own(&self, at: At, piece: Piece) -> bool {
        self.at(at) == Some((piece, true))
    }

    fn enemy(&self, at: At, piece: Piece) -> bool {
        self.at(at) == Some((piece, false))
    }

    fn all(&self, piece: Piece) -> Vec<At> {
        squares().filter(|&at| self.own(at, piece)).collect()
    }

    /// Squares that a piece of ours attacks; sliders pass through `through`.
    fn attacks(&self, piece: Piece, (file, rank): At, through: &[Piece]) -> Vec<At> {
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let (steps, far): (Vec<At>, bool) = match piece {
            Piece::Pawn => (vec![(1, 1), (-1, 1)], false),
            Piece::Knight => {
                let jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1)];
                let back = jumps.map(|(file, rank)| (file, -rank));
                ([jumps, back].concat(), false)
            }
            Piece::Bishop => (diagonal.to_vec(), true),
            Piece::Rook => (straight.to_vec(), true),
            Piece::Queen => ([straight, diagonal].concat(), true),
            Piece::King => ([straight, diagonal].concat(), false),
        };
        let mut attacked = Vec::new();
        for (right, up) in steps {
            let (mut file, mut rank) = (file + right, rank + up);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                attacked.push((file, rank));
                let stops = self.at((file, rank));
                let seen_through =
                    stops.is_some_and(|(piece, own)| own && through.contains(&piece));
                if !far || (stops.is_some() && !seen_through) {
                    break;
                }
                (file, rank) = (file + right, rank + up);
            }
        }
        attacked
    }

    fn enemy_pawn_attacks(&self, (file, rank): At) -> bool {
        [-1, 1]
            .iter()
            .any(|side| self.enemy((file + side, rank + 1), Piece::Pawn))
    }

    /// What the side has for itself, by gene and place in its array.
    fn see(&self) -> BTreeMap<(&'static str, usize), i32> {
        let mut seen = BTreeMap::new();
        let mut count = |gene, place: i32| *seen.entry((gene, place as usize)).or_insert(0) += 1;
        let pawns = self.all(Piece::Pawn);
        for piece in Piece::ALL {
            const NAMES: [[&str; 2]; 6] = [
                ["PAWN", "PST_PAWN"],
                ["KNIGHT", "PST_KNIGHT"],
                ["BISHOP", "PST_BISHOP"],
                ["ROOK", "PST_ROOK"],
                ["QUEEN", "PST_QUEEN"],
                ["", "PST_KING"],
            ];
            let [material, table] = NAMES[piece as usize];
            for (file, rank) in self.all(piece) {
                if piece != Piece::King {
                    count(material, 0);
                }
                count(table, rank * 8 + file);
            }
        }
        if self.all(Piece::Bishop).len() >= 2 {
            count("BISHOP_PAIR", pawns.len() as i32);
        }
        for &(file, rank) in &pawns {
            let ahead = rank + 1..8;
            let meets = |file| ahead.clone().any(|r| self.enemy((file, r), Piece::Pawn));
            let has_neighbour = pawns.iter().any(|&(f, _)| (f - file).abs() == 1);
            let open = !meets(file);
            let place = rank * 4 + file.min(7 - file);
            if !has_neighbour {
                count(if open { "ISOLATED_OPEN" } else { "ISOLATED" }, file);
            }
            let is_behind = ahead.clone().any(|r| self.own((file, r), Piece::Pawn));
            if is_behind {
                count("DOUBLED", file);
            }
            if [-1, 1]
                .iter()
                .any(|side| self.own((file + side, rank), Piece::Pawn))
            {
                count("PHALANX", place);
            }
            if [-1, 1]
                .iter()
                .any(|side| self.own((file + side, rank - 1), Piece::Pawn))
            {
                count("GUARDED", place);
            }
            if self.enemy((file, rank + 1), Piece::Pawn) {
                count("RAMMED", rank);
            }
            if open && !meets(file - 1) && !meets(file + 1) && !is_behind {
                count("PASSED", rank);
                count("PASSED_EDGE", file.min(7 - file));
                if self.at((file, rank + 1)).is_none() {
                    count("PASSED_FREE", rank);
                }
            }
        }
        for at in squares() {
            if let Some((piece, false)) = self.at(at)
                && piece != Piece::King
                && pawns
                    .iter()
                    .any(|&pawn| self.attacks(Piece::Pawn, pawn, &[]).contains(&at))
            {
                count("THREAT_PAWN", piece as i32);
            }
        }
        for (piece, gene, through) in [
            (Piece::Knight, "MOBILITY_KNIGHT", &[][..]),
            (Piece::Bishop, "MOBILITY_BISHOP", &[Piece::Queen]),
            (Piece::Rook, "MOBILITY_ROOK", &[Piece::Queen, Piece::Rook]),
            (Piece::Queen, "MOBILITY_QUEEN", &[]),
        ] {
            for at in self.all(piece) {
                let reached = self.attacks(piece, at, through).into_iter().filter(|&to| {
                    let stuck = self.own(to, Piece::Pawn)
                        && (to.1 <= 2 || self.at((to.0, to.1 + 1)).is_some());
                    !stuck && !self.own(to, Piece::King) && !self.enemy_pawn_attacks(to)
                });
                count(gene, reached.count() as i32);
            }
        }
        if self.board.side_to_move() == self.us {
            count("TEMPO", 0);
        }
        let enemies = squares().filter(|&at| matches!(self.at(at), Some((_, false))));
        let [knights, bishops, rooks, queens] =
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].map(|piece| self.all(piece));
        let mates_by_minors = !bishops.is_empty() && bishops.len() + knights.len() >= 2;
        if enemies.count() == 1 && (!rooks.is_empty() || !queens.is_empty() || mates_by_minors) {
            let (own, enemy) = (
                self.all(Piece::King)[0],
                squares().find(|&at| self.enemy(at, Piece::King)).unwrap(),
            );
            let (file, rank) = enemy;
            let walls = [file, 7 - file, rank, 7 - rank];
            count("LONE_KING_EDGE", walls.into_iter().min().unwrap());
            let apart = (own.0 - file).abs().max((own.1 - rank).abs());
            count("LONE_KING_NEAR", apart);
            if let ([(to_right, up)], [], []) = (&bishops[..], &rooks[..], &queens[..]) {
                // Corners a1 and h8 are dark, for both sides.
                let corners = match (to_right + up) % 2 {
                    0 => [(0, 0), (7, 7)],
                    _ => [(0, 7), (7, 0)],
                };
                let steps = corners.map(|(f, r): At| (file - f).abs() + (rank - r).abs());
                count("LONE_KING_CORNER", *steps.iter().min().unwrap());
            }
        }
        seen
    }
}

fn squares() -> impl Iterator<Item = At> {
    (0..64).map(|index| (index % 8, index / 8))
}

#[test]
fn features_are_what_they_say() {
    const SEEN: [&str; 30] = [
        "PAWN",
        "KNIGHT",
        "BISHOP",
        "ROOK",
        "QUEEN",
        "PST_PAWN",
        "PST_KNIGHT",
        "PST_BISHOP",
        "PST_ROOK",
        "PST_QUEEN",
        "PST_KING",
        "BISHOP_PAIR",
        "ISOLATED",
        "ISOLATED_OPEN",
        "DOUBLED",
        "PHALANX",
        "GUARDED",
        "RAMMED",
        "PASSED",
        "PASSED_EDGE",
        "PASSED_FREE",
        "THREAT_PAWN",
        "MOBILITY_KNIGHT",
        "MOBILITY_BISHOP",
        "MOBILITY_ROOK",
        "MOBILITY_QUEEN",
        "TEMPO",
        "LONE_KING_EDGE",
        "LONE_KING_NEAR",
        "LONE_KING_CORNER",
    ];
    for board in playouts(41, 40).into_iter().chain(endgames(42, 3_000)) {
        let us = board.side_to_move();
        let mut expected = Side { board: &board, us }.see();
        for (feature, count) in (Side {
            board: &board,
            us: !us,
        })
        .see()
        {
            *expected.entry(feature).or_insert(0) -= count;
        }
        expected.retain(|_, count| *count != 0);
        let mut found = BTreeMap::new();
        for (param, count) in Features::of(&board).counts {
            let spec = Weights::TABLE.get(param.into());
            if SEEN.contains(&spec.name) {
                let place = usize::from(param) - Weights::TABLE.index(spec.name);
                found.insert((spec.name, place), i32::from(count));
            }
        }
        assert_eq!(found, expected, "{board}");
    }
}

/// What the side to move has more of than the other, in an array or a number.
fn count(fen: &str, gene: &str, place: usize) -> i16 {
    let param = Weights::TABLE.index(gene) + place;
    let counts = Features::of(&board(fen)).counts;
    let found = counts
        .iter()
        .find(|&&(which, _)| usize::from(which) == param);
    found.map_or(0, |&(_, count)| count)
}

#[test]
fn families_on_positions_made_by_hand() {
    for (fen, gene, place, expected) in [
        // A backward pawn on d3: c4 and e4 have gone ahead, c5 guards d4.
        ("4k3/8/8/2p5/2P1P3/3P4/8/4K3 w - -", "BACKWARD_OPEN", 2, 1),
        // An outpost on d5, guarded, which no pawn can attack any more.
        ("4k3/8/8/3N4/2P5/8/8/4K3 w - -", "OUTPOST_KNIGHT", 4 + 3, 1),
        ("4k3/8/8/3N4/8/8/8/4K3 w - -", "OUTPOST_KNIGHT", 3, 1),
        ("4k3/2p5/8/3N4/8/8/8/4K3 w - -", "OUTPOST_KNIGHT", 3, 0),
        // Files: open on d, half open on d.
        ("4k3/8/8/8/8/8/8/3RK3 w - -", "ROOK_OPEN", 3, 1),
        ("4k3/3p4/8/8/8/8/8/3RK3 w - -", "ROOK_HALF_OPEN", 3, 1),
        ("4k3/8/8/8/8/8/3P4/3RK3 w - -", "ROOK_OPEN", 3, 0),
        // A bishop of the dark squares with two own pawns there.
        ("4k3/8/8/8/3P4/2P5/8/2B1K3 w - -", "BISHOP_OWN_PAWNS", 1, 0),
        ("4k3/8/8/8/3P4/4P3/8/2B1K3 w - -", "BISHOP_OWN_PAWNS", 2, 1),
        // A knight that hangs, and one that is guarded.
        ("4k3/8/8/3n4/8/8/3R4/4K3 w - -", "HANGING", 1, 1),
        ("4k3/8/2p5/3n4/8/8/3R4/4K3 w - -", "HANGING", 1, 0),
        ("4k3/8/2p5/3n4/8/8/3R4/4K3 w - -", "THREAT_ROOK", 1, 1),
        // The step to d4 attacks the knight on e5.
        ("4k3/8/8/4n3/8/3P4/8/4K3 w - -", "THREAT_PUSH", 1, 1),
        // The king outside the square, and inside it.
        ("8/8/8/8/P6k/8/8/K7 w - -", "PASSED_UNSTOPPABLE", 3, 1),
        ("8/8/8/8/P3k3/8/8/K7 w - -", "PASSED_UNSTOPPABLE", 3, 0),
        // The rook behind its passed pawn.
        ("4k3/8/P7/8/8/8/8/R3K3 w - -", "PASSED_ROOK_BEHIND", 0, 1),
        ("4k3/8/P7/8/N7/8/8/R3K3 w - -", "PASSED_ROOK_BEHIND", 0, 0),
        // Two against one: the b pawn is a candidate.
        ("4k3/p7/8/8/8/8/PP6/4K3 w - -", "CANDIDATE", 1, 1),
        // Three islands, none on the other side.
        ("4k3/8/8/8/8/8/P1P1PP2/4K3 w - -", "ISLANDS", 0, 3),
        // The queen attacks the king's surroundings.
        ("6k1/5ppp/8/8/8/8/8/4K1Q1 w - -", "KING_ATTACK", 3, 1),
        // The nearest pawn before the king on g1 stands on g2, a rank away.
        ("4k3/8/8/8/8/8/6P1/6K1 w - -", "SHELTER", 8 + 1, 1),
    ] {
        assert_eq!(
            count(fen, gene, place),
            expected,
            "{gene}[{place}] in {fen}"
        );
    }
}

/// The endgame counts for less with bishops of opposite colours.
#[test]
fn the_last_step_scales_what_it_says() {
    let mut weights = Weights::default();
    let scale = Weights::ENDING.index("SCALE");
    let opposite = Features::of(&board("4k1b1/8/8/8/8/3PP3/8/4K1B1 w - -"));
    let alike = Features::of(&board("4kb2/8/8/8/8/3PP3/8/4K1B1 w - -"));
    let (before, unscaled) = (opposite.score(&weights), alike.score(&weights));
    assert_eq!(before, unscaled);
    weights.ending[scale] = 32;
    let phase = opposite.ending.phase;
    assert_eq!(phase, 2);
    assert_eq!(
        opposite.score(&weights),
        (200 * phase + 100 * (24 - phase)) / 24
    );
    assert_eq!(alike.score(&weights), unscaled);
    let base = Weights::ENDING.index("COMPLEXITY_BASE");
    weights.ending[base] = -200;
    assert_eq!(
        opposite.score(&weights),
        200 * phase / 24,
        "never beyond zero"
    );
}
