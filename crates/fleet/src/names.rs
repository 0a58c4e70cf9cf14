//! What things are called on the server.

/// The stream of tasks.
pub const TASKS: &str = "GALAPAGOS_TASKS";

/// The stream of answers.
pub const OUTCOMES: &str = "GALAPAGOS_OUTCOMES";

/// The bucket of problems.
pub const DATA: &str = "galapagos_data";

/// The bucket of signs of life.
pub const PRESENCE: &str = "galapagos_presence";

/// The subject of tasks of a run, for workers of one build.
pub fn task(build: &str, run: &str) -> String {
    format!("galapagos.task.{build}.{run}")
}

/// The subject of a worker's answers to a run.
pub fn outcome(run: &str, worker: &str) -> String {
    format!("galapagos.outcome.{run}.{worker}")
}

/// Where a worker is told that it is refused.
pub fn refused(worker: &str) -> String {
    format!("galapagos.refused.{worker}")
}

/// The queue that workers of one build share.
pub fn consumer(build: &str) -> String {
    format!("workers-{build}")
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
