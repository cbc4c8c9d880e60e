"""The accessor ``normlet`` of pandas, for a Series of mentions or texts and for a DataFrame with one.

>>> import pandas, normlet.pandas
>>> table = pandas.DataFrame({"gene": ["FOX-P2", None, "aspirin"]})
>>> table.gene.normlet.ids().tolist()
['NCBIGene:93986', None, 'MESH:D001241']
>>> list(table.normlet.lookup("gene").columns)
['gene', 'gene_id', 'gene_name', 'gene_p', 'gene_verdict']

Every method takes ``normalizer``, an open pack, or else uses the default one.
"""

from __future__ import annotations

from typing import Any, Hashable, Optional

import pandas
from pandas.api.extensions import register_dataframe_accessor, register_series_accessor

from ._answers import Answers
from ._normalizer import Normalizer, default
from ._spans import annotate_series

#: A table has an id only where it is likelier right than not, as that of ``normlet map``.
MIN_P = 0.5


def _answers(series: Any, normalizer: Optional[Normalizer], options: Any) -> Answers:
    return (normalizer or default()).lookup_many(series, **options)


@register_series_accessor("normlet")
class SeriesAccessor:
    """``series.normlet``: options are those of ``lookup_many`` and ``annotate``."""

    def __init__(self, series: Any) -> None:
        """What pandas calls."""
        self._series = series

    def lookup(self, normalizer: Optional[Normalizer] = None, *, every: bool = False, **options: Any) -> Any:
        """A DataFrame with the best match of each mention, or with every all of them: see ``Answers.columns``."""
        return _answers(self._series, normalizer, options).to_pandas(every)

    def ids(self, normalizer: Optional[Normalizer] = None, **options: Any) -> Any:
        """A Series of the id of each best match, None for nil."""
        ids = _answers(self._series, normalizer, options).ids
        return pandas.Series(ids, self._series.index, dtype=object, name=self._series.name)

    def annotate(self, normalizer: Optional[Normalizer] = None, **options: Any) -> Any:
        """``normlet.annotate_series``: a row for each entity in the texts."""
        return annotate_series(self._series, normalizer, **options)


@register_dataframe_accessor("normlet")
class FrameAccessor:
    """``table.normlet``."""

    def __init__(self, table: Any) -> None:
        """What pandas calls."""
        self._table = table

    def lookup(self, column: Hashable, normalizer: Optional[Normalizer] = None, **options: Any) -> Any:
        """A copy of the table with COLUMN_id, COLUMN_name, COLUMN_p and COLUMN_verdict: accept, review or none.

        Answers that are less probable than ``min_p`` (``MIN_P``) are nil.
        """
        found = _answers(self._table[column], normalizer, {"min_p": MIN_P, **options}).columns()
        return self._table.assign(**{f"{column}_{what}": found[what] for what in ("id", "name", "p", "verdict")})
