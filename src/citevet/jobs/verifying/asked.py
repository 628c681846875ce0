"""What the caller asks, taken apart and bounded: claims in their order, and sources with their words."""

from collections.abc import Callable, Sequence
from typing import Any

from citevet.errors import UsageError
from citevet.extract import extract
from citevet.model import Document, Ruling
from citevet.read import parse_text
from citevet.report.verified import Given

LONGEST_CLAIM = 10_000  # characters; a model reads some 300 words of it
_MOST = 64_000_000  # characters of all sources together
_HOW = "Pass the text as a string, or the claims as a list of strings."


def extract_claims(text: str) -> list[str]:
    """Return what a text asserts, sentence by sentence, without markup, markers, code, questions and opinions."""
    if not isinstance(text, str):
        raise UsageError(f"{type(text).__name__} is no text", to="extract_claims", advice="Pass a string.")
    return document_claims(parse_text(text))


def document_claims(document: Document) -> list[str]:
    """Return what a document asserts, in its order."""
    found = extract(document).claims
    return [claim.plain.text for claim in found if claim.status != "skipped" and claim.plain.text]


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
    return listed


def sources_of(given: Sequence[Given | str]) -> tuple[Given, ...]:
    """Return the sources as records; a bare string is a source without a name."""
    how = "Pass a list of citevet.Source(text=…, url=…, title=…)."
    if isinstance(given, str | bytes | Given) or not isinstance(given, Sequence):
        raise UsageError(f"{type(given).__name__} is no list of sources", to="sources", advice=how)
    found = tuple(Given(each) if isinstance(each, str) else each for each in given)
    for number, source in enumerate(found, 1):
        if not isinstance(source, Given) or not isinstance(source.text, str):
            raise UsageError(f"source {number} has no text", to="sources", advice=how)
    if sum(len(source.text) for source in found) > _MOST:
        what = f"more than {_MOST // 1_000_000} million characters"
        raise UsageError(what, to="sources", advice="Pass the sources that were retrieved, not the whole library.")
    return found


def unjudged(claim: str) -> Ruling | None:
    """Return the ruling on what is no claim at all, or too long for any model."""
    if not claim.strip():
        return Ruling(reason="no-text")
    return Ruling(reason="too-large") if len(claim) > LONGEST_CLAIM else None
