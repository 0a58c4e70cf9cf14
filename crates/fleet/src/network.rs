//! The coordinator's thread for the network.

use std::collections::HashSet;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use evo::{Failure, Packed};
use futures_util::StreamExt;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{sleep, timeout};

use crate::link::{Access, Link, LinkError, SIGN_EVERY};
use crate::names;
use crate::wire::{self, Answer, Hash, is_name};

/// How long leaving may take.
const LEAVING: Duration = Duration::from_secs(3);

/// Between attempts to hear from the server.
const AGAIN: Duration = Duration::from_millis(500);

/// For the network.
pub enum Command {
    Send {
        number: u64,
        queue: String,
        message: Vec<u8>,
    },
    Store(Hash, Arc<Packed>),
    Refuse {
        worker: String,
        why: String,
    },
    Sign(Vec<u8>),
    Leave,
}

/// From the network, and from the thread that does what is done here.
pub enum Event {
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
        /// Whether it came out the same a second time, where that was tried.
        is_steady: bool,
    },
}

/// What the thread of the network knows.
#[derive(Clone)]
pub struct Network {
    pub run: String,
    pub build: String,
    pub redelivery: Duration,
    pub events: Sender<Event>,
    /// The queues that were made for this run.
    pub queues: Arc<Mutex<HashSet<String>>>,
}

impl Network {
    /// Does what it is told until it is to leave; says first whether it is connected.
    pub async fn serve(
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
        tokio::spawn(self.clone().receive(link.clone(), outcomes));
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
                Command::Send {
                    number,
                    queue,
                    message,
                } => {
                    let subject = names::task(&queue, &self.run);
                    let id = format!("{}-{number}", self.run);
                    let (network, link) = (self.clone(), link.clone());
                    // Many at once: none waits for the server's word on another.
                    tokio::spawn(async move {
                        network.open(&link, &queue).await;
                        link.publish(subject, id, message).await;
                    });
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
            link.sign(&names::run_key(&self.run), Vec::new()).await;
            link.clear(&self.run).await;
            let _ = link.client.flush().await;
        };
        let _ = timeout(LEAVING, leave).await;
    }

    async fn begin(&self, access: &Access) -> Result<(Link, PullConsumer), LinkError> {
        let link = Link::connect(access, "coordinator").await?;
        link.prepare().await?;
        link.open(&self.build, self.redelivery).await?;
        self.lock().insert(self.build.clone());
        let outcomes = link.outcomes(&self.run).await?;
        Ok((link, outcomes))
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sees to it that there is such a queue.
    async fn open(&self, link: &Link, queue: &str) {
        while !self.lock().contains(queue) {
            match link.open(queue, self.redelivery).await {
                Ok(()) => drop(self.lock().insert(queue.to_owned())),
                Err(_) => sleep(AGAIN).await,
            }
        }
    }

    /// Makes again what a server has lost.
    async fn prepare_again(&self, link: &Link) -> Result<PullConsumer, LinkError> {
        link.prepare().await?;
        let queues = self.lock().clone();
        for queue in queues {
            link.open(&queue, self.redelivery).await?;
        }
        link.outcomes(&self.run).await
    }

    /// Takes outcomes as they come.
    async fn receive(self, link: Link, mut outcomes: PullConsumer) {
        while let Some(end) = self.receive_some(&outcomes).await {
            if end.is_ok() {
                continue;
            }
            sleep(AGAIN).await;
            // A server that has lost its store has lost all of this.
            if let Ok(again) = self.prepare_again(&link).await {
                outcomes = again;
            }
        }
    }

    /// Asks once, and takes what comes; nothing once the coordinator has ended.
    async fn receive_some(&self, outcomes: &PullConsumer) -> Option<Result<(), Lost>> {
        let prefix = names::outcome(&self.run, "");
        let request = outcomes
            .batch()
            .max_messages(256)
            .expires(Duration::from_secs(2));
        let Ok(mut messages) = request.messages().await else {
            return Some(Err(Lost));
        };
        while let Some(message) = messages.next().await {
            let Ok(message) = message else {
                return Some(Err(Lost));
            };
            let worker = message.subject.strip_prefix(&prefix).unwrap_or_default();
            let worker = worker.to_owned();
            if is_name(&worker) {
                let event = match wire::read(&message.payload) {
                    Ok(answer) => Event::Answer { worker, answer },
                    Err(why) => Event::Damaged {
                        worker,
                        why: why.to_string(),
                    },
                };
                self.events.send(event).ok()?;
            }
            let _ = message.ack().await;
        }
        Some(Ok(()))
    }
}

/// The server does not answer as it should.
struct Lost;

/// Hears of workers.
async fn listen(link: Link, events: Sender<Event>) {
    let prefix = names::presence(&names::worker_key(""));
    loop {
        let Ok(mut signs) = link.client.subscribe(format!("{prefix}*")).await else {
            sleep(AGAIN).await;
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
