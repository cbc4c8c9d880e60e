"""Noisy names of genes, diseases, chemicals and more to ids, with a probability, on this machine.

>>> import normlet
>>> n = normlet.open()
>>> n.lookup("FOX-P2").best.id
'NCBIGene:93986'
>>> n.lookup_many(["aspirin", "heart attack", "no such thing at all 77"]).ids
['MESH:D001241', 'MESH:D009203', None]

``open`` opens a pack, which answers, and finds entities in texts (``annotate``); ``default`` is that of the package,
opened once; ``build`` makes one of a terminology of your own. ``normlet.gilda`` has Gilda's functions, ``import
normlet.pandas`` gives Series and DataFrames the accessor ``normlet``. The logger "normlet" says what is opened and built.
"""

import logging

from ._answers import Answer, Answers, Match
from ._build import BuildError, build
from ._columns import Column, Example
from ._library import (
    ArgumentError,
    ClosedError,
    InternalError,
    NamespaceError,
    NormletError,
    PackError,
    SignatureError,
    version,
)
from ._normalizer import Info, Normalizer, default, detect, open
from ._spans import Span, annotate_series

__version__ = version()

logging.getLogger("normlet").addHandler(logging.NullHandler())

__all__ = [
    "Answer",
    "Answers",
    "ArgumentError",
    "BuildError",
    "ClosedError",
    "Column",
    "Example",
    "Info",
    "InternalError",
    "Match",
    "NamespaceError",
    "NormletError",
    "Normalizer",
    "PackError",
    "SignatureError",
    "Span",
    "annotate_series",
    "build",
    "default",
    "detect",
    "open",
]
