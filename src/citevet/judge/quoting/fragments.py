"""A quotation cut at what its author left out or put in: the pieces that must stand in the source, in this order."""

from collections.abc import Iterator
from dataclasses import dataclass
from re import IGNORECASE
from re import compile as pattern
from typing import Literal

from citevet.judge.quoting.normal_form import CJK, normal, traced

Gap = Literal["omission", "insertion", "case"]

# A note about the words themselves, which replaces none: "teh [sic] end", "never [emphasis added]".
_REMARK = pattern(
    r"\s?[\[(](?:sic!?|emphasis (?:added|mine|in (?:the )?original)|원문 그대로|강조[^\])]{0,12})[\])]", IGNORECASE
)
_CASED = pattern(r"\[([^\W\d_])\](?=[^\W_])")  # [T]he: the case of one letter was changed
_GAP = pattern(
    r"(?P<omission>[\[(<]\s?(?:…|\.\s?\.\s?\.\s?\.?|·\s?·\s?·|중략|前略|中略|後略|이하 생략|생략)\s?[\])>]"
    r"|…[….]*|\.\s?\.\s?\.(?:\s?\.)*|·\s?·\s?·(?:\s?·)*)"
    r"|(?P<reference>\[\d{1,3}(?:\s?[-–,]\s?\d{1,3}){0,9}\])"
    r"|\[(?P<insertion>[^\[\]]{0,200})\]"
)
_EDGE = " \t\n.,;:!?'\"“”‘’„«»「」『』…-–—。、，！？；："  # what may differ at the ends of a piece
_HIDDEN = "\u200b"

_NEGATION = pattern(
    r"\b(?:not|no|never|nor|none|nothing|neither|without|cannot|hardly|unlikely)\b|n't\b|않|없|아니|못|말라|말아|不|沒|没|無|非",
    IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a quotation that must stand in the source as it is."""

    text: str  # in normal form, without the punctuation at its ends
    plain: str  # as it stands in the quotation, brackets and remarks hidden by characters that the normal form drops
    start: int  # in the quotation's plain words
    gap: Gap | None = None  # what stands between it and the piece before
    inserted: str = ""  # the author's own words there

    def places(self) -> list[int]:
        """Return, for each character of the normal form, its place in the quotation's plain words."""
        text, places = traced(self.plain)
        skipped = len(text) - len(text.lstrip())
        return [self.start + place for place in places[skipped : skipped + len(self.text)]]


def fragments(plain: str) -> tuple[Fragment, ...]:
    """Return the pieces of a quotation between its omissions and insertions."""
    found: list[Fragment] = []
    gap: Gap | None = None
    inserted = ""
    at = 0
    for start, end, kind, words in (*_gaps(plain), (len(plain), len(plain), "", "")):
        if kind == "reference":
            continue
        piece = _piece(plain, at, start)
        if piece:
            found.append(Fragment(*piece, gap if found else None, inserted))
            gap, inserted = None, ""
        gap = _wider(gap, kind)
        inserted = f"{inserted} {words}".strip()
        at = end
    return tuple(found)


def _wider(gap: Gap | None, kind: str) -> Gap:
    """Return the more generous of two gaps that stand side by side: "… [the model]"."""
    if "omission" in {kind, gap}:
        return "omission"
    return "insertion" if "insertion" in {kind, gap} else "case"


def _gaps(plain: str) -> Iterator[tuple[int, int, str, str]]:
    if "[" not in plain and "." not in plain and "…" not in plain and "·" not in plain and "략" not in plain:
        return
    for found in _GAP.finditer(plain):
        if found["insertion"] is None:
            yield found.start(), found.end(), found.lastgroup or "", ""
        elif _CASED.match(plain, found.start()):
            yield found.start(), found.start(), "case", ""
        elif not _REMARK.match(plain, found.start()):
            yield found.start(), found.end(), "insertion", found["insertion"]


def _piece(plain: str, start: int, end: int) -> tuple[str, str, int] | None:
    while start < end and plain[start] in _EDGE and not _is_sign(plain, start):
        start += 1
    while end > start and plain[end - 1] in _EDGE:
        end -= 1
    hidden = _REMARK.sub(lambda found: _HIDDEN * len(found[0]), plain[start:end])
    hidden = _CASED.sub(rf"{_HIDDEN}\1{_HIDDEN}", hidden)
    words = normal(hidden).strip()
    return (words, hidden, start) if words else None


def _is_sign(plain: str, at: int) -> bool:
    """Say whether a dash or a point belongs to the number behind it."""
    return plain[at] in "-–." and plain[at + 1 : at + 2].isdigit()


def swallowed(fragment: Fragment, left_out: str) -> bool:
    """Say whether what the author put in, or left out of a few words, brings in a negation or takes one out."""
    if fragment.gap == "omission" and not _is_short(left_out):
        return False
    return bool(_NEGATION.search(fragment.inserted)) != bool(_NEGATION.search(left_out))


_DENSE = pattern(rf"[{CJK}]")
_FEW_SYLLABLES = 8
_FEW = 3  # words: "is … effective" for "is not effective"; a longer omission is a clause with a sense of its own


def _is_short(text: str) -> bool:
    return len(text.split()) <= _FEW and (len(text) <= _FEW_SYLLABLES or _DENSE.search(text) is None)
