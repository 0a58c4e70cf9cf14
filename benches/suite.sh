#!/usr/bin/env bash
# Nodes per second of a generation of searches that solve a suite on all cores, and
# what share that is of cores × the speed of the bench on one thread, taken before
# and after. The first argument may name another suite.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
galapagos=target/release/galapagos
suite=${1:-data/tactics.epd}
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT

bench() { $galapagos bench --organism organisms/evol-star-2014.toml | awk 'END { print $3 }'; }
before=$(bench)
seconds=$($galapagos evolve recipes/evol-search.toml --set generations=0 --set tactics.suite="$suite" \
  --runs-dir "$runs" --name suite 2>&1 >/dev/null | sed -n 's/^evolved in \(.*\) s$/\1/p')
after=$(bench)
nodes=$($galapagos export "$runs/suite" --csv | awk -F, 'END { print $NF }')
awk -v nodes="$nodes" -v seconds="$seconds" -v before="$before" -v after="$after" -v cores="$(nproc)" 'BEGIN {
  bench = (before + after) / 2
  speed = nodes / seconds
  printf "suite %.2f million nodes/s on %d cores, bench %.2f on one: %.1f %% of cores × bench\n",
    speed / 1e6, cores, bench / 1e6, 100 * speed / (cores * bench)
}'
