#!/usr/bin/env bash
# What it costs to look on: 50 pages that are kept up to date beside an evolution, how late
# they are, and the first paint of a run with 100,000 organisms. Needs python3 and chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
exec python3 benches/dash.py "$PWD/target/release/galapagos"
