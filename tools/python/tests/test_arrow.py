"""Columns of Arrow: by a stand-in that follows the text of the PyCapsule and C data interfaces, as Debian has neither
pyarrow nor polars, and by them where they are installed."""

import ctypes
from array import array

import pytest

import normlet
from normlet import _arrow, _library

VALUES = ["a", "FOX-P2", None, "aspirin", "PLCγ2", ""]
RELEASED = []
KEPT = []  # memory and functions of the columns


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def release_array(address):
    """Marks an array as released, as its producer has to."""
    _arrow._Array.from_address(address).release = None
    RELEASED.append("array")


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def release_schema(address):
    """Marks a schema as released."""
    _arrow._Schema.from_address(address).release = None
    RELEASED.append("schema")


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def capsule_ends(_):
    """What a capsule calls when nobody has it any more."""
    RELEASED.append("capsule")


def capsule(structure, name):
    """A PyCapsule of a structure."""
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    KEPT.append((structure, name))
    return new(ctypes.addressof(structure), name, ctypes.cast(capsule_ends, ctypes.c_void_p).value)


def address(function):
    """The address of a function of C."""
    KEPT.append(function)
    return ctypes.cast(function, ctypes.c_void_p).value


def arrow_schema(format, dictionary=None):
    """An ArrowSchema."""
    return _arrow._Schema(format, b"", None, 2, 0, None, dictionary, address(release_schema), None)


def arrow_array(values, format, first=0, under_null=""):
    """An ArrowArray of values from first on."""
    texts = [(under_null if v is None else v).encode() for v in values]
    ends = array("q" if format == b"U" else "i", [0])
    for text in texts:
        ends.append(ends[-1] + len(text))
    bits = bytearray((len(values) + 7) // 8)
    for i, value in enumerate(values):
        bits[i >> 3] |= (value is not None) << (i & 7)
    memory = [ctypes.create_string_buffer(bytes(b), len(b) + 1) for b in (bits, ends.tobytes(), b"".join(texts))]
    buffers = (ctypes.c_void_p * 3)(*map(ctypes.addressof, memory))
    if None not in values:
        buffers[0] = None
    KEPT.append((memory, buffers))
    count, pointer = -1 if None in values else 0, ctypes.cast(buffers, ctypes.POINTER(ctypes.c_void_p))
    return _arrow._Array(len(values) - first, count, first, 3, 0, pointer, None, None, address(release_array), None)


class Array:
    """As an Array of pyarrow."""

    def __init__(self, values, format=b"u", first=0, **how):
        """Values from first on, in a format."""
        self._values, self._first, self._format, self._how = values, first, format, how

    def to_pylist(self):
        """The values, None for null."""
        return self._values[self._first :]

    def __len__(self):
        """How many there are."""
        return len(self._values) - self._first

    def __arrow_c_array__(self, requested_schema=None):
        """Two capsules."""
        content = arrow_array(self._values, self._format, self._first, **self._how)
        return capsule(arrow_schema(self._format), b"arrow_schema"), capsule(content, b"arrow_array")


class Chunked:
    """As a ChunkedArray of pyarrow."""

    def __init__(self, *chunks, format=b"u", fails=False):
        """Chunks of values; a stream that fails does so after them."""
        self._chunks, self._format, self._fails = chunks, format, fails

    def to_pylist(self):
        """The values of all chunks."""
        return [value for chunk in self._chunks for value in chunk]

    def __arrow_c_stream__(self, requested_schema=None):
        """A capsule."""
        rest = list(self._chunks)

        @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
        def get_schema(_, out):
            ctypes.memmove(out, ctypes.byref(arrow_schema(self._format)), ctypes.sizeof(_arrow._Schema))
            return 0

        @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
        def get_next(_, out):
            if not rest and self._fails:
                return 5
            content = arrow_array(rest.pop(0), self._format) if rest else _arrow._Array()
            ctypes.memmove(out, ctypes.byref(content), ctypes.sizeof(_arrow._Array))
            return 0

        reason = ctypes.create_string_buffer(b"the disk is gone")
        KEPT.append(reason)
        last_error = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(lambda _: ctypes.addressof(reason))
        stream = _arrow._Stream(address(get_schema), address(get_next), address(last_error), None, None)
        return capsule(stream, b"arrow_array_stream")


@pytest.fixture(autouse=True)
def released():
    """What a test releases."""
    RELEASED.clear()
    return RELEASED


COLUMNS = {
    "string": Array(VALUES),
    "large_string": Array(VALUES, b"U"),
    "a slice": Array(["x", None, "y"] + VALUES, first=3),
    "a large slice": Array(["Ünicode"] * 9 + VALUES, b"U", first=9),
    "without nulls": Array(["a" if v is None else v for v in VALUES]),
    "chunks": Chunked(VALUES[:2], [], VALUES[2:]),
    "large chunks": Chunked(VALUES[:5], VALUES[5:], format=b"U"),
    "characters under a null": Array(VALUES, under_null="aspirin"),
    "another format": Chunked(VALUES, format=b"vu"),
    "nothing": Array([]),
    "no chunks": Chunked(),
}
LISTS = {"characters under a null", "another format", "nothing", "no chunks"}


@pytest.mark.parametrize("name", COLUMNS)
def test_columns(n, monkeypatch, released, name):
    """A column gives what the list of its values gives, and no value is made an object for it."""
    column = COLUMNS[name]
    want = n.lookup_many(column.to_pylist(), k=2, context="of a cell")
    if name not in LISTS:
        monkeypatch.setattr(_library, "clean", lambda *_: pytest.fail("values become objects"))
    monkeypatch.setattr("normlet._normalizer.BATCH", 2)
    got = n.lookup_many(column, k=2, context="of a cell")
    ids = got.ids
    monkeypatch.undo()
    if isinstance(column, Chunked):
        arrays = 0 if name == "another format" else len(column._chunks)
        assert (released.count("array"), released.count("schema"), released.count("capsule")) == (arrays, 1, 1)
    else:
        assert released == ["capsule", "capsule"]
    assert ids == want.ids and len(got) == len(want)
    assert got.columns() == want.columns() and got.columns(every=True) == want.columns(every=True)
    assert list(got) == list(want) and got[1:3] == want[1:3]


def test_offsets_are_not_copied(n):
    """The library gets the addresses of a large_string."""
    seen = []
    column = _arrow.column(Array(VALUES, b"U", first=1))
    for batch, packed in column.batches(3):
        seen.append((len(batch), packed.count, packed.offsets - column._chunks[0].offsets, batch[0]))
        text = ctypes.cast(ctypes.addressof(packed), ctypes.POINTER(ctypes.c_void_p))[0]
        assert text == column._chunks[0].text
    assert seen == [(3, 3, 0, "FOX-P2"), (2, 2, 24, "PLCγ2")]
    column.close()


def test_failures(n, released):
    """A stream that fails says why, and what came before it is released; so it is if the look-up fails."""
    with pytest.raises(normlet.ArgumentError, match="the disk is gone"):
        n.lookup_many(Chunked(VALUES, VALUES, fails=True))
    assert released.count("array") == 2
    with pytest.raises(normlet.NamespaceError):
        n.lookup_many(Chunked(VALUES), namespace="stars")
    with pytest.raises(normlet.ArgumentError, match="2 contexts for 6 mentions"):
        n.lookup_many(Chunked(VALUES), context=["a", "b"])
    assert released.count("array") == 4


def test_pyarrow(n):
    """Columns of pyarrow itself."""
    pyarrow = pytest.importorskip("pyarrow")
    want = n.lookup_many(VALUES)
    for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())):
        column = pyarrow.array(VALUES, pyarrow.string()).cast(kind)
        for given in (column, pyarrow.chunked_array([column[:2], column[2:]])):
            assert n.lookup_many(given).columns() == want.columns()


def test_polars(n):
    """A Series of polars itself."""
    polars = pytest.importorskip("polars")
    assert n.lookup_many(polars.Series(VALUES)).columns() == n.lookup_many(VALUES).columns()
