#!/usr/bin/env bash
# The imitation of the published size (recipes/evol-eval.toml) on two threads, and over a
# fleet of two workers on the same machine; both take turns.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release -q
galapagos=$PWD/target/release/galapagos
url=nats://127.0.0.1:42229
cd "$(mktemp -d)"
"$galapagos" fleet up --listen 127.0.0.1:42229 2>/dev/null &
trap 'kill $(jobs -p); wait || true; rm -r "$PWD"' EXIT
until "$galapagos" fleet "$url" >/dev/null 2>&1; do sleep 0.2; done
"$galapagos" worker "$url" --threads 1 2>/dev/null &
"$galapagos" worker "$url" --threads 1 2>/dev/null &
until [ "$("$galapagos" fleet "$url" | grep -c '^[^ ]*-[0-9]* ')" = 2 ]; do sleep 0.2; done
# The seconds that a run takes with these options.
run() {
  rm -rf run
  local begun=$EPOCHREALTIME
  "$galapagos" evolve evol-eval --threads 2 --runs-dir . --name run "$@" >/dev/null 2>log
  awk "BEGIN { printf \"%.2f\", $EPOCHREALTIME - $begun }"
}
for turn in 1 2 3; do
  threads=$(run)
  cp run/champion.toml threads.toml
  fleet=$(run --fleet "$url")
  cmp run/champion.toml threads.toml
  echo "threads $threads s, fleet $fleet s: $(grep '^fleet: sending' log)"
done
