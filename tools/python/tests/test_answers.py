"""Answers are those of Go, in all their forms."""

import json
import math
import subprocess

import pandas
import pytest

from normlet import Answer, Match


def rounded(x):
    """Rounds as normlet does in JSON."""
    return math.floor(x * 1e6 + 0.5) / 1e6


def as_json(answer):
    """An answer as normlet lookup --format json writes it."""
    keys = ["id", "name", "matched", "stage", "distance"]
    matches = [
        {
            **{key: getattr(m, key) for key in keys},
            **({"same": m.same.split()} if m.same else {}),
            "score": rounded(m.score),
            "p": rounded(m.p),
            "margin": rounded(m.margin),
            **({"taxon": m.taxon} if m.taxon else {}),
            **({"broader": m.broader, "exactly": rounded(m.exactly)} if m.broader else {}),
        }
        for m in answer.matches
    ]
    out = {"mention": answer.mention, "nil": answer.nil, "matches": matches}
    if answer.ambiguous:
        out["ambiguous"] = list(answer.ambiguous)
    if answer.undecided:
        out["undecided"] = True
    if answer.parent:
        out["parent"] = {"id": answer.parent, "name": answer.parent_name, "p": rounded(answer.parent_p)}
    if answer.organism:
        out["organism"] = answer.organism
    return out


@pytest.mark.parametrize(
    "options, flags",
    [
        ({}, []),
        ({"k": 2, "namespace": ["NCBIGene", "GO"], "min_p": 0.7, "near": True},
         ["-k", "2", "--namespace", "NCBIGene,GO", "--min-p", "0.7", "--near"]),
        ({"k": 1, "context": "a kinase of B cells", "prefer": "chemical"}, ["-k", "1", "--context", "a kinase of B cells", "--prefer", "chemical"]),
        ({"k": 1, "organisms": ["mouse", "9606"], "lang": "es", "show": "la"},
         ["-k", "1", "--taxon", "mouse,9606", "--lang", "es", "--show", "la"]),
    ],
)  # fmt: skip
def test_as_go(n, mentions, program, options, flags):
    """2,000 mentions have the answers that the command line prints."""
    done = subprocess.run(
        [program, "lookup", "--format", "json", *flags],
        input="\n".join(mentions) + "\n",
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    lines = done.stdout.splitlines()
    answers = n.lookup_many(mentions, **options)
    assert len(lines) == len(answers) == len(mentions)
    nil = sum(a.nil for a in answers)
    assert 0 < nil < len(answers)  # or this checks little
    assert 0 < sum(a.undecided for a in answers) < nil or options.get("min_p")
    for answer, line in zip(answers, lines):
        assert as_json(answer) == json.loads(line)
    for i in range(0, len(mentions), 97):  # one by one, and by number
        assert n.lookup(mentions[i], **options) == answers[i]


def test_forms(n, mentions):
    """Rows, columns, ids and DataFrames say the same, also of more mentions than one call takes."""
    many = (mentions * 9)[: 16384 + 500]
    answers = n.lookup_many(many, k=2)
    rows = list(answers)
    assert answers[-1] == rows[-1] == answers[len(many) - 1] and answers[16380:16390] == rows[16380:16390]
    assert answers.ids == [a.id for a in rows]
    assert [a.mention for a in rows] == many
    best, about = answers.columns(), ("parent", "parent_name", "parent_p", "organism")
    assert set(best) == {"mention", "nil", *Match._fields, "undecided", "p_nil", "ambiguous", "verdict", *about}
    for i in range(0, len(many), 41):
        for name in Match._fields:
            assert best[name][i] == (None if rows[i].best is None else getattr(rows[i].best, name))
        assert best["nil"][i] == rows[i].nil and best["undecided"][i] == rows[i].undecided
        assert best["ambiguous"][i] == bool(rows[i].ambiguous)
        assert all(best[name][i] == getattr(rows[i], name) for name in ["p_nil", *about])
    every = answers.columns(every=True)
    listed = [(i, r, a.mention, a.nil, *m) for i, a in enumerate(rows) for r, m in enumerate(a.matches, 1)]
    assert list(zip(*(every[name] for name in ["row", "rank", "mention", "nil", *Match._fields]))) == listed
    frame = answers.to_pandas()
    assert frame["id"].tolist() == answers.ids and frame["p"].dtype == "float64"
    assert len(answers.to_pandas(every=True)) == len(listed)
    with pytest.raises(IndexError):
        answers[len(many)]


def test_none(n):
    """No mentions have no answers, and columns of the same names."""
    answers = n.lookup_many([])
    assert len(answers) == 0 and list(answers) == [] and answers.ids == []
    assert answers.columns() == {name: [] for name in n.lookup_many(["a"]).columns()}
    assert len(n.text("", [])) == 0


def test_answer(n):
    """An answer without a match."""
    assert n.lookup(" ") == Answer(" ", True, False, 1.0, (), ()) and n.lookup(" ").best is None
    assert n.lookup("a\0b").mention == "a\0b"
    assert len(n.lookup("RAF").ambiguous) > 1


def test_context_of_each(n):
    """Each mention may have its own context, and many look-ups need no more than one."""
    around = "RagA and RagB bind raptor and p18 at the lysosome"
    answers = n.lookup_many(["p18", "p18", "p18"], context=[around, "", None])
    assert answers[0] == n.lookup("p18", context=around) and answers[1] == answers[2] == n.lookup("p18")
    assert answers[0] != answers[1]


def test_text(n):
    """The mentions of a text are resolved jointly."""
    text = "Panic disorder (PD) begins early. Adults with PD avoid crowds."
    joint = n.text(text, ["Panic disorder", "PD"], k=3)
    assert joint[1].id == joint[0].id != n.lookup("PD").id
    assert isinstance(joint.to_pandas(), pandas.DataFrame)
    frame = n.text("", ["FOX-P2", None]).columns()
    assert frame["id"] == ["NCBIGene:93986", None]


def test_info(n):
    """The pack describes itself."""
    assert n.info.names > 400_000 and "NCBIGene" in n.info.namespaces and n.info.meta["name"]


def test_html(n):
    """Notebooks show tables, in which names are no markup."""
    shown = n.lookup("FOX-P2", k=2, near=True)._repr_html_()
    assert shown.startswith("<table><tr><th>mention</th><th>id</th>") and shown.count("<tr>") == 3
    assert "<td>FOX-P2</td><td>NCBIGene:93986</td><td>FOXP2</td>" in shown
    nil = n.lookup("<b>no such thing</b>")
    assert nil.nil and "<td>&lt;b&gt;no such thing&lt;/b&gt;</td><td>nil</td>" in nil._repr_html_()
    many = n.lookup_many(["FOX-P2", None, "<i>"] * 10)._repr_html_()
    assert many.count("<tr>") == 21 and many.endswith("<p>20 of 30 answers</p>") and "<i>" not in many
    assert n.lookup_many([])._repr_html_().count("<tr>") == 1
    acting = n.lookup("a\x1b[31m\u202e\U000e0041\nb\u200d<i>")._repr_html_()
    assert "<td>a\\x1b[31m\\u202e\\U000e0041 b\u200d&lt;i&gt;</td>" in acting
