"""An open pack."""

from __future__ import annotations

import ctypes
import itertools
import json
import logging
import operator
import os
import weakref
from functools import lru_cache
from types import TracebackType
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Type, Union, cast

from . import _arrow, _library
from ._answers import Answer, Answers, Part
from ._columns import Column, column
from ._spans import Span, span

Names = Union[str, Sequence[str], None]

_log = logging.getLogger("normlet")

#: Mentions of one call of the library. Between calls Python gets its turn, so that Ctrl-C works.
BATCH = 16384

#: Rows of a table that say what its columns hold.
FIRST = 1000


class Info(NamedTuple):
    """What a pack says of itself."""

    entities: int
    names: int
    bits: int  #: of a code
    namespaces: Tuple[str, ...]
    meta: Dict[str, str]  #: name, version, license and others, if the pack states them

    def __repr__(self) -> str:
        """The pack in five lines; meta has the rest.

        >>> print(open().info)  # doctest: +ELLIPSIS
        Human genes, ...
        """
        counts = f"{self.entities:,} entities, {self.names:,} names, codes of {self.bits} bits"
        title = " ".join(self.meta[key] for key in ("name", "version", "date") if key in self.meta)
        origin = self.meta.get("origin", "")
        rest = "meta: " + ", ".join(key for key in self.meta if "." not in key)
        lines = [title, counts, "namespaces: " + ", ".join(self.namespaces), origin and "from: " + origin, rest]
        return "\n".join(line for line in lines if line)


def open(path: Union[str, "os.PathLike[str]", None] = None, public_key: Optional[str] = None) -> Normalizer:
    """Opens a pack file, or without a path the pack that the package carries. It takes some 50 ms and 40 MB.

    With public_key, the text of a PEM file, a pack that was not signed with its private key is a SignatureError.

    >>> with open() as n:
    ...     n.lookup("PLCγ2").id
    'NCBIGene:5336'
    """
    return Normalizer(path, public_key)


@lru_cache(maxsize=None)
def default() -> Normalizer:
    """The pack of the package, opened by the first call and then the same for all.

    >>> default() is default()
    True
    """
    return Normalizer()


def detect(table: Any, namespace: Names = None) -> List[Column]:
    """What each column of a table holds, by the pack of the package: see ``Normalizer.detect``.

    >>> [c.kind for c in detect({"gene": ["TP53", "EGFR"], "when": ["2024-05-01", None]})]
    ['names', 'dates']
    """
    return default().detect(table, namespace)


class Normalizer:
    """An open pack: it maps mentions to entities. Any number of threads may use it; see ``open``."""

    def __init__(self, path: Union[str, "os.PathLike[str]", None] = None, public_key: Optional[str] = None) -> None:
        """Opens a pack as ``open`` does."""
        self.path = None if path is None else os.fspath(path)
        self._public_key = public_key
        try:
            self._handle = self._open()
        except OSError as e:
            raise _library.unreadable(self.path or "", str(e)) from None
        self._close = weakref.finalize(self, _library.close, self._handle)
        self._close.atexit = False  # what runs at exit may still look up
        _log.debug("opened %s", self.path or "the pack of the package")

    def _open(self) -> int:
        handle = ctypes.c_uint64()
        name = _library.encode(self.path or "", "path")
        if self._public_key is not None:
            if self.path is None:
                raise _library.ArgumentError("public_key is for a file: the pack of the package is not signed")
            key = _library.public_key(self._public_key)
            _library.call("normlet_open_signed", name, len(name), key, len(key), ctypes.byref(handle))
        elif self.path is not None:
            _library.call("normlet_open", name, len(name), ctypes.byref(handle))
        else:
            _library.call("normlet_open_default", ctypes.byref(handle))
        return handle.value

    def close(self) -> None:
        """Frees the pack, after running look-ups; later ones are a ClosedError. Answers stay."""
        self._close()

    def __enter__(self) -> Normalizer:
        """For ``with``, which closes the pack."""
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        """Closes the pack."""
        self.close()

    def __reduce__(self) -> Tuple[Callable[..., Normalizer], Tuple[Any, ...]]:
        """Lets other processes open the same pack."""
        return Normalizer, (self.path, self._public_key)

    def __repr__(self) -> str:
        """Says which pack it is."""
        return f"normlet.open({'' if self.path is None else repr(self.path)})"

    @property
    def info(self) -> Info:
        """What the pack says of itself.

        >>> "GO" in open().info.namespaces
        True
        """
        fields = json.loads(self._json("normlet_info"))
        fields["namespaces"] = tuple(fields["namespaces"])
        return Info(**fields)

    def names(self, id: str) -> List[str]:
        """All names of an entity, the one that is shown first; none of an unknown id.

        >>> open().names("NCBIGene:93986")[:2]
        ['FOXP2', 'forkhead box P2']
        """
        content = _library.encode(id, "id")
        return cast(List[str], json.loads(self._json("normlet_names", content, len(content))))

    def lookup(
        self,
        mention: str,
        k: int = 5,
        namespace: Names = None,
        context: Optional[str] = None,
        *,
        min_p: float = 0,
        prefer: Names = None,
        organisms: Names = None,
        near: bool = False,
        exactly: bool = False,
        lang: str = "",
        show: str = "",
    ) -> Answer:
        """What a mention most likely means: an Answer of at most k matches.

        namespace: only entities of this one, or of one of these.
        context: text around the mention, such as its sentence.
        min_p: the answer is nil if its best match is less probable.
        prefer: entities that are the same thing are one match, of the first of these namespaces that has it.
        organisms: whose genes are meant, the likeliest first: NCBI Taxonomy ids or words, as "mouse"; unknown words say nothing.
        near: near names below a mention that is a name, too, which is several times slower.
        exactly: no entities that are broader than the mention, as the species of a strain.
        lang: the language of the mention, such as "es", in packs with a table of its words; else its words decide.
        show: the language of names, such as "es"; entities without a name in it have their primary one.

        >>> n = open()
        >>> n.lookup("p18", context="RagA and RagB bind raptor and p18 at the lysosome").best.name
        'LAMTOR1'
        >>> n.lookup("FOX-P2", namespace="species").nil
        True
        """
        options = _options(k, namespace, min_p, prefer, near, 1, organisms, lang, show, exactly)
        return self._lookup(_library.clean([mention]), context, options).answer(0)

    def lookup_many(
        self,
        mentions: Iterable[Any],
        k: int = 5,
        namespace: Names = None,
        context: Union[str, Iterable[Any], None] = None,
        *,
        min_p: float = 0,
        prefer: Names = None,
        organisms: Names = None,
        near: bool = False,
        exactly: bool = False,
        threads: int = 0,
        lang: str = "",
        show: str = "",
    ) -> Answers:
        """The answers to many mentions: a list, a Series or Index of pandas, a Series of polars, an array of numpy or Arrow.

        Missing mentions (None, NaN) are nil, numbers and dates are their text. context is one text for all, or one for each. threads is how many
        processors to use, 0 for all; the interpreter is free meanwhile. The rest is as for ``lookup``.

        >>> answers = open().lookup_many(["FOX-P2", None, "aspirin"])
        >>> answers.ids
        ['NCBIGene:93986', None, 'MESH:D001241']
        >>> answers.columns()["stage"]
        ['normalized', None, 'exact']
        """
        options = _options(k, namespace, min_p, prefer, near, threads, organisms, lang, show, exactly)
        around = context if context is None or isinstance(context, str) else _library.clean(context, "context")
        column = _arrow.column(mentions)
        try:
            texts: Union[List[str], _arrow.Column] = column or _library.clean(mentions)
            if isinstance(around, list) and len(around) != len(texts):
                counts = f"{len(around)} contexts for {len(texts)} mentions"
                raise _library.ArgumentError(counts + ": want one for each, or one for all")
            parts, start = [], 0
            for batch, packed in _batches(texts):
                own = around[start : start + len(batch)] if isinstance(around, list) else around
                parts.append(self._lookup(batch, own, options, packed))
                start += len(batch)
        finally:
            if column is not None:
                column.close()
        series = type(mentions).__module__.startswith("pandas.") and hasattr(mentions, "index")
        return Answers(parts, getattr(mentions, "index") if series else None)

    def lookup_iter(self, mentions: Iterable[Any], batch: int = BATCH, **options: Any) -> Iterator[Answer]:
        """Answers one by one to any number of mentions, in the memory of a batch.

        Options are those of ``lookup_many``; context is one text.

        >>> [answer.id for answer in open().lookup_iter(iter(["mouse", "H3K27ac"]), namespace="species")]
        ['NCBITaxon:10090', None]
        """
        if batch < 1:
            raise _library.ArgumentError(f"batch is {batch}: want 1 or more")
        for part in _library.batches(mentions, batch):
            yield from self.lookup_many(part, **options)

    def text(
        self,
        text: str,
        mentions: Iterable[Any],
        k: int = 5,
        namespace: Names = None,
        *,
        min_p: float = 0,
        prefer: Names = None,
        organisms: Names = None,
        exactly: bool = False,
        lang: str = "",
        show: str = "",
    ) -> Answers:
        """The answers to the mentions of one text, given in their order, resolved jointly.

        Abbreviations stand for what the text or other mentions say, and an entity that other mentions mean is likelier.
        The text is their context; it may be empty.

        >>> text = "Ataxia telangiectasia (AT) is rare. AT is inherited."
        >>> open().text(text, ["AT"])[0].best.matched
        'Ataxia Telangiectasia'
        """
        texts, content = _library.clean(mentions), _library.encode(text, "text")
        options = _options(k, namespace, min_p, prefer, False, 0, organisms, lang, show, exactly)
        result = ctypes.c_void_p()
        _library.call(
            "normlet_document", self._handle, content, len(content), ctypes.byref(_library.pack(texts)),
            ctypes.byref(options), ctypes.byref(result),
        )  # fmt: skip
        return Answers([Part(texts, result.value or 0)])

    def detect(self, table: Any, namespace: Names = None) -> List[Column]:
        """What each column of a table holds, by its first rows: a Column for each.

        table: a DataFrame of pandas or polars, or a dict of columns.
        namespace: only entities of this one, or of one of these.

        >>> for c in open().detect({"no": [1, 2], "target": ["FOX-P2", "PLCγ2"]}):
        ...     print(c.name, c.kind, c.namespace, [e.name for e in c.examples])
        no numbers None ['', '']
        target names NCBIGene ['FOXP2', 'PLCG2']
        """
        options = _options(0, namespace, 0, None, False, 1)
        found = []
        for name, cells in table.items() if hasattr(table, "items") else ((c, table[c]) for c in table.columns):
            first = ("" if _library.missing(c) else c if isinstance(c, (str, float)) else str(c) for c in cells)
            texts = _library.pack(_library.clean(itertools.islice(first, FIRST), "cell"))
            above = _library.encode(str(name), "name")
            fields = self._json("normlet_detect", above, len(above), ctypes.byref(texts), ctypes.byref(options))
            found.append(column(str(name), json.loads(fields)))
        return found

    def annotate(
        self,
        text: str,
        *,
        min_p: float = 0,
        types: Names = None,
        overlaps: bool = False,
        prefer: Names = None,
        organisms: Names = None,
        exactly: bool = False,
        show: str = "",
    ) -> List[Span]:
        """Where a text names entities, in its order, and which.

        min_p: spans that are less probably an entity of their type are left out.
        types: only spans of this type or namespace, or of one of these.
        overlaps: spans that overlap likelier ones stay.
        The rest is as for ``lookup``; an organism whose genes the pack lacks is an error.

        >>> for s in open().annotate("No sign of asthma without FOXP2."):
        ...     print(s.start, s.end, s.text, s.type, s.id, s.negated)
        11 17 asthma Disease MESH:D001249 True
        26 31 FOXP2 Gene NCBIGene:93986 True
        """
        content, wanted = _library.encode(text, "text"), _names(types, "types")
        options = _options(0, None, min_p, prefer, False, 0, organisms, "", show, exactly)
        options.flags |= _library.OVERLAPS if overlaps else 0
        found = self._json("normlet_annotate", content, len(content), wanted, len(wanted), ctypes.byref(options))
        return [span(fields) for fields in json.loads(found)]

    def _lookup(
        self,
        texts: Sequence[str],
        context: Union[str, List[str], None],
        options: _library.Options,
        packed: Optional[_library.Texts] = None,
    ) -> Part:
        result = ctypes.c_void_p()
        mentions, around = packed or _library.pack(texts), _contexts(context)
        _library.call(
            "normlet_lookup", self._handle, ctypes.byref(mentions), around, ctypes.byref(options), ctypes.byref(result)
        )
        return Part(texts, result.value or 0)

    def _ground(self, texts: List[str], context: Optional[str], namespaces: Names, organisms: Names) -> Any:
        """Gilda's matches of each text, as lists of dicts."""
        options = _options(0, namespaces, 0, None, False, 0, organisms)
        mentions = _library.pack(_library.clean(texts, "text"))
        return json.loads(
            self._json("normlet_gilda", ctypes.byref(mentions), _contexts(context), ctypes.byref(options))
        )

    def _json(self, function: str, *arguments: Any) -> str:
        out = ctypes.c_void_p()
        _library.call(function, self._handle, *arguments, ctypes.byref(out))
        return _library.take_text(out)


def _batches(texts: Union[List[str], _arrow.Column]) -> Iterator[Tuple[Sequence[str], Optional[_library.Texts]]]:
    """Mentions of one call, one without any if there are none, and their form in the library where they have it."""
    if isinstance(texts, _arrow.Column):
        yield from texts.batches(BATCH)
    else:
        for start in range(0, max(len(texts), 1), BATCH):
            yield texts[start : start + BATCH], None


def _contexts(context: Union[str, List[str], None]) -> Any:
    if context is None:
        return None
    return ctypes.byref(_library.pack(context if isinstance(context, list) else [context], "context"))


def _names(names: Names, what: str) -> bytes:
    if names is None:
        return b""
    listed = [names] if isinstance(names, str) else _library.clean(names, what)
    if not all(listed) or any("," in name for name in listed):
        raise _library.ArgumentError(f"{what} is {names!r}: want a name, or a list of names")
    return _library.encode(",".join(listed), what)


def _small(what: str, number: Any) -> int:
    """Refuses what ctypes would cut."""
    if hasattr(number, "__index__") and abs(operator.index(number)) < 1 << 31:
        return operator.index(number)
    raise _library.ArgumentError(f"{what} is {number!r}: want a small int")


def _options(
    k: int,
    namespace: Names,
    min_p: float,
    prefer: Names,
    near: bool,
    threads: int,
    organisms: Names = None,
    lang: str = "",
    show: str = "",
    exactly: bool = False,
) -> _library.Options:
    k, threads = _small("k", k), _small("threads", threads)
    wanted, preferred = _names(namespace, "namespace"), _names(prefer, "prefer")
    meant = _names(organisms, "organisms")
    language, shown = _library.encode(lang, "lang"), _library.encode(show, "show")
    flags = (_library.NEAR if near else 0) | (_library.EXACTLY if exactly else 0)
    return _library.Options(
        ctypes.sizeof(_library.Options), flags, k, threads, min_p, wanted, len(wanted), preferred, len(preferred),
        meant, len(meant), language, len(language), shown, len(shown),
    )  # fmt: skip
