"""Entities in text."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Tuple

from ._answers import Answer, Match


class Span(NamedTuple):
    """A part of a text that names an entity."""

    start: int  #: text[start:end] is it
    end: int
    text: str
    type: str  #: of the tagger, such as "Disease", or else the namespace of the best match
    id: str  #: what it names: empty if the pack lacks that, joined by | if it names several, as "BRCA1/2" does
    name: str  #: the primary name of that
    p: float  #: how likely it is an entity of its type
    negated: bool  #: there is none: "no fever"
    hypothetical: bool  #: there may be one: "to rule out pneumonia"
    of_other: bool  #: somebody else has it: "mother had diabetes"
    past: bool  #: it is over, or may be: "h/o stroke"
    answers: Tuple[Answer, ...]  #: to each entity that it names: one, but for texts such as "BRCA1/2"

    @property
    def matches(self) -> Tuple[Match, ...]:
        """What it may mean, the likeliest first."""
        return tuple(sorted((m for a in self.answers for m in a.matches), key=lambda m: -m.p))


def span(fields: Dict[str, Any]) -> Span:
    """Returns the span that the library writes as JSON."""
    fields["answers"] = tuple(map(_answer, fields["answers"]))
    return Span(**fields)


def _answer(fields: Dict[str, Any]) -> Answer:
    fields["matches"] = tuple(Match(**m) for m in fields["matches"])
    fields["ambiguous"] = tuple(fields["ambiguous"])
    return Answer(**fields)


def annotate_series(series: Any, normalizer: Any = None, **options: Any) -> Any:
    """The entities in the texts of a pandas Series: a DataFrame with a row for each span.

    Its column row has the label that the text has in the index of the Series; the others are those of a Span without
    its answers. Missing texts have no rows. normalizer is an open pack, or else the default one; options are those of
    its ``annotate``.
    """
    import pandas

    from ._library import clean
    from ._normalizer import default

    n = default() if normalizer is None else normalizer
    columns = list(Span._fields[:-1])
    texts = zip(series.index, clean(series, "text"))
    rows = [(label, *s[:-1]) for label, text in texts for s in n.annotate(text, **options)]
    return pandas.DataFrame(rows, columns=["row", *columns])
