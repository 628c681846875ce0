"""UNC005: marks by which authors themselves say that a source is missing."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Claim, Extraction, Severity, Span
from citevet.model.document import is_inside

_FORMS = re.compile(
    r"\[\s?(?:citation|source|reference|ref|cite|cn)(?:s)? (?:is |are )?(?:needed|required|missing|\?)\s?\]"
    r"|\[\s?(?:citation|source|reference|cite)\?\s?\]"
    r"|\{\{\s?(?:citation needed|cn|fact|source\?|출처 필요)(?:\|[^{}]{0,200})?\}\}"
    r"|\[\s?(?:TODO|FIXME|TBD|XXX):? ?(?:add |insert |find )?(?:a |the )?(?:cite|citation|source|reference|ref)s?\b"
    r"[^\[\]]{0,80}\]"
    r"|(?-i:\b(?:TODO|FIXME|TBD):?) (?:add |insert |find )?(?:a |the )?(?:cite|citation)s?\b"
    r"|\\todo(?:\[[^\[\]]{0,80}\])?\{[^{}]{0,80}\b(?:cite|citation|source|reference)\b[^{}]{0,80}\}"
    r"|\[\s?(?:출처|인용|근거)\s?(?:필요|요망|확인|미상)\s?\]",
    re.IGNORECASE,
)
# A macro that prints the mark, defined in the same line.
_DEFINITION = re.compile(
    r"\\(?:(?:re|provide)?newcommand|[gex]?def|(?:New|Renew)DocumentCommand|DeclareRobustCommand)\b.*\Z"
)
_REACH = 200  # characters before a mark in which its definition begins
_GAP = 20  # characters of white space between a claim and its mark
_INNER = 10  # remarks of notes inside one sentence
_HIDDEN = frozenset({"code", "comment", "math", "metadata"})


class CitationNeeded:
    r"""A mark says that a source is missing.

    ## Meaning
    The text contains a mark such as `[citation needed]`, `{{citation needed}}`, `[TODO: cite]`, `TODO: cite`,
    `\todo{cite}` or `[출처 필요]`.

    ## Why it matters
    The document is unfinished.

    ## Example
    ```markdown
    Coffee was first drunk in Ethiopia [citation needed].
    ```

    ## How to fix it
    Replace the mark with a citation, or remove the claim.

    ## Limitations
    Marks in another form, in comments, or on a claim that has a citation are not reported.
    """

    name: ClassVar[str] = "citation-needed"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        text = evidence.extraction.document.text
        notes = [each.span for each in evidence.extraction.citations if each.kind == "footnote"]
        for span, claim in find_needed_marks(evidence.extraction):
            if claim is None or not claim.ties or any(note.holds(span) for note in notes):
                yield Fault(span, f"source still missing: {span.of(text)}", "needed", claim=claim)


def find_needed_marks(extraction: Extraction) -> Iterator[tuple[Span, Claim | None]]:
    """Yield each mark with the claim that it follows."""
    document = extraction.document
    hidden = [region.span for region in document.regions if region.kind in _HIDDEN]
    starts = [claim.span.start for claim in extraction.claims]
    for found in _FORMS.finditer(document.text):
        if document.format in {"latex", "bibtex"} and found[0].startswith("{{"):
            continue  # braces that keep capitals: title = {{Fact} and fiction}
        if document.format == "latex" and _DEFINITION.search(
            document.text, max(found.start() - _REACH, 0), found.start()
        ):
            continue
        if not is_inside(found.start(), hidden):
            index = bisect_right(starts, found.start()) - 1
            # Notes inside a sentence are claims too, which start after it and end before it.
            around = extraction.claims[max(index - _INNER, 0) : index + 1][::-1]
            near = (claim for claim in around if _is_adjacent(document.text, claim.span.end, found.start()))
            yield Span(found.start(), found.end()), next(near, None)


def _is_adjacent(text: str, end: int, start: int) -> bool:
    return start - end <= _GAP and not text[end:start].strip()
