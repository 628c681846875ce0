"""The contrast set once more, each passage buried in a document of 5,000 words made of the others."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from citevet.extract.sentences import sentences
from citevet.judge.focus import focus
from citevet.model import Body, Page, Span
from citevet.model import Passage as Found
from citevet.retrieve.rank import Pile
from citevet.retrieve.windows import windows
from evals import contrast
from evals.pairs import Labelled

WORDS = 5_000


@dataclass(frozen=True, slots=True)
class Buried:
    """A claim, the sentence of its passage that is nearest to it, and where retrieval has it."""

    kind: str
    sentence: str
    place: int | None  # in the order of the windows, from 0; none beyond the windows that are asked for


def document(passage: contrast.Passage) -> str:
    """Return the passage among others, all in an order that depends on nothing but their names."""
    others = [each for each in contrast.passages() if each.id != passage.id]
    others.sort(key=lambda each: sha256(f"{passage.id} {each.id}".encode()).hexdigest())
    kept, words = [passage], len(passage.text.split())
    for each in others:
        more = len(each.text.split())
        if words + more <= WORDS:
            kept.append(each)
            words += more
    kept.sort(key=lambda each: sha256(f"{each.id} {passage.id}".encode()).hexdigest())
    return "\n\n".join(each.text for each in kept)


def found(*, most: int) -> Iterator[Buried]:
    """Yield for each claim of the set where the sentence that is nearest to it comes among `most` windows."""
    for triplet in contrast.load():
        for kind, claim in _claims(triplet):
            sentence = focus(claim, [_whole(triplet.passage.text)])[0].text
            best = _pile(triplet.passage).best(claim, most=most)
            yield Buried(kind, sentence, next((at for at, each in enumerate(best) if sentence in each.text), None))


def pairs() -> Iterator[Labelled]:
    """Yield the three claims of one triplet for each passage, before its document."""
    first = {triplet.passage.id: triplet for triplet in reversed(contrast.load())}
    for triplet in first.values():
        for kind, claim in _claims(triplet):
            label = "supported" if kind == "as it stands" else "contradicted"
            yield Labelled("buried", claim, document(triplet.passage), label, kind=kind)


def _claims(triplet: contrast.Triplet) -> tuple[tuple[str, str], ...]:
    return (
        ("as it stands", triplet.supported),
        ("negated", triplet.negated),
        (f"{triplet.swap} swapped", triplet.swapped),
    )


@cache
def _pile(passage: contrast.Passage) -> Pile:
    return Pile.of("s1", windows(Body((Page(document(passage)),)), sentences))


def _whole(text: str) -> Found:
    return Found("s1", Span(0, len(text)), text)
