//! Each term on positions where a person can see the answer.

use engine::eval::{Features, UNIT, Weights};

use crate::support::{board, colours_swapped};

/// Term, position, what the mover has of it more than the opponent, and why.
type Case = (&'static str, &'static str, f64, &'static str);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("PAWN_VALUE", "4k3/pp6/8/8/8/8/PPP5/4K3 w - -", 1.0, "three against two"),
    ("PAWN_VALUE", "4k3/pp6/8/8/8/8/PPP5/4K3 b - -", -1.0, "the same, seen by Black"),
    ("KNIGHT_VALUE", "1n2k3/8/8/8/8/8/8/1N2K1N1 w - -", 1.0, "two against one"),
    ("KNIGHT_VALUE", "2b1k3/8/8/8/8/8/8/2B1KB2 w - -", 0.0, "bishops are not knights"),
    ("BISHOP_VALUE", "2b1k3/8/8/8/8/8/8/2B1KB2 w - -", 1.0, "two against one"),
    ("BISHOP_VALUE", "bb2k3/8/8/8/8/8/8/4K3 w - -", -2.0, "only Black's"),
    ("ROOK_VALUE", "4k2r/8/8/8/8/8/8/4K3 w - -", -1.0, "only Black's"),
    ("ROOK_VALUE", "4k3/8/8/8/8/8/8/R3K2R b - -", -2.0, "White's two, seen by Black"),
    ("QUEEN_VALUE", "3qk3/8/8/8/8/8/8/3QK3 w - -", 0.0, "one each"),
    ("QUEEN_VALUE", "3qk3/8/8/8/8/8/8/1QQQK3 w - -", 2.0, "three against one"),

    ("PAWN_ADVANCE_A", "4k3/8/8/7p/P7/6P1/8/4K3 w - -", 1.0, "a4 two, g3 one; h5 two for Black"),
    ("PAWN_ADVANCE_A", "4k3/8/8/8/2P5/8/8/4K3 w - -", 0.0, "the c file counts elsewhere"),
    ("PAWN_ADVANCE_B", "4k3/8/8/8/2P5/8/8/4K3 w - -", 2.0, "c4"),
    ("PAWN_ADVANCE_B", "8/2p2P2/8/1P6/8/8/8/k3K3 w - -", 5.0, "f7 five, c7 at home, b5 is on the wing"),
    ("PAWN_ADVANCE_B", "4k3/8/8/8/8/4p3/8/4K3 w - -", -4.0, "Black's e3 has come four ranks"),
    ("PAWN_ADVANCE_B", "4k3/8/8/3r1n2/4P3/8/8/4K3 w - -", 4.0, "two ranks and a fork"),
    ("PAWN_ADVANCE_B", "4k3/8/8/4r3/3P1P2/8/8/4K3 w - -", 5.0, "two ranks each and one rook"),
    ("PAWN_ADVANCE_A", "4k3/8/8/1p6/P7/8/8/4K3 w - -", 0.0, "a4 and b5 have come two; pawns are not pieces"),

    ("DOUBLED_PAWN_PENALTY", "4k3/8/8/8/8/P7/P7/4K3 w - -", -1.0, "two on a file are one doubled pawn"),
    ("DOUBLED_PAWN_PENALTY", "4k3/8/P7/8/P7/8/P7/4K3 w - -", -2.0, "three are two, gaps or not"),
    ("DOUBLED_PAWN_PENALTY", "4k3/p7/p7/8/8/8/PP6/4K3 w - -", 1.0, "Black's"),
    ("DOUBLED_PAWN_PENALTY", "4k3/p7/8/8/8/8/P7/4K3 w - -", 0.0, "one of each colour"),

    ("ISOLATED_PAWN_PENALTY", "4k3/8/8/8/8/8/P1P5/4K3 w - -", -2.0, "a file between"),
    ("ISOLATED_PAWN_PENALTY", "4k3/8/8/8/8/8/P6P/4K3 w - -", -2.0, "the board does not wrap round"),
    ("ISOLATED_PAWN_PENALTY", "4k3/1P6/8/8/8/8/P7/4K3 w - -", 0.0, "neighbours, however far ahead"),
    ("ISOLATED_PAWN_PENALTY", "4k3/1p6/8/8/8/8/P7/4K3 b - -", 0.0, "an enemy is not a neighbour: one each"),

    ("BACKWARD_PAWN_PENALTY", "4k3/8/8/4p3/2P1P3/3P4/8/4K3 w - -", -1.0, "d3: c4 and e4 are gone, e5 guards d4"),
    ("BACKWARD_PAWN_PENALTY", "4k3/8/3p4/2p1p3/4P3/8/8/4K3 w - -", 1.0, "Black's d6, held back by e4"),
    ("BACKWARD_PAWN_PENALTY", "4k3/8/8/8/2P1P3/3P4/8/4K3 w - -", 0.0, "nothing holds d3 back"),
    ("BACKWARD_PAWN_PENALTY", "4k3/8/8/4p3/4P3/2PP4/8/4K3 w - -", 0.0, "c3 is level and guards d4"),
    ("BACKWARD_PAWN_PENALTY", "4k3/8/8/4p3/4P3/3P4/2P5/4K3 w - -", 0.0, "c2 can still come up"),
    ("BACKWARD_PAWN_PENALTY", "4k3/8/8/4p3/8/3P4/8/4K3 w - -", 0.0, "isolated is not backward as well"),

    ("WEAK_SQUARE_PENALTY", "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - -", 16.0, "White can guard all, Black none"),
    ("WEAK_SQUARE_PENALTY", "4k3/pppppppp/8/8/8/8/PPPP4/4K3 w - -", -6.0, "third and fourth rank of f, g and h"),
    ("WEAK_SQUARE_PENALTY", "4k3/pppppppp/8/8/PP6/8/2PPPPPP/4K3 w - -", -2.0, "b4 has passed a3 and a4"),
    ("WEAK_SQUARE_PENALTY", "4k3/pppppppp/8/8/8/PP6/2PPPPPP/4K3 w - -", -1.0, "b3 has passed a3, not a4"),
    ("WEAK_SQUARE_PENALTY", "4k3/8/8/8/8/8/8/4K3 w - -", 0.0, "sixteen each"),

    ("PASSED_PAWN_MULT", "4k3/8/8/8/4P3/8/8/4K3 w - -", 4.0, "two ranks, squared"),
    ("PASSED_PAWN_MULT", "4k3/8/8/4n3/4P3/8/8/4K3 w - -", 2.0, "blocked"),
    ("PASSED_PAWN_MULT", "8/8/8/8/4K3/4P3/8/k7 w - -", 0.5, "blocked by its own king"),
    ("PASSED_PAWN_MULT", "4k3/3p4/8/8/4P3/8/8/4K3 w - -", 0.0, "d7 can still take it"),
    ("PASSED_PAWN_MULT", "4k3/8/8/4p3/8/4P3/8/4K3 w - -", 0.0, "e5 stands in the way"),
    ("PASSED_PAWN_MULT", "4k3/8/8/8/3pP3/8/8/4K3 w - -", -5.0, "side by side both are passed: 4 less 9"),
    ("PASSED_PAWN_MULT", "4k3/8/8/4P3/4P3/8/8/4K3 w - -", 9.0, "of doubled pawns only the first"),
    ("PASSED_PAWN_MULT", "8/P7/8/8/8/8/8/k3K3 w - -", 25.0, "on the seventh"),

    ("PASSED_PAWN_ENEMY_KING_DIST", "4k3/8/8/8/4P3/8/8/4K3 w - -", 2.0, "2 · (3 − 4/2) to e5"),
    ("PASSED_PAWN_ENEMY_KING_DIST", "8/8/8/8/P6k/8/8/K7 w - -", 10.0, "2 · (7 − 4/2) to a5"),
    ("PASSED_PAWN_ENEMY_KING_DIST", "8/8/8/8/k7/P7/8/7K w - -", -3.5, "1 · (0 − 7/2) to a4"),
    ("PASSED_PAWN_ENEMY_KING_DIST", "4k3/8/8/8/8/8/P7/4K3 w - -", 0.0, "not advanced"),
    ("PASSED_PAWN_ENEMY_KING_DIST", "4k3/1p6/8/8/P7/8/8/4K3 w - -", 0.0, "not passed"),

    ("KNIGHT_SQ_MULT", "4k3/8/8/8/3N4/8/8/4K3 w - -", 6.0, "d4: three and three"),
    ("KNIGHT_SQ_MULT", "4k3/8/8/8/8/8/8/N3K3 w - -", 0.0, "a corner"),
    ("KNIGHT_SQ_MULT", "4k3/8/8/2q1p3/4r3/3N4/8/4K3 w - -", 7.0, "d3: two steps, twice, and the queen; e5 is a pawn"),
    ("KNIGHT_SQ_MULT", "4k3/8/6n1/8/8/8/8/1N2K3 w - -", -2.0, "b1 none; g6 one from the edge, twice"),

    ("KNIGHT_OUTPOST_MULT", "4k3/8/8/3N4/4P3/8/8/4K3 w - -", 1.0, "e4 guards d5"),
    ("KNIGHT_OUTPOST_MULT", "4k3/8/8/3N4/8/8/8/4K3 w - -", 0.0, "no guard"),
    ("KNIGHT_OUTPOST_MULT", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - -", 0.0, "c7–c6 drives it off"),
    ("KNIGHT_OUTPOST_MULT", "4k3/8/8/2pN4/4P3/8/8/4K3 w - -", 1.0, "c5 has gone past"),
    ("KNIGHT_OUTPOST_MULT", "8/3N4/4P3/8/8/8/8/k3K3 w - -", 0.0, "the seventh rank is too far"),
    ("KNIGHT_OUTPOST_MULT", "4k3/8/8/8/8/4N3/3P4/4K3 w - -", 0.0, "the third is too near"),
    ("KNIGHT_OUTPOST_MULT", "4k3/8/8/2p5/3n4/8/8/4K3 w - -", -1.0, "Black's"),

    ("BISHOP_MOBILITY", "4k3/8/8/8/3B4/8/8/4K3 w - -", 20.0, "thirteen squares, seven in the enemy's half"),
    ("BISHOP_MOBILITY", "4k3/8/8/8/8/8/1P1P4/2B1K3 w - -", 0.0, "guards both of its walls, but is at home"),
    ("BISHOP_MOBILITY", "4k3/8/8/8/8/2p5/1B6/4K3 w - -", 4.0, "a1, a3, c1 and c3, where a pawn ends its way"),
    ("BISHOP_MOBILITY", "4k3/8/8/8/8/2n5/1B6/4K3 w - -", 8.0, "four more with a piece on c3"),
    ("BISHOP_MOBILITY", "4k3/8/8/8/8/8/8/b3K3 w - -", -10.0, "Black's long diagonal, three squares of it in White's half"),
    ("BISHOP_PAIR", "4k3/8/8/8/8/8/8/2B1KB2 w - -", 1.0, "dark and light"),
    ("BISHOP_PAIR", "4k3/8/8/8/8/4B3/8/2B1K3 w - -", 0.0, "both dark"),
    ("BISHOP_PAIR", "2b1kb2/8/8/8/8/8/8/2B1K3 w - -", -1.0, "Black's; one bishop is not a pair"),
    ("BISHOP_PAIR", "4k3/8/8/8/8/8/2BB4/2B1KB2 w - -", 1.0, "more bishops are not a second pair"),

    ("ROOK_ATTACK_KING_FILE", "4k3/4p3/8/8/8/8/8/4R2K w - -", 1.0, "an enemy pawn does not matter"),
    ("ROOK_ATTACK_KING_FILE", "4k3/8/8/8/8/4P3/8/4R2K w - -", 0.0, "an own pawn does"),
    ("ROOK_ATTACK_KING_FILE", "r6k/8/8/8/8/8/P7/K7 w - -", -1.0, "Black's"),
    ("ROOK_ATTACK_KING_ADJ_FILE", "4k3/8/8/8/8/8/8/3R1R1K w - -", 2.0, "d and f, beside e"),
    ("ROOK_ATTACK_KING_ADJ_FILE", "4k3/8/8/8/8/8/3P4/3R3K w - -", 0.0, "an own pawn in the way"),
    ("ROOK_ATTACK_KING_ADJ_FILE", "2k5/8/8/8/8/8/8/1R5K w - -", 1.0, "the king's file decides, not the rook's"),
    ("ROOK_ATTACK_KING_ADJ_FILE", "6k1/8/8/8/8/8/8/5R1K w - -", 0.0, "the king is on the wing"),
    ("ROOK_ATTACK_KING_ADJ_FILE_ABGH", "6k1/8/8/8/8/8/8/5R1K w - -", 1.0, "f, beside g"),
    ("ROOK_ATTACK_KING_ADJ_FILE_ABGH", "k7/8/8/8/8/8/8/1R5K w - -", 1.0, "b, beside a"),
    ("ROOK_ATTACK_KING_ADJ_FILE_ABGH", "5k2/8/8/8/8/8/8/6RK w - -", 0.0, "the king is not on the wing"),
    ("ROOK_ATTACK_KING_ADJ_FILE_ABGH", "k7/8/8/8/8/8/8/4K2R w - -", 0.0, "the board does not wrap round"),

    ("ROOK_7TH_RANK", "4k3/R7/8/8/8/8/8/4K3 w - -", 2.0, "White's seventh, and as high as the sixth"),
    ("ROOK_7TH_RANK", "4k3/8/8/8/R7/8/8/4K3 w - -", 0.5, "two ranks beyond the second"),
    ("ROOK_7TH_RANK", "4k3/8/8/8/8/8/r7/6K1 w - -", -2.0, "Black's seventh is the second"),
    ("ROOK_7TH_RANK", "6k1/r7/8/8/8/8/8/4K2R w - -", 0.0, "Black's own second rank"),
    ("ROOK_CONNECTED", "4k3/8/8/8/8/8/8/R2RK3 w - -", 2.0, "each guards the other"),
    ("ROOK_CONNECTED", "4k3/8/8/8/8/8/8/R2QK3 w - -", 1.0, "one rook guards the queen"),
    ("ROOK_CONNECTED", "4k3/8/8/8/8/8/8/RN1RK3 w - -", 0.0, "a knight between"),
    ("ROOK_CONNECTED", "4k3/8/8/8/8/8/8/R2rK3 w - -", 0.0, "an enemy is not a partner"),
    ("ROOK_MOBILITY", "4k3/8/8/8/3R4/8/8/4K3 w - -", 18.0, "fourteen squares, four in the enemy's half"),
    ("ROOK_MOBILITY", "4k3/8/8/8/8/8/8/R3K3 w - -", 15.0, "seven up, four counting two, three to the king and its square"),
    ("ROOK_MOBILITY", "4k3/8/8/8/8/8/P7/RN2K3 w - -", 2.0, "guards both of its walls"),
    ("ROOK_MOBILITY", "4k3/8/8/8/8/8/p7/RN2K3 w - -", 2.0, "guards one wall, attacks the other"),
    ("ROOK_BEHIND_PASSED_PAWN", "4k3/8/8/8/P7/8/8/R3K3 w - -", 1.0, "behind a4"),
    ("ROOK_BEHIND_PASSED_PAWN", "4k3/R7/8/8/P7/8/8/4K3 w - -", 0.0, "before it"),
    ("ROOK_BEHIND_PASSED_PAWN", "4k3/1p6/8/8/P7/8/8/R3K3 w - -", 0.0, "the pawn is not passed"),
    ("ROOK_BEHIND_PASSED_PAWN", "4k3/8/R7/8/p7/8/8/4K3 w - -", 1.0, "behind Black's too"),
    ("ROOK_BEHIND_PASSED_PAWN", "4k3/8/8/8/p7/8/8/R3K3 w - -", 0.0, "before Black's"),
    ("ROOK_BEHIND_PASSED_PAWN", "r3k3/8/8/p7/8/8/8/4K3 w - -", -1.0, "Black's"),
    ("ROOK_OPEN_FILE", "4k3/8/8/8/8/8/8/R3K3 w - -", 1.0, "no pawn"),
    ("ROOK_OPEN_FILE", "4k3/p7/8/8/8/8/7P/R3K2R w - -", 0.0, "an enemy pawn, an own pawn"),
    ("ROOK_SEMI_OPEN_FILE", "4k3/p7/8/8/8/8/7P/R3K2R w - -", 1.0, "the a file is, the h file is not"),
    ("ROOK_SEMI_OPEN_FILE", "4k3/p7/8/8/8/8/P7/R3K2R w - -", 0.0, "closed and open"),
    ("ROOK_SEMI_OPEN_FILE", "r3k3/8/8/8/8/8/P7/4K3 w - -", -1.0, "Black's"),
    ("ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN", "4k3/p7/8/8/8/8/8/R3K3 w - -", 1.0, "a7 is isolated"),
    ("ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN", "4k3/8/3p4/2p1p3/4P3/8/8/3RK3 w - -", 1.0, "d6 is backward"),
    ("ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN", "4k3/pp6/8/8/8/8/8/R3K3 w - -", 0.0, "a7 is neither"),
    ("ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN", "4k3/p7/n7/8/8/8/8/R3K3 w - -", 0.0, "a piece in the way"),
    ("ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN", "4k3/p6R/8/8/8/8/8/4K3 w - -", 0.0, "attacked from an open file"),
    ("ROOK_COLUMN_MULT", "4k3/8/8/8/8/8/8/R2RK3 w - -", 3.0, "a none, d three"),
    ("ROOK_COLUMN_MULT", "2r1k3/8/8/8/8/8/8/4K1R1 w - -", -1.0, "g one, c two"),

    ("QUEEN_MOBILITY", "4k3/8/8/8/3Q4/8/8/4K3 w - -", 38.0, "27 squares, eleven in the enemy's half"),
    ("QUEEN_MOBILITY", "4k3/8/8/8/8/8/PP6/QN2K3 w - -", 3.0, "guards its three walls"),
    ("QUEEN_MOBILITY", "qn2k3/pP6/8/8/8/8/8/4K3 w - -", -3.0, "Black's guards two and attacks b7, a pawn"),

    // Two queens are the full force of a side.
    ("KING_NO_FRIENDLY_PAWN", "2qq2k1/6p1/8/8/8/8/8/QQ4K1 w - -", -1.0, "bare; Black's is sheltered"),
    ("KING_NO_FRIENDLY_PAWN", "2qq2k1/6p1/8/8/8/8/6P1/QQ4K1 w - -", 0.0, "both sheltered"),
    ("KING_NO_FRIENDLY_PAWN", "2qq2k1/6p1/8/8/6P1/8/8/QQ4K1 w - -", -1.0, "g4 has gone too far"),
    ("KING_NO_FRIENDLY_PAWN", "2qq2k1/6p1/8/8/8/8/4P3/QQ2K3 w - -", -1.0, "left in the centre"),
    ("KING_NO_FRIENDLY_PAWN", "3q2k1/6p1/8/8/8/8/8/QQ4K1 w - -", -0.5, "a queen is half the force"),
    ("KING_NO_FRIENDLY_PAWN", "rnbbnrk1/6p1/8/8/8/8/8/QQ4K1 w - -", -0.5, "so is all the rest"),
    ("KING_NO_FRIENDLY_PAWN", "1qqq2k1/6p1/8/8/8/8/8/QQ4K1 w - -", -1.0, "more than full is full"),
    ("KING_NO_FRIENDLY_PAWN", "6k1/8/8/8/8/8/6P1/QQ4K1 w - -", 1.5, "Black's king is bare; nothing threatens White's, a step from the edge"),
    ("KING_NO_FRIENDLY_PAWN", "8/8/4k3/8/8/8/8/6K1 w - -", -1.5, "e6 is two steps up and two files in, g1 one file"),
    ("KING_NO_FRIENDLY_PAWN", "4kb2/8/8/2rr4/8/8/8/6K1 w - -", -0.5, "two rooks and a bishop are little: one file against two"),
    ("KING_NO_FRIENDLY_PAWN_ADJ", "2qqk3/8/8/8/8/8/8/6K1 w - -", -2.0, "f and h"),
    ("KING_NO_FRIENDLY_PAWN_ADJ", "2qqk3/8/8/8/8/8/5P2/6K1 w - -", -1.0, "h"),
    ("KING_NO_FRIENDLY_PAWN_ADJ", "2qqk3/8/8/8/8/8/8/7K w - -", -1.0, "only g is beside h"),
    ("KING_NO_FRIENDLY_PAWN_ADJ", "2qqk3/8/8/8/7P/5P2/8/6K1 w - -", -1.0, "f3 covers, h4 has gone too far"),
    ("KING_FRIENDLY_PAWN_ADVANCED1", "2qqk3/8/8/8/8/6P1/5P1P/6K1 w - -", -1.0, "g3"),
    ("KING_FRIENDLY_PAWN_ADVANCED1", "2qqk3/8/8/8/8/P4P1P/6P1/6K1 w - -", -2.0, "f3 and h3; a3 is far away"),
    ("KING_FRIENDLY_PAWN_ADVANCED1", "2qqk3/8/8/8/6P1/8/5P1P/6K1 w - -", 0.0, "g4 is two squares forward"),
    ("KING_FRIENDLY_PAWN_ADVANCED1", "2qqk3/8/8/8/8/6PK/8/8 w - -", 0.0, "beside the king, not before it"),
    ("KING_NO_ENEMY_PAWN", "2qqk3/8/8/8/8/8/8/6K1 w - -", -1.0, "an open file for them"),
    ("KING_NO_ENEMY_PAWN", "2qqk3/6p1/8/8/8/8/8/6K1 w - -", 0.0, "g7 closes it"),
    ("KING_NO_ENEMY_PAWN", "6k1/8/8/8/8/8/6P1/QQ2K3 w - -", 0.0, "g2 closes it for White"),
    ("KING_NO_ENEMY_PAWN_ADJ", "2qqk3/8/8/8/8/8/8/6K1 w - -", -2.0, "f and h"),
    ("KING_NO_ENEMY_PAWN_ADJ", "2qqk3/5p2/8/8/8/8/8/6K1 w - -", -1.0, "h"),
    ("KING_NO_ENEMY_PAWN_ADJ", "2qqk3/8/8/8/8/8/8/K7 w - -", -1.0, "only b is beside a"),
    ("KING_PRESSURE_MULT", "7k/8/8/8/8/8/8/K5Q1 w - -", 1.0, "g7 and g8, by half the force"),
    ("KING_PRESSURE_MULT", "7k/8/5N2/8/8/8/8/K7 w - -", 0.125, "g8 and h7, by a sixteenth of it"),
    ("KING_PRESSURE_MULT", "7k/8/8/8/8/8/6R1/K5R1 w - -", 0.5, "Rg2 sees both, Rg1 is behind it: 2 · 4/16"),
    ("KING_PRESSURE_MULT", "7k/8/5KP1/8/8/8/8/8 w - -", 0.0, "pawns and kings do not press"),
    ("KING_PRESSURE_MULT", "k5q1/8/8/8/8/8/8/7K w - -", -1.0, "Black presses"),
];

#[test]
fn terms_see_what_a_person_sees() {
    for &(term, text, expected, why) in CASES {
        let index = Weights::TABLE.index(term);
        let board = board(text);
        for board in [&board, &colours_swapped(&board)] {
            let seen = f64::from(Features::of(board).0[index]) / f64::from(UNIT);
            assert_eq!(seen, expected, "{term} in {board}: {why}");
        }
    }
}

#[test]
fn every_term_is_present_in_one_case_and_absent_or_other_in_another() {
    for spec in Weights::TABLE.iter() {
        let mut answers: Vec<f64> = CASES
            .iter()
            .filter(|case| case.0 == spec.name)
            .map(|case| case.2)
            .collect();
        answers.dedup();
        assert!(answers.len() >= 2, "{} has too few cases", spec.name);
    }
}
