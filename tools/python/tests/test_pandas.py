"""The accessors of pandas."""

import logging

import pandas

import normlet
import normlet.pandas

COLUMN = pandas.Series(["FOX-P2", None, "aspirin"], index=[7, 3, 5], name="name")


def test_series(n):
    """A Series gives what its methods of the same names give, with its index."""
    found = COLUMN.normlet.lookup()
    assert found.equals(n.lookup_many(COLUMN).to_pandas()) and found.index.equals(COLUMN.index)
    assert COLUMN.normlet.lookup(n, every=True, k=2, near=True)["rank"].tolist() == [1, 2, 1, 2]
    ids = COLUMN.normlet.ids(n, namespace="NCBIGene")
    assert ids.tolist()[:2] == ["NCBIGene:93986", None] and (ids.name, ids.index.tolist()) == ("name", [7, 3, 5])
    notes = pandas.Series(["No asthma."], index=["a"])
    assert notes.normlet.annotate(types=["Disease"]).equals(normlet.annotate_series(notes, types=["Disease"]))


def test_frame(n):
    """A DataFrame gets columns beside its own, and stays as it is."""
    table = pandas.DataFrame({"name": COLUMN, "n": [1, 2, 3]})
    wide = table.normlet.lookup("name", n)
    assert list(wide) == ["name", "n", "name_id", "name_name", "name_p", "name_verdict"] and list(table) == ["name", "n"]
    assert wide.loc[5, "name_id"] == "MESH:D001241" and wide["name_p"].isna().tolist() == [False, True, False]
    assert wide["name_verdict"].tolist() == ["review", "none", "accept"]
    strict = table.normlet.lookup("name", n, min_p=1)
    assert strict["name_id"].isna().all() and strict["name_verdict"].tolist() == ["review", "none", "review"]


def test_default(caplog):
    """The default pack is opened once, and the log says what is opened."""
    assert normlet.default() is normlet.default()
    assert normlet.default().lookup("FOX-P2").id == "NCBIGene:93986"
    with caplog.at_level(logging.DEBUG, "normlet"):
        normlet.open().close()
    assert caplog.messages == ["opened the pack of the package"]
