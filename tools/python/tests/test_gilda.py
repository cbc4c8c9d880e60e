"""The shim has the signatures and the form of the results of Gilda's functions."""

import gzip
import inspect

import pandas
import pytest

import normlet
from normlet import gilda


GROUND = ["text", "context", "organisms", "namespaces"]


@pytest.mark.parametrize(
    "function, parameters",
    [
        (gilda.ground, GROUND),
        (gilda.Grounder.ground, ["self", "raw_str", *GROUND[1:]]),
        (gilda.annotate, ["text", "grounder", "sent_split_fun", "organisms", "namespaces"]),
        (gilda.get_names, ["db", "id", "status", "source"]),
        (gilda.get_models, []),
        (gilda.get_grounder, []),
        (gilda.make_grounder, ["terms"]),
        (gilda.ground_df, ["df", "source_column", "target_column", "grounder", "kwargs"]),
        (gilda.ground_df_map, ["df", "source_column", "grounder", "kwargs"]),
    ],
    ids=lambda x: getattr(x, "__qualname__", ""),
)
def test_signature(function, parameters):
    """All are called as Gilda's documentation says."""
    assert list(inspect.signature(function).parameters) == parameters


def test_ground(n):
    """Scored matches have the fields that users of Gilda read."""
    first = gilda.ground("FOX-P2", organisms=["9606"])[0]
    assert (first.term.db, first.term.id, first.term.entry_name) == ("EGID", "93986", "FOXP2")
    assert first.term.get_curie() == "ncbigene:93986" and first.term.status == "name"
    assert first.url == "https://identifiers.org/ncbigene:93986"
    assert first.score == pytest.approx(n.lookup("FOX-P2").best.p, abs=1e-6)
    assert first.match.query == "FOX-P2" and not first.match.exact and list(first.match.dash_mismatches) == ["query"]
    assert first.to_json()["term"]["db"] == "EGID" and first.term.to_json()["organism"] == "9606"
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


def test_annotate():
    """Spans have their places in characters, and matches as of ground."""
    text = "\U0001f9ec No sign of asthma in mice without FOXP2."
    found = gilda.annotate(text, sent_split_fun=None)
    assert [text[start:end] for _, _, start, end in found] == [said for said, *_ in found] == ["asthma", "mice", "FOXP2"]
    assert found[2][1] == gilda.ground("FOXP2", context=text)[0]
    assert [said for said, *_ in gilda.annotate(text, namespaces=["MESH"])] == ["asthma"]
    assert gilda.annotate("") == []


def test_names():
    """Names by database and id, as ground gives them, of a status and a source."""
    names = gilda.get_names("EGID", "93986")
    assert names[0] == "FOXP2" and "forkhead box P2" in names
    assert gilda.get_names("EGID", "93986", status="name") == names[:1]
    assert gilda.get_names("EGID", "93986", status="synonym", source="NCBIGene") == names[1:]
    assert gilda.get_names("EGID", "93986", status="curated") == gilda.get_names("EGID", "93986", source="GO") == []
    assert gilda.get_names("NOPE", "1") == []
    for text in "apoptosis", "mouse", "HeLa", "heart attack":
        term = gilda.ground(text)[0].term
        assert gilda.get_names(term.db, term.id, source=term.source)[0] == term.entry_name, text


def test_models():
    """Names that context decides."""
    models = gilda.get_models()
    assert models == sorted(models) and "p18" in models and len(models) > 1000


def test_make_grounder(tmp_path):
    """Terms in a list, in a dict and in a file of Gilda's make the same grounder."""
    terms = [
        gilda.Term("sourdough", "sourdough", "bread", "1", "sourdough", "name", "baker"),
        gilda.Term("levain", "levain", "bread", "1", "sourdough", "synonym", "baker"),
        gilda.Term("rye", "rye", "bread", "2", "rye bread", "synonym", "baker"),
    ]
    path = tmp_path / "terms.tsv.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write("norm_text\ttext\tdb\tid\tentry_name\tstatus\tsource\n")
        file.writelines(f"{t.norm_text}\t{t.text}\t{t.db}\t{t.id}\t{t.entry_name}\t{t.status}\t{t.source}\n" for t in terms)
    for given in terms, {t.norm_text: [t] for t in terms}, str(path):
        own = gilda.make_grounder(given)
        (first, *_) = own.ground("Levain")
        assert (first.term.id, first.term.entry_name, first.term.get_curie()) == ("1", "sourdough", "bread:1")
        assert own.get_names("bread", "1") == ["sourdough", "levain"]
        assert own.ground("FOXP2") == []


def test_frame():
    """A column of CURIEs beside that of names, whatever else the table has."""
    table = pandas.DataFrame({"text": ["FOX-P2", None, "no such thing at all 77", 7, "FOX-P2"]}, index=[4, 4, 1, 2, 3])
    gilda.ground_df(table, "text")
    assert table["text_grounded"].tolist() == ["ncbigene:93986", None, None, None, "ncbigene:93986"]
    gilda.ground_df(table, source_column="text", target_column="go", namespaces=["GO"])
    assert table["go"].isna().all() and list(table) == ["text", "text_grounded", "go"]
    assert gilda.ground_df_map(table, "text", grounder=gilda.get_grounder()).index.tolist() == table.index.tolist()
