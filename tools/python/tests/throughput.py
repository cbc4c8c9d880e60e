"""Compares the throughput of lookup_many with that of a Go program over the same mentions, by turns in one run.

    throughput.py BATCH MENTIONS     # the program of lab/batch, and a file of mentions

Both use all processors. The fastest round of each counts. As others use the machine, too, there are more rounds while
the ratio is low. The exit status is 1 if it stays below 80 %.
"""

import subprocess
import sys
import time
from typing import Callable

import normlet

ROUNDS, MOST_ROUNDS = 5, 25
LEAST = 0.8


def seconds(f: Callable[[], object]) -> float:
    """How long a call takes."""
    start = time.perf_counter()
    f()
    return time.perf_counter() - start


def main() -> None:
    """Measures, and prints a line for each form of the answers."""
    batch, file = sys.argv[1:]
    with open(file, encoding="utf-8") as f:
        mentions = f.read().splitlines()
    n = normlet.open()
    forms = {
        "lookup_many": lambda: n.lookup_many(mentions),
        "lookup_many, columns of best matches": lambda: n.lookup_many(mentions).columns(),
        "lookup_many, objects of all matches": lambda: list(n.lookup_many(mentions)),
    }
    best = dict.fromkeys(forms, float("inf"))
    go = float("inf")
    with subprocess.Popen([batch, "time", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin and program.stdout
        done = 0
        while done < ROUNDS or done < MOST_ROUNDS and go / best["lookup_many"] < LEAST:
            done += 1
            program.stdin.write("\n")
            program.stdin.flush()
            go = min(go, float(program.stdout.readline()))
            for form, f in forms.items():
                best[form] = min(best[form], seconds(f))
        program.stdin.close()
    print(f"{len(mentions):,} mentions, 5 matches each, fastest of {done} rounds")
    print(f"Go: {len(mentions) / go:,.0f} mentions/s")
    for form, took in best.items():
        print(f"{form}: {len(mentions) / took:,.0f} mentions/s, {go / took:.0%} of Go")
    if go / best["lookup_many"] < LEAST:
        sys.exit(f"throughput: less than {LEAST:.0%} of Go")


main()
