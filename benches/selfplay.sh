#!/usr/bin/env bash
# Positions a second of games of Galapagos 2 against itself, which self-play learns from, on
# one thread and on all. The first argument may say how many nodes a move, the second how
# many games.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --quiet -p problems --example selfplay_speed -- "$@"
