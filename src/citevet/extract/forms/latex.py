r"""LaTeX citation macros: \cite, \citep[see][p.~3]{a,b}, \parencites[1]{a}[2]{b}, \nocite{*}."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.locators import locator
from citevet.extract.scene import Scene
from citevet.model import Locator, Mark, Span

_COMMENT = pattern(r"%[^\r\n]*")
_KEY = pattern(r"[^\s,](?:[^,\r\n]*[^\s,])?")
_SPACES = pattern(r"~|\\[,;: ]|\\(?:,|thinspace|nobreakspace)\b\s?|\s+")
_DASHES = pattern(r"\s*(?:-{1,3}|[‐-―−])\s*|\\(?:textendash|textemdash|ndash)\b\s*")
_MACRO = pattern(r"\\[A-Za-z]+\s?|[{}]")

_RANGE = r"(?:\d{1,6}|[ivxlcdm]{1,8})(?:-(?:\d{1,6}|[ivxlcdm]{1,8}))?"
_BARE = pattern(rf"{_RANGE}(?:, ?{_RANGE})*")  # a note of numbers alone names pages
_CHAPTER = pattern(r"제? ?(\d{1,4}) ?[장절]")
_ARTICLE = pattern(r"제 ?\d{1,5} ?조[제의\d항호목 ]{0,30}")

# A note says a place in a few words; a longer one is a remark, and its first words say the place if any do.
_NOTE_LENGTH = 200


def find(scene: Scene) -> Iterator[Found]:
    """Yield one citation per key of each citation macro that the reader marked."""
    for mark in scene.document.marks:
        if mark.kind == "cite" and mark.label and "macro" in mark.parts:
            yield from _cited(scene.document.text, mark, mark.label)


def _cited(text: str, mark: Mark, label: Span) -> Iterator[Found]:
    keys = list(_keys(text, label))
    parts = _parts(mark.parts)
    where = place(mark.parts.get("post", ""))
    for span in keys:
        key = span.of(text)
        if len(keys) == 1:
            yield Found("key", mark.span, key, where, key, parts=parts)
        else:
            # The note is printed after the last work, and is about that one.
            own = where if span is keys[-1] else None
            yield Found("key", span, key, own, key, group=mark.span, parts=parts)


def _keys(text: str, label: Span) -> Iterator[Span]:
    """Yield the span of each key; a comment may stand between two of them."""
    bare = _COMMENT.sub(lambda comment: " " * len(comment[0]), label.of(text))
    return (Span(label.start + found.start(), label.start + found.end()) for found in _KEY.finditer(bare))


def _parts(parts: Mapping[str, str]) -> dict[str, str]:
    own = {"macro": parts["macro"]}
    if parts.get("pre"):
        own["prefix"] = parts["pre"]
    if parts["macro"] == "nocite":
        own["silent"] = "yes"
    return own


def place(note: str) -> Locator | None:
    """Read the note after a citation: p.~3, pp.~3--5, 33, Section 2, ch. 4, 12쪽, 제3장, 제28조의2."""
    words = note[:_NOTE_LENGTH].replace("\\S", "§")
    words = " ".join(_MACRO.sub("", _DASHES.sub("-", _SPACES.sub(" ", words))).split())
    if _BARE.fullmatch(words):
        return Locator(page=words)
    if article := _ARTICLE.search(words):
        return Locator(article=article[0].strip())
    if chapter := _CHAPTER.search(words):
        return replace(locator(words) or Locator(), section=chapter[1])
    return locator(words)
