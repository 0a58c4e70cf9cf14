#!/usr/bin/env bash
# Nodes per second of galapagos and other engines, side by side: the same
# positions, one thread, 16 MiB of hash, the same time each, engine after engine
# for every position so that all meet the same load. Prints the ratios.
#
#   benches/speed.sh [SECONDS_A_POSITION [ORGANISM]]
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:/usr/games"
cargo build --release --quiet
exec python3 benches/speed.py "${1:-1}" "${2:-organisms/evol-star-2014.toml}"
