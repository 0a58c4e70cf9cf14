//! The ledger in a world whose chance and clock are ours.
