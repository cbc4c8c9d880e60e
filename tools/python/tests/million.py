"""Looks up a million mentions in a fresh process, and fails unless memory stays flat.

    million.py NAMES [--all]     # a file of names; every fifth mention is one of them, with --all every one, else blank
"""

import sys

import normlet

MENTIONS, BATCH = 1_000_000, 10_000
MOST = 24 << 20  # of memory more at the end than after the first tenth; a leak of results would be 38 MB and more


def resident():
    """Bytes of memory that this process holds."""
    with open("/proc/self/statm", encoding="ascii") as f:
        return int(f.read().split()[1]) * 4096


def main():
    """Looks up."""
    with open(sys.argv[1], encoding="utf-8") as f:
        names = f.read().splitlines()
    share = 1 if "--all" in sys.argv else 5
    held = []

    def mentions():
        for i in range(MENTIONS):
            if i % BATCH == 0:
                held.append(resident())
            yield names[i % len(names)] if i % share == 0 else " "

    found = sum(not a.nil for a in normlet.open().lookup_iter(mentions(), batch=BATCH))
    if found < 0.85 * MENTIONS / share:
        sys.exit(f"{found} of {MENTIONS // share} names found: the mentions do not check much")
    early, late = max(held[:10]), max(held[10:] + [resident()])
    print(f"{MENTIONS:,} mentions, {MENTIONS // share:,} of them names: ", end="")
    print(f"{early >> 20} MB after the first tenth, at most {late >> 20} MB later")
    if late - early > MOST:
        sys.exit("memory grows")


main()
