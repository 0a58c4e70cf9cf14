#!/usr/bin/env bash
# Two workers against two threads, a run that is too quick for a fleet, what a batch costs
# the server, and simulated fleets of up to 10,000 workers. On a machine whose two cores
# are idle.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo run --release -q -p fleet --example overhead
benches/fleet_mimic.sh
cargo run --release -q -p fleet --example server_load
cargo run --release -q -p fleet --example fleet_sizes
