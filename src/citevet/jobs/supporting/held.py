"""The words of a source of the corpus, cut into windows, or why there are none."""

from dataclasses import dataclass

from citevet.extract.sentences import sentences
from citevet.model import Body, Reason, Scope, Source
from citevet.retrieve.rank import Pile
from citevet.retrieve.windows import windows

_LARGEST = 20_000_000  # characters; a source of this size takes as long to cut and count as 100 verdicts


@dataclass(frozen=True, slots=True)
class Held:
    """A source that claims can be held against."""

    source: Source
    pile: Pile
    scope: Scope = "full"
    reason: Reason | None = None  # why there are no windows


def held(source: Source, body: Body) -> Held:
    """Cut what we hold of a source into windows."""
    if sum(len(page.text) for page in body.pages) > _LARGEST:
        return Held(source, Pile.of(source.id, ()), body.scope, "too-large")
    found = windows(body, sentences)
    return Held(source, Pile.of(source.id, found), body.scope, None if found else body.reason or "no-text")
