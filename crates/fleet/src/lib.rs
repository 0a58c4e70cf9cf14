//! Tasks of a run done on many machines: NATS JetStream beside threads.
mod coordinator;
mod glance;
mod ledger;
mod link;
pub mod names;
pub mod server;
pub mod simulation;
pub mod wire;
mod worker;

pub use coordinator::{Fleet, Say, Setup};
pub use glance::Glance;
pub use ledger::{Action, Answer, Ledger, Rules, Standing};
pub use link::{Access, LinkError};
pub use wire::{Build, Hash, Refusal, is_name};
pub use worker::Worker;
