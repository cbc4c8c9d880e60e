"""Columns of Arrow strings in the form of the library, by the Arrow PyCapsule and C data interfaces.

The library reads the characters where they lie, and the offsets of ``large_string``; those of ``string`` have half the
width that it takes, and are copied. Anything else, such as dictionaries and the views of polars, is a list first, which
costs less than a hundredth of the look-ups.
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from functools import cached_property
from typing import Any, Callable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import _library


class _Schema(ctypes.Structure):
    """ArrowSchema."""

    _fields_ = [
        ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p),
        ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64), ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p), ("release", ctypes.c_void_p), ("private_data", ctypes.c_void_p),
    ]  # fmt: skip


class _Array(ctypes.Structure):
    """ArrowArray."""

    _fields_ = [
        ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
        ("children", ctypes.c_void_p), ("dictionary", ctypes.c_void_p), ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]  # fmt: skip


class _Stream(ctypes.Structure):
    """ArrowArrayStream."""

    _fields_ = [
        ("get_schema", ctypes.c_void_p), ("get_next", ctypes.c_void_p), ("get_last_error", ctypes.c_void_p),
        ("release", ctypes.c_void_p), ("private_data", ctypes.c_void_p),
    ]  # fmt: skip


_GET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_LAST_ERROR = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)
_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_WIDTHS = {b"u": 4, b"U": 8}  # bytes of an offset, by format: string, large_string

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class _Chunk(NamedTuple):
    """A contiguous part of a column: its first offset, and where its characters and validity bits begin."""

    length: int
    width: int  #: of an offset, in bytes
    offsets: int
    text: Optional[int]
    valid: Optional[int]  #: None if no value is null
    first_bit: int

    def at(self, i: int, count: int) -> memoryview:
        """The offsets of count values from value i on, and the end."""
        start = self.offsets + i * self.width
        return _library.memory(start, (count + 1) * self.width).cast("i" if self.width == 4 else "q")

    def nulls_are_empty(self) -> bool:
        """Whether no null has characters, which Arrow allows."""
        if self.valid is None:
            return True
        end = self.first_bit + self.length
        bits, ends = _library.memory(self.valid, (end + 7) // 8), self.at(0, self.length)
        places = enumerate(range(self.first_bit, end))
        return all(bits[b >> 3] >> (b & 7) & 1 or ends[i] == ends[i + 1] for i, b in places)

    def pack(self, i: int, count: int) -> _library.Texts:
        """The texts of count values from value i on."""
        ends = self.at(i, count)
        if self.width == 8:
            return _library.Texts(self.text, ends[count], self.offsets + i * self.width, count)
        wide = array("q", ends)
        packed = _library.Texts(self.text, ends[count], wide.buffer_info()[0], count)
        packed.held = wide
        return packed


class Batch(Sequence[str]):
    """Mentions of a column, which become objects once one of them is asked for."""

    def __init__(self, column: Column, start: int, count: int) -> None:
        """Those of count values from start on."""
        self._column, self._range = column, range(start, start + count)

    def __len__(self) -> int:
        """The number of mentions."""
        return len(self._range)

    def __getitem__(self, i: Any) -> Any:
        """A mention, or a list of some."""
        places = self._range[i]
        return [self._column.texts[p] for p in places] if isinstance(i, slice) else self._column.texts[places]


class Column:
    """A column of strings. Its buffers may be read until it is closed."""

    def __init__(self, source: Any, chunks: List[_Chunk], close: Callable[[], None]) -> None:
        """What column found."""
        self._source, self._chunks, self.close = source, chunks, close

    def __len__(self) -> int:
        """The number of values."""
        return sum(chunk.length for chunk in self._chunks)

    @cached_property
    def texts(self) -> List[str]:
        """All values as objects, from the source and not from the buffers, which may be gone."""
        return _library.clean(self._source)

    def batches(self, size: int) -> Iterator[Tuple[Batch, _library.Texts]]:
        """Cuts the column into mentions and their form in the library."""
        start = 0
        for chunk in self._chunks:
            for i in range(0, chunk.length, size):
                count = min(size, chunk.length - i)
                yield Batch(self, start + i, count), chunk.pack(i, count)
            start += chunk.length


def column(values: Any) -> Optional[Column]:
    """The column of an Array or ChunkedArray of pyarrow, or whatever else has the interface; None for anything else.

    None, too, if its values are not strings as the library takes them, or there are none: see ``_library.clean``.
    """
    module = type(values).__module__
    if module.startswith("pandas.") or hasattr(values, "columns") or not hasattr(values, "to_pylist"):
        return None  # values of pandas may be numbers; streams that can be read once have no mentions afterwards
    if hasattr(values, "__arrow_c_stream__"):
        width, arrays, close = _read_stream(values.__arrow_c_stream__())
    elif hasattr(values, "__arrow_c_array__"):
        width, arrays, close = _read_array(*values.__arrow_c_array__())
    else:
        return None
    chunks = [_chunk(a, width) for a in arrays if a.length] if width else []
    if chunks and all(chunk.nulls_are_empty() for chunk in chunks):
        return Column(values, chunks, close)
    close()
    return None


_Read = Tuple[int, List[_Array], Callable[[], None]]


def _width(schema: _Schema) -> int:
    return 0 if schema.dictionary else _WIDTHS.get(schema.format, 0)


def _chunk(a: _Array, width: int) -> _Chunk:
    valid = a.buffers[0] if a.null_count else None
    return _Chunk(a.length, width, a.buffers[1] + a.offset * width, a.buffers[2], valid, a.offset)


def _read_array(schema: Any, content: Any) -> _Read:
    """Reads capsules, which release what they hold when nobody has them any more."""
    found = _Array.from_address(_pointer(content, b"arrow_array"))
    held = [content]
    return _width(_Schema.from_address(_pointer(schema, b"arrow_schema"))), [found], held.clear


def _read_stream(capsule: Any) -> _Read:
    """Reads all arrays of a stream, which are ours to release."""
    address = _pointer(capsule, b"arrow_array_stream")
    stream = _Stream.from_address(address)
    arrays: List[_Array] = []

    def get(function: int, out: ctypes.Structure) -> None:
        if _GET(function)(address, ctypes.addressof(out)):
            reason = _LAST_ERROR(stream.get_last_error)(address) or b"the stream does not say why"
            raise _library.ArgumentError("the Arrow stream fails: " + reason.decode("utf-8", "replace"))

    def close() -> None:
        while arrays:
            _release(arrays.pop())

    schema = _Schema()
    get(stream.get_schema, schema)
    width = _width(schema)
    _release(schema)
    try:
        while width:
            arrays.append(_Array())
            get(stream.get_next, arrays[-1])
            if not arrays[-1].release:  # the end
                arrays.pop()
                break
    except BaseException:
        close()
        raise
    return width, arrays, close


def _release(of: Any) -> None:
    if of.release:
        _RELEASE(of.release)(ctypes.addressof(of))
