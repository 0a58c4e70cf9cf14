"""Compares the speed of UCI engines; see speed.sh."""

import re
import shutil
import subprocess
import sys

OURS = "target/release/galapagos"
ENGINES = {
    "galapagos": [OURS, "uci", "--organism", sys.argv[2]],
    "toga2": ["toga2"],
    "glaurung": ["glaurung"],
    "ethereal-chess": ["ethereal-chess"],
    "stockfish": ["stockfish"],
}


class Engine:
    """One engine process, spoken to line by line."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.ask("uci", "uciok")
        self.tell("setoption name Hash value 16")
        self.tell("setoption name Threads value 1")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, answer):
        """Says `line` and gives all lines up to the one that starts with `answer`."""
        self.tell(line)
        heard = []
        for said in self.process.stdout:
            heard.append(said.strip())
            if said.startswith(answer):
                return heard
        sys.exit(f"{self.process.args[0]} ended before {answer}")

    def search(self, fen, seconds):
        """Nodes and milliseconds of one search, as the engine itself counts them."""
        self.tell("ucinewgame")
        self.ask("isready", "readyok")
        self.tell(f"position fen {fen}")
        nodes = ms = 0
        for line in self.ask(f"go movetime {int(seconds * 1000)}", "bestmove"):
            counted = re.search(r"\bnodes (\d+)", line)
            timed = re.search(r"\btime (\d+)", line)
            if counted and timed and int(counted[1]) >= nodes:
                nodes, ms = int(counted[1]), int(timed[1])
        return nodes, ms


def bench_positions():
    listed = subprocess.run([OURS, "bench", "--depth", "1"], capture_output=True, text=True, check=True)
    return [line.split(None, 1)[1] for line in listed.stdout.splitlines()[:-1]]


def main():
    seconds = float(sys.argv[1])
    missing = [name for name, command in ENGINES.items() if not shutil.which(command[0])]
    for name in missing:
        print(f"{name} is not installed: left out")
    engines = {name: Engine(command) for name, command in ENGINES.items() if name not in missing}
    totals = {name: [0, 0] for name in engines}
    for fen in bench_positions():
        for name, engine in engines.items():
            nodes, ms = engine.search(fen, seconds)
            totals[name][0] += nodes
            totals[name][1] += ms
    speeds = {name: nodes / max(ms, 1) * 1000 for name, (nodes, ms) in totals.items()}
    for name, speed in speeds.items():
        print(f"{name:<16} {speed / 1e6:6.2f} million nodes/s   galapagos / {name}: {speeds['galapagos'] / speed:.2f}")


main()
