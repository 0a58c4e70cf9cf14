//! What is to be seen of a fleet from outside.

use crate::link::{Access, Link, LinkError};
use crate::{names, wire};

/// The workers and the runs that give signs of life, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glance {
    /// The workers.
    pub workers: Vec<(String, wire::Worker)>,
    /// The runs.
    pub runs: Vec<(String, wire::Run)>,
}

impl Glance {
    /// Looks at the fleet of a server.
    pub fn at(access: &Access) -> Result<Self, LinkError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let present = async { Link::connect(access, "glance").await?.present().await };
        let mut seen = Self::default();
        for (key, message) in runtime.block_on(present)? {
            if let Some(name) = key.strip_prefix(&names::worker_key(""))
                && let Ok(worker) = wire::read(&message)
            {
                seen.workers.push((name.to_owned(), worker));
            }
            if let Some(run) = key.strip_prefix(&names::run_key(""))
                && let Ok(sign) = wire::read(&message)
            {
                seen.runs.push((run.to_owned(), sign));
            }
        }
        Ok(seen)
    }
}
