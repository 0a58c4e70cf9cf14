//! A worker: takes tasks, does them, gives outcomes.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use evo::{Bench, Failure, Kind, STACK_BYTES};
use futures_util::StreamExt;
use tokio::sync::{Notify, Semaphore, oneshot, watch};
use tokio::time::{sleep, timeout};

use crate::coordinator::Say;
use crate::link::{Access, Link, LinkError, SIGN_EVERY};
use crate::names;
use crate::wire::{self, Answer, Batch, Build, Hash, Refusal};

/// Problems that are kept ready.
const READY: usize = 4;

/// How often the wish to stop is looked for.
const BEAT: Duration = Duration::from_millis(100);

/// Between looks for a run.
const AGAIN: Duration = Duration::from_secs(1);

/// How long one request for tasks waits.
const REQUEST: Duration = Duration::from_secs(5);

/// A worker before it is started.
pub struct Worker {
    /// What it is called; on a server with users, the name of its user.
    pub name: String,
    /// Its program.
    pub build: Build,
    /// How many tasks it does at once.
    pub threads: NonZeroUsize,
    /// The problems it knows.
    pub kinds: Vec<Kind>,
    /// The outside engines that it lends, by the names that runs ask for them.
    pub engines: Vec<String>,
    /// Tells its user something.
    pub say: Say,
}

/// What threads and network share.
struct Shared {
    worker: Worker,
    link: Link,
    jobs: Sender<Work>,
    benches: Mutex<VecDeque<(Hash, Arc<dyn Bench>)>>,
    tasks: AtomicU64,
    busy_ms: AtomicU64,
    failures: AtomicU64,
    free: Semaphore,
    idle: Notify,
    stopping: watch::Receiver<bool>,
}

/// Something for a thread.
struct Work {
    bench: Ready,
    tasks: Vec<Vec<u8>>,
    reply: oneshot::Sender<Done>,
}

/// A problem that is ready, or to be made ready.
enum Ready {
    Open(Arc<dyn Bench>),
    Packed {
        kind: Kind,
        hash: Hash,
        bytes: Vec<u8>,
    },
}

struct Done {
    result: Result<Vec<Vec<u8>>, Refusal>,
    took: Duration,
}

impl Worker {
    /// Works until it is to stop, or is refused.
    pub fn run(self, access: &Access, is_stopped: impl Fn() -> bool) -> Result<(), LinkError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(self.work(access, is_stopped))
    }

    async fn work(self, access: &Access, is_stopped: impl Fn() -> bool) -> Result<(), LinkError> {
        let link = Link::connect(access, &self.name).await?;
        let refusals = link.client.subscribe(names::refused(&self.name)).await;
        let mut refusals = refusals.map_err(|error| LinkError::Connect {
            url: crate::link::shown(&access.url),
            why: error.to_string(),
        })?;
        let (stop, stopping) = watch::channel(false);
        let (jobs, queue) = mpsc::channel();
        let threads = self.threads.get();
        let shared = Arc::new(Shared {
            worker: self,
            link,
            jobs,
            benches: Mutex::default(),
            tasks: AtomicU64::new(0),
            busy_ms: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            // One batch more than there are threads: none waits for the network.
            free: Semaphore::new(threads + 1),
            idle: Notify::new(),
            stopping,
        });
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads {
            let (shared, queue) = (Arc::downgrade(&shared), Arc::clone(&queue));
            thread::Builder::new()
                .name(format!("worker {number}"))
                .stack_size(STACK_BYTES)
                .spawn(move || {
                    while let Some(work) = next(&queue) {
                        let Some(shared) = shared.upgrade() else {
                            break;
                        };
                        shared.serve(work);
                    }
                })?;
        }
        let signs = tokio::spawn(sign(Arc::clone(&shared)));
        let taking = tokio::spawn(take(Arc::clone(&shared)));
        let end = loop {
            tokio::select! {
                refusal = refusals.next() => if let Some(why) = refusal {
                    let why = String::from_utf8_lossy(&why.payload).into_owned();
                    break Err(LinkError::Refused(why));
                },
                () = sleep(BEAT) => if is_stopped() {
                    break Ok(());
                },
            }
        };
        signs.abort();
        taking.abort();
        // Batches at work are given back: others take them at once.
        let _ = stop.send(true);
        let back = async {
            while shared.free.available_permits() < threads + 1 {
                shared.idle.notified().await;
            }
            shared
                .link
                .sign(&names::worker_key(&shared.worker.name), Vec::new())
                .await;
            let _ = shared.link.client.flush().await;
        };
        let _ = timeout(AGAIN, back).await;
        end
    }
}

fn next(queue: &Mutex<Receiver<Work>>) -> Option<Work> {
    queue
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .recv()
        .ok()
}

/// Gives signs of life.
async fn sign(shared: Arc<Shared>) {
    loop {
        let sign = wire::Worker {
            build: shared.worker.build.clone(),
            threads: shared.worker.threads.get() as u32,
            engines: shared.worker.engines.clone(),
            tasks: shared.tasks.load(Relaxed),
            busy_ms: shared.busy_ms.load(Relaxed),
            failures: shared.failures.load(Relaxed),
        };
        shared
            .link
            .sign(&names::worker_key(&shared.worker.name), wire::write(&sign))
            .await;
        sleep(SIGN_EVERY).await;
    }
}

/// The queues whose tasks this worker can do: those without engines, with one of its engines,
/// and with two of them.
fn queues(worker: &Worker) -> Vec<String> {
    let (build, engines) = (worker.build.id(), &worker.engines);
    let mut queues = vec![names::queue(&build, &[])];
    for (number, one) in engines.iter().enumerate() {
        for other in &engines[number..] {
            queues.push(names::queue(&build, &[one.clone(), other.clone()]));
        }
    }
    queues
}

/// A queue, once a run has made it.
struct Source {
    queue: String,
    consumer: Option<PullConsumer>,
    /// When it was last looked for.
    looked: Option<Instant>,
}

impl Source {
    /// Looks for the queue now and then.
    async fn find(&mut self, link: &Link) -> Option<&PullConsumer> {
        let is_due = self.looked.is_none_or(|looked| looked.elapsed() > AGAIN);
        if self.consumer.is_none() && is_due {
            self.looked = Some(Instant::now());
            self.consumer = link.tasks(&self.queue).await;
        }
        self.consumer.as_ref()
    }
}

/// Takes batches while there is a thread for them, from all queues in turn.
async fn take(shared: Arc<Shared>) {
    let source = |queue| Source {
        queue,
        consumer: None,
        looked: None,
    };
    let mut sources: Vec<_> = queues(&shared.worker).into_iter().map(source).collect();
    let mut is_told = false;
    loop {
        let (mut found, mut taken) = (0, false);
        for source in &mut sources {
            if source.find(&shared.link).await.is_some() {
                found += 1;
            }
        }
        if found == 0 {
            if !std::mem::replace(&mut is_told, true) {
                let what = format!(
                    "no run of {} has used this server yet; waiting",
                    shared.worker.build
                );
                (shared.worker.say)(&what);
            }
            sleep(AGAIN).await;
            continue;
        }
        for source in &mut sources {
            let Some(consumer) = &source.consumer else {
                continue;
            };
            match take_some(&shared, consumer, found == 1).await {
                Some(one) => taken |= one,
                None => {
                    // The queue is gone, or cannot be asked.
                    source.consumer = None;
                }
            }
        }
        if found > 1 && !taken {
            sleep(BEAT).await;
        }
    }
}

/// Waits for a free thread and takes a batch for it, if one comes, or at once is there;
/// nothing if the server does not answer.
async fn take_some(shared: &Arc<Shared>, consumer: &PullConsumer, waits: bool) -> Option<bool> {
    let permit = shared.free.acquire().await.ok()?;
    let patience = consumer.cached_info().config.ack_wait;
    let mut messages = match waits {
        true => {
            let request = consumer.batch().max_messages(1).expires(REQUEST);
            request.messages().await.ok()?
        }
        false => consumer.fetch().max_messages(1).messages().await.ok()?,
    };
    let Some(message) = messages.next().await else {
        return Some(false);
    };
    let message = message.ok()?;
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        shared.handle(message, patience).await;
        shared.free.add_permits(1);
        shared.idle.notify_one();
    });
    permit.forget();
    Some(true)
}

impl Shared {
    /// One batch, from its message to the answer.
    async fn handle(&self, message: Message, patience: Duration) {
        let Ok(batch) = wire::read::<Batch>(&message.payload) else {
            // No worker can read it.
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let mut stopping = self.stopping.clone();
        let done = tokio::select! {
            done = self.done(&batch, &message, patience) => done,
            () = async { drop(stopping.wait_for(|&stop| stop).await) } => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                return;
            }
        };
        let mut answer = Answer {
            number: batch.number,
            build: self.worker.build.clone(),
            result: done.result,
            micros: done.took.as_micros() as u64,
        };
        let bytes = wire::try_write(&answer).unwrap_or_else(|why| {
            answer.result = Err(Refusal::Failed(format!("its outcomes are {why}")));
            wire::write(&answer)
        });
        let subject = names::outcome(&batch.run, &self.worker.name);
        let id = format!("{}-{}-{}", batch.run, batch.number, self.worker.name);
        // A worker that dies in between leaves it to be done twice, not lost.
        self.link.publish(subject, id, bytes).await;
        let _ = message.double_ack().await;
    }

    /// Has a batch done, and says meanwhile that it is at work.
    async fn done(&self, batch: &Batch, message: &Message, patience: Duration) -> Done {
        let refused = |refusal| Done {
            result: Err(refusal),
            took: Duration::ZERO,
        };
        let mut kinds = self.worker.kinds.iter();
        let Some(kind) = kinds.find(|kind| kind.name() == batch.kind).cloned() else {
            let what = format!("tasks of the kind `{}` are unknown", batch.kind);
            return refused(Refusal::Failed(what));
        };
        let bench = match self.ready(&batch.problem) {
            Some(bench) => Ready::Open(bench),
            None => {
                let Some(bytes) = self.link.fetch(&batch.problem).await else {
                    return refused(Refusal::Missing);
                };
                let hash = batch.problem;
                Ready::Packed { kind, hash, bytes }
            }
        };
        let (reply, mut answer) = oneshot::channel();
        let tasks = batch.tasks.clone();
        if self
            .jobs
            .send(Work {
                bench,
                tasks,
                reply,
            })
            .is_err()
        {
            return refused(Refusal::Failed("its threads have ended".into()));
        }
        loop {
            match timeout(patience / 3, &mut answer).await {
                Ok(Ok(done)) => return done,
                Ok(Err(_)) => return refused(Refusal::Failed("its threads have ended".into())),
                Err(_) => drop(message.ack_with(AckKind::Progress).await),
            }
        }
    }

    fn ready(&self, hash: &Hash) -> Option<Arc<dyn Bench>> {
        let benches = self.benches.lock().unwrap_or_else(PoisonError::into_inner);
        let found = benches.iter().find(|(known, _)| known == hash);
        found.map(|(_, bench)| Arc::clone(bench))
    }

    /// On a thread: the tasks of one batch.
    fn serve(&self, work: Work) {
        let Work {
            bench,
            tasks,
            reply,
        } = work;
        let begun = Instant::now();
        let run = || {
            let bench = self.open(bench)?;
            tasks
                .iter()
                .map(|task| bench.run(task))
                .collect::<Result<Vec<_>, _>>()
        };
        // Whatever a batch does, the worker goes on.
        let result = panic::catch_unwind(AssertUnwindSafe(run));
        let result = result.unwrap_or_else(|_| Err(Failure::new("a task panicked")));
        let took = begun.elapsed();
        match &result {
            Ok(outcomes) => self.tasks.fetch_add(outcomes.len() as u64, Relaxed),
            Err(_) => self.failures.fetch_add(1, Relaxed),
        };
        self.busy_ms.fetch_add(took.as_millis() as u64, Relaxed);
        let result = result.map_err(|failure| Refusal::Failed(failure.to_string()));
        // It may not be wanted any more.
        let _ = reply.send(Done { result, took });
    }

    fn open(&self, bench: Ready) -> Result<Arc<dyn Bench>, Failure> {
        let (kind, hash, bytes) = match bench {
            Ready::Open(bench) => return Ok(bench),
            Ready::Packed { kind, hash, bytes } => (kind, hash, bytes),
        };
        if let Some(bench) = self.ready(&hash) {
            return Ok(bench);
        }
        let bench: Arc<dyn Bench> = kind.open(&bytes)?.into();
        let mut benches = self.benches.lock().unwrap_or_else(PoisonError::into_inner);
        benches.truncate(READY - 1);
        benches.push_front((hash, Arc::clone(&bench)));
        Ok(bench)
    }
}
