"""Entities in text, alone, in pandas and in a pipeline of spaCy."""

import json
import subprocess
import sys
from importlib import metadata
from types import ModuleType, SimpleNamespace

import pandas
import pytest

import normlet

from test_answers import as_json

TEXT = "\U0001f9ec No sign of asthma in mice without FOXP2."


def test_annotate(n, program):
    """The spans are those of the command, and have all fields."""
    found = n.annotate(TEXT)
    assert [TEXT[s.start : s.end] for s in found] == [s.text for s in found] == ["asthma", "mice", "FOXP2"]
    assert (found[0].id, found[0].type, found[0].negated) == ("MESH:D001249", "Disease", True)
    assert found[2].matches[0].id == found[2].id == "NCBIGene:114142" and isinstance(found[2].matches[0], normlet.Match)
    out = subprocess.run([program, "annotate", "--format", "jsonl"], input=TEXT, capture_output=True, encoding="utf-8")
    for s, want in zip(found, json.loads(out.stdout)["spans"]):
        assert (s.start, s.end, s.type, s.id.split("|")) == (want["start"], want["end"], want["type"], want["ids"])
        assert s.p == pytest.approx(want["p"], abs=1e-6)
        assert [as_json(a) for a in s.answers] == want["answers"]


def test_options(n):
    """Each option counts, and what cannot be is refused."""
    assert [s.text for s in n.annotate(TEXT, types="Gene")] == ["FOXP2"]
    assert n.annotate(TEXT, min_p=1) == [] == n.annotate("")
    assert len(n.annotate("breast cancer cells", overlaps=True)) >= len(n.annotate("breast cancer cells"))
    with pytest.raises(normlet.NamespaceError, match="Oven"):
        n.annotate(TEXT, types=["Oven"])
    for wrong in {"min_p": 2}, {"types": ["a,b"]}:
        with pytest.raises(normlet.ArgumentError):
            n.annotate(TEXT, **wrong)
    with pytest.raises(normlet.ArgumentError):
        n.annotate("\ud800")
    closed = normlet.open()
    closed.close()
    with pytest.raises(normlet.ClosedError):
        closed.annotate(TEXT)


@pytest.mark.parametrize("text", [b"asthma", None, 7, ["asthma"], float("nan")])
def test_no_text(n, text):
    """What is no text is a TypeError that says which argument, and what it is."""
    for call in [lambda: n.annotate(text), lambda: n.text(text, ["x"]), lambda: n.names(text)]:
        with pytest.raises(TypeError, match="(text|id) is .*, of type .*: want a str"):
            call()
    if text is not None and not isinstance(text, list):
        with pytest.raises(TypeError, match="context.* is .*want a str"):
            n.lookup("x", context=text)


def test_series(n):
    """A row for each span, which leads back to its text; none for a missing one."""
    notes = pandas.Series(["No asthma.", None, "FOXP2 and TP53"], index=[7, 8, 9], name="note")
    frame = normlet.annotate_series(notes, n, types=["Gene", "Disease"])
    assert frame["row"].tolist() == [7, 9, 9] and frame["text"].tolist() == ["asthma", "FOXP2", "TP53"]
    assert frame["negated"].tolist() == [True, False, False] and "answers" not in frame
    empty = normlet.annotate_series(pandas.Series([], dtype=object))
    assert list(empty) == list(frame) and len(empty) == 0


class Extended:
    """A stand-in for spaCy's Span: tokens of a document, with extensions."""

    def __init__(self, start, end, label, kb_id):
        """As in a Doc; a Span is never changed."""
        self.start, self.end, self.label_, self.kb_id_, self._ = start, end, label, kb_id, SimpleNamespace()

    @classmethod
    def set_extension(cls, name, **options):
        """Any attribute of a SimpleNamespace can be set."""
        assert options == {"default": None, "force": True}


class Document:
    """A stand-in for spaCy's Doc, by its documentation: words are tokens, and entities must not share one."""

    def __init__(self, text):
        """Tokens are between blanks."""
        self.text, self.tokens, self._ents = text, [], ()
        for word in text.split():
            start = text.index(word, self.tokens[-1][1] if self.tokens else 0)
            self.tokens.append((start, start + len(word)))

    def char_span(self, start, end, label, kb_id, alignment_mode):
        """The tokens that a part of the text touches; None if there is none."""
        assert alignment_mode == "expand"
        touched = [i for i, (first, last) in enumerate(self.tokens) if first < end and start < last]
        return Extended(touched[0], touched[-1] + 1, label, kb_id) if touched else None

    @property
    def ents(self):
        """The entities."""
        return self._ents

    @ents.setter
    def ents(self, entities):
        """As spaCy, refuses entities with a token in common."""
        taken = [i for e in entities for i in range(e.start, e.end)]
        if len(set(taken)) != len(taken):
            raise ValueError("[E1010] Unable to set entity information for a token of two spans")
        self._ents = tuple(sorted(entities, key=lambda e: e.start))


@pytest.fixture
def factory(monkeypatch):
    """What the entry point names, loaded beside a stand-in for spaCy."""
    registered = {}

    def register(name, default_config, func):
        registered[name] = func, default_config

    language = {"Language": SimpleNamespace(factory=register)}
    for name, attributes in ("spacy", {}), ("spacy.language", language), ("spacy.tokens", {"Span": Extended}):
        module = ModuleType(name)
        vars(module).update(attributes)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "normlet._spacy", raising=False)
    (entry,) = [e for e in metadata.distribution("normlet").entry_points if e.group == "spacy_factories"]
    assert entry.name == "normlet"
    create = entry.load()
    assert registered["normlet"][0] is create
    return lambda **config: create(None, "normlet", **{**registered["normlet"][1], **config})


def test_spacy(factory):
    """Entities are whole tokens with id and score; those of others stay if they are apart."""
    doc = Document("Lipitor-treated FOXP2/TP53 mice had no asthma (severe)")
    doc.ents = [Extended(0, 1, "BRAND", ""), Extended(2, 3, "ANIMAL", "")]
    assert factory(types=["Gene", "Disease"])(doc) is doc
    labels = [(e.start, e.end, e.label_) for e in doc.ents]
    assert labels == [(0, 1, "BRAND"), (1, 2, "Gene"), (2, 3, "ANIMAL"), (5, 6, "Disease")]
    gene, ill = doc.ents[1], doc.ents[3]
    assert gene.kb_id_ == "NCBIGene:114142" and 0 < gene._.score <= 1 and gene._.normlet.matches
    assert ill.kb_id_ == "MESH:D001249" and ill._.normlet.negated
    assert factory(min_p=1.0)(Document("asthma")).ents == ()
