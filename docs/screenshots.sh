#!/usr/bin/env bash
# Pictures of the pages of `galapagos serve` for the documents, light and dark, of runs that
# are made for it. Needs chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
galapagos=$PWD/target/release/galapagos
work=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT

evolve() { "$galapagos" evolve "$@" --runs-dir "$work/runs" >/dev/null 2>&1; }
evolve evol-star --budget quick
evolve evochess --budget quick
evolve evol-eval --seed 1-2 --set generations=60
"$galapagos" match "$work/runs/evol-star-quick-seed1/champion.toml" organisms/galapagos-1.toml \
  --nodes 2000 --pairs 3 --pgn "$work/runs/games.pgn" >/dev/null 2>&1

"$galapagos" serve "$work/runs" --port 0 >"$work/address" 2>/dev/null &
server=$!
until [ -s "$work/address" ]; do sleep 0.1; done
address=$(head -1 "$work/address")

shoot() { # NAME PAGE WIDTH HEIGHT [FLAG...]
  local name=$1 page=$2 size=$3,$4
  shift 4
  chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync \
    --user-data-dir="$(mktemp -d -p "$work")" --hide-scrollbars --timeout=4000 \
    --window-size="$size" "$@" --screenshot="docs/dash/$name.png" "$address$page" >/dev/null 2>&1
}
dark=(--force-dark-mode --blink-settings=preferredColorScheme=0)
run=runs/evol-star-quick-seed1
game='#nodes=20000&moves=e2e4.e7e5.g1f3.b8c6.f1c4'
shoot runs "" 1120 520
shoot run "$run" 1120 1040
shoot run-dark "$run" 1120 1040 "${dark[@]}"
shoot play "$run/play$game" 1120 1040
shoot play-dark "$run/play$game" 1120 1040 "${dark[@]}"
shoot play-phone "$run/play$game" 390 844
shoot games "games?file=games.pgn&game=1" 1120 860
shoot demes "runs/evochess-quick-seed1/demes" 1120 760
shoot compare "compare?run=evol-eval-seed1&run=evol-eval-seed2" 1120 1000
ls -l docs/dash/*.png
