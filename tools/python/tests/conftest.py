"""What the tests share: an open pack, and what a Go program says and finds (NORMLET_BATCH: see lab/batch)."""

import os
import subprocess
from pathlib import Path
from typing import Iterator, List

import pytest

import normlet


def batch(*arguments: str) -> List[str]:
    """Returns the lines that the Go program prints."""
    command = [os.environ["NORMLET_BATCH"], *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()


@pytest.fixture(scope="session")
def n() -> Iterator[normlet.Normalizer]:
    """The default pack."""
    with normlet.open() as opened:
        yield opened


@pytest.fixture(scope="session")
def mentions() -> List[str]:
    """2,000 mentions."""
    listed = batch("mentions")
    assert len(listed) == 2000
    return listed


@pytest.fixture(scope="session")
def program() -> str:
    """The command normlet that was installed with the package."""
    return str(Path(normlet.__file__).parent / "bin" / "normlet")
