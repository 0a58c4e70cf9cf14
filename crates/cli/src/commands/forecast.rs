//! `galapagos forecast`: what a tune can be expected to gain.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::ensure;
use lab::{Outlook, Stretch, report};

use super::ThreadsArgument;

/// What a tune can be expected to gain, and how surely, before it is begun
#[derive(clap::Args)]
#[command(after_help = "\
Tunes are simulated, each of another engine: on the landscapes of
recipes/landscape.toml, where the best values are known, with the optimiser that
gains most on them. A parameter of the base is a tenth of its range from its
best value, on average; few parameters matter much, a fifth does not matter;
two games in five are drawn.

The gain is from the base to the recommended values, in Elo at the tuning limit.
`95 %` is the interval of the mean; eight of ten tunes gain what `80 % of tunes`
says. A base that is nearer to its best values has less to gain: say so with
--loss. Real engines are not as smooth as the landscapes: take it as the best
that can be expected.

Examples:
  galapagos forecast --parameters 30 --games-per-hour 1000
  galapagos forecast --parameters 100 --games-per-hour 5000 --hours 8 --loss 40")]
pub struct Arguments {
    /// How many parameters are tuned
    #[arg(long, value_name = "N")]
    parameters: NonZeroUsize,

    /// How many games are played in an hour
    #[arg(long, value_name = "M")]
    games_per_hour: f64,

    /// How long the tune is to take
    #[arg(long, value_name = "H", default_value_t = 24.0)]
    hours: f64,

    /// By how many Elo the base is below the best values
    #[arg(long, value_name = "ELO", default_value_t = 100.0)]
    loss: f64,

    /// How many tunes are simulated
    #[arg(long, value_name = "N", default_value = "40")]
    tunes: NonZeroUsize,

    #[command(flatten)]
    threads: ThreadsArgument,
}

/// The shares of the time that are looked at.
const SHARES: [f64; 4] = [0.125, 0.25, 0.5, 1.0];

/// More parameters or games would take longer than a coffee.
const MOST_PARAMETERS: usize = 1_000;
const MOST_GAMES: f64 = 1e8;

/// Simulates tunes and prints what they gain.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let parameters = arguments.parameters.get();
    let games = arguments.games_per_hour * arguments.hours;
    ensure!(
        parameters <= MOST_PARAMETERS,
        "{parameters} parameters are too many to simulate: at most {MOST_PARAMETERS}"
    );
    ensure!(
        (1.0..=MOST_GAMES).contains(&games),
        "--games-per-hour times --hours is {games} games: write 1 to {MOST_GAMES}"
    );
    ensure!(
        (1.0..=1000.0).contains(&arguments.loss),
        "--loss is {}: write 1 to 1000 Elo",
        arguments.loss
    );
    let outlook = Outlook::new(parameters, arguments.loss, games as u64);
    let tunes = simulate(&outlook, arguments.tunes.get(), arguments.threads.count());
    print(arguments, &outlook, &Stretch::all(&SHARES, &tunes))?;
    Ok(())
}

/// The gains of every tune, in the order of their seeds.
fn simulate(outlook: &Outlook, count: usize, threads: NonZeroUsize) -> Vec<Vec<f64>> {
    let next = AtomicU64::new(1);
    let tunes = Mutex::new(vec![Vec::new(); count]);
    thread::scope(|scope| {
        for _ in 0..threads.get().min(count) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Relaxed);
                    if seed > count as u64 {
                        return;
                    }
                    let gains = outlook.simulate(seed, &SHARES);
                    let mut tunes = tunes.lock().unwrap_or_else(PoisonError::into_inner);
                    tunes[seed as usize - 1] = gains;
                }
            });
        }
    });
    tunes.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn print(arguments: &Arguments, outlook: &Outlook, stretches: &[Stretch]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let terrain = outlook.terrain();
    let s = |count: u32| if count == 1 { "" } else { "s" };
    writeln!(
        out,
        "{} parameters, from a base {} Elo below the best values.\n\
         {} with its standard settings, {} organisms a generation, {} pair{} of games\n\
         each; {:.0} % of even games drawn. {} simulated tunes.\n",
        terrain.parameters,
        terrain.loss_elo,
        outlook.method(),
        outlook.population(),
        outlook.pairs(),
        s(outlook.pairs()),
        100.0 * terrain.draws,
        arguments.tunes,
    )?;
    let line = |cells: [&str; 6]| {
        let [hours, games, gain, interval, tunes, share] = cells;
        format!("{hours:>8}{games:>13}{gain:>9}{interval:>18}{tunes:>18}{share:>13}")
    };
    let heads = [
        "hours",
        "games",
        "gain",
        "95 %",
        "80 % of tunes",
        "of the loss",
    ];
    writeln!(out, "{}", line(heads))?;
    for stretch in stretches {
        let hours = stretch.share * arguments.hours;
        let mean = stretch.mean();
        let range = |(low, high): (f64, f64)| format!("{low:+.0} to {high:+.0}");
        let interval = mean.interval.map(range);
        let row = line([
            &format!("{hours:.1}"),
            &report::count((hours * arguments.games_per_hour) as u64),
            &format!("{:+.1}", mean.value),
            &interval.unwrap_or_default(),
            &range((stretch.quantile(0.1), stretch.quantile(0.9))),
            &format!("{:.0} %", 100.0 * mean.value / terrain.loss_elo),
        ]);
        writeln!(out, "{row}")?;
    }
    Ok(())
}
