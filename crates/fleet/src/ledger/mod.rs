//! Which tasks of a generation are where, and which workers are to be believed: a machine
//! of states without a clock, a network or a thread of its own.
//!
//! ```text
//! tasks ─► batches ─► answers ─► outcomes ─► some are checked ─► all there
//!    ▲        │          │                          │
//!    └────────┴──────────┴── too late, refused ─────┴─► a lie: all of that worker's again
//! ```

mod action;
mod round;
mod rules;
mod standing;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use evo::{Failure, Note, Stream};

pub use action::{Action, Answer};
pub use rules::Rules;
pub use standing::Standing;

use crate::wire::{Hash, Refusal};
use round::{Out, Outcome, Round};

/// Failures of one worker after which it gets no more to do.
const MOST_FAILURES: u32 = 10;

/// Batches handed out beyond those that threads work at, so that none waits.
const SPARE: usize = 2;

/// So much longer the answer to tasks of unknown length may take.
const STRANGE: u32 = 10;

/// How much the latest length of a task counts.
const NEWS: f64 = 0.2;

/// Which tasks of a generation are where, and which workers are to be believed. It does
/// nothing by itself: it is told what happens, and says what is to be done.
pub struct Ledger {
    rules: Rules,
    chance: Stream,
    workers: BTreeMap<String, Standing>,
    /// Threads of those that are present and not refused, and how many these are.
    threads: usize,
    helpers: usize,
    /// Seconds a task, by problem.
    lengths: HashMap<Hash, f64>,
    numbers: u64,
    round: Round,
    actions: VecDeque<Action>,
    notes: Vec<Note>,
    undone: Option<String>,
}

impl Ledger {
    /// Nothing to do, and no worker known. Which outcomes are checked is drawn from
    /// `chance`.
    pub fn new(rules: Rules, chance: Stream) -> Self {
        Self {
            rules,
            chance,
            workers: BTreeMap::new(),
            threads: 0,
            helpers: 0,
            lengths: HashMap::new(),
            numbers: 0,
            round: Round::default(),
            actions: VecDeque::new(),
            notes: Vec::new(),
            undone: None,
        }
    }

    /// What earlier processes found out: a worker that took part in the run, and if it
    /// lied, how.
    pub fn remember(&mut self, worker: &str, lie: Option<String>) {
        let standing = self.workers.entry(worker.to_owned()).or_default();
        standing.earlier = true;
        standing.refused = lie;
    }

    /// Whether tasks of this problem are so short that the way is longer than the work.
    pub fn is_too_short(&self, problem: &Hash, tasks: usize, threads: usize) -> bool {
        let length = self.lengths.get(problem);
        let worth = self.rules.worth_sending.as_secs_f64();
        length.is_some_and(|length| length * tasks as f64 / (threads as f64) < worth)
    }

    /// Takes over what was measured outside: tasks of this problem took so long.
    pub fn measure(&mut self, problem: Hash, tasks: usize, took: Duration) {
        let each = took.as_secs_f64() / tasks.max(1) as f64;
        let length = self.lengths.entry(problem).or_insert(each);
        // One worker that was busy with something else says little of the others.
        let likely = each.clamp(*length / 2.0, *length * 2.0);
        *length += NEWS * (likely - *length);
    }

    /// Begins a generation of tasks with these sizes in bytes.
    pub fn begin(&mut self, problem: Hash, sizes: Vec<usize>) {
        self.actions.clear();
        self.round = Round::new(problem, sizes);
    }

    /// A worker is there, with this number of threads.
    pub fn hear(&mut self, worker: &str, threads: usize, now: Duration) {
        let standing = self.workers.entry(worker.to_owned()).or_default();
        standing.heard = now;
        let before = std::mem::replace(&mut standing.threads, threads);
        if let Some(why) = standing.refused.clone() {
            self.refuse(worker, why);
        } else if before != threads {
            self.count();
        }
    }

    /// A worker cannot take part. What it has done counts.
    pub fn turn_away(&mut self, worker: &str, why: &str) {
        let standing = self.workers.entry(worker.to_owned()).or_default();
        if standing.refused.is_none() {
            standing.refused = Some(why.to_owned());
            let what = format!("{worker} is refused: {why}");
            self.notes.push(Note::Fault(what));
            self.count();
        }
        self.refuse(worker, why.to_owned());
    }

    /// A worker has answered. `is_plausible` says whether these bytes may be the outcome of
    /// a task.
    pub fn answer(
        &mut self,
        answer: Answer<'_>,
        now: Duration,
        is_plausible: impl Fn(usize, &[u8]) -> bool,
    ) {
        let Answer {
            worker,
            number,
            result,
            took,
        } = answer;
        let known = self.workers.get(worker);
        let threads = known.map_or(1, |standing| standing.threads.max(1));
        self.hear(worker, threads, now);
        let refused = self.workers[worker].refused.clone();
        let Some(out) = self.round.out.remove(&number) else {
            // Of an earlier generation, or a second time.
            return;
        };
        self.round.fresh -= usize::from(!out.stale);
        if refused.is_some() {
            return self.hand_out_again(out);
        }
        let outcomes = match result {
            Ok(outcomes) => outcomes,
            Err(Refusal::Missing) => {
                self.actions.push_back(Action::Store);
                return self.hand_out_again(out);
            }
            Err(Refusal::Failed(why)) => return self.fail(worker, &why, out),
        };
        let fits = |(&task, outcome): (&usize, &Vec<u8>)| is_plausible(task, outcome);
        if outcomes.len() != out.tasks.len() || !out.tasks.iter().zip(&outcomes).all(fits) {
            self.hand_out_again(out);
            return self.expose(worker, "sent what cannot be an outcome of the task");
        }
        if !out.tasks.is_empty() {
            self.measure(self.round.problem, out.tasks.len(), took);
        }
        let standing = self.workers.get_mut(worker).expect("it is known");
        standing.failures = 0;
        for (task, bytes) in out.tasks.into_iter().zip(outcomes) {
            let from = Some(worker.to_owned());
            self.take(task, Outcome { bytes, from });
        }
    }

    /// The coordinator has done a task itself: that is the truth.
    pub fn did(&mut self, task: usize, bytes: Vec<u8>) {
        if !self.round.here.remove(&task) {
            return;
        }
        let claims = self.round.disputed.remove(&task).unwrap_or_default();
        self.round.unchecked.remove(&task);
        let truth = Outcome { bytes, from: None };
        let first = self.round.outcomes[task].replace(truth.clone());
        self.round.done += usize::from(first.is_none());
        let mut liars = Vec::new();
        for claim in first.into_iter().chain(claims) {
            let Some(worker) = claim.from else { continue };
            match claim.bytes == truth.bytes {
                true => self.confirm(&worker),
                false => liars.push(worker),
            }
        }
        for liar in liars {
            self.expose(&liar, "gave wrong outcomes");
        }
    }

    /// Looks at the clock.
    pub fn tick(&mut self, now: Duration) {
        for standing in self.workers.values_mut() {
            if now.saturating_sub(standing.heard) > self.rules.presence {
                standing.threads = 0;
            }
        }
        self.count();
        let is_empty = self.threads == 0;
        let length = self.lengths.get(&self.round.problem).copied();
        let rest = match (length, self.round.waiting.is_empty()) {
            // Nothing is known of these tasks: the server sees to it that none is lost.
            (None, _) => STRANGE * self.rules.patience,
            (Some(_), false) => self.rules.patience,
            // All wait for the last answers, and there are threads without work.
            (Some(_), true) => 4 * self.rules.batch,
        };
        let mut late = Vec::new();
        for (&number, out) in &mut self.round.out {
            if is_empty {
                // What waits for the first worker is not late.
                out.since = now;
            }
            let work = length.unwrap_or(0.0) * out.tasks.len() as f64;
            let patience = rest + Duration::from_secs_f64(3.0 * work.min(1e6));
            if !out.stale && now.saturating_sub(out.since) > patience {
                out.stale = true;
                self.round.fresh -= 1;
                late.push((number, out.tasks.clone()));
            }
        }
        for (number, tasks) in late {
            let what = format!("batch {number} was not answered in time; given out again");
            self.notes.push(Note::Fault(what));
            self.put_back(tasks);
        }
    }

    /// What is to be done now.
    pub fn act(&mut self, now: Duration) -> Vec<Action> {
        self.check();
        let threads = self.threads.max(1);
        while self.round.fresh < 2 * threads + SPARE {
            let tasks = self.cut(threads);
            if tasks.is_empty() {
                break;
            }
            self.send(tasks, now);
        }
        self.actions.drain(..).collect()
    }

    /// All outcomes, in the order of the tasks, once they are there and none is in doubt.
    pub fn finish(&mut self) -> Option<Vec<Vec<u8>>> {
        let round = &mut self.round;
        let is_whole = round.done == round.outcomes.len();
        let is_sure = round.unchecked.is_empty() && round.here.is_empty();
        if !is_whole || !is_sure || self.undone.is_some() {
            return None;
        }
        let outcomes: Vec<_> = std::mem::take(&mut round.outcomes);
        round.out.clear();
        let mut bytes = Vec::new();
        for outcome in outcomes.into_iter().flatten() {
            if let Some(worker) = &outcome.from {
                let standing = self.workers.get_mut(worker).expect("it is known");
                if !standing.earlier {
                    standing.earlier = true;
                    self.notes.push(Note::Joined(worker.clone()));
                }
            }
            bytes.push(outcome.bytes);
        }
        Some(bytes)
    }

    /// Why recorded generations do not count any more, if that is so. After this the run
    /// begins again.
    pub fn take_undone(&mut self) -> Option<String> {
        let undone = self.undone.take()?;
        self.workers
            .values_mut()
            .for_each(|standing| standing.earlier = false);
        Some(undone)
    }

    /// What happened since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// How many outcomes are there.
    pub const fn done(&self) -> usize {
        self.round.done
    }

    /// Batches that are handed out, and tasks that wait.
    pub fn queue(&self) -> (usize, usize) {
        (self.round.out.len(), self.round.waiting.len())
    }

    /// The workers that are known.
    pub const fn workers(&self) -> &BTreeMap<String, Standing> {
        &self.workers
    }

    /// Threads of all workers that are present and not refused.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    fn count(&mut self) {
        let workers = self.workers.values();
        let helps = |standing: &&Standing| standing.threads > 0 && standing.refused.is_none();
        (self.threads, self.helpers) = (0, 0);
        for standing in workers.filter(helps) {
            self.threads += standing.threads;
            self.helpers += 1;
        }
    }

    /// The tasks of the next batch.
    fn cut(&mut self, threads: usize) -> Vec<usize> {
        let left = self.round.waiting.len();
        let most = match self.lengths.get(&self.round.problem) {
            // Nothing is known yet: the first answers will tell.
            None => 1,
            Some(&length) => {
                let fit = |work: Duration| (work.as_secs_f64() / length.max(1e-9)) as usize;
                let even = left.div_ceil(2 * threads);
                fit(self.rules.batch).min(even.max(fit(self.rules.least_batch)))
            }
        };
        self.round.cut(most, self.rules.most_bytes)
    }

    fn send(&mut self, tasks: Vec<usize>, since: Duration) {
        let number = self.numbers;
        self.numbers += 1;
        self.actions.push_back(Action::Send {
            number,
            tasks: tasks.clone(),
        });
        let stale = false;
        self.round.fresh += 1;
        self.round.out.insert(
            number,
            Out {
                tasks,
                since,
                stale,
            },
        );
    }

    fn refuse(&mut self, worker: &str, why: String) {
        let worker = worker.to_owned();
        self.actions.push_back(Action::Refuse { worker, why });
    }

    fn hand_out_again(&mut self, out: Out) {
        if !out.stale {
            self.put_back(out.tasks);
        }
    }

    /// Tasks that were handed out in vain; what that happened to too often is done here.
    fn put_back(&mut self, tasks: Vec<usize>) {
        for task in tasks {
            if !self.round.is_wanted(task) {
                continue;
            }
            self.round.vain[task] += 1;
            let is_check = self.round.outcomes[task].is_some();
            if is_check || self.round.vain[task] >= self.rules.attempts {
                if !is_check {
                    let times = self.round.vain[task];
                    let what =
                        format!("task {task} was given out {times} times in vain; done here");
                    self.notes.push(Note::Fault(what));
                }
                self.do_here(task);
            } else {
                self.round.waiting.push_front(task);
            }
        }
    }

    fn do_here(&mut self, task: usize) {
        if self.round.here.insert(task) {
            self.actions.push_back(Action::Do(task));
        }
    }

    fn fail(&mut self, worker: &str, why: &str, out: Out) {
        let why = Failure::new(why);
        let what = format!("{worker} could not do its tasks: {why}");
        self.notes.push(Note::Fault(what));
        let standing = self.workers.get_mut(worker).expect("it is known");
        standing.failures += 1;
        if standing.failures == MOST_FAILURES {
            let why = format!("it failed {MOST_FAILURES} times, the last time: {why}");
            self.turn_away(worker, &why);
        }
        self.hand_out_again(out);
    }

    /// Takes an outcome, the first of its task or another.
    fn take(&mut self, task: usize, outcome: Outcome) {
        let worker = outcome.from.clone().expect("it came from a worker");
        let round = &mut self.round;
        let Some(first) = &round.outcomes[task] else {
            round.outcomes[task] = Some(outcome);
            round.done += 1;
            let standing = self.workers.get_mut(&worker).expect("it is known");
            standing.outcomes += 1;
            let share = match standing.outcomes {
                1 => 1.0,
                few if few <= self.rules.newcomer => self.rules.checked_of_newcomers,
                _ => self.rules.checked,
            };
            if self.chance.chance(share) {
                self.round.unchecked.insert(task);
                self.round.to_check.push(task);
            }
            return;
        };
        if first.bytes != outcome.bytes {
            // One of the two is wrong; the coordinator knows which.
            round.disputed.entry(task).or_default().push(outcome);
            self.round.unchecked.insert(task);
            return self.do_here(task);
        }
        let first = first.from.clone();
        match first {
            _ if !round.unchecked.contains(&task) => {}
            Some(other) if other != worker => {
                round.unchecked.remove(&task);
                self.confirm(&other);
                self.confirm(&worker);
            }
            // A worker confirms nothing of its own.
            _ => self.do_here(task),
        }
    }

    fn confirm(&mut self, worker: &str) {
        if let Some(standing) = self.workers.get_mut(worker) {
            standing.confirmed += 1;
        }
    }

    /// Has what is to be checked done again: by any worker if there are several, for the
    /// same one may well get it and is then checked here.
    fn check(&mut self) {
        let mut tasks = std::mem::take(&mut self.round.to_check);
        tasks.retain(|task| self.round.unchecked.contains(task));
        for task in tasks {
            match self.helpers {
                0 | 1 => self.do_here(task),
                // Before all that waits.
                _ => self.round.waiting.push_front(task),
            }
        }
    }

    /// A worker has lied: nothing of this run that came from it counts.
    fn expose(&mut self, worker: &str, how: &str) {
        let standing = self.workers.entry(worker.to_owned()).or_default();
        let is_known = standing.refused.replace(format!("it {how}")).is_some();
        let earlier = standing.earlier;
        if !is_known {
            self.notes.push(Note::Lied {
                worker: worker.to_owned(),
                how: how.to_owned(),
            });
            if earlier {
                let why = format!("{worker} {how}, and took part in earlier generations");
                self.undone.get_or_insert(why);
            }
        }
        self.refuse(worker, format!("it {how}"));
        self.count();
        for task in 0..self.round.outcomes.len() {
            let is_its = |outcome: &Outcome| outcome.from.as_deref() == Some(worker);
            if let Some(claims) = self.round.disputed.get_mut(&task) {
                claims.retain(|claim| !is_its(claim));
            }
            if self.round.outcomes[task].as_ref().is_some_and(is_its) {
                self.round.outcomes[task] = None;
                self.round.done -= 1;
                self.round.unchecked.remove(&task);
                self.round.waiting.push_back(task);
            }
        }
    }
}
