#!/usr/bin/env bash
# What a batch costs the server and the run: messages, bytes and processor time, of a
# coevolution over a fleet of two workers. Linux only; other work on the machine does not matter.
set -euo pipefail
cd "$(dirname "$0")/.."
galapagos=${1:-}
if [ -z "$galapagos" ]; then
  cargo build --release -q
  galapagos=$PWD/target/release/galapagos
fi
PATH=$PATH:/usr/sbin
url=nats://127.0.0.1:42230 monitor=http://127.0.0.1:42231
cd "$(mktemp -d)"
trap 'kill $(jobs -p) 2>/dev/null; wait || true; rm -r "$PWD"' EXIT
cat >server.conf <<CONF
listen: "127.0.0.1:42230"
http: "127.0.0.1:42231"
jetstream { store_dir: "$PWD/store" }
CONF
nats-server -c server.conf -l log &
server=$!
until "$galapagos" fleet "$url" >/dev/null 2>&1; do sleep 0.2; done
for name in one other; do "$galapagos" worker "$url" --threads 1 --name $name 2>/dev/null & done
until [ "$("$galapagos" fleet "$url" | grep -c '^one\|^other')" = 2 ]; do sleep 0.2; done
# Hundredths of a second of processor time.
used() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
count() { curl -s "$monitor/varz" | grep -o "\"$1\": [0-9]*" | grep -o '[0-9]*$'; }
batches() { curl -s "$monitor/jsz?streams=1" | tr -d ' \n' | grep -o '"name":"GALAPAGOS_OUTCOMES".*' | grep -o '"last_seq":[0-9]*' | head -1 | grep -o '[0-9]*$'; }
messages=$(($(count in_msgs) + $(count out_msgs))) bytes=$(($(count in_bytes) + $(count out_bytes)))
before=$(used $server)
"$galapagos" evolve evochess --budget quick --set generations="${2:-10}" --fleet "$url" --runs-dir . --name run >/dev/null 2>&1 &
run=$!
while kill -0 $run 2>/dev/null; do coordinator=$(used $run 2>/dev/null || echo "$coordinator"); sleep 0.5; done
messages=$(($(count in_msgs) + $(count out_msgs) - messages)) bytes=$(($(count in_bytes) + $(count out_bytes) - bytes))
server=$(($(used $server) - before))
batches=$(batches)
awk "BEGIN {
  printf \"%d batches; for each the server takes in and gives out %.1f messages and %.1f kB,\\n\", $batches, $messages / $batches, $bytes / 1000 / $batches
  printf \"and takes %.1f ms of processor time; the run takes %.0f ms\\n\", 10 * $server / $batches, 10 * $coordinator / $batches
}"
"$galapagos" fleet "$url" | tail -2
