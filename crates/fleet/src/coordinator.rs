//! The coordinator's side: a courier whose workers are anywhere.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use evo::{
    Courier, Failure, Job, Note, Packed, Progress, STACK_BYTES, Seed, Take, Unfinished, Watch,
};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::ledger::{self, Action, Ledger, Rules};
use crate::link::{Access, LinkError, SIGN_EVERY};
use crate::names;
use crate::network::{Command, Event, Network};
use crate::wire::{self, Batch, Build, Hash};

/// How often the clock is looked at while nothing arrives.
pub(crate) const BEAT: Duration = Duration::from_millis(50);

/// After this time without a worker that is said.
const LONELY: Duration = Duration::from_secs(3);

/// What a coordinator is to know beside where the server is.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What the run is called.
    pub title: String,
    /// The program.
    pub build: Build,
    /// How tasks are handed out.
    pub rules: Rules,
    /// How long the server waits for a sign of a batch before another worker gets it.
    pub redelivery: Duration,
}

/// Tells the user something, in a line.
pub type Say = Box<dyn Fn(&str) + Send + Sync>;

/// Workers on other machines: a [`Courier`] over NATS JetStream.
pub struct Fleet {
    state: Mutex<State>,
    commands: UnboundedSender<Command>,
    network: Option<JoinHandle<()>>,
    run: String,
    setup: Setup,
    address: String,
    started: Instant,
    say: Say,
}

struct State {
    ledger: Ledger,
    events: Receiver<Event>,
    sender: Sender<Event>,
    stored: HashSet<Hash>,
    round: u64,
    signed: Option<Instant>,
    alone_since: Option<Instant>,
    is_told_short: bool,
    notes: Vec<Note>,
}

impl Fleet {
    /// Connects, and makes on the server what is missing.
    pub fn connect(access: Access, setup: Setup, say: Say) -> Result<Self, LinkError> {
        let run = nuid::next().to_string();
        let (commands, orders) = unbounded_channel();
        let (sender, events) = mpsc::channel();
        let (ready, is_ready) = mpsc::channel();
        let address = crate::link::shown(&access.url);
        let network = Network {
            run: run.clone(),
            build: setup.build.id(),
            redelivery: setup.redelivery,
            events: sender.clone(),
            queues: Arc::default(),
        };
        let network = thread::Builder::new()
            .name("network".into())
            .spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build();
                match runtime {
                    Ok(runtime) => runtime.block_on(network.serve(&access, orders, &ready)),
                    Err(error) => drop(ready.send(Err(error.into()))),
                }
            })?;
        is_ready.recv().expect("the network says how it went")?;
        // Which outcomes are checked must not be known to workers.
        let secret = blake3::hash(nuid::next().as_bytes());
        let secret = u64::from_le_bytes(secret.as_bytes()[..8].try_into().expect("eight bytes"));
        let ledger = Ledger::new(setup.rules, Seed::new(secret).child(&run, 0).stream());
        Ok(Self {
            state: Mutex::new(State {
                ledger,
                events,
                sender,
                stored: HashSet::new(),
                round: 0,
                signed: None,
                alone_since: None,
                is_told_short: false,
                notes: Vec::new(),
            }),
            commands,
            network: Some(network),
            run,
            setup,
            address,
            started: Instant::now(),
            say,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn order(&self, command: Command) {
        // The network ends last.
        let _ = self.commands.send(command);
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Takes in what has arrived.
    fn take(&self, state: &mut State, event: Event, job: &Job<'_>) -> Result<(), Unfinished> {
        let now = self.now();
        let build = &self.setup.build;
        match event {
            Event::Worker { name, sign } if sign.build == *build => {
                let threads = sign.threads.clamp(1, 4096) as usize;
                state.ledger.hear(&name, threads, &sign.engines, now);
            }
            Event::Worker { name, sign } => {
                state.ledger.turn_away(&name, &self.unlike(&sign.build))
            }
            Event::Answer { worker, answer } => {
                if answer.build != *build {
                    state.ledger.turn_away(&worker, &self.unlike(&answer.build));
                }
                let answer = ledger::Answer {
                    worker: &worker,
                    number: answer.number,
                    result: answer.result,
                    took: Duration::from_micros(answer.micros),
                };
                state.ledger.answer(answer, now, job.is_plausible);
            }
            Event::Damaged { worker, why } => {
                state.ledger.turn_away(&worker, &format!("it sent {why}"));
            }
            Event::Did {
                round,
                task,
                result,
                is_steady,
            } if round == state.round => {
                let outcome = result.unwrap_or_else(|panic| panic::resume_unwind(panic));
                let outcome = outcome.map_err(|why| why.during(format_args!("task {task}")))?;
                match is_steady {
                    true => state.ledger.did(task, outcome),
                    false => state.ledger.wavered(task, outcome),
                }
            }
            Event::Did { .. } => {}
        }
        Ok(())
    }

    fn unlike(&self, theirs: &Build) -> String {
        format!("it is {theirs}; the run is of {}", self.setup.build)
    }

    /// Does what the ledger wants.
    fn act(
        &self,
        state: &mut State,
        job: &Job<'_>,
        problem: (Hash, &Arc<Packed>),
        here: &Sender<usize>,
    ) {
        let (hash, packed) = problem;
        for action in state.ledger.act(self.now()) {
            match action {
                Action::Send {
                    number,
                    tasks,
                    engines,
                } => {
                    let tasks = tasks.iter().map(|&task| job.tasks[task].clone());
                    let batch = Batch {
                        run: self.run.clone(),
                        number,
                        kind: packed.kind.to_owned(),
                        problem: hash,
                        tasks: tasks.collect(),
                    };
                    let message = wire::write(&batch);
                    let queue = names::queue(&self.setup.build.id(), &engines);
                    self.order(Command::Send {
                        number,
                        queue,
                        message,
                    });
                }
                Action::Do(task) => here.send(task).expect("the thread waits for more"),
                Action::Store => self.order(Command::Store(hash, Arc::clone(packed))),
                Action::Refuse { worker, why } => self.order(Command::Refuse { worker, why }),
            }
        }
    }

    /// A sign of life now and then, and a word where no worker is there.
    fn sign(&self, state: &mut State) {
        if state
            .signed
            .is_some_and(|signed| signed.elapsed() < SIGN_EVERY)
        {
            return;
        }
        state.signed = Some(Instant::now());
        let (out, waiting) = state.ledger.queue();
        let workers = state.ledger.workers().iter();
        let figures = workers
            .clone()
            .map(|(name, one)| (name.clone(), one.outcomes, one.confirmed));
        let refused = workers.filter_map(|(name, one)| Some((name.clone(), one.refused.clone()?)));
        let sign = wire::Run {
            title: self.setup.title.clone(),
            build: self.setup.build.clone(),
            out: out as u64,
            waiting: waiting as u64,
            workers: figures.collect(),
            refused: refused.collect(),
        };
        self.order(Command::Sign(wire::write(&sign)));
    }

    fn wait_for_company(&self, state: &mut State) {
        let Some(engines) = state.ledger.lonely() else {
            state.alone_since = None;
            return;
        };
        let since = *state.alone_since.get_or_insert_with(Instant::now);
        if since.elapsed() > LONELY {
            let (address, lends) = (&self.address, engines.join(" and "));
            let options = engines.iter().map(|engine| format!(" --engine {engine}"));
            let options: String = options.collect();
            let what = match engines {
                [] => "no worker is there".to_owned(),
                _ => format!("no worker lends {lends}"),
            };
            (self.say)(&format!(
                "{what}; waiting for one: galapagos worker {address}{options}"
            ));
            // Said once in a while.
            state.alone_since = Some(Instant::now() + 20 * LONELY);
        }
    }

    fn tell(&self, state: &mut State) {
        for note in state.ledger.take_notes() {
            match &note {
                Note::Joined(worker) => (self.say)(&format!("{worker} takes part")),
                Note::Lied { worker, how } => (self.say)(&format!(
                    "{worker} {how}: none of its outcomes counts, and it gets no more to do"
                )),
                Note::Fault(what) => (self.say)(what),
            }
            state.notes.push(note);
        }
    }
}

impl Fleet {
    /// Whether all tasks are short enough to be sent.
    fn can_send(&self, job: &Job<'_>) -> bool {
        let most = self.setup.rules.most_bytes;
        job.tasks.iter().all(|task| task.len() <= most)
    }

    /// Has all tasks done. Where `take` is there it gets the outcomes one after the other, and
    /// may stop.
    fn work(
        &self,
        state: &mut State,
        (job, packed): (&Job<'_>, &Arc<Packed>),
        watch: &Watch<'_>,
        mut take: Option<&mut Take<'_>>,
    ) -> Result<Vec<Vec<u8>>, Unfinished> {
        let (hash, of) = (hash(packed), job.tasks.len());
        if state.stored.insert(hash) {
            self.order(Command::Store(hash, Arc::clone(packed)));
        }
        let sizes = job.tasks.iter().map(Vec::len).collect();
        state.ledger.begin(hash, sizes, job.engines);
        state.round += 1;
        let round = state.round;
        thread::scope(|scope| {
            let (here, wanted) = mpsc::channel::<usize>();
            let sender = state.sender.clone();
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    for task in wanted {
                        let _ = sender.send(do_here(job, round, task));
                    }
                })
                .map_err(Failure::new)?;
            loop {
                self.act(state, job, (hash, packed), &here);
                self.sign(state);
                self.wait_for_company(state);
                let first = state.events.recv_timeout(BEAT).ok();
                let more: Vec<_> = state.events.try_iter().collect();
                for event in first.into_iter().chain(more) {
                    self.take(state, event, job)?;
                }
                state.ledger.tick(self.now());
                self.tell(state);
                if let Some(why) = state.ledger.take_undone() {
                    return Err(Unfinished::Undone(why));
                }
                let done = state.ledger.done();
                if let ControlFlow::Break(()) = watch(Progress { done, of }) {
                    return Err(Unfinished::Stopped);
                }
                match &mut take {
                    Some(take) => {
                        while let Some(outcome) = state.ledger.take_next() {
                            let flow = take(outcome.bytes, outcome.from.as_deref());
                            if flow.is_break() {
                                return Ok(Vec::new());
                            }
                        }
                        if state.ledger.is_taken() {
                            self.tell(state);
                            return Ok(Vec::new());
                        }
                    }
                    None => {
                        if let Some(outcomes) = state.ledger.finish() {
                            self.tell(state);
                            return Ok(outcomes);
                        }
                    }
                }
            }
        })
    }
}

/// Does a task in this process; where engines take part, twice, for they may not repeat
/// themselves.
fn do_here(job: &Job<'_>, round: u64, task: usize) -> Event {
    let run = || panic::catch_unwind(AssertUnwindSafe(|| (job.here)(&job.tasks[task])));
    let result = run();
    let has_engine = job
        .engines
        .get(task)
        .is_some_and(|engines| !engines.is_empty());
    let is_steady = match &result {
        Ok(Ok(outcome)) if has_engine => !matches!(run(), Ok(Ok(again)) if again != *outcome),
        _ => true,
    };
    Event::Did {
        round,
        task,
        result,
        is_steady,
    }
}

impl Courier for Fleet {
    fn deliver(
        &self,
        job: &Job<'_>,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<Vec<u8>>>, Unfinished> {
        let mut state = self.state();
        let packed = job.problem.as_ref();
        let Some(packed) = packed.filter(|_| self.can_send(job) && !job.tasks.is_empty()) else {
            return Ok(None);
        };
        let (of, threads) = (job.tasks.len(), job.threads.count().get());
        if state.ledger.is_too_short(&hash(packed), of, threads) {
            if !std::mem::replace(&mut state.is_told_short, true) {
                (self.say)("sending these tasks takes longer than doing them: they are done here");
            }
            return Ok(None);
        }
        self.work(&mut state, (job, packed), watch, None).map(Some)
    }

    fn stream(
        &self,
        job: &Job<'_>,
        watch: &Watch<'_>,
        take: &mut Take<'_>,
    ) -> Result<(), Unfinished> {
        let packed = job.problem.as_ref().filter(|_| self.can_send(job));
        let packed = packed.ok_or_else(|| Failure::new("a task is too long to be sent"))?;
        let mut state = self.state();
        self.work(&mut state, (job, packed), watch, Some(take))
            .map(drop)
    }

    fn remember(&self, worker: &str, lie: Option<String>) {
        self.state().ledger.remember(worker, lie);
    }

    fn done_here(&self, job: &Job<'_>, took: Duration) {
        if let Some(packed) = &job.problem {
            let took = took * job.threads.count().get() as u32;
            self.state()
                .ledger
                .measure(hash(packed), job.tasks.len(), took);
        }
    }

    fn notes(&self) -> Vec<Note> {
        std::mem::take(&mut self.state().notes)
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.order(Command::Leave);
        if let Some(network) = self.network.take() {
            let _ = network.join();
        }
    }
}

/// The name of a problem.
fn hash(packed: &Packed) -> Hash {
    *blake3::hash(&packed.bytes).as_bytes()
}
