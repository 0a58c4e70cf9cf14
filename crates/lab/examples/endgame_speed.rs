//! How fast endgame trees judge positions, with and without remembering what was
//! asked, and how many games of a generation are played in a second. All by processor
//! time: other work on the machine does not count.
//!
//! ```text
//! cargo run --release -p lab --example endgame_speed [-- ENDING]
//! ```

use std::convert::Infallible;
use std::env;
use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread::{self, available_parallelism};

use chess::{Board, Game};
use evo::trees::Forest;
use evo::{Backend, Effort, Evolver, Jury, Kits, Optimiser, Problem, Run, Seed, Threads};
use lab::{EXPERIMENTS, Endings, Recipe};
use problems::endgame::{Endgame, Ending, Memo, Oracle, Organism, Strategy, TERMINALS, View};

/// Enough games that judging all their positions takes seconds.
const GAMES: u64 = 3000;

/// The generation whose trees are measured.
const GENERATIONS: u32 = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut recipe = Recipe::read(&root.join("recipes/gp-endgame.toml"), EXPERIMENTS)?;
    if let Some(ending) = env::args().nth(1) {
        recipe.set(&[format!("endgame.endings=[\"{ending}\"]")])?;
    }
    let endings = recipe.last().experiment_as::<Endings>();
    let endings = endings.ok_or("the recipe breeds something else")?;
    let problem = endings.settings.peers();
    let ending = &problem.from.endings[0];
    let cores = available_parallelism()?;
    let space = endings.space.clone();
    let method = endings.demes.method();
    let method = method.ok_or("the recipe has several demes")?;
    let mut evolver = Evolver::new(method.clone(), &space, Vec::new())?;
    let run = Run {
        space: &space,
        judge: &Jury::new(&problem, Threads::new(cores)),
        seed: Seed::new(recipe.seed.into()),
        generations: GENERATIONS,
    };
    let _ = run.go(&mut evolver, |_, _| ControlFlow::<Infallible>::Continue(()))?;

    println!(
        "{ending}: positions judged in a second on one core\n{:<36} {:>7} {:>12} {:>12} {:>6}",
        "", "nodes", "memoised", "without", "ratio"
    );
    let champion = &evolver.recommend().ok_or("no organism was bred")?.genome;
    let master = Organism::master();
    let title = format!("champion of generation {GENERATIONS}");
    for (name, genome) in [(title.as_str(), champion), (&master.name, &master.genome)] {
        let strategy = Strategy::new(genome);
        // Another thread plays them, so that this one has no answers in memory.
        let games = thread::scope(|scope| {
            let play = scope.spawn(|| games(&strategy, ending, problem.longest));
            play.join().expect("a game ends")
        });
        let memoised = speed(|| judge(&strategy, &games, memoised));
        let without = speed(|| judge(&strategy, &games, anew));
        println!(
            "{name:<36} {:>7} {memoised:>12.0} {without:>12.0} {:>6.2}",
            genome.size(),
            memoised / without
        );
    }

    let generation: Vec<_> = evolver
        .population()
        .iter()
        .map(|one| one.genome.clone())
        .collect();
    let (effort, seconds) = generation_time(&problem, &generation, cores);
    println!(
        "a generation of {}: {} games; {:.0} games and {:.0} positions a second and core; 250 generations on two cores: {:.1} minutes",
        generation.len(),
        effort.games,
        effort.games as f64 / seconds,
        effort.positions as f64 / seconds,
        seconds * 250.0 / 60.0 / 2.0
    );
    Ok(())
}

/// Games of a strategy against itself.
fn games(strategy: &Strategy, ending: &Ending, longest: u32) -> Vec<Game> {
    let play = |number| {
        let mut game = Game::new(ending.start(Seed::new(2).child("start", number)));
        while game.end().is_none() && game.moves().len() < 2 * longest as usize {
            let (mv, _) = strategy.choose(&game);
            game.play(mv).expect("the move is legal");
        }
        game
    };
    (0..GAMES).map(play).collect()
}

/// Judges all moves of all positions of the games again; says how many.
fn judge(strategy: &Strategy, games: &[Game], value: fn(&Strategy, &Game, &Board) -> f64) -> u64 {
    let mut judged = 0;
    for played in games {
        let mut game = Game::new(played.start().clone());
        for &mv in played.moves() {
            game.board().generate_moves(|moves| {
                for mv in moves {
                    let mut after = game.board().clone();
                    after.play_unchecked(mv);
                    std::hint::black_box(value(strategy, &game, &after));
                    judged += 1;
                }
                false
            });
            game.play(mv).expect("the move was played before");
        }
    }
    judged
}

fn memoised(strategy: &Strategy, game: &Game, after: &Board) -> f64 {
    let view = View::new(game.board(), after, game.keys());
    strategy.program(game.board()).value(&mut Memo::new(view))
}

fn anew(strategy: &Strategy, game: &Game, after: &Board) -> f64 {
    strategy
        .program(game.board())
        .value(&mut Anew { game, after })
}

/// Computes every answer each time it is asked for.
struct Anew<'a> {
    game: &'a Game,
    after: &'a Board,
}

impl Oracle for Anew<'_> {
    fn ask(&mut self, terminal: usize) -> f64 {
        let view = View::new(self.game.board(), self.after, self.game.keys());
        TERMINALS[terminal].ask(&view).into()
    }
}

/// The games of a generation and the seconds of processor time they took.
fn generation_time(problem: &Endgame, generation: &[Forest], cores: NonZeroUsize) -> (Effort, f64) {
    let tasks = problem.plan(generation, Seed::new(3));
    let begun = processor_seconds();
    let outcomes = Threads::new(cores)
        .run_all(problem, &Kits::new(), &tasks)
        .expect("games need nothing that could be missing");
    let seconds = processor_seconds() - begun;
    let effort = problem.reduce(generation, &tasks, &outcomes).effort;
    (effort, seconds)
}

/// Pieces of work a second; `work` says how many it did.
fn speed(work: impl FnOnce() -> u64) -> f64 {
    let begun = processor_seconds();
    let done = work();
    done as f64 / (processor_seconds() - begun)
}

/// The time that processors have spent on this process, by the kernel's ticks of a
/// hundredth: other work on the machine does not count.
fn processor_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").expect("Linux describes the process there");
    // The name, in parentheses, may hold spaces; the 14th and the 15th field are ticks.
    let (_, after_name) = text.rsplit_once(')').expect("there is a name");
    let ticks = after_name.split_whitespace().skip(11).take(2);
    let ticks = ticks.map(|ticks| ticks.parse::<u64>().expect("ticks are a number"));
    ticks.sum::<u64>() as f64 / 100.0
}
