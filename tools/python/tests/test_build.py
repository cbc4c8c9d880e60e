"""Packs built from Python."""

import logging
import subprocess
import sys

import pandas
import pytest

import normlet

ROWS = [("my:1", "forkhead box P2"), ("my:2", "aspirin", "primary", 5), ("my:2", "acetylsalicylic acid", "alias", None)]


def names_of(path):
    """What a pack finds."""
    with normlet.open(path) as n:
        return n.lookup_many(["forkhead-box P2", "Acetyl salicylic acid", "qwertz"]).ids


@pytest.mark.parametrize("form", ["rows", "table", "file", "files"])
def test_forms(tmp_path, form, caplog):
    """A terminology is rows, a table, a file or files."""
    caplog.set_level(logging.INFO, "normlet")
    out = tmp_path / "my.normpack"
    lines = ["\t".join("" if c is None else str(c) for c in row).rstrip() + "\n" for row in ROWS]
    for i, part in enumerate([lines, lines[:1], lines[1:]]):
        (tmp_path / f"{i}.tsv").write_text("".join(part))
    table = pandas.DataFrame(ROWS, columns=["id", "name", "kind", "weight"])
    source = {
        "rows": iter(ROWS),
        "table": table,
        "file": tmp_path / "0.tsv",
        "files": [tmp_path / "1.tsv", str(tmp_path / "2.tsv")],
    }
    assert normlet.build(source[form], out, name="mine", license="CC0-1.0", bits=128) == out
    assert names_of(out) == ["my:1", "my:2", None]
    with normlet.open(out) as n:
        assert n.info.meta["name"] == "mine" and n.info.meta["license"] == "CC0-1.0" and n.info.names >= 3
    assert "3 names of 2 entities" in caplog.text


def test_mentions(tmp_path):
    """Labelled mentions become names."""
    out = normlet.build(ROWS, tmp_path / "my.normpack", mentions=[("ASS 100", "my:2"), ("the speech gene", "my:1")])
    with normlet.open(out) as n:
        assert n.lookup("ASS-100").id == "my:2"


@pytest.mark.parametrize(
    "rows, options, error, reason",
    [
        ([("my:1",)], {}, normlet.BuildError, "terminology.tsv:1"),
        ([("my:1", "a\tb")], {}, normlet.ArgumentError, "row 0: 'a\\\\tb' holds a tab"),
        ([7], {}, normlet.ArgumentError, "row 0 is 7"),
        ([], {}, normlet.BuildError, "terminology.tsv"),
        ("no such file", {}, normlet.BuildError, "no such file"),
        (ROWS, {"bits": 7}, normlet.BuildError, "--bits"),
        (ROWS, {"no_such_flag": True}, normlet.BuildError, "no-such-flag"),
    ],
)
def test_refused(tmp_path, rows, options, error, reason):
    """What cannot be built is an error with the reason of the command."""
    out = tmp_path / "my.normpack"
    with pytest.raises(error, match=reason):
        normlet.build(rows, out, **options)
    assert not out.exists()


def test_foreign_file(tmp_path):
    """A file that normlet did not write stays, without force."""
    out = tmp_path / "my.normpack"
    out.write_text("precious")
    with pytest.raises(normlet.BuildError, match="--force"):
        normlet.build(ROWS, out)
    assert out.read_text() == "precious"
    assert names_of(normlet.build(ROWS, out, force=True))[0] == "my:1"


def test_command(program):
    """The package brings the command normlet."""
    for command in [program], [sys.executable, "-m", "normlet"]:
        done = subprocess.run(
            [*command, "lookup", "-k", "1", "--format", "tsv", "FOX-P2"], capture_output=True, text=True, check=True
        )
        assert "NCBIGene:93986" in done.stdout
