#!/usr/bin/env bash
# Gradients of positions a second, on one thread and on all. The first argument may name
# another file of games, the second the most games of it, the third the epochs.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --quiet -p problems --example learner_speed -- "$@"
