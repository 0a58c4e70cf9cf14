//! The fitness of the paper, its phases, and games that repeat.

use std::num::NonZeroU64;

use evo::{Backend, Failure, Kits, Problem, Seed, Threads};
use evochess::Individual;
use evochess::ladder::{
    Class, Climb, Ladder, Phase, Played, Points, Rules, Series, Skip, Trial, fitness, stderr,
};
use evochess::search::Bounds;

fn game(class: u8, result: f64) -> Played {
    Played {
        class: Class::try_from(class).unwrap(),
        thousandths: (1000.0 * result) as i32,
        moves: 30,
        nodes: 1,
        replies: 30,
        reply_nodes: 1,
    }
}

fn games(results: &[(u8, &[f64])]) -> Vec<Played> {
    let of_class = |(class, results): &(u8, &[f64])| {
        let class = *class;
        let games: Vec<_> = results.iter().map(|&result| game(class, result)).collect();
        games
    };
    results.iter().flat_map(of_class).collect()
}

const WON: &[f64] = &[1.0, 1.0];
const LOST: &[f64] = &[-1.0, -1.0];

#[test]
fn fitness_is_that_of_the_paper() {
    // Its example: loses twice and wins once against class 6.
    let example = games(&[(6, &[-1.0, -1.0, 1.0])]);
    assert!((fitness(&example) - 5.667).abs() < 0.001);
    // Its second example: classes 6, 8 and 10 count.
    let example = games(&[
        (2, WON),
        (4, WON),
        (6, &[1.0, 0.0]),
        (8, WON),
        (10, &[-1.0, 1.0]),
        (12, LOST),
        (14, LOST),
    ]);
    assert!((fitness(&example) - (6.5 + 9.0 + 10.0) / 3.0).abs() < 1e-12);
    for (results, expected) in [
        (&[(2, LOST)][..], 1.0),
        (&[(2, WON)], 3.0),
        (&[(2, WON), (4, LOST), (6, LOST)], 3.0),
        (&[(2, WON), (4, WON), (6, LOST)], 5.0),
        (&[(2, WON), (14, WON)], 15.0),
        (&[(2, LOST), (4, WON), (6, LOST)], (1.0 + 5.0) / 2.0),
        (&[(8, &[0.5, 0.0])], 8.25),
    ] {
        assert_eq!(fitness(&games(results)), expected, "{results:?}");
    }
}

#[test]
fn more_games_are_surer() {
    let few = games(&[(8, &[1.0, -1.0]), (10, &[1.0, -1.0])]);
    let many: Vec<_> = few.iter().cycle().take(40).copied().collect();
    assert!(stderr(&many) < stderr(&few) / 3.0);
    assert!(stderr(&games(&[(8, &[0.0])])) > 0.0);
}

fn climb() -> Climb {
    let classes = |numbers: &[u8]| {
        let class = |&number: &u8| Class::try_from(number).unwrap();
        numbers.iter().map(class).collect()
    };
    Climb {
        first: classes(&[2, 2]),
        second: Phase {
            from: 1.5,
            against: classes(&[4, 6, 8, 10]),
        },
        third: Phase {
            from: 4.5,
            against: classes(&[2, 4, 6, 8, 10, 6, 8, 10]),
        },
        skip: Skip {
            up_to: Class::try_from(4).unwrap(),
            won_up_to: Class::try_from(6).unwrap(),
            above: 0.0,
        },
        fourth: 9.0,
        twelve: Series {
            games: 4,
            points: 6,
            without_win: 2,
        },
        fourteen: Series {
            games: 3,
            points: 5,
            without_win: 2,
        },
        points: Points { draw: 1, loss: 2 },
    }
}

/// The classes that an individual meets that wins up to one class, and draws with
/// another.
fn met(results: impl Fn(u8) -> f64) -> String {
    let played = climb().climb(|class| game(class.number(), results(class.number())));
    let classes: Vec<_> = played
        .iter()
        .map(|game| game.class.number().to_string())
        .collect();
    classes.join(" ")
}

#[test]
fn phases_follow_from_results() {
    let up_to = |highest: u8| move |class: u8| if class <= highest { 1.0 } else { -1.0 };
    // Very weak, weak, and good enough for phase three.
    assert_eq!(met(up_to(0)), "2 2");
    assert_eq!(met(up_to(2)), "2 2 4 6 8 10");
    assert_eq!(met(up_to(4)), "2 2 4 6 8 10 2 4 6 8 10 6 8 10");
    // Wins up to 6 and as much as it loses against 8 and 10: it skips 2 and 4. Three
    // losses in phase three are six points, which is not too many for two games of 12.
    let balanced = up_to(8);
    assert_eq!(met(balanced), "2 2 4 6 8 10 6 8 10 6 8 10 12 12");
    // Wins against all but the last.
    assert_eq!(
        met(up_to(12)),
        "2 2 4 6 8 10 6 8 10 6 8 10 12 12 12 12 14 14"
    );
    assert_eq!(
        met(up_to(14)),
        "2 2 4 6 8 10 6 8 10 6 8 10 12 12 12 12 14 14 14"
    );
    // Draws against 12: after two without a win it plays no more.
    let draws = |class: u8| if class < 12 { 1.0 } else { 0.0 };
    assert_eq!(met(draws), "2 2 4 6 8 10 6 8 10 6 8 10 12 12");
}

fn ladder() -> Ladder {
    Ladder {
        bounds: Bounds {
            nodes: NonZeroU64::new(300).unwrap(),
            ..Bounds::default()
        },
        rules: Rules {
            lead: 9,
            moves: 2,
            longest: 12,
            quiet: 4,
            decisive_cp: 900,
        },
        trial: Trial::Climb(Climb {
            fourth: 16.0,
            ..climb()
        }),
    }
}

#[test]
fn games_repeat_on_any_number_of_threads_and_differ_by_seed() -> Result<(), Failure> {
    let ladder = ladder();
    let deeper = Individual {
        depth: "if captured_piece < pawns {\n} else {\nincHorizon\n}\n"
            .parse()
            .unwrap(),
        ..Individual::default()
    };
    let generation = [Individual::default(), deeper];
    let judge = |seed, threads: usize| {
        let tasks = ladder.plan(&generation, Seed::new(seed));
        let threads = Threads::new(threads.try_into().unwrap());
        let outcomes = threads.run_all(&ladder, &Kits::new(), &tasks)?;
        Ok::<_, Failure>((ladder.reduce(&generation, &tasks, &outcomes), outcomes))
    };
    let (scores, games) = judge(1, 1)?;
    assert_eq!((&scores, &games), (&judge(1, 2)?.0, &judge(1, 2)?.1));
    assert_ne!(games, judge(2, 1)?.1);
    // Tasks depend on nothing but themselves: any order will do.
    let tasks = ladder.plan(&generation, Seed::new(1));
    let again = tasks.iter().rev().map(|task| ladder.run(&mut (), task));
    let mut again = again.collect::<Result<Vec<_>, _>>()?;
    again.reverse();
    assert_eq!(again, games);
    let played = &games[0].games;
    assert!(played[..2].iter().any(|game| game.is_won()), "{played:?}");
    assert_ne!(played[0], played[1], "chance makes games differ");
    assert!(scores.effort.games >= 4);

    // An exam is the same work in other pieces.
    let exam = Ladder {
        trial: Trial::Exam {
            classes: vec![Class::try_from(2).unwrap(), Class::try_from(4).unwrap()],
            games: 3,
        },
        ..ladder
    };
    let tasks = exam.plan(&generation, Seed::new(1));
    assert_eq!(tasks.len(), 2 * 2 * 3);
    let threads = Threads::new(2.try_into().unwrap());
    let outcomes = threads.run_all(&exam, &Kits::new(), &tasks)?;
    let scores = exam.reduce(&generation, &tasks, &outcomes);
    assert_eq!(scores.effort.games, 12);
    Ok(())
}

#[test]
fn individuals_that_play_alike_play_once() -> Result<(), Failure> {
    let ladder = ladder();
    let idle = Individual {
        depth: "load pawns\n".parse().unwrap(),
        ..Individual::default()
    };
    let generation = [Individual::default(), idle];
    let tasks = ladder.plan(&generation, Seed::new(1));
    assert_eq!(tasks.len(), 1);
    let threads = Threads::new(1.try_into().unwrap());
    let outcomes = threads.run_all(&ladder, &Kits::new(), &tasks)?;
    let scores = ladder.reduce(&generation, &tasks, &outcomes);
    assert_eq!(scores.fitness[0], scores.fitness[1]);
    Ok(())
}
