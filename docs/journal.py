#!/usr/bin/env python3
"""Reads a run with pandas and redraws Figure 2 of the EVOL* paper.

    python3 docs/journal.py runs/evol-eval-seed1 -o figure2.png

The tables and columns are documented in docs/journal.md. Needs Python 3.11,
pandas and matplotlib (on Debian: python3-pandas python3-matplotlib).
"""

import argparse
import contextlib
import pathlib
import sqlite3
import tomllib

import matplotlib

matplotlib.use("Agg")  # draws without a screen
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

APPLICATION, LAYOUT = int.from_bytes(b"GALA", "big"), 3


def connect(run):
    """Opens the journal of a run for reading only."""
    file = pathlib.Path(run, "journal.sqlite").resolve()
    db = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
    found = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    if found != [APPLICATION, LAYOUT]:
        raise SystemExit(f"{file} is not a journal of layout {LAYOUT}")
    return contextlib.closing(db)


def recipe(db):
    """The recipe of the run."""
    return tomllib.loads(db.execute("SELECT recipe FROM run").fetchone()[0])


def organisms(db, phase):
    """The organisms of a phase with the numbers of their generations."""
    query = """SELECT generation, id - first AS number, deme, fitness, score, origin, genes
               FROM generation JOIN organism ON id BETWEEN first AND first + size - 1
               WHERE phase = ? ORDER BY id"""
    return pd.read_sql_query(query, db, params=[phase])


def genes(db, phase):
    """The genes of every organism of a phase, a column each."""
    names = pd.read_sql_query("SELECT name FROM gene WHERE phase = ? ORDER BY position", db, params=[phase])
    types = {1: "<i1", 2: "<i2", 4: "<i4", 8: "<f8"}
    table = organisms(db, phase)
    values = [np.frombuffer(blob, types[len(blob) // len(names)]) for blob in table.genes]
    return table[["generation", "number"]].join(pd.DataFrame(values, columns=names.name))


def scores(db, phase):
    """The scores of a phase by generation: best, mean, and best on test."""
    query = """SELECT generation, best_score AS best, mean_score AS mean, trial_score AS "best on test"
               FROM generation WHERE phase = ?"""
    return pd.read_sql_query(query, db, params=[phase], index_col="generation").astype(float)


def main():
    parser = argparse.ArgumentParser(description="Redraws Figure 2 of the EVOL* paper from a run.")
    parser.add_argument("run", help="the folder of a run whose recipe has [mimic]")
    parser.add_argument("--phase", type=int, default=0, help="which independent run, from 0")
    parser.add_argument("-o", "--output", help="the picture, .png, .svg or .pdf")
    arguments = parser.parse_args()
    with connect(arguments.run) as db:
        if "mimic" not in recipe(db):
            raise SystemExit("Figure 2 is about recipes with [mimic]")
        about = pd.read_sql_query("SELECT name, unit FROM phase WHERE phase = ?", db, params=[arguments.phase])
        if about.empty:
            raise SystemExit(f"there is no phase {arguments.phase}")
        table = scores(db, arguments.phase)
        last = organisms(db, arguments.phase).query("generation == generation.max()")
        champion = genes(db, arguments.phase).loc[last.fitness.idxmax()]
    print(table.iloc[[0, -1]].round(2).to_string())
    print(f"\nThe best organism of the last generation\n{champion.to_string()}")
    if arguments.output:
        axes = table.plot(color=["#005ab5", "#dc3220", "#5a5a5a"], figsize=(8, 5), grid=True)
        axes.set(xlabel="generation", ylabel=about.unit[0])
        axes.set_title(f"{pathlib.Path(arguments.run).resolve().name}, {about.name[0]}")
        plt.savefig(arguments.output, dpi=150, bbox_inches="tight")


if __name__ == "__main__":
    main()
