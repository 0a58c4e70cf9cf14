//! The coordinator's side: a courier whose workers are anywhere.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use evo::{Courier, Failure, Job, Note, Packed, Progress, STACK_BYTES, Seed, Unfinished, Watch};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;

use crate::ledger::{self, Action, Ledger, Rules};
use crate::link::{Access, Link, LinkError, SIGN_EVERY};
use crate::names;
use crate::wire::{self, Answer, Batch, Build, Hash, is_name};

/// How often the clock is looked at while nothing arrives.
const BEAT: Duration = Duration::from_millis(50);

/// After this time without a worker that is said.
const LONELY: Duration = Duration::from_secs(3);

/// How long leaving may take.
const LEAVING: Duration = Duration::from_secs(3);

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

/// For the network.
enum Command {
    Send { number: u64, message: Vec<u8> },
    Store(Hash, Arc<Packed>),
    Refuse { worker: String, why: String },
    Sign(Vec<u8>),
    Leave,
}

/// From the network, and from the thread that does what is done here.
enum Event {
    Answer {
        worker: String,
        answer: Answer,
    },
    Damaged {
        worker: String,
        why: String,
    },
    Worker {
        name: String,
        sign: wire::Worker,
    },
    Did {
        round: u64,
        task: usize,
        result: thread::Result<Result<Vec<u8>, Failure>>,
    },
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

    /// What earlier processes of the run found out: a worker that took part, and if it
    /// lied, how.
    pub fn remember(&self, worker: &str, lie: Option<String>) {
        self.state().ledger.remember(worker, lie);
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
                state
                    .ledger
                    .hear(&name, sign.threads.clamp(1, 4096) as usize, now);
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
            } if round == state.round => {
                let outcome = result.unwrap_or_else(|panic| panic::resume_unwind(panic));
                let outcome = outcome.map_err(|why| why.during(format_args!("task {task}")))?;
                state.ledger.did(task, outcome);
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
                Action::Send { number, tasks } => {
                    let tasks = tasks.iter().map(|&task| job.tasks[task].clone());
                    let batch = Batch {
                        run: self.run.clone(),
                        number,
                        kind: packed.kind.to_owned(),
                        problem: hash,
                        tasks: tasks.collect(),
                    };
                    let message = wire::write(&batch);
                    self.order(Command::Send { number, message });
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
        if state.ledger.threads() > 0 {
            state.alone_since = None;
            return;
        }
        let since = *state.alone_since.get_or_insert_with(Instant::now);
        if since.elapsed() > LONELY {
            (self.say)(&format!(
                "no worker is there; waiting for one: galapagos worker {}",
                self.address
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

impl Courier for Fleet {
    fn deliver(
        &self,
        job: &Job<'_>,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<Vec<u8>>>, Unfinished> {
        let mut state = self.state();
        let state = &mut *state;
        let sizes: Vec<_> = job.tasks.iter().map(Vec::len).collect();
        let can_be_sent = sizes
            .iter()
            .all(|&size| size <= self.setup.rules.most_bytes);
        let Some(packed) = job
            .problem
            .as_ref()
            .filter(|_| can_be_sent && !sizes.is_empty())
        else {
            return Ok(None);
        };
        let hash = hash(packed);
        let (of, threads) = (sizes.len(), job.threads.count().get());
        if state.ledger.is_too_short(&hash, of, threads) {
            if !std::mem::replace(&mut state.is_told_short, true) {
                (self.say)("these tasks are shorter than their way: they are done here");
            }
            return Ok(None);
        }
        if state.stored.insert(hash) {
            self.order(Command::Store(hash, Arc::clone(packed)));
        }
        state.ledger.begin(hash, sizes);
        state.round += 1;
        let round = state.round;
        thread::scope(|scope| {
            let (here, wanted) = mpsc::channel::<usize>();
            let sender = state.sender.clone();
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    for task in wanted {
                        let run = AssertUnwindSafe(|| (job.here)(&job.tasks[task]));
                        let result = panic::catch_unwind(run);
                        let _ = sender.send(Event::Did {
                            round,
                            task,
                            result,
                        });
                    }
                })
                .map_err(Failure::new)?;
            let mut done = 0;
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
                if state.ledger.done() >= done {
                    done = state.ledger.done();
                }
                if let ControlFlow::Break(()) = watch(Progress { done, of }) {
                    return Err(Unfinished::Stopped);
                }
                if let Some(outcomes) = state.ledger.finish() {
                    self.tell(state);
                    return Ok(Some(outcomes));
                }
            }
        })
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

/// What the thread of the network knows.
struct Network {
    run: String,
    build: String,
    redelivery: Duration,
    events: Sender<Event>,
}

impl Network {
    async fn serve(
        self,
        access: &Access,
        mut orders: UnboundedReceiver<Command>,
        ready: &Sender<Result<(), LinkError>>,
    ) {
        let (link, outcomes) = match self.begin(access).await {
            Ok(begun) => begun,
            Err(error) => return drop(ready.send(Err(error))),
        };
        let _ = ready.send(Ok(()));
        tokio::spawn(receive(
            link.clone(),
            outcomes,
            self.run.clone(),
            self.events.clone(),
        ));
        tokio::spawn(listen(link.clone(), self.events.clone()));
        let mut sign = Vec::new();
        loop {
            let command = match timeout(SIGN_EVERY, orders.recv()).await {
                Ok(Some(command)) => command,
                Ok(None) => break,
                Err(_) => {
                    // Whatever the coordinator is busy with, the run is alive.
                    link.sign(&names::run_key(&self.run), sign.clone()).await;
                    continue;
                }
            };
            match command {
                Command::Send { number, message } => {
                    let subject = names::task(&self.build, &self.run);
                    let id = format!("{}-{number}", self.run);
                    let link = link.clone();
                    // Many at once: none waits for the server's word on another.
                    tokio::spawn(async move { link.publish(subject, id, message).await });
                }
                Command::Store(hash, packed) => link.store(&hash, &packed.bytes).await,
                Command::Refuse { worker, why } => {
                    let _ = link
                        .client
                        .publish(names::refused(&worker), why.into())
                        .await;
                }
                Command::Sign(message) => {
                    sign = message;
                    link.sign(&names::run_key(&self.run), sign.clone()).await;
                }
                Command::Leave => break,
            }
        }
        let leave = async {
            link.clear(&self.build, &self.run).await;
            let _ = link.client.flush().await;
        };
        let _ = timeout(LEAVING, leave).await;
    }

    async fn begin(&self, access: &Access) -> Result<(Link, PullConsumer), LinkError> {
        let link = Link::connect(access, "coordinator").await?;
        link.prepare(&self.build, self.redelivery).await?;
        let outcomes = link.outcomes(&self.run).await?;
        Ok((link, outcomes))
    }
}

/// Takes outcomes as they come.
async fn receive(link: Link, mut outcomes: PullConsumer, run: String, events: Sender<Event>) {
    let prefix = names::outcome(&run, "");
    loop {
        let batch = outcomes
            .batch()
            .max_messages(256)
            .expires(Duration::from_secs(2));
        let Ok(mut messages) = batch.messages().await else {
            tokio::time::sleep(BEAT * 10).await;
            // A server that has lost its store has lost the consumer, too.
            if let Ok(again) = link.outcomes(&run).await {
                outcomes = again;
            }
            continue;
        };
        while let Some(Ok(message)) = messages.next().await {
            let worker = message
                .subject
                .strip_prefix(&prefix)
                .unwrap_or_default()
                .to_owned();
            let event = match wire::read(&message.payload) {
                Ok(answer) => Event::Answer {
                    worker: worker.clone(),
                    answer,
                },
                Err(why) => Event::Damaged {
                    worker: worker.clone(),
                    why: why.to_string(),
                },
            };
            if is_name(&worker) && events.send(event).is_err() {
                return;
            }
            let _ = message.ack().await;
        }
    }
}

/// Hears of workers.
async fn listen(link: Link, events: Sender<Event>) {
    let prefix = names::presence(&names::worker_key(""));
    loop {
        let Ok(mut signs) = link.client.subscribe(format!("{prefix}*")).await else {
            tokio::time::sleep(BEAT * 10).await;
            continue;
        };
        while let Some(message) = signs.next().await {
            let name = message
                .subject
                .strip_prefix(&prefix)
                .unwrap_or_default()
                .to_owned();
            let event = match wire::read(&message.payload) {
                // An empty message is a farewell.
                _ if message.payload.is_empty() => continue,
                Ok(sign) => Event::Worker {
                    name: name.clone(),
                    sign,
                },
                Err(why) => Event::Damaged {
                    worker: name.clone(),
                    why: why.to_string(),
                },
            };
            if is_name(&name) && events.send(event).is_err() {
                return;
            }
        }
    }
}
