"""What each part of a modern organism is worth; see ablation.sh."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

# How the names of the genes of a group begin. A gene that a file does not name is switched
# off, so a part is switched off by leaving out its lines.
SEARCH = {
    "aspiration windows": "ASPIRATION_",
    "hash scores as evaluations": "HASH_EVAL",
    "razoring": "RAZOR_",
    "reverse futility": "REVERSE_",
    "null move": "NULL_",
    "ProbCut": "PROBCUT_",
    "internal reductions": "INTERNAL_",
    "singular extensions": "SINGULAR_",
    "late move pruning": "QUIET_LIMIT_",
    "futility": "FUTILITY_",
    "pruning by history": "HISTORY_",
    "pruning by exchange": "EXCHANGE_",
    "late move reductions": "REDUCTION_|DEEPER_",
    "history": "BONUS_|MALUS_",
    "continuation history": "CONTINUATION_",
    "correction history": "CORRECTION_",
    "margins of quiescence": "CALM_MARGIN|CALM_EXCHANGE",
    "quiet checks in quiescence": "CALM_CHECKS",
}
EVALUATION = {
    "pairs and pawns beside material": "KNIGHT_PAWNS|ROOK_PAWNS|BISHOP_PAIR",
    "piece-square tables": "PST_",
    "mobility": "MOBILITY_",
    "king attack": "KING_ATTACK",
    "shelter and storm": "SHELTER|STORM",
    "passed pawns": "PASSED|CANDIDATE",
    "pawn structure": "ISOLATED|DOUBLED|BACKWARD|PHALANX|GUARDED|LEVER|RAMMED|ISLANDS",
    "threats": "THREAT_|HANGING|WEAKLY_GUARDED|RESTRICTED",
    "outposts": "OUTPOST_|BEHIND_PAWN|MINOR_KING_DISTANCE",
    "files": "ROOK_OPEN|ROOK_HALF|QUEEN_OPEN|QUEEN_HALF|KING_OPEN|KING_HALF|KING_CLOSED|ROOK_SEVENTH|ROOK_KING|ROOK_TRAPPED",
    "bad bishops": "BISHOP_OWN|BISHOP_RAMMED|BISHOP_ENEMY|BISHOP_LONG",
    "space and centre": "SPACE|CENTRE_",
    "tempo": "TEMPO",
}


def without(text, sections, genes):
    """The organism without these genes in these sections."""
    head, *tables = re.split(r"^(?=\[\w+\]$)", text, flags=re.MULTILINE)
    gene = re.compile(rf"^(?:{genes})\w* = (?:\[\n(?:.*,\n)*\]|.*)\n", re.MULTILINE)
    left = [gene.sub("", table) if table.startswith(sections) else table for table in tables]
    return head + "".join(left)


def signed(elo):
    """One player may have won everything: then there is no end to an interval."""
    return "∞" if elo is None else f"{elo:+.0f}"


def main():
    organism, nodes, pairs = sys.argv[1:]
    text = pathlib.Path(organism).read_text()
    parts = [(name, ("[search]",), genes) for name, genes in SEARCH.items()]
    parts += [(name, ("[midgame]", "[endgame]"), genes) for name, genes in EVALUATION.items()]
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, sections, genes) in enumerate(parts):
            less = without(text, sections, genes)
            if less == text:
                print(f"{name:<34} not there")
                continue
            variant = pathlib.Path(folder) / f"{number}.toml"
            variant.write_text(less)
            match = ["target/release/galapagos", "match", organism, f"{variant},name=without"]
            match += ["--nodes", nodes, "--pairs", pairs, "--json"]
            played = subprocess.run(match, check=True, capture_output=True, text=True)
            elo = json.loads(played.stdout)["encounters"][0]["elo"]
            value, low, high = (signed(elo[key]) for key in ("value", "low", "high"))
            print(f"{name:<34} {value:>5} ({low} to {high})", flush=True)


main()
