"""Answers: rows for people, columns for tables. Objects are made when they are asked for."""

from __future__ import annotations

import ctypes
import operator
import struct
import unicodedata
from bisect import bisect_right
from functools import cached_property
from html import escape
from itertools import accumulate, islice
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from . import _library


class Match(NamedTuple):
    """An entity that a mention may mean."""

    id: str  #: such as "NCBIGene:93986"
    namespace: str
    name: str  #: the primary name of the entity
    matched: str  #: the name that was found
    kind: str  #: of it: primary, exact, alias, related
    stage: str  #: what found it: exact, normalized, rewritten, ...
    distance: int  #: bits in which the codes of mention and name differ
    score: float  #: how similar mention and name are, 0 to 1
    p: float  #: how likely this entity is meant
    margin: float  #: p minus the p of the next match
    same: str = ""  #: ids of the same thing in other lists, a blank between them; mostly empty
    broader: str = ""  #: words of the mention that the entity lacks, as the strain of a species; mostly empty
    exactly: float = 0  #: how likely exactly this entity is meant: p unless it is broader
    taxon: str = ""  #: NCBI Taxonomy id of a gene's organism, in a pack with genes of several; else empty


class Answer(NamedTuple):
    """What a mention means."""

    mention: str
    nil: bool  #: most likely the pack has no such entity, or it is not sure enough of it
    undecided: bool  #: nil, but the best match is as likely: show it, too
    p_nil: float  #: how likely the pack has none
    matches: Tuple[Match, ...]  #: the likeliest first; of a nil answer the nearest
    ambiguous: Tuple[str, ...]  #: ids of the entities that tie with the best match, and its own; mostly none
    parent: str = ""  #: id of what an unsure answer is a kind of, if the pack knows that; mostly empty
    parent_name: str = ""
    parent_p: float = 0  #: how likely that, or a kind of it, is meant
    organism: str = ""  #: NCBI Taxonomy id of the organism whose gene the pack lacks, if that is why it is nil

    @property
    def best(self) -> Optional[Match]:
        """The likeliest match, None if the answer is nil."""
        return None if self.nil or not self.matches else self.matches[0]

    @property
    def id(self) -> Optional[str]:
        """The id of the best match."""
        return None if self.best is None else self.best.id

    def __repr__(self) -> str:
        """Says what the mention means, in a line."""
        best = self.best
        return f"<{self.mention!r}: " + (
            f"nil, p {self.p_nil:.3f}>" if best is None else f"{best.id} {best.name!r}, p {best.p:.3f}>"
        )

    def _repr_html_(self) -> str:
        """The matches as a table, in notebooks; a row of its own says that most likely none is meant."""
        rows = [(self.mention if r == 0 else "", m.id, m.name, f"{m.p:.3f}", m.matched, m.stage) for r, m in enumerate(self.matches)]
        return _html([(self.mention, "nil", "", f"{self.p_nil:.3f}", "", "")] * self.nil + rows)


Columns = Dict[str, List[Any]]

_SHOWN = 20  # answers in a notebook
_SURE, _REVIEW = 0.9, 0.1  # p that needs no second look, or is worth one: those of normlet map


def _verdict(nil: bool, tied: bool, p: float) -> str:
    """What to do with an answer of which the best match has this p, as ``normlet map`` says it."""
    if nil:
        return "review" if p >= _REVIEW else "none"
    return "accept" if p >= _SURE and not tied else "review"



def _visible(text: str) -> str:
    """A text with its invisible characters written out, as by normlet's commands: what a pack says may act."""
    return text if text.isprintable() else "".join(map(_written, text))


def _written(c: str) -> str:
    kind = unicodedata.category(c)
    if c in "\t\n\r":
        return " "
    if kind not in ("Cc", "Cf", "Zl", "Zp") or c in _NEEDED:
        return c
    return f"\\x{ord(c):02x}" if c < "\x80" else f"\\u{ord(c):04x}" if c < "\U00010000" else f"\\U{ord(c):08x}"


# Invisible characters that some scripts need, and signs that enclose digits.
_NEEDED = "\u061c\u200c\u200d\u200e\u200f\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"


def _html(rows: Sequence[Sequence[str]], below: str = "") -> str:
    """A table of texts, none of which is markup."""
    cells = [["mention", "id", "name", "p", "matched", "stage"], *rows]
    lines = [
        "".join(f"<{tag}>{escape(_visible(text))}</{tag}>" for text in row) for row, tag in zip(cells, ["th"] + ["td"] * len(rows))
    ]
    return "<table><tr>" + "</tr><tr>".join(lines) + f"</tr></table>{below}"


_NUMBERS = {"distance": "i", "score": "d", "p": "d", "margin": "d", "exactly": "d"}
_TEXTS = {"namespace": "name_space", **{name: name for name in ("id", "name", "matched", "kind", "stage", "same", "broader", "taxon")}}


class Part:
    """The answers of one call: a normlet_result and its mentions."""

    def __init__(self, mentions: Sequence[str], address: int) -> None:
        """Takes over the result at an address."""
        content = _library.take_result(address)
        head = _library.ResultHead.from_buffer_copy(content)
        memory = memoryview(content)

        def view(name: str, format: str, count: int) -> memoryview:
            start = getattr(head, name) - address
            return memory[start : start + count * struct.calcsize(format)].cast(format)

        self.mentions = mentions
        self.offsets = view("match_offsets", "q", head.answers + 1)
        self.ambiguous_offsets = view("ambiguous_offsets", "q", head.answers + 1)
        self.nil = view("nil", "B", head.answers)
        self.undecided = view("undecided", "B", head.answers)
        self.p_nil = view("p_nil", "d", head.answers)
        self.about = {name: view(name, "I", head.answers) for name in ("parent", "parent_name", "organism")}
        self.parent_p = view("parent_p", "d", head.answers)
        self.numbers = {name: view(name, format, head.matches) for name, format in _NUMBERS.items()}
        self.texts = {name: view(field, "I", head.matches) for name, field in _TEXTS.items()}
        self.ambiguous = view("ambiguous", "I", head.ambiguous_ids)
        end = view("string_offsets", "q", head.strings + 1)[head.strings]
        self._text = view("text", "B", end)

    @cached_property
    def strings(self) -> List[str]:
        """The texts of all matches, each once."""
        return str(self._text, "utf-8", "replace").split("\0")

    def answer(self, i: int) -> Answer:
        """Makes the objects of an answer."""
        first, end = self.offsets[i], self.offsets[i + 1]
        strings = self.strings
        columns = [self._values(name, first, end, strings) for name in Match._fields]
        parent, name, organism = (strings[texts[i]] for texts in self.about.values())
        ties = self.ambiguous[self.ambiguous_offsets[i] : self.ambiguous_offsets[i + 1]]
        return Answer(
            self.mentions[i], bool(self.nil[i]), bool(self.undecided[i]), self.p_nil[i],
            tuple(map(Match._make, zip(*columns))), tuple(strings[t] for t in ties),
            parent, name, self.parent_p[i], organism,
        )  # fmt: skip

    def _values(self, name: str, first: int, end: int, strings: List[str]) -> List[Any]:
        if name in self.numbers:
            return self.numbers[name][first:end].tolist()
        return [strings[t] for t in self.texts[name][first:end]]

    def best(self) -> Columns:
        """Columns of the best matches, None in answers that are nil."""
        nil, strings = self.nil.tolist(), self.strings
        places = [None if n else first for n, first in zip(nil, self.offsets)]
        columns: Columns = {"mention": list(self.mentions), "nil": list(map(bool, nil))}
        for name in Match._fields:
            if name in self.numbers:
                values = self.numbers[name].tolist()
                columns[name] = [None if i is None else values[i] for i in places]
            else:
                texts = self.texts[name].tolist()
                columns[name] = [None if i is None else strings[texts[i]] for i in places]
        columns["undecided"] = list(map(bool, self.undecided.tolist()))
        columns["p_nil"] = self.p_nil.tolist()
        columns["parent_p"] = self.parent_p.tolist()
        columns.update((name, [strings[t] for t in numbers]) for name, numbers in self.about.items())
        ends = self.ambiguous_offsets.tolist()
        columns["ambiguous"] = [end > first for first, end in zip(ends, ends[1:])]
        ends, p = self.offsets.tolist(), self.numbers["p"].tolist()
        best = [p[first] if end > first else 0.0 for first, end in zip(ends, ends[1:])]
        columns["verdict"] = list(map(_verdict, columns["nil"], columns["ambiguous"], best))
        return columns

    def every(self, row: int) -> Columns:
        """Columns of all matches. The first mention has the number row."""
        ends, strings = self.offsets.tolist(), self.strings
        counts = [end - first for first, end in zip(ends, ends[1:])]
        columns: Columns = {
            "row": [row + i for i, count in enumerate(counts) for _ in range(count)],
            "mention": [self.mentions[i] for i, count in enumerate(counts) for _ in range(count)],
            "nil": [bool(nil) for nil, count in zip(self.nil, counts) for _ in range(count)],
            "rank": [rank for count in counts for rank in range(1, count + 1)],
        }
        for name in Match._fields:
            columns[name] = self._values(name, 0, ends[-1], strings)
        return columns


class Answers(Sequence[Answer]):
    """The answers to many mentions, in their order: a sequence of Answer, and columns."""

    def __init__(self, parts: Sequence[Part], index: Any = None) -> None:
        """Joins the answers of several calls; index is that of a pandas Series of the mentions."""
        self._parts = list(parts)
        self._starts = list(accumulate((len(part.mentions) for part in self._parts), initial=0))
        self._index = index

    def __len__(self) -> int:
        """The number of mentions."""
        return self._starts[-1]

    @overload
    def __getitem__(self, i: int) -> Answer:
        ...

    @overload
    def __getitem__(self, i: slice) -> List[Answer]:
        ...

    def __getitem__(self, i: Union[int, slice]) -> Union[Answer, List[Answer]]:
        """One answer, or a list of some."""
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        place = operator.index(i)
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError(f"answer {i} of {len(self)}")
        part = bisect_right(self._starts, place) - 1
        return self._parts[part].answer(place - self._starts[part])

    def __iter__(self) -> Iterator[Answer]:
        """All answers."""
        for part in self._parts:
            yield from map(part.answer, range(len(part.mentions)))

    def __repr__(self) -> str:
        """Says how many there are."""
        return f"<{len(self)} answers>"

    def _repr_html_(self) -> str:
        """The best matches of the first answers as a table, in notebooks."""
        rows = [
            (a.mention, "nil", "", f"{a.p_nil:.3f}", "", "")
            if a.best is None
            else (a.mention, a.best.id, a.best.name, f"{a.best.p:.3f}", a.best.matched, a.best.stage)
            for a in islice(self, _SHOWN)
        ]
        return _html(rows, f"<p>{_SHOWN} of {len(self)} answers</p>" if len(self) > _SHOWN else "")

    @property
    def ids(self) -> List[Optional[str]]:
        """The id of each best match, None for nil."""
        ids: List[Optional[str]] = []
        for part in self._parts:
            strings, texts = part.strings, part.texts["id"]
            ids += [None if nil else strings[texts[first]] for nil, first in zip(part.nil, part.offsets)]
        return ids

    def columns(self, every: bool = False) -> Columns:
        """Lists of equal length by name: a row for each mention with its best match, or with every for each match.

        A table of any library is made of it: ``polars.DataFrame(answers.columns())``.
        """
        columns: Columns = {}
        for part, row in zip(self._parts, self._starts):
            for name, values in (part.every(row) if every else part.best()).items():
                columns.setdefault(name, []).extend(values)
        return columns

    def to_pandas(self, every: bool = False) -> Any:
        """The columns as a DataFrame, with the index of the Series that was looked up."""
        import pandas

        return pandas.DataFrame(self.columns(every), index=None if every else self._index)
