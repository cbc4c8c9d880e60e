"""The shim has the signature and the results of Gilda's ground."""

import inspect

import pytest

import normlet
from normlet import gilda


def test_signature():
    """ground and Grounder.ground are called as Gilda's."""
    assert list(inspect.signature(gilda.ground).parameters) == ["text", "context", "organisms", "namespaces"]
    assert list(inspect.signature(gilda.Grounder.ground).parameters) == [
        "self",
        "raw_str",
        "context",
        "organisms",
        "namespaces",
    ]


def test_ground(n):
    """Scored matches have the fields that users of Gilda read."""
    first = gilda.ground("FOX-P2", organisms=["9606"])[0]
    assert (first.term.db, first.term.id, first.term.entry_name) == ("EGID", "93986", "FOXP2")
    assert first.term.get_curie() == "ncbigene:93986" and first.term.status == "name"
    assert first.url == "https://identifiers.org/ncbigene:93986"
    assert first.score == pytest.approx(n.lookup("FOX-P2").best.p, abs=1e-6)
    assert first.match.query == "FOX-P2" and not first.match.exact and list(first.match.dash_mismatches) == ["query"]
    assert first.to_json()["term"]["db"] == "EGID" and "organism" not in first.term.to_json()
    assert gilda.Grounder(n).ground("no such thing at all 77") == []


def test_organisms(tmp_path):
    """Organisms decide between genes of the same name; one that the pack lacks says nothing."""
    genes = ("NCBIGene:7157", "TP53", "NCBIGene"), ("NCBIGene:22059", "Trp53", "NCBIGene/10090")
    rows = [(id, name, "primary", 1, namespace) for id, name, namespace in genes]
    rows += [(id, "p53", "alias", 1, namespace) for id, _, namespace in genes]
    pack = normlet.build(rows, tmp_path / "genes.normpack")
    with normlet.open(pack) as opened:
        for organisms, taxon in (None, "9606"), (["10090"], "10090"), (["mouse", "9606"], "10090"), (["yeti"], "9606"):
            first = gilda.Grounder(opened).ground("p53", organisms=organisms)[0]
            assert first.term.organism == taxon, organisms


def test_options(n):
    """Context and namespaces count."""
    around = "RagA and RagB bind raptor and p18 at the lysosome"
    assert gilda.ground("p18", context=around)[0].term.entry_name == "LAMTOR1"
    assert all(m.term.source == "GO" for m in gilda.ground("apoptosis", namespaces=["GO"]))
    assert [m.term.id for m in gilda.ground("heart attack", namespaces=["mesh"])] == ["D009203"]
    assert [(m.term.db, m.term.id) for m in gilda.ground("FOXP2", namespaces=["HGNC"])] == [("EGID", "93986")]
    assert gilda.ground("FOXP2", namespaces=["FPLX"]) == []
    assert gilda.ground("apoptosis", namespaces=["go"])[0].term.get_curie() == "GO:0006915"
    defined = gilda.ground("ER", context="the endoplasmic reticulum (ER)")[0]
    assert (defined.term.db, defined.term.id, defined.match.query) == ("GO", "GO:0005783", "ER")
    with pytest.raises(normlet.ArgumentError):
        gilda.ground(b"p53")
