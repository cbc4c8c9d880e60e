"""``ground`` with the signature and the results of Gilda's, answered by normlet.

>>> from normlet import gilda
>>> match = gilda.ground("PLCγ2")[0]
>>> match.term.db, match.term.id, match.term.entry_name
('EGID', '5336', 'PLCG2')

The default pack is opened at the first call; ``Grounder`` takes another one. docs/serve.md says what differs from
Gilda, such as the score, which is a probability.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Dict, List, Optional, Sequence

from ._normalizer import Normalizer, default

_REGISTERED = {"EGID": "ncbigene", "UP": "uniprot", "cell_line": "cellosaurus"}


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

    def ground(
        self,
        raw_str: str,
        context: Optional[str] = None,
        organisms: Optional[Sequence[str]] = None,
        namespaces: Optional[Sequence[str]] = None,
    ) -> List[ScoredMatch]:
        """As ``ground`` of this module."""
        (matches,) = self._normalizer._ground([raw_str], context, namespaces, organisms)
        return [ScoredMatch(Term(**m["term"]), m["url"], m["score"], Match(**m["match"])) for m in matches]


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
