//! The connection to the server, and what is kept there.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::stream::{self, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, HeaderMap, ServerAddr};
use futures_util::StreamExt;
use tokio::time::sleep;

use crate::names::{self, DATA, OUTCOMES, PRESENCE, TASKS};
use crate::wire::{Hash, MOST_PIECES, PIECE, digits};

/// Where the server is, and how it knows its clients.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// `nats://HOST:PORT`, or `tls://`; also `nats://USER:PASSWORD@HOST:PORT`.
    pub url: String,
    /// A credentials file.
    pub credentials: Option<PathBuf>,
    /// The certificate of the authority that signed the server's.
    pub authority: Option<PathBuf>,
    /// The client's own certificate, and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl Access {
    /// The user in the address, if there is one.
    pub fn user(&self) -> Option<String> {
        let address: ServerAddr = self.url.parse().ok()?;
        address.username().map(str::to_owned)
    }
}

/// Why there is no fleet to work with.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The address is not one.
    #[error("`{0}` is not the address of a server: write nats://HOST:4222")]
    Address(String),
    /// The credentials file cannot be used.
    #[error("{}: {source}", .file.display())]
    Credentials {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is no answer, or the wrong one.
    #[error("cannot connect to {url}: {why}; `galapagos fleet up` starts a server")]
    Connect {
        /// The address, without a password.
        url: String,
        /// Why.
        why: String,
    },
    /// The server has no JetStream, or it does not let us use it.
    #[error(
        "the server does not keep {what}: {why}; it needs JetStream and permissions, as `galapagos fleet up` writes them"
    )]
    Keep {
        /// What is to be kept.
        what: &'static str,
        /// Why not.
        why: String,
    },
    /// Threads cannot be started.
    #[error("cannot start: {0}")]
    Start(#[from] std::io::Error),
    /// A worker may not take part.
    #[error("this worker is refused: {0}")]
    Refused(String),
}

/// Tasks and outcomes that were not taken are gone after this time.
const QUEUE_AGE: Duration = Duration::from_secs(3600);

/// Problems too; those that are still needed are put back.
const DATA_AGE: Duration = Duration::from_secs(7 * 24 * 3600);

/// Signs of life.
const PRESENCE_AGE: Duration = Duration::from_secs(15);

/// How often a sign of life is given.
pub(crate) const SIGN_EVERY: Duration = Duration::from_secs(3);

/// What they are called in errors.
const SIGNS: &str = "signs of life";

/// A cluster of so many servers keeps all as often, and may lose one.
const REPLICAS: usize = 3;

/// Between attempts while the server is not there.
const AGAIN: Duration = Duration::from_millis(500);

/// A connection.
#[derive(Clone)]
pub(crate) struct Link {
    pub client: Client,
    pub jetstream: Context,
}

impl Link {
    /// Connects once; later the connection is made again whenever it is lost.
    pub async fn connect(access: &Access, name: &str) -> Result<Self, LinkError> {
        let address: Option<ServerAddr> = access.url.parse().ok();
        let address = address.filter(|address| !address.host().is_empty());
        let address = address.ok_or_else(|| LinkError::Address(shown(&access.url)))?;
        let mut options = ConnectOptions::new()
            .name(name)
            .custom_inbox_prefix(format!("_INBOX_{name}"))
            .connection_timeout(Duration::from_secs(5));
        if let (Some(user), Some(password)) = (address.username(), address.password()) {
            options = options.user_and_password(user.into(), password.into());
        }
        if let Some(file) = &access.credentials {
            let credentials = std::fs::read_to_string(file);
            let options_with = credentials.and_then(|text| options.credentials(&text));
            options = options_with.map_err(|source| LinkError::Credentials {
                file: file.clone(),
                source,
            })?;
        }
        if let Some(authority) = &access.authority {
            options = options
                .add_root_certificates(authority.clone())
                .require_tls(true);
        }
        if let Some((certificate, key)) = &access.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let connected = options.connect(address).await;
        let client = connected.map_err(|error| LinkError::Connect {
            url: shown(&access.url),
            why: error.to_string(),
        })?;
        let jetstream = jetstream::new(client.clone());
        Ok(Self { client, jetstream })
    }

    /// Makes all that a fleet needs, where it is not there yet.
    pub async fn prepare(&self) -> Result<(), LinkError> {
        let queue = |name: &str, subjects: &str| stream::Config {
            name: name.into(),
            subjects: vec![subjects.into()],
            retention: RetentionPolicy::WorkQueue,
            max_age: QUEUE_AGE,
            ..stream::Config::default()
        };
        self.make("tasks", queue(TASKS, "galapagos.task.>")).await?;
        let outcomes = queue(OUTCOMES, "galapagos.outcome.>");
        self.make("outcomes", outcomes).await?;
        self.make("data", bucket(DATA, DATA_AGE)).await?;
        self.make(SIGNS, bucket(PRESENCE, PRESENCE_AGE)).await?;
        Ok(())
    }

    /// Makes a queue of tasks, where it is not there yet.
    pub async fn open(&self, queue: &str, patience: Duration) -> Result<(), LinkError> {
        let keep = |why: String| LinkError::Keep {
            what: "a queue of tasks",
            why,
        };
        let tasks = self.jetstream.get_stream_no_info(TASKS).await;
        let tasks = tasks.map_err(|error| keep(error.to_string()))?;
        let name = names::consumer(queue);
        let consumer = tasks.get_or_create_consumer(
            &name,
            pull::Config {
                durable_name: Some(name.clone()),
                filter_subject: names::task(queue, "*"),
                ack_policy: AckPolicy::Explicit,
                ack_wait: patience,
                max_ack_pending: 1 << 17,
                max_waiting: 1 << 17,
                ..pull::Config::default()
            },
        );
        let consumer: Result<PullConsumer, _> = consumer.await;
        consumer.map(drop).map_err(|error| keep(error.to_string()))
    }

    async fn make(&self, what: &'static str, config: stream::Config) -> Result<Stream, LinkError> {
        // A server tells of the others of its cluster, and without one perhaps of other
        // addresses of its own.
        let server = self.client.server_info();
        let is_large = server.cluster.is_some() && server.connect_urls.len() >= REPLICAS;
        let num_replicas = if is_large { REPLICAS } else { 1 };
        let config = stream::Config {
            num_replicas,
            ..config
        };
        let made = self.jetstream.get_or_create_stream(config).await;
        made.map_err(|error| LinkError::Keep {
            what,
            why: error.to_string(),
        })
    }

    /// A queue of tasks, if a run has made it.
    pub async fn tasks(&self, queue: &str) -> Option<PullConsumer> {
        let stream = self.jetstream.get_stream_no_info(TASKS).await.ok()?;
        stream.get_consumer(&names::consumer(queue)).await.ok()
    }

    /// The outcomes of a run.
    pub async fn outcomes(&self, run: &str) -> Result<PullConsumer, LinkError> {
        let keep = |why: String| LinkError::Keep {
            what: "outcomes",
            why,
        };
        let stream = self.outcome_stream().await.map_err(keep)?;
        let name = format!("run-{run}");
        let consumer = stream.get_or_create_consumer(
            &name,
            pull::Config {
                durable_name: Some(name.clone()),
                filter_subject: names::outcome(run, "*"),
                ack_policy: AckPolicy::Explicit,
                inactive_threshold: QUEUE_AGE,
                ..pull::Config::default()
            },
        );
        consumer.await.map_err(|error| keep(error.to_string()))
    }

    async fn outcome_stream(&self) -> Result<Stream<()>, String> {
        let stream = self.jetstream.get_stream_no_info(OUTCOMES).await;
        stream.map_err(|error| error.to_string())
    }

    /// Takes back what of a run is in the queues.
    pub async fn clear(&self, run: &str) {
        if let Ok(stream) = self.jetstream.get_stream_no_info(TASKS).await {
            let _ = stream.purge().filter(names::task("*", run)).await;
        }
        if let Ok(stream) = self.outcome_stream().await {
            let _ = stream.delete_consumer(&format!("run-{run}")).await;
            let _ = stream.purge().filter(names::outcome(run, "*")).await;
        }
    }

    /// Publishes until the server says that it has it; the same id is kept once.
    pub async fn publish(&self, subject: String, id: String, message: Vec<u8>) {
        let message = bytes::Bytes::from(message);
        loop {
            let mut headers = HeaderMap::new();
            headers.insert("Nats-Msg-Id", id.as_str());
            let sent =
                self.jetstream
                    .publish_with_headers(subject.clone(), headers, message.clone());
            if let Ok(acknowledged) = sent.await
                && acknowledged.await.is_ok()
            {
                return;
            }
            sleep(AGAIN).await;
        }
    }

    /// Gives a sign of life.
    pub async fn sign(&self, key: &str, message: Vec<u8>) {
        let _ = self
            .client
            .publish(names::presence(key), message.into())
            .await;
    }

    /// The latest signs of life: keys and messages.
    pub async fn present(&self) -> Result<Vec<(String, Vec<u8>)>, LinkError> {
        let keep = |why: String| LinkError::Keep { what: SIGNS, why };
        self.make(SIGNS, bucket(PRESENCE, PRESENCE_AGE)).await?;
        let bucket = self.jetstream.get_key_value(PRESENCE).await;
        let bucket = bucket.map_err(|error| keep(error.to_string()))?;
        let keys = bucket.keys().await;
        let mut keys = keys.map_err(|error| keep(error.to_string()))?;
        let mut present = Vec::new();
        while let Some(Ok(key)) = keys.next().await {
            if let Ok(Some(message)) = bucket.get(&key).await {
                present.push((key, message.to_vec()));
            }
        }
        present.sort();
        Ok(present)
    }

    async fn data(&self) -> Result<Store, String> {
        let bucket = self.jetstream.get_key_value(DATA).await;
        bucket.map_err(|error| error.to_string())
    }

    /// Puts content into the store, in pieces.
    pub async fn store(&self, hash: &Hash, content: &[u8]) {
        while self.try_store(hash, content).await.is_err() {
            sleep(AGAIN).await;
        }
    }

    async fn try_store(&self, hash: &Hash, content: &[u8]) -> Result<(), String> {
        let bucket = self.data().await?;
        let hash = digits(hash);
        let folded = zstd::bulk::compress(content, 3).map_err(|error| error.to_string())?;
        let pieces = folded.chunks(PIECE);
        let about = (pieces.len() as u32, content.len() as u64);
        for (number, piece) in pieces.enumerate() {
            let put = bucket.put(format!("{hash}.{number}"), piece.to_vec().into());
            put.await.map_err(|error| error.to_string())?;
        }
        // Last: what can be found is whole.
        let about = postcard::to_stdvec(&about).expect("two numbers");
        let put = bucket.put(format!("{hash}.size"), about.into());
        put.await.map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Gets content from the store; `None` if it is not there, or not what it should be.
    pub async fn fetch(&self, hash: &Hash) -> Option<Vec<u8>> {
        let bucket = self.data().await.ok()?;
        let name = digits(hash);
        let about = bucket.get(format!("{name}.size")).await.ok()??;
        let (pieces, size): (u32, u64) = postcard::from_bytes(&about).ok()?;
        if pieces > MOST_PIECES || size > u64::from(MOST_PIECES) * PIECE as u64 {
            return None;
        }
        let mut folded = Vec::new();
        for number in 0..pieces {
            folded.extend_from_slice(&bucket.get(format!("{name}.{number}")).await.ok()??);
        }
        let content = zstd::bulk::decompress(&folded, size as usize).ok()?;
        (blake3::hash(&content).as_bytes() == hash).then_some(content)
    }
}

/// The stream of a bucket, made by hand: the call of the library that makes one needs a newer
/// server than Debian's.
fn bucket(name: &str, max_age: Duration) -> stream::Config {
    stream::Config {
        name: format!("KV_{name}"),
        subjects: vec![format!("$KV.{name}.>")],
        max_messages_per_subject: 1,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        max_age,
        ..stream::Config::default()
    }
}

/// An address without its password.
pub(crate) fn shown(url: &str) -> String {
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
            format!("{scheme}://{host}")
        }
        None => url
            .rsplit_once('@')
            .map_or(url, |(_, host)| host)
            .to_owned(),
    }
}
