#!/usr/bin/env bash
# Positions that endgame trees judge a second on one core, with and without
# memoisation, and games of a generation a second. The first argument may name
# another ending than KQRKQR.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --quiet -p lab --example endgame_speed -- "$@"
