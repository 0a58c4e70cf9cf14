#!/usr/bin/env bash
# What each part of a modern organism is worth: it plays itself without one group of search
# genes or one family of weights after the other. Prints Elo with intervals.
#
#   benches/ablation.sh [ORGANISM [NODES [PAIRS]]]
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
exec python3 benches/ablation.py "${1:-organisms/galapagos-2.toml}" "${2:-5000}" "${3:-100}"
