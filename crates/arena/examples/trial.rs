//! scratch
use arena::*;
use chess::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    // trial KIND PATH ARGS PACE GAMES FEN
    let mut p = Program::new(&a[2]);
    p.arguments = a[3].split_whitespace().map(Into::into).collect();
    let c = if a[1] == "x" {
        Contender::Xboard(p)
    } else {
        Contender::Uci(p)
    };
    let pace: Pace = a[4].parse().unwrap();
    let o = Contender::Organism {
        organism: Default::default(),
        mebibytes: 4,
    };
    println!("{:?}", c.introduce(pace));
    let mut e = c.player().unwrap();
    let mut o = o.player().unwrap();
    let start = a
        .get(6)
        .map_or(Game::default(), |f| Game::new(fen::parse(f).unwrap()));
    for g in 0..a[5].parse().unwrap() {
        let opace = if let Pace::Clock { .. } = pace {
            pace
        } else {
            Pace::Nodes(2000)
        };
        let es = Seat {
            player: &mut *e,
            pace,
        };
        let os = Seat {
            player: &mut *o,
            pace: opace,
        };
        let p = if g % 2 == 0 {
            play(es, os, start.clone(), &Rules::default())
        } else {
            play(os, es, start.clone(), &Rules::default())
        };
        let t: f64 = p
            .thoughts
            .iter()
            .skip(g % 2)
            .step_by(2)
            .map(|t| t.time.as_secs_f64())
            .sum();
        let last: Vec<_> = p
            .thoughts
            .iter()
            .skip(g % 2)
            .step_by(2)
            .map(|t| (t.thought.depth, t.thought.nodes, t.thought.score))
            .collect();
        println!(
            "{} plies {} {} own time {t:.2} max {:?} {:?}",
            p.game.moves().len(),
            p.ending,
            p.ending.outcome(),
            p.thoughts
                .iter()
                .skip(g % 2)
                .step_by(2)
                .map(|t| t.time)
                .max(),
            last.get(last.len() / 2)
        );
        if let Some((c, f)) = p.fault {
            println!("{c:?} {f}");
        }
    }
}
