#!/usr/bin/env bash
# Pictures of the pages of `galapagos serve` for the documents, light and dark, of runs, a
# match and a fleet that are made for it. Needs chromium, nats-server and python3-numpy.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
galapagos=$PWD/target/release/galapagos
work=$(mktemp -d)
others=()
trap 'kill "${others[@]}" 2>/dev/null || true; sleep 1; rm -rf "$work"' EXIT
aside() { "$galapagos" "$@" >/dev/null 2>&1 & others+=($!); }

evolve() { "$galapagos" evolve "$@" --runs-dir "$work/runs" >/dev/null 2>&1; }
evolve evol-star --budget quick
evolve evochess --budget quick
evolve evol-eval --seed 1-3 --set generations=60
"$galapagos" match organisms/galapagos-2.toml organisms/galapagos-1.toml --concurrency 3 \
  --nodes 2000 --pairs 3 --pgn "$work/runs/games.pgn" >/dev/null 2>&1

hub=nats://127.0.0.1:42859
aside fleet up "$work/fleet" --listen "${hub#nats://}"
for worker in attic cellar; do aside worker "$hub" --threads 1 --name "$worker"; done
aside evolve evochess --seed 2 --runs-dir "$work/elsewhere" --fleet "$hub"

# A run that goes on while the pictures are taken.
aside evolve evol-eval --seed 4 --set generations=20000 --threads 1 --runs-dir "$work/runs"

until [ -s "$work/runs/evol-eval-seed4/journal.sqlite" ]; do sleep 0.2; done
sleep 3

# The pages name the folder as it is given here.
(cd "$work" && exec "$galapagos" serve runs --port 0 --fleet "$hub" >address 2>/dev/null) &
others+=($!)
until [ -s "$work/address" ]; do sleep 0.1; done
address=$(head -1 "$work/address")

dark=(--force-dark-mode --blink-settings=preferredColorScheme=0)
shoot() { # NAME PAGE WIDTH HEIGHT [FLAG...]
  local name=$1 page=$2 size=$3,$4
  shift 4
  chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync \
    --user-data-dir="$(mktemp -d -p "$work")" --hide-scrollbars --timeout=4000 \
    --window-size="$size" "$@" --screenshot="docs/dash/$name.png" "$address$page" >/dev/null 2>&1
  /usr/bin/python3 docs/palette.py "docs/dash/$name.png"
}
both() { # NAME PAGE WIDTH HEIGHT [FLAG...]
  shoot "$@"
  shoot "$1-dark" "${@:2}" "${dark[@]}"
}
run=runs/evol-star-quick-seed1
game='#nodes=20000&moves=e2e4.e7e5.g1f3.b8c6.f1c4'
both runs "" 1120 620
both run "$run" 1120 1040
# The whole of it.
both genes runs/evol-eval-seed1 1120 3250
# Until the organism has replied.
replied=(--virtual-time-budget=20000)
both play "$run/play$game" 1120 940 "${replied[@]}"
shoot run-phone "$run" 390 844
shoot play-phone "$run/play$game" 390 844 "${replied[@]}"
both games "games?file=games.pgn&game=1" 1120 1240
both demes "runs/evochess-quick-seed1/demes" 1120 760
both compare "compare?run=evol-eval-seed1&run=evol-eval-seed2&run=evol-eval-seed3" 1120 1000
both workers workers 1120 560
# Games as they are played, once there are some results; the weaker one has odds.
record=$work/runs/match.pgn
aside match "organisms/galapagos-2.toml,movetime=0.003,name=Galapagos 2 (3 ms)" \
  "organisms/galapagos-1.toml,movetime=0.03,name=Galapagos 1 (30 ms)" \
  --concurrency 3 --margin 60000 --sprt 0 100 --pgn "$record"
until [ "$(grep -c '^\[Result' "$record" 2>/dev/null)" -ge 12 ]; do sleep 0.2; done
both live "games?file=match.pgn" 1120 1240
ls -l docs/dash/*.png
