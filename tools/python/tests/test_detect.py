"""What the columns of tables hold."""

import pytest

import normlet


def test_dict(n):
    """Cells may be anything."""
    table = {
        "sample": ["S-1", "S-2", "S-3", "S-7", "S-9"],
        "gene": ["FOX-P2", None, "p53", "BRCA1"],
        "when": ["2024-05-01", "2024-05-02"],
        "ok": [True, False, [1], float("nan")],
        7: iter(range(10**9)),
    }
    found = n.detect(table)
    assert [(c.name, c.kind, c.mapped) for c in found] == [
        ("sample", "other", False), ("gene", "names", True), ("when", "dates", False), ("ok", "other", False),
        ("7", "numbers", False),
    ]  # fmt: skip
    assert (found[1].of, found[1].namespace, found[1].read) == ("NCBIGene", "NCBIGene", 3)
    assert found[1].examples[0] == normlet.Example("FOX-P2", "NCBIGene:93986", "FOXP2")
    assert normlet.detect({"gene": ["FOX-P2", "p53"]}, namespace="GO")[0].kind == "other"
    with pytest.raises(normlet.NamespaceError):
        n.detect({"gene": ["x"]}, namespace="Oven")


def test_frame(n):
    """A DataFrame has dates, categories and columns of one name."""
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame([["TP53", "2024-01-01", "human"], ["EGFR", None, "mouse"]], columns=["a", "b", "a"])
    table["b"] = pandas.to_datetime(table["b"])
    assert [(c.name, c.kind) for c in n.detect(table)] == [("a", "names"), ("b", "dates"), ("a", "organisms")]
