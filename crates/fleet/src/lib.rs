//! Fleet.
