//! A fleet in a computer of its own: the coordinator's ledger as it is, and in place of
//! network, server and workers a list of what happens when.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::Duration;

use evo::{Note, Seed, Stream};

use crate::coordinator::BEAT;
use crate::ledger::{Action, Answer, Ledger, Rules};
use crate::link::SIGN_EVERY;

/// A fleet and the work of a generation.
#[derive(Clone, Debug)]
pub struct World {
    /// Workers, of one thread each.
    pub workers: usize,
    /// Tasks of the generation.
    pub tasks: usize,
    /// How long a task takes, on average.
    pub task: Duration,
    /// The lengths of tasks as multiples of that, all as frequent.
    pub lengths: &'static [f64],
    /// How long a message takes on its way to or from the server.
    pub delay: Duration,
    /// The share of batches that take ten times as long.
    pub stragglers: f64,
    /// The share of batches whose worker is killed: the server gives them to another.
    pub lost: f64,
    /// After what time it does.
    pub redelivery: Duration,
    /// What workers do, by their numbers.
    pub conduct: fn(usize) -> Conduct,
    /// How tasks are handed out.
    pub rules: Rules,
    /// Bytes of a task with its share of an outcome.
    pub bytes: usize,
}

/// What a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conduct {
    /// What it should.
    Honest,
    /// Gives wrong outcomes.
    LiesAlways,
    /// Gives a wrong outcome now and then.
    LiesInOneOf(u32),
    /// Takes batches and never answers.
    Silent,
}

/// How a generation went.
#[derive(Clone, Debug)]
pub struct Seen {
    /// How long it took.
    pub took: Duration,
    /// The share of that which workers were at work on outcomes that count.
    pub efficiency: f64,
    /// Messages that the server took in or gave out, a second.
    pub messages: f64,
    /// The most bytes that it kept at once.
    pub kept: usize,
    /// Tasks that the coordinator did itself, and how long it was at them.
    pub here: (usize, Duration),
    /// Whether all outcomes are right.
    pub is_right: bool,
    /// What the ledger has told.
    pub notes: Vec<Note>,
}

impl Default for World {
    fn default() -> Self {
        Self {
            workers: 10,
            tasks: 1000,
            task: Duration::from_millis(100),
            lengths: &[1.0],
            delay: Duration::from_millis(20),
            stragglers: 0.0,
            lost: 0.0,
            redelivery: Duration::from_secs(30),
            conduct: |_| Conduct::Honest,
            rules: Rules::default(),
            bytes: 1000,
        }
    }
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A batch is in the queue.
    Queued(u64, Vec<usize>),
    /// A worker is free.
    Free(usize),
    /// An answer is there.
    Answered(usize, u64, Vec<usize>, Duration),
    /// The coordinator has done a task itself.
    Did(usize),
    /// All workers give signs of life.
    Signs,
    /// The coordinator looks at the clock.
    Clock,
}

/// What is to happen, by time and in order.
#[derive(Default)]
struct Agenda {
    events: BinaryHeap<Reverse<(Duration, u64, Event)>>,
    count: u64,
}

impl Agenda {
    fn add(&mut self, at: Duration, event: Event) {
        self.count += 1;
        self.events.push(Reverse((at, self.count, event)));
    }
}

impl World {
    /// Goes through a generation.
    pub fn generation(&self, seed: Seed) -> Seen {
        let mut stream = seed.child("world", 0).stream();
        let lengths = self.lengths(&mut stream);
        let mut ledger = Ledger::new(self.rules, seed.child("checks", 0).stream());
        let mut agenda = Agenda::default();
        let (mut queue, mut idle) = (VecDeque::new(), VecDeque::new());
        let mut now = Duration::ZERO;
        let (mut messages, mut kept, mut most_kept) = (0_u64, 0, 0);
        let (mut here, mut free_here) = ((0, Duration::ZERO), Duration::ZERO);
        ledger.begin([0; 32], vec![self.bytes; self.tasks], &[]);
        agenda.add(now, Event::Signs);
        agenda.add(now, Event::Clock);
        (0..self.workers).for_each(|worker| agenda.add(now, Event::Free(worker)));
        let outcomes = loop {
            let Reverse((at, _, event)) = agenda.events.pop().expect("the clock goes on");
            now = at;
            match event {
                Event::Queued(number, tasks) => queue.push_back((number, tasks)),
                Event::Free(worker) => idle.push_back(worker),
                Event::Answered(worker, number, tasks, took) => {
                    kept -= tasks.len() * self.bytes;
                    let outcome = |&task: &usize| self.outcome(worker, task, &mut stream);
                    let answer = Answer {
                        worker: &name(worker),
                        number,
                        result: Ok(tasks.iter().map(outcome).collect()),
                        took,
                    };
                    ledger.answer(answer, now, |_, _| true);
                }
                Event::Did(task) => ledger.did(task, truth(task)),
                Event::Signs => {
                    (0..self.workers).for_each(|worker| ledger.hear(&name(worker), 1, &[], now));
                    agenda.add(now + SIGN_EVERY, Event::Signs);
                }
                Event::Clock => {
                    ledger.tick(now);
                    agenda.add(now + BEAT, Event::Clock);
                }
            }
            while !queue.is_empty()
                && let Some(worker) = idle.pop_front()
            {
                let (number, tasks) = queue.pop_front().expect("it is not empty");
                // To the worker, its answer, two acknowledgements.
                messages += 4;
                self.begin_batch(
                    (worker, number, tasks),
                    (now, &lengths),
                    &mut stream,
                    &mut agenda,
                );
            }
            if let Some(outcomes) = ledger.finish() {
                break outcomes;
            }
            for action in ledger.act(now) {
                match action {
                    Action::Send { number, tasks, .. } => {
                        // And the server's word that it has it.
                        messages += 2;
                        kept += tasks.len() * self.bytes;
                        most_kept = most_kept.max(kept);
                        agenda.add(now + self.delay, Event::Queued(number, tasks));
                    }
                    Action::Do(task) => {
                        here.0 += 1;
                        here.1 += lengths[task];
                        // One after the other.
                        free_here = free_here.max(now) + lengths[task];
                        agenda.add(free_here, Event::Did(task));
                    }
                    Action::Store | Action::Refuse { .. } => messages += 1,
                }
            }
        };
        let work: Duration = lengths.iter().sum();
        let seconds = now.as_secs_f64();
        let truth = (0..self.tasks).map(truth);
        Seen {
            took: now,
            efficiency: work.as_secs_f64() / seconds / self.workers as f64,
            messages: messages as f64 / seconds,
            kept: most_kept,
            here,
            is_right: outcomes.into_iter().eq(truth),
            notes: ledger.take_notes(),
        }
    }

    fn lengths(&self, stream: &mut Stream) -> Vec<Duration> {
        let length = |_| {
            self.task
                .mul_f64(self.lengths[stream.below(self.lengths.len())])
        };
        (0..self.tasks).map(length).collect()
    }

    /// A worker takes a batch.
    fn begin_batch(
        &self,
        (worker, number, tasks): (usize, u64, Vec<usize>),
        (now, lengths): (Duration, &[Duration]),
        stream: &mut Stream,
        agenda: &mut Agenda,
    ) {
        if stream.chance(self.lost) {
            // Another worker gets it, and this one is started again.
            agenda.add(now + self.redelivery, Event::Queued(number, tasks));
            return agenda.add(now + self.redelivery, Event::Free(worker));
        }
        if (self.conduct)(worker) == Conduct::Silent {
            return agenda.add(now + self.task, Event::Free(worker));
        }
        let work: Duration = tasks.iter().map(|&task| lengths[task]).sum();
        let slow = if stream.chance(self.stragglers) {
            10
        } else {
            1
        };
        let done = now + self.delay + slow * work;
        // It has asked for the next batch while it was at this one.
        agenda.add(done, Event::Free(worker));
        agenda.add(
            done + self.delay,
            Event::Answered(worker, number, tasks, slow * work),
        );
    }

    fn outcome(&self, worker: usize, task: usize, stream: &mut Stream) -> Vec<u8> {
        let lies = match (self.conduct)(worker) {
            Conduct::Honest | Conduct::Silent => false,
            Conduct::LiesAlways => true,
            Conduct::LiesInOneOf(count) => stream.chance(1.0 / f64::from(count)),
        };
        if lies { b"a lie".to_vec() } else { truth(task) }
    }
}

fn name(worker: usize) -> String {
    format!("w{worker}")
}

fn truth(task: usize) -> Vec<u8> {
    task.to_le_bytes().to_vec()
}
