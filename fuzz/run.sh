#!/bin/sh
# usage: run.sh [seconds [target]]
#
# Runs every fuzz target, or one, for the given seconds (default 60), two at a
# time where there are two cores. Fails if anything is found; the input that did
# it lies in artifacts/.
set -eu
cd "$(dirname "$0")"
# What fuzzing asks of the compiler is for nightly ones alone; a stable one can do it too.
export RUSTC_BOOTSTRAP=1
seconds=${1:-60}

if [ $# -lt 2 ]; then
    cargo fuzz build
    jobs=$(nproc)
    [ "$jobs" -le 2 ] || jobs=2
    # All targets get their turn; xargs fails if any target did.
    cargo fuzz list | xargs -P "$jobs" -n 1 ./run.sh "$seconds"
    exit
fi

target=$2
mkdir -p "corpus/$target"
[ ! -d "seeds/$target" ] || cp "seeds/$target"/* "corpus/$target/"
# Time on a busy machine is not a finding, and neither is a thread that is about
# to end and still holds its memory.
set -- "-max_total_time=$seconds" -timeout=300 -detect_leaks=0
[ ! -f "$target.dict" ] || set -- "$@" "-dict=$target.dict"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if cargo fuzz run "$target" -- "$@" >"$log" 2>&1; then
    echo "$target: nothing found ($(tail -1 "$log"))"
else
    tail -40 "$log"
    echo "$target: FOUND SOMETHING"
    exit 1
fi
