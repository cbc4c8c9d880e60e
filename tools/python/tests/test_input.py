"""What may be looked up, and what may not."""

import datetime

import numpy
import pandas
import pytest

import normlet

LIST = ["FOX-P2", "", "aspirin"]
IDS = ["NCBIGene:93986", None, "MESH:D001241"]


class Polars:
    """As a Series of polars, which Debian has not, hands out its values."""

    def to_list(self):
        """The values, None for null."""
        return ["FOX-P2", None, "aspirin"]

    def __iter__(self):
        """Slower than to_list."""
        raise AssertionError("to_list is there")


@pytest.mark.parametrize(
    "mentions",
    [
        LIST,
        tuple(LIST),
        iter(LIST),
        (m for m in ["FOX-P2", None, "aspirin"]),
        numpy.array(LIST),
        numpy.array(["FOX-P2", numpy.nan, "aspirin"], dtype=object),
        pandas.Series(["FOX-P2", numpy.nan, "aspirin"]),
        pandas.Series(["FOX-P2", pandas.NA, "aspirin"], dtype="string"),
        pandas.Series(["FOX-P2", None, "aspirin"], dtype="category"),
        pandas.Index(["FOX-P2", None, "aspirin"]),
        Polars(),
    ],
    ids=lambda m: type(m).__name__,
)
def test_accepted(n, mentions):
    """Every column of texts is fine."""
    assert n.lookup_many(mentions).ids == IDS


def test_index(n):
    """The index of a Series is that of the DataFrame, so that columns of it can be assigned."""
    table = pandas.DataFrame({"gene": LIST}, index=[7, 3, 5])
    table["id"] = n.lookup_many(table["gene"]).to_pandas()["id"]
    assert table["id"].tolist() == IDS and table.loc[5, "id"] == IDS[2]


@pytest.mark.parametrize(
    "mentions, reason",
    [
        ("FOX-P2", "one str instead of many"),
        (b"FOX-P2", "one bytes instead of many"),
        (["a", {7}], "of type set: want a str"),
        (["a", b"b"], "mention 1 is b'b'"),
        (["a", "\ud800"], "mention 1 is not text"),
        (numpy.array([["a"]]), "of type list"),
        (pandas.DataFrame({"a": ["b"]}), "choose a column"),
    ],
)
def test_refused(n, mentions, reason):
    """What is no column of texts is an error that says why."""
    with pytest.raises(normlet.ArgumentError, match=reason):
        n.lookup_many(mentions)


@pytest.mark.parametrize(
    "options, error, reason",
    [
        ({"k": 129}, normlet.ArgumentError, "k is 129: want 1 to 128"),
        ({"k": 10**30}, normlet.ArgumentError, "k is 1000"),
        ({"k": 2.5}, normlet.ArgumentError, "k is 2.5"),
        ({"k": -1}, normlet.ArgumentError, "k is -1"),
        ({"threads": 5000}, normlet.ArgumentError, "threads is 5000"),
        ({"min_p": 2}, normlet.ArgumentError, "min_p is 2"),
        ({"min_p": float("nan")}, normlet.ArgumentError, "min_p is NaN"),
        ({"namespace": "nowhere"}, normlet.NamespaceError, "nowhere"),
        ({"namespace": ["GO", "a,b"]}, normlet.ArgumentError, "namespace is"),
        ({"namespace": ["GO\0"]}, normlet.ArgumentError, "holds a NUL"),
        ({"prefer": "nowhere"}, normlet.NamespaceError, "nowhere"),
        ({"context": ["one"]}, normlet.ArgumentError, "1 contexts for 2 mentions"),
        ({"context": [b"1", "2"]}, normlet.ArgumentError, "context 0 is b'1'"),
    ],
)
def test_options_refused(n, options, error, reason):
    """Options out of range are errors with the reason of the library."""
    with pytest.raises(error, match=reason):
        n.lookup_many(["a", "b"], **options)
    assert issubclass(error, normlet.NormletError)


def test_numbers_and_dates(n):
    """A cell that is a number or a date is what people see there."""
    when = datetime.datetime(2024, 9, 2)
    answers = n.lookup_many([7157, 7157.0, 2.5, True, when.date(), when, None, "FOX-P2"], namespace="NCBIGene")
    assert [a.mention for a in answers] == ["7157", "7157", "2.5", "True", "2024-09-02", str(when), "", "FOX-P2"]
    assert answers[4].best.stage == answers[5].best.stage == "excel-date" and answers[7].id == "NCBIGene:93986"
    series = pandas.Series(["FOX-P2", 44441, numpy.nan, pandas.Timestamp(when)])
    assert [a.mention for a in n.lookup_many(series)] == ["FOX-P2", "44441", "", str(when)]


def test_names(n):
    """Names come by id, in any spelling of it; an unknown one has none."""
    assert n.names("NCBIGene:93986")[0] == n.names("ncbigene_93986")[0] == "FOXP2" and n.names("NCBIGene:0") == []
    assert len(set(n.names("NCBIGene:93986"))) == len(n.names("NCBIGene:93986")) > 2
    with pytest.raises(normlet.ArgumentError, match="id holds a NUL|id is not"):
        n.names("\ud800")


def test_repr(n):
    """An answer is shown in a line, however many matches it has."""
    found, none = n.lookup("FOX-P2"), n.lookup("xyzzy plugh")
    assert repr(found).startswith("<'FOX-P2': NCBIGene:93986 'FOXP2', p 0.") and len(repr(found)) < 60
    assert repr(none).startswith("<'xyzzy plugh': nil, p 0.")


def test_iter(n, mentions):
    """Answers one by one are those of many at once."""
    assert list(n.lookup_iter(iter(mentions[:700]), batch=64, k=1)) == list(n.lookup_many(mentions[:700], k=1))
    with pytest.raises(normlet.ArgumentError):
        next(n.lookup_iter(["a"], batch=0))
