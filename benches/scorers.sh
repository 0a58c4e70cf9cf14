#!/usr/bin/env bash
# Position-organisms a second on one core, for each scorer and instruction set,
# and the ratio to the naive way. The first argument may name another position file.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --quiet -p problems --example scorer_speed -- "$@"
