"""The C library: its types, its errors, and texts as it takes them. normlet.h describes them."""

from __future__ import annotations

import base64
import ctypes
import datetime
import errno
import numbers
import os
import re
import reprlib
import sys
from array import array
from importlib import metadata
from itertools import accumulate
from pathlib import Path
from typing import Any, Iterable, Iterator, Sequence

ABI = 1
NEAR, EXACTLY, OVERLAPS = 1, 2, 4
PLACE = Path(__file__).parent


class NormletError(Exception):
    """What normlet refuses, with the reason."""


class ArgumentError(NormletError, ValueError):
    """An argument is out of range, or no text."""


class ClosedError(NormletError, ValueError):
    """The pack was closed."""


class PackError(NormletError):
    """The file is no pack, is damaged, or needs a newer release."""


class SignatureError(PackError):
    """The pack is not signed, or not with this key."""


class NamespaceError(NormletError, ValueError):
    """The pack has no such namespace."""


class InternalError(NormletError):
    """A mistake in this package; please report it."""


_ERRORS: dict[int, type[Exception]] = {
    1: ArgumentError, 2: ClosedError, 3: OSError, 4: PackError, 5: PackError, 6: NamespaceError, 7: MemoryError,
    9: SignatureError,
}  # fmt: skip


class Texts(ctypes.Structure):
    """normlet_texts."""

    _fields_ = [
        ("bytes", ctypes.c_char_p),  # or an address
        ("length", ctypes.c_int64),
        ("offsets", ctypes.c_void_p),
        ("count", ctypes.c_int64),
    ]


class Options(ctypes.Structure):
    """normlet_options."""

    _fields_ = [
        ("size", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("k", ctypes.c_int32),
        ("threads", ctypes.c_int32),
        ("min_p", ctypes.c_double),
        ("namespaces", ctypes.c_char_p),
        ("namespaces_length", ctypes.c_int64),
        ("prefer", ctypes.c_char_p),
        ("prefer_length", ctypes.c_int64),
        ("organisms", ctypes.c_char_p),
        ("organisms_length", ctypes.c_int64),
        ("lang", ctypes.c_char_p),
        ("lang_length", ctypes.c_int64),
        ("show", ctypes.c_char_p),
        ("show_length", ctypes.c_int64),
    ]


_COUNTS = ["bytes", "answers", "matches", "ambiguous_ids", "strings"]
_COLUMNS = [
    "match_offsets", "ambiguous_offsets", "nil", "undecided", "p_nil", "p", "margin", "score", "distance",
    "id", "name_space", "name", "matched", "kind", "stage", "same", "ambiguous", "string_offsets", "text",
    "broader", "exactly", "taxon", "parent", "parent_name", "parent_p", "organism",
]  # fmt: skip


class ResultHead(ctypes.Structure):
    """normlet_result."""

    _fields_ = [(name, ctypes.c_int64) for name in _COUNTS] + [(name, ctypes.c_void_p) for name in _COLUMNS]


_POINTER = ctypes.POINTER(ctypes.c_void_p)
_TEXTS, _OPTIONS = ctypes.POINTER(Texts), ctypes.POINTER(Options)
_HANDLE = ctypes.c_uint64

_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "normlet_abi": (ctypes.c_uint32, []),
    "normlet_version": (ctypes.c_char_p, []),
    "normlet_open": (ctypes.c_int32, [ctypes.c_char_p, ctypes.c_int64, ctypes.POINTER(_HANDLE), _POINTER]),
    "normlet_open_bytes": (ctypes.c_int32, [ctypes.c_char_p, ctypes.c_int64, ctypes.POINTER(_HANDLE), _POINTER]),
    "normlet_open_signed": (
        ctypes.c_int32,
        [ctypes.c_char_p, ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64, ctypes.POINTER(_HANDLE), _POINTER],
    ),
    "normlet_open_default": (ctypes.c_int32, [ctypes.POINTER(_HANDLE), _POINTER]),
    "normlet_close": (None, [_HANDLE]),
    "normlet_info": (ctypes.c_int32, [_HANDLE, _POINTER, _POINTER]),
    "normlet_names": (ctypes.c_int32, [_HANDLE, ctypes.c_char_p, ctypes.c_int64, _POINTER, _POINTER]),
    "normlet_detect": (
        ctypes.c_int32,
        [_HANDLE, ctypes.c_char_p, ctypes.c_int64, _TEXTS, _OPTIONS, _POINTER, _POINTER],
    ),
    "normlet_lookup": (ctypes.c_int32, [_HANDLE, _TEXTS, _TEXTS, _OPTIONS, _POINTER, _POINTER]),
    "normlet_document": (
        ctypes.c_int32,
        [_HANDLE, ctypes.c_char_p, ctypes.c_int64, _TEXTS, _OPTIONS, _POINTER, _POINTER],
    ),
    "normlet_gilda": (ctypes.c_int32, [_HANDLE, _TEXTS, _TEXTS, _OPTIONS, _POINTER, _POINTER]),
    "normlet_gilda_models": (ctypes.c_int32, [_HANDLE, _POINTER, _POINTER]),
    "normlet_annotate": (
        ctypes.c_int32,
        [
            _HANDLE, ctypes.c_char_p, ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64, _OPTIONS, _POINTER, _POINTER,
        ],
    ),
    "normlet_free": (None, [ctypes.c_void_p]),
}


def _load() -> ctypes.CDLL:
    name = {"darwin": "libnormlet.dylib", "win32": "normlet.dll"}.get(sys.platform, "libnormlet.so")
    library = ctypes.CDLL(str(PLACE / name))  # which lets go of the interpreter lock during calls
    for function, (result, arguments) in _SIGNATURES.items():
        getattr(library, function).restype = result
        getattr(library, function).argtypes = arguments
    if library.normlet_abi() != ABI:
        found = library.normlet_abi()
        raise ImportError(f"{PLACE / name} has version {found} of the interface, want {ABI}: install normlet again")
    return library


_library = _load()
_process = os.getpid()


def call(function: str, *arguments: Any) -> None:
    """Calls a function that returns a status, and raises its error."""
    if os.getpid() != _process:
        raise NormletError(
            "normlet was imported before this process was forked, and does not work in it: "
            'use multiprocessing.get_context("spawn"), or threads, or lookup_many, which uses all processors'
        )
    error = ctypes.c_void_p()
    status: int = getattr(_library, function)(*arguments, ctypes.byref(error))
    if status:
        raise _ERRORS.get(status, InternalError)(take_text(error))


def free(address: int) -> None:
    """Frees what the library returned."""
    if os.getpid() == _process:
        _library.normlet_free(address)


def close(handle: int) -> None:
    """Closes a pack, unless it is the parent's."""
    if os.getpid() == _process:
        _library.normlet_close(handle)


def take_text(pointer: ctypes.c_void_p) -> str:
    """Returns and frees a text of the library."""
    if not pointer.value:
        return ""
    text = ctypes.string_at(pointer.value).decode("utf-8", "replace")
    free(pointer.value)
    return text


_Memory = ctypes.c_ubyte * sys.maxsize  # a type for each size would take longer than the rest, and be kept by ctypes


def memory(address: int, size: int) -> memoryview:
    """Bytes that are not Python's, for as long as they are there."""
    return memoryview(_Memory.from_address(address)).cast("B")[:size]


def take_result(address: int) -> bytes:
    """Returns a copy of a result of the library, and frees the result.

    The copy lives as long as anything can read it. The memory of the library would need a finalizer, and those run before
    the last reader: at exit, and before ``__del__`` in a cycle.
    """
    try:
        size = ResultHead.from_address(address).bytes
        return bytes(memory(address, size))
    finally:
        free(address)


def unreadable(path: str, reason: str) -> OSError:
    """Returns the error of a file that the library could not read, as Python would: its class, errno and filename."""
    try:
        os.close(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)))
        number = errno.EISDIR if os.path.isdir(path) else errno.EIO
    except OSError as e:
        number = e.errno or errno.EIO
    return OSError(number, reason, path)


def version() -> str:
    """The version of the installed package."""
    return metadata.version("normlet")


def clean(values: Iterable[Any], what: str = "mention") -> list[str]:
    """Returns texts as a list of str. A missing one (None, NaN, NA) is empty, a number or a date is what people see.

    >>> clean(["a", None, float("nan"), 7157.0, datetime.date(2024, 9, 2)])
    ['a', '', '', '7157', '2024-09-02']
    """
    if isinstance(values, (str, bytes)):
        raise ArgumentError(f"one {type(values).__name__} instead of many {what}s: want a list, an array or a Series")
    if hasattr(values, "columns"):
        raise ArgumentError(f"a table instead of {what}s: choose a column")
    for convert in ("to_pylist", "tolist", "to_list"):  # of Arrow, of numpy and pandas, of polars
        if hasattr(values, convert):
            values = getattr(values, convert)()
            break
    texts = list(values)
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            if missing(text):
                texts[i] = ""
            elif isinstance(text, (numbers.Number, datetime.date, datetime.time)):
                texts[i] = str(int(text) if isinstance(text, float) and text.is_integer() else text)
            else:
                raise ArgumentError(f"{what} {i} is {text!r}, of type {type(text).__name__}: want a str")
    return texts


def missing(value: Any) -> bool:
    """Whether a cell is None, NaN, NA or NaT."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or isinstance(value, float) and value != value


def encode(text: str, what: str) -> bytes:
    """Returns UTF-8."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is {reprlib.repr(text)}, of type {type(text).__name__}: want a str")
    try:
        return text.encode()
    except UnicodeEncodeError as e:
        raise ArgumentError(f"{what} is not text: {e}") from None


def pack(texts: Sequence[str], what: str = "mention") -> Texts:
    """Returns texts in the form of the library, which hold all the memory that they need."""
    try:
        encoded = [text.encode() for text in texts]
    except (UnicodeEncodeError, AttributeError):
        encoded = [encode(text, f"{what} {i}") for i, text in enumerate(texts)]
    content = b"".join(encoded)
    offsets = array("q", accumulate(map(len, encoded), initial=0))
    packed = Texts(content, len(content), offsets.buffer_info()[0], len(encoded))
    packed.held = offsets
    return packed


_KEY = re.compile("-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]*)-----END PUBLIC KEY-----")
_KEY_PREFIX = bytes.fromhex("302a300506032b6570032100")  # of every Ed25519 key: RFC 8410


def public_key(text: str) -> bytes:
    """Returns the 32 bytes of an Ed25519 public key in PEM form, as ``openssl pkey -pubout`` writes it."""
    found = _KEY.search(text)
    key = base64.b64decode(found[1]) if found else b""
    if not key.startswith(_KEY_PREFIX) or len(key) != len(_KEY_PREFIX) + 32:
        raise ArgumentError("public_key is not the text of a PEM file with an Ed25519 public key")
    return key[len(_KEY_PREFIX) :]


def batches(values: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """Cuts an iterable into lists.

    >>> list(batches("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    batch: list[Any] = []
    for value in values:
        batch.append(value)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
