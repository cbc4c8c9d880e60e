"""Threads and interruption."""

import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import normlet


def test_threads(n, mentions):
    """Threads of Python get the answers that one gets."""
    want = list(n.lookup_many(mentions[:400]))
    with ThreadPoolExecutor(8) as pool:
        for got in pool.map(lambda _: list(n.lookup_many(mentions[:400], threads=2)), range(16)):
            assert got == want
        assert list(pool.map(n.lookup, mentions[:400])) == want


def test_interpreter_is_free(n, mentions):
    """Python runs on while a call of the library works: with the lock held, one pause would be all of the call."""
    done = threading.Event()
    thread = threading.Thread(target=lambda: (n.lookup_many(mentions * 3, threads=1), done.set()))
    start = last = time.monotonic()
    longest = 0.0
    thread.start()
    while not done.is_set():
        now = time.monotonic()
        longest, last = max(longest, now - last), now
    thread.join()
    assert max(longest, time.monotonic() - last) < (time.monotonic() - start) / 2


def test_close_meanwhile(mentions):
    """A pack closed by another thread ends look-ups with an error, or lets them finish."""
    for _ in range(5):
        n = normlet.open()
        with ThreadPoolExecutor(4) as pool:
            running = [pool.submit(n.lookup_many, mentions[:300]) for _ in range(8)]
            running[0].result()
            n.close()
            errors = [f.exception() for f in running]
        assert all(e is None or isinstance(e, normlet.ClosedError) for e in errors)


INTERRUPTED = """
import signal
import normlet
signal.signal(signal.SIGINT, signal.default_int_handler)  # not set where the shell has it ignored, as in the background
n = normlet.open()
n.lookup("FOX-P2")
print("ready", flush=True)
try:
    n.lookup_many(["some name of a gene"] * 10**7)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_interruption():
    """Ctrl-C ends a look-up that would take half an hour."""
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        time.sleep(1)  # the call of the library has begun, or Python still gathers the mentions: both have to end
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=100)[0] == "interrupted\n"
