"""Notes that mean one another and no source: note 1 says "see note 2", and note 2 "see note 1"."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.back_forms import LONGEST, OPENS, back
from citevet.extract.found import Found
from citevet.extract.lost import lost
from citevet.extract.scene import Scene
from citevet.extract.short_forms import SIGNAL
from citevet.model import Reference, Span

_WHY = "this leads back to the same note, and no source is named on the way"
_NUMBERED = pattern(
    rf"{OPENS}{SIGNAL}(?P<word>(?:(?:supra|infra|above|below|oben|unten),?[\s\0])?"
    r"(?:(?:foot)?note|n\.|fn\.|fußn\.|fußnote)[\s\0]?(?P<number>\d{1,4})(?:[\s\0](?:above|below|supra|infra))?)"
    r"[.\s\0\]\}]*\Z",
    IGNORECASE,
)


def circles(scene: Scene, notes: Sequence[Reference]) -> list[Found]:
    """Return what leads from a note back to itself; the notes come as they are counted."""
    said = {note.key: words for note in notes if (words := _said(scene, note))}
    if not said:
        return []
    labels = _labels(note.key for note in notes)
    points = {key: labels[number] for key, (_, number) in said.items() if number in labels}
    closed = _closed(points)
    return [lost(span, _WHY) for key, (span, _) in said.items() if key in closed]


def _said(scene: Scene, note: Reference) -> tuple[Span, str] | None:
    """Return where a note that says nothing else, and names nobody, means another by its number, and the number."""
    text = note.span.of(scene.prose) if len(note.span) <= LONGEST else ""
    if found := _NUMBERED.match(text):
        start = note.span.start
        return Span(start + found.start("word"), start + found.end("word")), found["number"]
    said = back(scene, note)
    return (said.span, said.number) if said and said.number and not said.who else None


def _labels(keys: Iterable[str]) -> Mapping[str, str]:
    """Return the notes by the numbers that mean them: their labels; where all of these are words, they are counted.

    Labels that do not rise from note to note are not the numbers that a reader sees, and nobody knows which are meant.
    """
    written = list(keys)
    numbers = [int(key) for key in written if key.isdecimal()]
    if numbers:
        return {key: key for key in written} if numbers == sorted(numbers) else {}
    return {str(number): key for number, key in enumerate(written, start=1)}


def _closed(points: Mapping[str, str]) -> frozenset[str]:
    """Return what lies on a circle: what stays when all that nothing points to is taken away, again and again."""
    meant = Counter(points.values())
    free = [key for key in points if not meant[key]]
    for key in free:  # grows on the way
        meant[points[key]] -= 1
        if not meant[points[key]] and points[key] in points:
            free.append(points[key])
    return frozenset(points) - set(free)
