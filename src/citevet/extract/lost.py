"""Short forms that lead nowhere: an "Ibid." before which nothing is cited, `supra note 99` in a text of three notes."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.people import family, first_named
from citevet.extract.scene import Scene
from citevet.model import Reference, Span, plain_letters

NOTHING = "nothing is cited before it"
_WORD = pattern(r"[^\W\d_]+")
# Of the document's own notes; "S. 5 Fn. 12" and "p. 5 n. 12" are of the work that is cited.
_NOTE = pattern(
    r"\b(?:[Ss]upra|[Ii]nfra),?[\s\0](?:note|n\.|fn\.)[\s\0]?(\d{1,4})(?!\w)"
    r"|\b[Nn]ote[\s\0](\d{1,4})[\s\0](?:above|below|supra|infra)\b"
    r"|(?:\b(?:[Oo]ben|[Uu]nten|[Ss]iehe|[Vv]gl\.|s\.)[\s\0](?:auch[\s\0])?|\()"
    r"(?:(?:wie|oben|siehe|vgl\.|o\.|s\.)[\s\0]){0,2}(?:Fn\.|FN|Fußn\.|Fußnote)[\s\0]?(\d{1,4})(?!\w)"
)
_PAGED = pattern(r"(?:\b(?:S|pp?|Rn|Rz)\.[\s\0]?\d{1,5}|\d[\s\0]?ff?\.)[\s\0,]{0,3}\Z")
_REACH = 16  # characters before a note's number in which the page of another work stands


def lost(span: Span, why: str) -> Found:
    """Return a citation that leads nowhere, and says why."""
    return Found("footnote", span, "", parts={"lost": why})


def beyond(scene: Scene, references: Sequence[Reference]) -> list[Found]:
    """Return what means a note by a number that no note has; a text without notes may have lost them."""
    notes = [each for each in references if each.is_note]
    if not notes:
        return []
    starts, labels = sorted(each.span for each in notes), {each.key for each in notes}
    why = f"the document has {len(notes)} note{'s' if len(notes) > 1 else ''}"
    return [
        lost(span, f"there is no note {number}: {why}")
        for span, number in _numbered(scene)
        if int(number) > len(notes) and number not in labels and _may_mean(scene, span, starts)
    ]


def _numbered(scene: Scene) -> Iterator[tuple[Span, str]]:
    for found in _NOTE.finditer(scene.prose):
        if not _PAGED.search(scene.prose[max(found.start() - _REACH, 0) : found.start()]):
            opened = scene.prose[found.start()] == "("
            yield Span(found.start() + opened, found.end()), found[found.lastindex or 0]


def _may_mean(scene: Scene, span: Span, notes: Sequence[Span]) -> bool:
    """Say whether it stands in the text or in a note, and not in an entry of the list."""
    index = bisect_right(notes, span.start, key=lambda note: note.start) - 1
    return scene.side(span) == "text" or (index >= 0 and notes[index].holds(span))


def unheard(scene: Scene, references: Sequence[Reference], shorts: Mapping[Span, str]) -> list[Found]:
    """Return the short forms with a name that stands nowhere else: neither cited, nor listed, nor spoken of."""
    if not shorts:
        return []
    words = Counter(_WORD.findall(plain_letters(scene.prose)))
    words.subtract(word for span in shorts for word in _WORD.findall(plain_letters(span.of(scene.prose))))
    for reference in references:
        if reference.path is not None:
            words.update(_WORD.findall(plain_letters(" ".join((*reference.authors, reference.text[:400])))))
    return [lost(span, "nobody of that name is cited") for span, who in shorts.items() if _is_unheard(who, words)]


def _is_unheard(who: str, words: Mapping[str, int]) -> bool:
    first = (first_named(who).split() or [""])[-1]
    return first[:1].isupper() and all(words.get(word, 0) <= 0 for word in _WORD.findall(family(first)))


def told(found: Sequence[Found], wrong: Sequence[Found]) -> list[Found]:
    """Return both; where an "op. cit." that leads somewhere also names a note that is not there, it says so itself."""
    ordered = sorted(wrong, key=lambda one: one.span)
    kept, free, index = list[Found](), set(range(len(ordered))), 0
    for one in sorted(found, key=lambda one: one.span) if ordered else found:
        while index < len(ordered) and ordered[index].span.end <= one.span.start:
            index += 1
        if one.parts.keys() & {"again", "lost"} and index < len(ordered) and ordered[index].span.overlaps(one.span):
            free.discard(index)
            kept.append(replace(one, parts={**one.parts, "lost": ordered[index].parts["lost"]}))
        else:
            kept.append(one)
    return [*kept, *(ordered[each] for each in sorted(free))]
