#![allow(missing_docs)]
#[path = "../tests/endgame/table.rs"]
mod table;
use chess::*;
use evo::trees::*;
use evo::*;
use problems::endgame::*;

fn load(path: &str) -> Forest {
    let words = vocabulary(Terminals::All);
    let text = std::fs::read_to_string(path).unwrap();
    let parts: Vec<&str> = text.split("====").collect();
    Forest(
        parts
            .iter()
            .map(|p| words.parse(p, FLOAT).unwrap_or_else(|e| panic!("{e}")))
            .collect(),
    )
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let forest = load(&args[1]);
    let strategy = Strategy::new(&forest);
    for (name, piece) in [("KQK", Piece::Queen), ("KRK", Piece::Rook)] {
        let table = table::Table::new(piece);
        let ending: Ending = name.parse().unwrap();
        let mut mates = 0;
        let mut plies = 0;
        let mut opt = 0;
        let n = 300;
        let mut ends = std::collections::HashMap::new();
        for i in 0..n {
            let start = ending.start(Seed::new(7).child("s", i));
            opt += table.plies(&start).unwrap_or(0) as usize;
            let mut game = Game::new(start);
            while game.end().is_none() && game.moves().len() < 200 {
                let mv = if game.board().side_to_move() == Color::White {
                    strategy.choose(&game).0
                } else {
                    let mut best = None;
                    game.board().generate_moves(|g| {
                        for mv in g {
                            let mut b = game.board().clone();
                            b.play_unchecked(mv);
                            let p = table.plies(&b).map_or(255, |p| p);
                            if best.is_none_or(|(q, _)| p > q) {
                                best = Some((p, mv));
                            }
                        }
                        false
                    });
                    best.unwrap().1
                };
                game.play(mv).unwrap();
            }
            match game.end() {
                Some(End::Checkmate { .. }) => {
                    mates += 1;
                    plies += game.moves().len();
                }
                other => {
                    let e = ends
                        .entry(format!("{other:?}"))
                        .or_insert((0, String::new()));
                    e.0 += 1;
                    if e.0 == 1 {
                        e.1 = format!(
                            "{} :: {}",
                            fen::write(game.start()),
                            game.moves()
                                .iter()
                                .map(|m| m.to_string())
                                .collect::<Vec<_>>()
                                .join(" ")
                        );
                    }
                }
            }
        }
        println!(
            "{name}: {mates}/{n} mates, mean plies {:.1} (optimal {:.1}) {:?}",
            plies as f64 / mates.max(1) as f64,
            opt as f64 / n as f64,
            ends
        );
    }
}
