"""Packs of one's own, by the command line that the package brings.

The command runs in a process of its own: it takes hundreds of megabytes, which the system then has back, all of its
options are there, and Ctrl-C ends it.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Iterable, List, Optional, Sequence, Union

from . import _library

_PROGRAM = str(_library.PLACE / "bin" / ("normlet.exe" if sys.platform == "win32" else "normlet"))
_log = logging.getLogger("normlet")

File = Union[str, "os.PathLike[str]"]


class BuildError(_library.NormletError):
    """A pack could not be built."""


def build(
    terminology: Union[File, Sequence[File], Iterable[Sequence[Any]]],
    out: File,
    *,
    mentions: Union[File, Iterable[Sequence[str]], None] = None,
    force: bool = False,
    **options: Any,
) -> Path:
    """Makes a pack file of a terminology and returns its path.

    terminology: a file in any format of ``normlet build``, a list of files, or rows: a DataFrame or an iterable of
    (id, name), (id, name, kind), (id, name, kind, weight) or (id, name, kind, weight, namespace).
    mentions: what people wrote, a file or rows of (mention, id).
    force: replace a file that normlet did not write.
    options: other flags of ``normlet build``, with _ for -: ``license="CC0-1.0"``, ``encoder="train"``,
    ``details=True``, ``prefix="X"``, ``company=["all"]``.

    What the command says is logged by the logger "normlet".

    >>> import tempfile, normlet
    >>> rows = [("my:1", "forkhead box P2"), ("my:2", "aspirin"), ("my:2", "acetylsalicylic acid", "alias")]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with normlet.open(normlet.build(rows, folder + "/my.normpack")) as n:
    ...         n.lookup("acetyl-salicylic acid").id
    'my:2'
    """
    with tempfile.TemporaryDirectory(prefix="normlet-") as folder:
        arguments = ["build", *_files(terminology, folder, "terminology.tsv"), "--out", os.fspath(out)]
        if mentions is not None:
            arguments += ["--mentions", *_files(mentions, folder, "mentions.tsv")]
        if force:
            arguments.append("--force")
        for name, value in options.items():
            arguments += _flag(name, value)
        done = subprocess.run(
            [_PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace"
        )
    said = done.stderr.strip()
    if done.returncode != 0:
        raise BuildError(said or f"normlet build ended with status {done.returncode}")
    _log.info("%s", said)
    return Path(out)


def _flag(name: str, value: Any) -> List[str]:
    flag = "--" + name.replace("_", "-")
    if value is None:
        return []
    if isinstance(value, bool):
        return [f"{flag}={str(value).lower()}"]
    if isinstance(value, (list, tuple)):
        value = ",".join(os.fspath(v) if isinstance(v, os.PathLike) else str(v) for v in value)
    return [f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}"]


def _files(source: Any, folder: str, name: str) -> List[str]:
    """Returns the names of files, one of which holds the rows if source is rows."""
    if isinstance(source, (str, os.PathLike)):
        return [os.fspath(source)]
    if hasattr(source, "itertuples"):  # of pandas
        source = source.itertuples(index=False, name=None)
    elif hasattr(source, "iter_rows"):  # of polars
        source = source.iter_rows()
    rows = list(source)
    if rows and all(isinstance(row, (str, os.PathLike)) for row in rows):
        return [os.fspath(row) for row in rows]
    path = Path(folder) / name
    path.write_text("".join(_line(i, row) for i, row in enumerate(rows)), "utf-8")
    return [str(path)]


def _line(i: int, row: Any) -> str:
    """Returns a row as a line. Missing cells at its end are left out."""
    if isinstance(row, (str, os.PathLike)) or not hasattr(row, "__iter__"):
        raise _library.ArgumentError(f"row {i} is {row!r}: want an id, a name and perhaps kind, weight and namespace")
    cells = ["" if _library.missing(cell) else str(cell) for cell in row]
    for cell in cells:
        if any(c in cell for c in "\t\r\n"):
            raise _library.ArgumentError(f"row {i}: {cell!r} holds a tab or a line end")
    while cells and not cells[-1]:
        cells.pop()
    return "\t".join(cells) + "\n"


def main(arguments: Optional[Sequence[str]] = None) -> None:
    """The command normlet."""
    command = [_PROGRAM, *(sys.argv[1:] if arguments is None else arguments)]
    if sys.platform == "win32":
        sys.exit(subprocess.call(command))
    os.execv(_PROGRAM, command)
