"""What the columns of a table hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Tuple


@dataclass(frozen=True)
class Example:
    """A cell, and the entity that it means; id and name are empty if it means none."""

    cell: str
    id: str
    name: str


@dataclass(frozen=True)
class Column:
    """What a column holds.

    kind: "names" of entities, "ids", "organisms", "numbers", "dates", "text", "empty" or "other".
    of: of names the namespace of most, of ids the prefix of the database.
    share: how many of the different cells are that.
    known: how many of the ids the pack has.
    read: different cells that were read.
    mapped: a look-up is worth it.
    namespace: what to limit it to, as nearly all are of this; None if there is no such.
    """

    name: str
    kind: str
    of: str
    share: float
    known: float
    read: int
    mapped: bool
    namespace: str | None
    examples: Tuple[Example, ...]


def column(name: str, fields: Dict[str, Any]) -> Column:
    """A column of what the library says."""
    fields["examples"] = tuple(Example(**e) for e in fields["examples"])
    fields["namespace"] = fields["namespace"] or None
    return Column(name, **fields)
