use arena::stats::{Scale, Sprt, score_of_elo};
use evo::Seed;

use crate::brute_force::{Fixed, deficit};
use crate::simulated::pairs;

#[test]
fn llr_is_what_brute_force_finds() {
    let mut stream = Seed::new(41).stream();
    for trial in 0..40 {
        let counts = [(); 5].map(|()| {
            let n = stream.below(30) as u64;
            if stream.chance(0.3) { 0 } else { n }
        });
        let results = pairs(counts);
        if results.pairs() == 0 {
            continue;
        }
        let elo0 = 400.0 * stream.unit() - 250.0;
        let elo1 = elo0 + 200.0 * stream.unit();
        for scale in [Scale::Logistic, Scale::Normalised] {
            let fixed = |elo| match scale {
                Scale::Logistic => Fixed::Score(score_of_elo(elo)),
                Scale::Normalised => Fixed::Nelo(elo),
            };
            let brute = deficit(&results, fixed(elo0)) - deficit(&results, fixed(elo1));
            let test = Sprt::new(scale, elo0, elo1, 0.05, 0.05).unwrap();
            let llr = test.llr(&results);
            println!("{trial} {scale:?} {counts:?} {elo0:.1} {elo1:.1}: {llr} {brute} {:e}", llr-brute);
        }
    }
}
