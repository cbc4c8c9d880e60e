"""Answers and packs used at the end of an interpreter, in every order: no memory is read after it was freed."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import normlet

ROUNDS = 5 if os.environ.get("NORMLET_QUICK") else 15  # of each of seven orders, eight interpreters at a time

#: So many answers that the C library gives their memory back to the system, where reading it ends the process.
BEGIN = """
import atexit, gc, sys, threading
def read(answers):
    assert answers.ids == ["my:1", "my:2"] * 3000 and answers[-1].best.p > 0 and len(answers.columns(every=True)["p"])
    print("read", flush=True)
class Reader:
    def __init__(self, answers): self.answers = answers
    def __del__(self): read(self.answers)
"""
LOOK_UP = """
import normlet
n = normlet.open(sys.argv[1])
answers = n.lookup_many(["forkhead box P2", "tumor protein 53"] * 3000)
"""
LATE = """
class Late:
    def __init__(self): self.n = n
    def __del__(self): read(self.n.lookup_many(["forkhead box P2", "tumor protein 53"] * 3000))
late = Late()
"""
ORDERS = {
    "module global": LOOK_UP + "reader = Reader(answers)",
    "of a class": LOOK_UP + "Reader.kept = Reader(answers)",
    "atexit before the import": "atexit.register(lambda: read(answers))" + LOOK_UP,
    "atexit after it": LOOK_UP + "atexit.register(lambda: read(answers))",
    "look-up at exit": LOOK_UP + LATE,
    "cycle": LOOK_UP + "reader = Reader(answers); reader.me = reader; del reader, answers; gc.collect()",
    "thread": LOOK_UP + "threading.Thread(target=lambda: (threading.main_thread().join(), read(answers))).start()\n"
    "threading.Thread(target=lambda: [n.lookup_many(['x'] * 99) for _ in iter(int, 1)], daemon=True).start()",
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """A pack of two names."""
    rows = [("my:1", "forkhead box P2"), ("my:2", "tumor protein 53")]
    return normlet.build(rows, tmp_path_factory.mktemp("exit") / "two.normpack")


def test_exit(pack):
    """Each interpreter reads its answers once and ends well, with others beside it."""

    def run(order):
        command = [sys.executable, "-c", BEGIN + ORDERS[order], str(pack)]
        done = subprocess.run(command, capture_output=True, text=True)
        return order, done.returncode, done.stdout, done.stderr

    with ThreadPoolExecutor(8) as pool:
        for order, *result in pool.map(run, list(ORDERS) * ROUNDS):
            assert result == [0, "read\n", ""], order
