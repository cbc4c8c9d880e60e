"""The component "normlet" of spaCy's pipelines, which spaCy finds by the entry point of the package.

    nlp = spacy.blank("en")
    nlp.add_pipe("normlet", config={"min_p": 0.5})
    for ent in nlp("Metformin lowers glucose.").ents:
        print(ent.text, ent.label_, ent.kb_id_, ent._.score, ent._.normlet.matches)
"""

from __future__ import annotations

from typing import Any, List, Optional

from spacy.language import Language
from spacy.tokens import Span as Entity

from ._normalizer import Normalizer, default


def create(nlp: Any, name: str, pack: Optional[str], min_p: float, types: Optional[List[str]]) -> Component:
    """What spaCy calls for ``add_pipe``: pack is the path of one, or else the default pack is used."""
    return Component(default() if pack is None else Normalizer(pack), min_p, types)


class Component:
    """Finds the entities in documents."""

    def __init__(self, normalizer: Normalizer, min_p: float, types: Optional[List[str]]) -> None:
        """The options are those of ``annotate``."""
        self._normalizer, self._min_p, self._types = normalizer, min_p, types

    def __call__(self, doc: Any) -> Any:
        """Adds the entities: whole tokens, as spaCy wants them. Of others in the document, those apart stay."""
        found: List[Any] = []
        for span in self._normalizer.annotate(doc.text, min_p=self._min_p, types=self._types):
            entity = doc.char_span(span.start, span.end, span.type, kb_id=span.id, alignment_mode="expand")
            if entity is not None and not (found and entity.start < found[-1].end):
                entity._.score, entity._.normlet = span.p, span
                found.append(entity)
        apart = [e for e in doc.ents if all(e.end <= f.start or f.end <= e.start for f in found)]
        doc.ents = found + apart
        return doc


Entity.set_extension("score", default=None, force=True)
Entity.set_extension("normlet", default=None, force=True)
Language.factory("normlet", default_config={"pack": None, "min_p": 0.0, "types": None}, func=create)
