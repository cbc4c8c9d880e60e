"""The functions of Gilda with its signatures and the form of its results, answered by normlet.

>>> from normlet import gilda
>>> match = gilda.ground("PLCγ2")[0]
>>> match.term.db, match.term.id, match.term.entry_name
('EGID', '5336', 'PLCG2')

The default pack is opened at the first call; ``Grounder`` takes another one. docs/serve.md says what differs from
Gilda, such as the score, which is a probability.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, fields
from itertools import chain
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._build import build
from ._normalizer import Normalizer, default

_REGISTERED = {"EGID": "ncbigene", "UP": "uniprot", "cell_line": "cellosaurus"}
_PREFIXES = {**_REGISTERED, "TAXONOMY": "ncbitaxon"}  # of ids in packs


@dataclass(frozen=True)
class Term:
    """The name that matched, and its entity."""

    norm_text: str
    text: str
    db: str
    id: str
    entry_name: str
    status: str
    source: str
    organism: Optional[str] = None  #: of a gene, where the pack tells organisms apart
    source_db: Optional[str] = None  #: this and what follows are never there
    source_id: Optional[str] = None

    def get_curie(self) -> str:
        """The CURIE at identifiers.org."""
        if self.id.startswith(self.db + ":"):
            return self.id
        return f"{_REGISTERED.get(self.db, self.db.lower())}:{self.id}"

    def to_json(self) -> Dict[str, Any]:
        """The fields that are there, as a dict."""
        return {key: value for key, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class Match:
    """How text and name agree: Gilda's fields, then normlet's."""

    query: str
    ref: str
    exact: bool
    space_mismatch: bool
    dash_mismatches: Sequence[str]
    cap_combos: Sequence[Sequence[str]]
    stage: str
    distance: int
    similarity: float

    def to_json(self) -> Dict[str, Any]:
        """The fields as a dict."""
        return asdict(self)


@dataclass(frozen=True)
class ScoredMatch:
    """A grounding: the score is the probability that the entity is meant."""

    term: Term
    url: str
    score: float
    match: Match

    def to_json(self) -> Dict[str, Any]:
        """The fields as a dict."""
        return asdict(self)


class Grounder:
    """Grounds texts with a pack."""

    def __init__(self, normalizer: Normalizer) -> None:
        """Uses an open pack."""
        self._normalizer = normalizer
        self._folder: Any = None  # of the pack, if it lasts as long as this

    def ground(
        self,
        raw_str: str,
        context: Optional[str] = None,
        organisms: Optional[Sequence[str]] = None,
        namespaces: Optional[Sequence[str]] = None,
    ) -> List[ScoredMatch]:
        """As ``ground`` of this module."""
        return self._ground([raw_str], context, organisms, namespaces)[0]

    def _ground(
        self,
        texts: List[str],
        context: Optional[str] = None,
        organisms: Optional[Sequence[str]] = None,
        namespaces: Optional[Sequence[str]] = None,
    ) -> List[List[ScoredMatch]]:
        found = self._normalizer._ground(texts, context, namespaces, organisms)
        return [
            [ScoredMatch(Term(**m["term"]), m["url"], m["score"], Match(**m["match"])) for m in matches]
            for matches in found
        ]

    def get_models(self) -> List[str]:
        """As ``get_models`` of this module."""
        return [str(name) for name in json.loads(self._normalizer._json("normlet_gilda_models"))]

    def get_names(self, db: str, id: str, status: Optional[str] = None, source: Optional[str] = None) -> List[str]:
        """As ``get_names`` of this module."""
        curie = id if ":" in id else f"{_PREFIXES.get(db, db)}:{id}"
        names = self._normalizer.names(curie)
        if source is not None and names:
            best = self._normalizer.lookup(curie, 1).best
            if best is None or best.namespace.lower() != source.lower():
                return []
        if status is None:
            return names
        return {"name": names[:1], "synonym": names[1:]}.get(status, [])


def ground(
    text: str,
    context: Optional[str] = None,
    organisms: Optional[Sequence[str]] = None,
    namespaces: Optional[Sequence[str]] = None,
) -> List[ScoredMatch]:
    """What a text means, the likeliest first; an empty list if most likely nothing in the pack.

    Abbreviations that the context defines are written out. namespaces are databases as Gilda spells them, prefixes of
    ids or namespaces of the pack, in any case. organisms are those whose genes are meant, the likeliest first, by NCBI
    Taxonomy id or a word, as 10090 or mouse, in packs with genes of several organisms.

    >>> [m.term.get_curie() for m in ground("heart attack", namespaces=["disease"])]
    ['mesh:D009203']
    >>> ground("no such thing at all 77")
    []
    """
    return Grounder(default()).ground(text, context, organisms, namespaces)


def annotate(
    text: str,
    *,
    grounder: Optional[Grounder] = None,
    sent_split_fun: Optional[Callable[[str], Iterable[str]]] = None,
    organisms: Optional[Sequence[str]] = None,
    namespaces: Optional[Sequence[str]] = None,
) -> List[Tuple[str, ScoredMatch, int, int]]:
    """The entities in a text: what it says, the likeliest match, and where it begins and ends.

    normlet needs no sentences, so that sent_split_fun is not called.

    >>> [(said, m.term.get_curie(), start, end) for said, m, start, end in annotate("No asthma without FOXP2.")]
    [('asthma', 'mesh:D001249', 3, 9), ('FOXP2', 'ncbigene:93986', 18, 23)]
    """
    used = grounder or get_grounder()
    spans = used._normalizer.annotate(text)
    found = used._ground([s.text for s in spans], text, organisms, namespaces)
    return [(s.text, matches[0], s.start, s.end) for s, matches in zip(spans, found) if matches]


def get_names(db: str, id: str, status: Optional[str] = None, source: Optional[str] = None) -> List[str]:
    """The names of an entity, the primary one first; none of an unknown one.

    status is "name" for the primary one or "synonym" for others, source a namespace of the pack.

    >>> get_names("EGID", "93986", status="name")
    ['FOXP2']
    """
    return get_grounder().get_names(db, id, status, source)


def get_models() -> List[str]:
    """The names of several entities that ``context`` can tell apart, sorted.

    >>> "p18" in get_models()
    True
    """
    return get_grounder().get_models()


def get_grounder() -> Grounder:
    """A grounder with the default pack."""
    return Grounder(default())


def make_grounder(terms: Union[str, "os.PathLike[str]", Iterable[Term], Mapping[str, Iterable[Term]]]) -> Grounder:
    """A grounder with terms of your own: a file of Gilda's terms, a list of Term, or lists by normalized text.

    It builds a pack, which takes seconds and lasts as long as the grounder.

    >>> own = make_grounder([Term("sourdough", "sourdough", "bread", "1", "sourdough", "name", "baker")])
    >>> own.ground("sour-dough")[0].term.id
    '1'
    """
    folder = tempfile.TemporaryDirectory(prefix="normlet-")
    if not isinstance(terms, (str, os.PathLike)):
        listed = chain.from_iterable(terms.values()) if isinstance(terms, Mapping) else terms
        lines = ["\t".join(getattr(term, f.name) or "" for f in fields(Term)) for term in listed]
        terms = Path(folder.name) / "terms.tsv"
        terms.write_text("\t".join(f.name for f in fields(Term)) + "\n" + "".join(line + "\n" for line in lines), "utf-8")
    grounder = Grounder(Normalizer(build(terms, Path(folder.name) / "own.normpack")))
    grounder._folder = folder
    return grounder


def ground_df(
    df: Any,
    source_column: Union[str, int],
    target_column: Union[None, str, int] = None,
    grounder: Optional[Grounder] = None,
    **kwargs: Any,
) -> None:
    """Adds a column of CURIEs to a DataFrame, SOURCE_grounded unless target_column names it: see ``ground_df_map``."""
    target = f"{source_column}_grounded" if target_column is None else target_column
    df[target] = ground_df_map(df, source_column, grounder, **kwargs)


def ground_df_map(
    df: Any, source_column: Union[str, int], grounder: Optional[Grounder] = None, **kwargs: Any
) -> Any:
    """A Series of the CURIEs that a column of a DataFrame means, None for those that have no match.

    Options are those of ``ground``. What is no text has no match, as in Gilda.
    """
    import pandas

    series = df[source_column]
    texts = list(dict.fromkeys(t for t in series if isinstance(t, str)))
    found = (grounder or get_grounder())._ground(texts, **kwargs)
    curies = {text: matches[0].term.get_curie() for text, matches in zip(texts, found) if matches}
    return pandas.Series(
        [curies.get(t) if isinstance(t, str) else None for t in series], series.index, dtype=object, name=series.name
    )
