//! The work of runs on other machines: NATS JetStream beside threads.
//!
//! ```text
//! evo::Courier ─► Fleet ─► Ledger: batches, checks, trust      coordinator
//!                   ▲         │
//!                   │         ▼
//!                 network ─ server: streams of tasks and outcomes, problems by hash, signs of life
//!                             │
//!                             ▼
//!                           Worker ─► evo::Bench               anywhere
//! ```
//!
//! - [`Fleet`] is the coordinator's side, a [`Courier`](evo::Courier); [`Worker`] the other.
//! - The [`Ledger`] decides all there is to decide: which tasks are handed out when, which
//!   outcomes are checked, which worker is believed. It has no clock and no network, so
//!   that a [`simulation`] can drive it, too.
//! - [`wire`] is what messages say, [`names`] what things are called on the server, which
//!   [`server`] configures and starts; a [`Glance`] shows what is at work there.
//!
//! Tasks are pure, so it does not matter which worker does them, how often, and in which
//! order: a generation has the outcomes that threads would give.

mod coordinator;
mod glance;
mod ledger;
mod link;
pub mod names;
mod network;
pub mod server;
pub mod simulation;
pub mod wire;
mod worker;

pub use coordinator::{Fleet, Say, Setup};
pub use glance::Glance;
pub use ledger::{Action, Answer, Ledger, Rules, Standing};
pub use link::{Access, LinkError};
pub use wire::{Build, is_name};
pub use worker::Worker;
