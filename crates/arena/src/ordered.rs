//! Work shared out to threads, results in the order of the work.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// Does the jobs on `workers` threads and hands each result to `take`, in the
/// order of the jobs and on this thread, until `take` says to stop. Jobs already
/// begun are then finished and forgotten.
///
/// Every thread makes its own tool with `equip`; if that fails, everything stops.
pub fn run<S, T, E>(
    jobs: Range<usize>,
    workers: usize,
    equip: impl Fn() -> Result<S, E> + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), E>
where
    T: Send,
    E: Send,
{
    let next = AtomicUsize::new(jobs.start);
    thread::scope(|scope| {
        let (results, arrivals) = mpsc::channel();
        for _ in 0..workers.clamp(1, jobs.len().max(1)) {
            let results = results.clone();
            let (next, equip, work) = (&next, &equip, &work);
            scope.spawn(move || {
                let mut tool = match equip() {
                    Ok(tool) => tool,
                    Err(error) => return drop(results.send(Err(error))),
                };
                loop {
                    let job = next.fetch_add(1, Relaxed);
                    // The receiver is gone once the work has been stopped.
                    if job >= jobs.end || results.send(Ok((job, work(&mut tool, job)))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);

        let mut waiting = BTreeMap::new();
        let mut due = jobs.start;
        // Leaving the loop drops `arrivals`, which stops the workers.
        for arrival in arrivals {
            let (job, result) = arrival?;
            waiting.insert(job, result);
            while let Some(result) = waiting.remove(&due) {
                due += 1;
                if take(result).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn results_come_in_order_until_stopped() {
        for workers in [1, 2, 7] {
            let mut taken = Vec::new();
            let work = |_: &mut (), job: usize| {
                // Neighbours take different times.
                (0..(job * 7919) % 5000).for_each(|x| _ = std::hint::black_box(x));
                job
            };
            let done = run(
                10..500,
                workers,
                || Ok::<_, Infallible>(()),
                work,
                |job| {
                    taken.push(job);
                    if job == 300 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            assert_eq!(done, Ok(()));
            assert_eq!(taken, (10..=300).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_without_a_tool() {
        let take = |_| panic!("there is no result");
        let done = run(0..5, 2, || Err::<(), _>("no tool"), |(), job| job, take);
        assert_eq!(done, Err("no tool"));
    }
}
