#![allow(missing_docs)]
use evo::Seed;
use evo::trees::Forest;
use problems::endgame::*;
fn main() {
    let ending = std::env::args().nth(1).unwrap();
    let path = std::env::args().nth(2).unwrap();
    let words = vocabulary(Terminals::All);
    let points = Points {
        mate: 1.0,
        ahead: 0.75,
        draw: 0.5,
        behind: 0.0,
        mated: 0.0,
    };
    let mut all = vec![("master".to_string(), Organism::master().genome)];
    for line in std::fs::read_to_string(path).unwrap().lines() {
        if line.trim().is_empty() {
            continue;
        }
        let (name, rest) = line.split_once(':').unwrap();
        let parts: Vec<_> = rest
            .split('|')
            .map(|t| {
                words
                    .parse(t, FLOAT)
                    .unwrap_or_else(|e| panic!("{name} {e}"))
            })
            .collect();
        let forest = match parts.len() {
            1 => Forest(vec![parts[0].clone(); 3]),
            _ => Forest(parts),
        };
        all.push((name.to_string(), forest));
    }
    let endgame = Endgame {
        endings: vec![ending.parse().unwrap()],
        starts: 75,
        longest: 50,
        points,
        opponents: Opponents::Peers(1),
    };
    for (i, a) in all.iter().enumerate() {
        print!("{:>10}", a.0);
        for (j, b) in all.iter().enumerate() {
            if j > i {
                continue;
            }
            let t = endgame
                .meet(
                    &Strategy::new(&a.1),
                    &Strategy::new(&b.1),
                    0..50,
                    Seed::new(0),
                )
                .tally;
            print!(
                " {:.2}({:2},{:2},{:2})",
                t.points(&points) / 100.0,
                t.count(Verdict::Mate),
                t.count(Verdict::Ahead),
                t.count(Verdict::Draw)
            );
        }
        println!();
    }
}
