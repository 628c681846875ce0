"""What the caller asks, taken apart and bounded: claims in their order, and sources with their words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from re import compile as pattern
from typing import Any

from citevet.errors import UsageError
from citevet.extract import extract
from citevet.jobs.verifying.assertion import asserts
from citevet.judge.relevance import UNSEEN
from citevet.judge.spoken import unmarked
from citevet.model import SCOPES, Claim, Document, Ruling
from citevet.read import parse_text
from citevet.report.verified import Given, LeftOut, Place

# Characters, some 280 tokens: the small judge reads 320, and what a longer claim takes is taken from the evidence. Of
# 5,649 claims of public sets the longest has 970.
LONGEST_CLAIM = 1_200
_MOST = 64_000_000  # characters of all sources together
_HALF = pattern("[\ud800-\udfff]")  # half a character: no encoder takes it, and a bad byte is U+FFFD everywhere else
_GAP = pattern(r"\s(?=[.,;:!?])")
_HOW = "Pass the text as a string, or the claims as a list of strings."


@dataclass(frozen=True, slots=True)
class Said:
    """What a text asserts, sentence by sentence, and the sentences that assert nothing checkable."""

    claims: tuple[str, ...]
    places: tuple[Place | None, ...] = ()  # one for each claim, where they come from a file
    left_out: tuple[LeftOut, ...] = ()


def extract_claims(text: str) -> list[str]:
    """Return what a text asserts, sentence by sentence, without markup, markers, code, questions and opinions."""
    return list(text_said(text).claims)


def text_said(text: str) -> Said:
    """Return what a text says that comes from no file."""
    if not isinstance(text, str):
        raise UsageError(f"{type(text).__name__} is no text", to="extract_claims", advice="Pass a string.")
    found = document_said(parse_text(text))
    return Said(found.claims, left_out=tuple(replace(each, place=None) for each in found.left_out))


def document_said(document: Document) -> Said:
    """Return what a document says, in its order, each with its place."""
    found = [claim for claim in extract(document).claims if claim.plain.text]
    rows = {block.span.start for block in document.blocks if block.kind == "row"}
    claims = [claim for claim in found if claim.status != "skipped" or _is_entry(claim, rows)]
    taken_up = {claim.id for claim in claims}
    left_out = [
        LeftOut(each.plain.text, each.why or "", _place(document, each)) for each in found if each.id not in taken_up
    ]
    places = tuple(_place(document, claim) for claim in claims)
    return Said(tuple(claim.plain.text for claim in claims), places, tuple(left_out))


def _is_entry(claim: Claim, rows: set[int]) -> bool:
    """Say whether a row of a table gives a number for something: it asserts, though it is no sentence."""
    words = claim.plain.text.split()
    numbers = [word for word in words if word[0].isdigit() or word[-1].isdigit()]
    return claim.span.start in rows and bool(numbers) and any(word[0].isalpha() for word in words)


def _place(document: Document, claim: Claim) -> Place:
    return Place(document.path, *document.lines.position(claim.span.start))


def taken(asked: str | Sequence[str], split: Callable[[str], Any] | None) -> Said:
    """Return the claims of a text, by the caller's way to split it or by ours; a list is taken as it is."""
    if isinstance(asked, str) and split is None:
        said = text_said(asked)
        return replace(said, claims=_strings(said.claims, "extract_claims"))
    return Said(claims_of(asked, split or extract_claims))


def claims_of(asked: str | Sequence[str], split: Callable[[str], Any]) -> tuple[str, ...]:
    """Return the claims of a text; a list is taken as it is, in its order."""
    if isinstance(asked, str):
        return _strings(split(asked), "extract_claims")
    return _strings(asked, "verify")


def _strings(given: Any, to: str) -> tuple[str, ...]:  # noqa: ANN401 - what a stranger passed, or a stranger's function
    if given is None or isinstance(given, str | bytes | dict):
        raise UsageError(f"{type(given).__name__} is no list of claims", to=to, advice=_HOW)
    try:
        listed = tuple(given)
    except TypeError as error:
        raise UsageError(f"{type(given).__name__} is no list of claims", to=to, advice=_HOW) from error
    for number, claim in enumerate(listed, 1):
        if not isinstance(claim, str):
            raise UsageError(f"claim {number} is {type(claim).__name__}, not a string", to=to, advice=_HOW)
    return tuple(_HALF.sub("\ufffd", claim) for claim in listed)


def sources_of(given: Sequence[Given | str]) -> tuple[Given, ...]:
    """Return the sources as records; a bare string is a source without a name."""
    how = "Pass a list of citevet.Source(text=…, url=…, title=…)."
    if isinstance(given, str | bytes | Given) or not isinstance(given, Sequence):
        raise UsageError(f"{type(given).__name__} is no list of sources", to="sources", advice=how)
    found = tuple(Given(each) if isinstance(each, str) else each for each in given)
    for number, source in enumerate(found, 1):
        if not isinstance(source, Given) or not isinstance(source.text, str):
            raise UsageError(f"source {number} has no text", to="sources", advice=how)
        if not all(isinstance(name, str | None) for name in (source.url, source.title)):
            raise UsageError(f"source {number} has an address or a title that is no string", to="sources", advice=how)
        if source.scope not in SCOPES:
            what = f"source {number} has the scope {source.scope!r}"
            raise UsageError(what, to="sources", advice=f"Use one of {', '.join(SCOPES)}.")
    if sum(len(source.text) for source in found) > _MOST:
        what = f"more than {_MOST // 1_000_000} million characters"
        raise UsageError(what, to="sources", advice="Pass the sources that were retrieved, not the whole library.")
    return tuple(replace(source, text=_HALF.sub("\ufffd", source.text)) for source in found)


def heard(claim: str) -> str:
    """Return what a claim says, without markers, [1], and without marks that nobody sees: they part words."""
    said = unmarked(claim)
    return UNSEEN.sub("", claim if said == claim else _GAP.sub("", " ".join(said.split())))


def unjudged(claim: str, *, by_meaning: bool) -> Ruling | None:
    """Return the ruling on what no model can be asked: no words, too many, or words that assert nothing."""
    if len(claim) > LONGEST_CLAIM:
        return Ruling(reason="too-large" if claim.strip() else "no-text")
    if not any(char.isalnum() for char in claim):
        return Ruling(reason="no-text")
    return Ruling(reason="abstained") if by_meaning and not asserts(claim) else None
