//! The batch scorer against a naive one: play each move, look at what follows
//! with the engine's own evaluation, take the best.

mod support;

use std::cell::RefCell;
use std::rc::Rc;

use chess::{BitBoard, Board, Color, Piece, Square, fen, key};
use engine::eval::{Evaluator, UNIT, Weights};
use evo::{Seed, Stream};
use problems::Sample;
use problems::mimic::{
    Crew, Horizon, LANES, Level, QUIESCENCE_PLIES, Scorer, Star, prepare, tie_break,
};

use support::{Followed, attacks, legal, rank};

/// Positions met in random play, which is rich in captures and checks, and some
/// where a draw, a mate or a promotion is near.
fn samples(count: usize) -> Vec<Sample> {
    let mut samples: Vec<Sample> = [
        "7k/8/6Q1/8/8/8/8/K7 w - - 0 1",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
        "8/P6k/8/8/8/8/6p1/K7 w - - 0 1",
        "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ]
    .iter()
    .flat_map(|text| {
        let board = fen::parse(text).unwrap();
        legal(&board).into_iter().map(move |played| Sample {
            board: board.clone(),
            played,
        })
    })
    .collect();
    let mut stream = Seed::new(3).stream();
    while samples.len() < count {
        let mut board = Board::startpos();
        for ply in 0..120 {
            let moves = legal(&board);
            if moves.is_empty() {
                break;
            }
            let played = pick(&mut stream, &moves);
            if ply % 7 == 3 {
                samples.push(Sample {
                    board: board.clone(),
                    played,
                });
            }
            board.play(played);
        }
    }
    samples
}

fn pick<T: Copy>(stream: &mut Stream, items: &[T]) -> T {
    items[stream.below(items.len())]
}

/// The published weights, the extremes, and random ones.
fn organisms(count: usize) -> Vec<Weights> {
    let of = |value: &dyn Fn(usize) -> i32| Weights(std::array::from_fn(value));
    let mut stream = Seed::new(5).stream();
    let mut all = vec![
        Weights::default(),
        of(&|index| Weights::TABLE.get(index).min),
        of(&|index| Weights::TABLE.get(index).max),
    ];
    while all.len() < count {
        let mut random = Weights::default();
        for (index, weight) in random.0.iter_mut().enumerate() {
            let spec = Weights::TABLE.get(index);
            *weight = spec.min + stream.below((spec.max - spec.min + 1) as usize) as i32;
        }
        all.push(random);
    }
    all
}

struct Naive {
    evaluator: Evaluator,
    weights: Weights,
    look: Horizon,
    followed: Rc<RefCell<Followed>>,
}

impl Naive {
    fn agrees(&mut self, sample: &Sample) -> bool {
        let origin = key(&sample.board);
        let best = legal(&sample.board).into_iter().max_by_key(|&mv| {
            let mut after = sample.board.clone();
            after.play(mv);
            (self.worth(&after), tie_break(origin, mv))
        });
        best == Some(sample.played)
    }

    /// What the position after a move is worth to its player.
    fn worth(&mut self, after: &Board) -> i32 {
        let in_check = !after.checkers().is_empty();
        match (legal(after).is_empty(), in_check) {
            (true, true) => return i32::MAX,
            (true, false) => return 0,
            _ => {}
        }
        match self.look {
            Horizon::Static => -self.evaluator.sixteenths(after),
            Horizon::Exchange => -self.evaluator.sixteenths(after) - self.exchanged(after),
            Horizon::Quiescence => -self.quiet(after, 0),
        }
    }

    /// The score of the side to move after the captures worth a look.
    fn quiet(&mut self, board: &Board, ply: u8) -> i32 {
        let cornered = ply == 0 && !board.checkers().is_empty();
        let mut best = if cornered {
            -i32::MAX
        } else {
            self.evaluator.sixteenths(board)
        };
        if ply == QUIESCENCE_PLIES {
            return best;
        }
        let followed = self.followed.borrow_mut().moves(board, ply);
        for mv in followed {
            let mut child = board.clone();
            child.play(mv);
            best = best.max(-self.quiet(&child, ply + 1));
        }
        best
    }

    /// What the side to move wins by the best exchange.
    fn exchanged(&self, board: &Board) -> i32 {
        let mut best = (0, 0);
        for mv in legal(board) {
            let takes = board.colors(!board.side_to_move()).has(mv.to);
            if takes {
                let found = self.swap(&pieces(board), mv.to, board.side_to_move());
                if found.0 > best.0 {
                    best = found;
                }
            }
        }
        best.1 * UNIT
    }

    /// Steps of the order and centipawns that `side` wins on a square, taking
    /// with its least piece or not at all, played out on a list of pieces.
    fn swap(&self, pieces: &[(Square, Color, Piece)], square: Square, side: Color) -> (i32, i32) {
        let values = self.weights.piece_values();
        let nothing = (0, 0);
        let Some((from, piece)) = least(pieces, square, side) else {
            return nothing;
        };
        let after = moved(pieces, from, square);
        if piece == Piece::King && least(&after, square, !side).is_some() {
            return nothing;
        }
        let victim = pieces.iter().find(|it| it.0 == square).unwrap().2;
        let back = self.swap(&after, square, !side);
        let win = (rank(victim) - back.0, values[victim] - back.1);
        if win.0 > 0 { win } else { nothing }
    }
}

fn pieces(board: &Board) -> Vec<(Square, Color, Piece)> {
    let all = board.occupied().into_iter();
    all.map(|at| (at, board.color_on(at).unwrap(), board.piece_on(at).unwrap()))
        .collect()
}

fn moved(
    pieces: &[(Square, Color, Piece)],
    from: Square,
    to: Square,
) -> Vec<(Square, Color, Piece)> {
    let rest = pieces.iter().filter(|it| it.0 != to).copied();
    rest.map(|it| if it.0 == from { (to, it.1, it.2) } else { it })
        .collect()
}

/// The least piece of a side that attacks a square, the lowest square first.
fn least(
    pieces: &[(Square, Color, Piece)],
    square: Square,
    side: Color,
) -> Option<(Square, Piece)> {
    let occupied = pieces
        .iter()
        .fold(BitBoard::EMPTY, |set, it| set | it.0.bitboard());
    let attacking = pieces.iter().filter(|&&(from, color, piece)| {
        color == side && attacks(from, color, piece, occupied).has(square)
    });
    attacking
        .map(|&(from, _, piece)| (piece, from))
        .min()
        .map(|(piece, from)| (from, piece))
}

#[test]
fn the_batch_scorer_agrees_with_the_naive_one_on_every_position_and_organism() {
    let samples = samples(130);
    let organisms = organisms(LANES + 3);
    let weights: Vec<_> = organisms.iter().map(|weights| weights.0.to_vec()).collect();
    let crews: Vec<_> = weights.chunks(LANES).map(Crew::new).collect();
    let followed = Rc::default();
    for look in [Horizon::Static, Horizon::Exchange, Horizon::Quiescence] {
        let scorers: Vec<_> = Level::available()
            .into_iter()
            .map(|level| Scorer::with_level(prepare::<Star>(&samples, look), level))
            .collect();
        let mut naive: Vec<_> = organisms
            .iter()
            .map(|&weights| Naive {
                evaluator: Evaluator::new(weights),
                weights,
                look,
                followed: Rc::clone(&followed),
            })
            .collect();
        let mut agreements = 0;
        for (index, sample) in samples.iter().enumerate() {
            let expected: Vec<u32> = naive
                .iter_mut()
                .map(|naive| u32::from(naive.agrees(sample)))
                .collect();
            agreements += expected.iter().sum::<u32>();
            for scorer in &scorers {
                // Twice: the second time, the move that refuted the played one comes first.
                for _ in 0..2 {
                    let hits = scorer
                        .agreement(index..index + 1, &crews)
                        .into_iter()
                        .flatten();
                    let hits: Vec<u32> = hits.take(organisms.len()).collect();
                    assert_eq!(hits, expected, "{look:?}, {}", fen::write(&sample.board));
                }
            }
        }
        assert!(
            agreements > 300,
            "{look:?}: only {agreements} agreements were compared"
        );
    }
}

#[test]
fn generation_order_earns_nobody_points() {
    // With all weights zero every move scores the same, so the choice is the
    // tie-break's alone, and each move of a position is chosen about as often.
    let samples = samples(400);
    let nothing = Weights([0; engine::eval::COUNT]);
    let scorer = Scorer::new(prepare::<Star>(&samples, Horizon::Static));
    let hits = scorer.agreement(0..samples.len(), &[Crew::new(&[nothing.0.to_vec()])])[0][0];
    let expected: f64 = samples
        .iter()
        .map(|s| 1.0 / legal(&s.board).len() as f64)
        .sum();
    assert!(
        (f64::from(hits) - expected).abs() < 4.0 * expected.sqrt(),
        "{hits}, not {expected}"
    );
}
