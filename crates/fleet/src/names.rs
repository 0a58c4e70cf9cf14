//! What things are called on the server.

use crate::wire::digits;

/// The stream of tasks.
pub const TASKS: &str = "GALAPAGOS_TASKS";

/// The stream of answers.
pub const OUTCOMES: &str = "GALAPAGOS_OUTCOMES";

/// The bucket of problems.
pub const DATA: &str = "galapagos_data";

/// The bucket of signs of life.
pub const PRESENCE: &str = "galapagos_presence";

/// What tasks are in one queue: those for workers of this build that lend these engines.
pub fn queue(build: &str, engines: &[String]) -> String {
    if engines.is_empty() {
        return build.to_owned();
    }
    let mut engines = engines.to_vec();
    engines.sort();
    engines.dedup();
    // Names of engines may have any letters, those of queues may not.
    let hash = blake3::hash(engines.join("\n").as_bytes());
    format!("{build}-{}", &digits(hash.as_bytes())[..16])
}

/// The subject of tasks of a run in a queue.
pub fn task(queue: &str, run: &str) -> String {
    format!("galapagos.task.{queue}.{run}")
}

/// The subject of a worker's answers to a run.
pub fn outcome(run: &str, worker: &str) -> String {
    format!("galapagos.outcome.{run}.{worker}")
}

/// Where a worker is told that it is refused.
pub fn refused(worker: &str) -> String {
    format!("galapagos.refused.{worker}")
}

/// What the workers that share a queue take its tasks from.
pub fn consumer(queue: &str) -> String {
    format!("workers-{queue}")
}

/// The key of a worker's signs of life.
pub fn worker_key(worker: &str) -> String {
    format!("worker.{worker}")
}

/// The key of a run's signs of life.
pub fn run_key(run: &str) -> String {
    format!("run.{run}")
}

/// The subject of a key among the signs of life.
pub fn presence(key: &str) -> String {
    format!("$KV.{PRESENCE}.{key}")
}
