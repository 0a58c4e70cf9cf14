//! Which tasks of a generation are where, and which workers are to be believed: a machine
//! of states without a clock, a network or a thread of its own.
//!
//! ```text
//! tasks ─► batches ─► answers ─► outcomes ─► some are checked ─► all there
//!    ▲        │          │                          │
//!    └────────┴──────────┴── too late, refused ─────┴─► a lie: all of that worker's again
//! ```

mod action;
mod length;
mod round;
mod rules;
mod standing;
mod trust;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::time::Duration;

use evo::{Failure, Note, Stream};

pub use action::{Action, Answer};
pub use round::Outcome;
pub use rules::Rules;
pub use standing::Standing;

use crate::wire::{Hash, Refusal};
use length::Length;
use round::{Out, Round};

/// Failures of one worker after which it gets no more to do.
const MOST_FAILURES: u32 = 10;

/// Batches handed out beyond those that threads work at, so that none waits.
const SPARE: usize = 2;

/// So much longer the answer to tasks of unknown length may take.
const STRANGE: u32 = 10;

/// Doublings of the time after which a copy is copied.
const MOST_COPIES: u32 = 8;

/// Which tasks of a generation are where, and which workers are to be believed. It does
/// nothing by itself: it is told what happens, and says what is to be done.
pub struct Ledger {
    rules: Rules,
    chance: Stream,
    workers: BTreeMap<String, Standing>,
    /// Threads of those that are present and not refused.
    threads: usize,
    /// How long tasks take, by problem.
    lengths: HashMap<Hash, Length>,
    /// Problems whose tasks come out differently on one and the same machine.
    unsteady: HashSet<Hash>,
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
            lengths: HashMap::new(),
            unsteady: HashSet::new(),
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
        if lie.is_some() {
            standing.refused = lie;
        }
    }

    /// Whether tasks of this problem are so short that the way is longer than the work.
    pub fn is_too_short(&self, problem: &Hash, tasks: usize, threads: usize) -> bool {
        let length = self.lengths.get(problem).map(Length::mean);
        let worth = self.rules.worth_sending.as_secs_f64();
        length.is_some_and(|length| length * tasks as f64 / (threads as f64) < worth)
    }

    /// Takes over what was measured outside: tasks of this problem took so long.
    pub fn measure(&mut self, problem: Hash, tasks: usize, took: Duration) {
        self.lengths.entry(problem).or_default().add(tasks, took);
    }

    /// Begins a generation of tasks with these sizes in bytes; with the outside engines that
    /// each takes, if any does.
    pub fn begin(&mut self, problem: Hash, sizes: Vec<usize>, engines: &[Vec<String>]) {
        self.actions.clear();
        self.round = Round::new(problem, sizes, engines);
        self.count();
    }

    /// A worker is there, with this number of threads, and lends these engines.
    pub fn hear(&mut self, worker: &str, threads: usize, engines: &[String], now: Duration) {
        let standing = self.workers.entry(worker.to_owned()).or_default();
        standing.heard = now;
        let before = std::mem::replace(&mut standing.threads, threads);
        let is_new = before != threads || standing.engines != engines;
        if is_new {
            standing.engines = engines.to_vec();
        }
        if let Some(why) = standing.refused.clone() {
            self.refuse(worker, why);
        } else if is_new {
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
        let known = self.workers.get(worker).cloned().unwrap_or_default();
        self.hear(worker, known.threads.max(1), &known.engines, now);
        let refused = self.workers[worker].refused.clone();
        let Some(out) = self.round.out.remove(&number) else {
            // Of an earlier generation, or a second time.
            return;
        };
        self.round.lines[out.line].fresh -= usize::from(!out.stale);
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

    /// Looks at the clock.
    pub fn tick(&mut self, now: Duration) {
        for standing in self.workers.values_mut() {
            if now.saturating_sub(standing.heard) > self.rules.presence {
                standing.threads = 0;
            }
        }
        self.count();
        let length = self.lengths.get(&self.round.problem).map(Length::mean);
        let Round { out, lines, .. } = &mut self.round;
        let (mut slow, mut late) = (Vec::new(), Vec::new());
        for (&number, out) in out {
            let line = &mut lines[out.line];
            if line.threads == 0 {
                // What waits for the first worker is not late.
                out.since = now;
            }
            let took = now.saturating_sub(out.since);
            let work = length.unwrap_or(0.0) * out.tasks.len() as f64;
            let work = Duration::from_secs_f64(work.min(1e6));
            let patience = match (length, line.waiting.is_empty()) {
                // Nothing is known of these tasks: the server sees to it that none is lost.
                (None, _) => STRANGE * self.rules.patience,
                (Some(_), false) => self.rules.patience,
                // All wait for the last answers, and there are threads without work.
                (Some(_), true) => {
                    // A copy has longer than what it is a copy of, or long tasks would
                    // have any number of them.
                    let soon = (self.rules.batch / 2 + 2 * work) * 2_u32.pow(out.copy);
                    if !out.copied && took > soon {
                        out.copied = true;
                        slow.extend(&out.tasks);
                    }
                    4 * self.rules.batch
                }
            };
            if !out.stale && took > patience + 3 * work {
                out.stale = true;
                line.fresh -= 1;
                late.push((number, out.tasks.clone()));
            }
        }
        for task in slow {
            // The first answer counts.
            if self.round.is_wanted(task) {
                self.round.line(task).waiting.push_front(task);
                *self.round.copies.entry(task).or_default() += 1;
            }
        }
        for (number, tasks) in late {
            self.tell_late(number);
            self.put_back(tasks);
        }
    }

    /// What is to be done now.
    pub fn act(&mut self, now: Duration) -> Vec<Action> {
        self.check();
        for line in 0..self.round.lines.len() {
            let threads = self.round.lines[line].threads.max(1);
            while self.round.lines[line].fresh < 2 * threads + SPARE {
                let tasks = self.cut(line, threads);
                if tasks.is_empty() {
                    break;
                }
                self.send(line, tasks, now);
            }
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
        for (number, out) in std::mem::take(&mut round.out) {
            if out.copied && !out.stale && out.copy == 0 {
                self.tell_late(number);
            }
        }
        let outcomes = outcomes.into_iter().flatten();
        Some(
            outcomes
                .map(|outcome| self.rely_on(outcome).bytes)
                .collect(),
        )
    }

    /// The next outcome in the order of the tasks, once it is there and not in doubt. What was
    /// taken this way rests on its worker from then on, as earlier generations do.
    pub fn take_next(&mut self) -> Option<Outcome> {
        let round = &self.round;
        let task = round.taken;
        let in_doubt = round.unchecked.contains(&task) || round.here.contains(&task);
        if in_doubt || self.undone.is_some() {
            return None;
        }
        let outcome = round.outcomes.get(task)?.clone()?;
        self.round.taken += 1;
        Some(self.rely_on(outcome))
    }

    /// Whether all outcomes were [taken](Self::take_next).
    pub const fn is_taken(&self) -> bool {
        self.round.taken == self.round.outcomes.len()
    }

    fn rely_on(&mut self, outcome: Outcome) -> Outcome {
        if let Some(worker) = &outcome.from {
            let standing = self.workers.get_mut(worker).expect("it is known");
            if !standing.earlier {
                standing.earlier = true;
                self.notes.push(Note::Joined(worker.clone()));
            }
        }
        outcome
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
        let waiting = self.round.lines.iter().map(|line| line.waiting.len());
        (self.round.out.len(), waiting.sum())
    }

    /// The engines of tasks that no worker is there for, if there are such tasks.
    pub fn lonely(&self) -> Option<&[String]> {
        let round = &self.round;
        let is_out = |line| round.out.values().any(|out| out.line == line);
        let mut lines = round.lines.iter().enumerate();
        let lonely = lines.find(|(number, line)| {
            line.threads == 0 && (!line.waiting.is_empty() || is_out(*number))
        });
        lonely.map(|(_, line)| &line.engines[..])
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
        let lines = &mut self.round.lines;
        self.threads = 0;
        for line in &mut *lines {
            (line.threads, line.helpers) = (0, 0);
        }
        for standing in workers.filter(helps) {
            self.threads += standing.threads;
            for line in &mut *lines {
                let mut engines = line.engines.iter();
                if engines.all(|engine| standing.engines.contains(engine)) {
                    line.threads += standing.threads;
                    line.helpers += 1;
                }
            }
        }
    }

    /// The tasks of the next batch of a line.
    fn cut(&mut self, line: usize, threads: usize) -> Vec<usize> {
        let left = self.round.lines[line].waiting.len();
        let most = match self.lengths.get(&self.round.problem) {
            // Nothing is known yet: the first answers will tell.
            None => 1,
            Some(length) => {
                let even = left.div_ceil(2 * threads);
                let least = length.fit(self.rules.least_batch);
                length.fit(self.rules.batch).min(even.max(least))
            }
        };
        self.round.cut(line, most, self.rules.most_bytes)
    }

    fn send(&mut self, line: usize, tasks: Vec<usize>, since: Duration) {
        let number = self.numbers;
        self.numbers += 1;
        self.round.lines[line].fresh += 1;
        self.actions.push_back(Action::Send {
            number,
            tasks: tasks.clone(),
            engines: self.round.lines[line].engines.clone(),
        });
        let copies = tasks.iter().filter_map(|task| self.round.copies.get(task));
        let out = Out {
            copy: copies.max().map_or(0, |&copies| copies.min(MOST_COPIES)),
            tasks,
            line,
            since,
            copied: false,
            stale: false,
        };
        self.round.out.insert(number, out);
    }

    fn tell_late(&mut self, number: u64) {
        let what = format!("batch {number} was not answered in time; given out again");
        self.notes.push(Note::Fault(what));
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
            let is_alone = self.round.line(task).helpers <= 1;
            if is_check && is_alone || self.round.vain[task] >= self.rules.attempts {
                if !is_check {
                    let times = self.round.vain[task];
                    let what =
                        format!("task {task} was given out {times} times in vain; done here");
                    self.notes.push(Note::Fault(what));
                }
                self.do_here(task);
            } else {
                self.round.line(task).waiting.push_front(task);
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
}
