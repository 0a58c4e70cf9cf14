//! The position and the ordering module against slow, obvious ones.

use chess::{Board, Color, Game, Piece, Square, fen, legal_moves};
use evo::Seed;
use evochess::Weights;
use evochess::ordering::{Evolved, Killers, Order, Scene};
use evochess::position::{Position, PositionWeights, TABLE};

/// Positions of random games.
fn positions() -> impl Iterator<Item = Board> {
    (0..60).flat_map(|number| {
        let mut stream = Seed::new(11).child("game", number).stream();
        let mut game = Game::default();
        let mut boards = Vec::new();
        while game.end().is_none() && boards.len() < 150 {
            let moves = legal_moves(game.board());
            game.play(moves[stream.below(moves.len())]).unwrap();
            boards.push(game.board().clone());
        }
        boards
    })
}

/// A position seen from the other side.
fn mirrored(board: &Board) -> Board {
    let text = fen::write(board);
    let fields: Vec<_> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        let swapped = text.chars().map(|c| match c.is_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        });
        swapped.collect()
    };
    let ranks: Vec<_> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let square = fields[3]
        .replace('6', "x")
        .replace('3', "6")
        .replace('x', "3");
    let rights = swap(fields[2]);
    fen::parse(&format!("{} {side} {rights} {square} 0 1", ranks.join("/"))).unwrap()
}

#[test]
fn both_sides_see_the_same() {
    let mut judge = Position::new(&PositionWeights::default(), 1).without_chance();
    for board in positions() {
        let other = mirrored(&board);
        assert_eq!(judge.evaluate(&board), judge.evaluate(&other), "{board}");
    }
}

#[test]
fn the_score_is_the_sum_of_its_terms() {
    let mut judge = Position::new(&PositionWeights::default(), 1).without_chance();
    for board in positions() {
        let sum = Position::explain(&board).map(|side| {
            let worth = |&(gene, count): &(usize, i32)| {
                let spec = TABLE.get(gene);
                // The bonus of a pawn near promotion is counted in thirds.
                spec.default * count / if spec.name == "PROMOTION" { 3 } else { 1 }
            };
            side.iter().map(worth).sum::<i32>()
        });
        let white = sum[0] - sum[1];
        let score = if board.side_to_move() == Color::White {
            white
        } else {
            -white
        };
        assert_eq!(judge.evaluate(&board), score, "{board}");
    }
}

/// The pawn terms, square by square.
#[test]
fn pawns_are_counted_as_the_paper_says() {
    for board in positions() {
        for (side, counted) in [Color::White, Color::Black]
            .into_iter()
            .zip(Position::explain(&board))
        {
            let pawns = |side| board.colored_pieces(side, Piece::Pawn).into_iter();
            let rank = |square: Square| match side {
                Color::White => square.rank() as i32,
                Color::Black => 7 - square.rank() as i32,
            };
            let apart = |a: Square, b: Square| (a.file() as i32 - b.file() as i32).abs();
            let count =
                |is: &dyn Fn(Square) -> bool| pawns(side).filter(|&pawn| is(pawn)).count() as i32;
            let passed = count(&|pawn| pawns(!side).all(|other| apart(pawn, other) > 1));
            let doubled = count(&|pawn| {
                pawns(side).any(|other| apart(pawn, other) == 0 && rank(other) < rank(pawn))
            });
            let backward = count(&|pawn| {
                !pawns(side).any(|other| apart(pawn, other) == 1 && rank(other) <= rank(pawn))
            });
            let centre = count(&|pawn| {
                (2..=5).contains(&(pawn.file() as i32)) && (2..=5).contains(&rank(pawn))
            });
            for (name, expected) in [
                ("PASSED_PAWN", passed),
                ("DOUBLED_PAWN", -doubled),
                ("BACKWARD_PAWN", -backward),
                ("CENTRE_PAWN", centre),
            ] {
                let gene = TABLE.index(name);
                let found = counted
                    .iter()
                    .find(|term| term.0 == gene)
                    .map_or(0, |term| term.1);
                assert_eq!(found, expected, "{name} of {side:?} in {board}");
            }
        }
    }
}

#[test]
fn chance_is_small_and_the_same_for_a_position() {
    let weights = PositionWeights::default();
    let mut calm = Position::new(&weights, 1).without_chance();
    let (mut one, mut other) = (Position::new(&weights, 1), Position::new(&weights, 2));
    let (mut sum, mut differ, mut count) = (0, 0, 0);
    for board in positions() {
        let chance = one.evaluate(&board) - calm.evaluate(&board);
        assert!(chance.abs() <= 20);
        assert_eq!(one.evaluate(&board) - calm.evaluate(&board), chance);
        (sum, count) = (sum + chance, count + 1);
        differ += i32::from(other.evaluate(&board) != one.evaluate(&board));
    }
    assert!(
        sum.abs() < count && differ > count * 9 / 10,
        "{sum} {differ} {count}"
    );
}

#[test]
fn checks_and_captures_are_seen_before_the_move_is_made() {
    for board in positions() {
        let scene = Scene::new(&board);
        for mv in legal_moves(&board) {
            let piece = board.piece_on(mv.from).unwrap();
            let seen = scene.see(mv, piece);
            let mut after = board.clone();
            after.play(mv);
            assert_eq!(seen.check, !after.checkers().is_empty(), "{mv} in {board}");
            let fewer = after.occupied().len() < board.occupied().len();
            assert_eq!(seen.victim.is_some(), fewer, "{mv} in {board}");
        }
    }
}

#[test]
fn moves_have_the_same_value_together_and_alone() {
    let mut stream = Seed::new(4).stream();
    for board in positions() {
        let weight = |spec: &params::ParamSpec| {
            let range = (spec.max - spec.min) as usize + 1;
            spec.min + stream.below(range) as i32
        };
        let weights: Vec<_> = evochess::ordering::TABLE.iter().map(weight).collect();
        let order = Evolved::new(&Weights::of(&weights));
        let scene = Scene::new(&board);
        let mut killers = Killers::new(4);
        legal_moves(&board)
            .iter()
            .step_by(9)
            .for_each(|&mv| killers.adjust(mv));
        board.generate_moves(|moves| {
            let mut each = moves.into_iter();
            order.values(&scene, moves, &killers, |mv, value| {
                assert_eq!(each.next(), Some(mv));
                assert_eq!(
                    value,
                    order.value(&scene, mv, moves.piece, &killers),
                    "{mv} in {board}"
                );
            });
            assert_eq!(each.next(), None);
            false
        });
    }
}
