#!/usr/bin/env bash
# Games a second at 2,000 nodes a move: organisms in this process against the same
# as two UCI programs, move for move the same games. Then what a move costs with a
# UCI program that answers at once, which is the arena's own overhead.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
exec cargo run --release --quiet -p arena --example arena_speed -- target/release/galapagos
