"""UNC005: marks by which authors themselves say that a source is missing; and phrases that refer to none.

The phrases are English and Korean, each with the question that it leaves open.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Claim, Document, Span
from citevet.patterns import lazy_pattern

_FORMS = lazy_pattern(
    r"\[\s?(?:citation|source|reference|ref|cite|cn)(?:s)? (?:is |are )?(?:needed|required|missing|\?)\s?\]"
    r"|\[\s?(?:citation|source|reference|cite)\?\s?\]"
    r"|\{\{\s?(?:citation needed|cn|fact|source\?|출처 필요)(?:\|[^{}]{0,200})?\}\}"
    r"|\[\s?(?:TODO|FIXME|TBD|XXX):? ?(?:add |insert |find )?(?:a |the )?(?:cite|citation|source|reference|ref)s?\b"
    r"[^\[\]]{0,80}\]"
    r"|(?-i:\b(?:TODO|FIXME|TBD):?) (?:add |insert |find )?(?:a |the )?(?:cite|citation)s?\b"
    r"|\\todo(?:\[[^\[\]]{0,80}\])?\{(?![^{}]{0,80}\blabel\b)[^{}]{0,80}\b(?:cite|citation|source|reference)\b[^{}]{0,80}\}"
    # Marks of editors: TK and "to come" of printers, "cite check" of law reviews.
    r"|\[\s?(?:citation|source|reference|ref|cite|authority)s? (?:check|to come|to follow|tk|tbd|tbc|pending"
    r"|to be (?:added|confirmed|checked|verified|found))(?::[^\[\]\n]{0,80})?\s?\]"
    r"|\[\s?(?:verify|check|confirm|find) (?:the |this |my )?(?:cite|citation|source|reference|authority)s?\b"
    r"[^\[\]\n]{0,60}\](?!\()"
    r"|\[\s?(?:출처|인용|근거)\s?(?:필요|요망|확인|미상)\s?\]",
    re.IGNORECASE,
)
# A macro that prints the mark, defined in the same line.
_DEFINITION = lazy_pattern(
    r"\\(?:(?:re|provide)?newcommand|[gex]?def|(?:New|Renew)DocumentCommand|DeclareRobustCommand)\b.*\Z"
)
_WIKI_PAGE = lazy_pattern(r"/wiki/Wikipedia:Citation_needed\b")  # that the mark of Wikipedia links to
_CHECKS = lazy_pattern(r"\b(?:check|verify|confirm)\b", re.IGNORECASE)  # there is a source, and nobody has looked
_GOES_ON = lazy_pattern(r"[ \t]\w")
_REACH = 200  # characters before a mark in which its definition begins
_GAP = 20  # characters of white space between a claim and its mark
_INNER = 10  # remarks of notes inside one sentence


def find_citation_needed(evidence: Evidence) -> Iterator[Fault]:
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
    Marks in another form, in comments, or on a sentence that has a citation are not reported.
    """
    text = evidence.extraction.document.text
    cited = {each.id: each.span for each in evidence.extraction.citations}
    notes = [each.span for each in evidence.extraction.citations if each.kind == "footnote"]
    for span, claim in evidence.once(find_needed_marks):
        # A citation of a sentence nearby may back this one too, but the author says that it does not.
        ties = [cited.get(tie.citation) for tie in claim.ties] if claim else []
        is_cited = claim is not None and any(each and claim.span.overlaps(each) for each in ties)
        if not is_cited or _CHECKS.search(span.of(text)) or any(note.holds(span) for note in notes):
            written = span.of(text)
            is_link = written.startswith("<")  # of Wikipedia: show its words and not its tags
            mark = "[citation needed]" if is_link else written
            yield Fault(span, f"source still missing: {mark}", "needed", claim=claim)


def find_needed_marks(evidence: Evidence) -> Iterator[tuple[Span, Claim | None]]:
    """Yield each mark with the claim that it follows."""
    extraction, document = evidence.extraction, evidence.extraction.document
    starts = [claim.span.start for claim in extraction.claims]
    for span in _find_marks(document):
        # Notes inside a sentence are claims too, which start after it and end before it. A mark at the start of a
        # claim belongs to the one before, whose full stop it follows.
        before = bisect_left(starts, span.start)
        around = [*extraction.claims[max(before - _INNER, 0) : before][::-1], *extraction.claims[before : before + 1]]
        if _GOES_ON.match(document.text, span.end) and document.text[span.start].isalpha():
            around = [claim for claim in around if claim.span.overlaps(span)]  # "TODO: cite the new model": a sentence
        gaps = ((claim, document.text[claim.span.end : span.start]) for claim in around)
        yield span, next((claim for claim, gap in gaps if _is_near(gap)), None)


def _is_near(gap: str) -> bool:
    """Return whether nothing but a little white space is between a claim and its mark, and no empty line."""
    return len(gap) <= _GAP and not gap.strip() and gap.count("\n") <= 1


def _find_marks(document: Document) -> Iterator[Span]:
    """Yield the marks in the text, and in a page the links of Wikipedia's own."""
    for found in _FORMS.finditer(document.text):
        start = found.start()
        if document.format in {"latex", "bibtex"} and found[0].startswith("{{"):
            continue  # braces that keep capitals: title = {{Fact} and fiction}
        is_defined = document.format == "latex" and _DEFINITION.search(document.text, max(start - _REACH, 0), start)
        if not is_defined and not document.is_hidden(start):
            yield Span(*found.span())
    if document.format == "html":
        yield from (mark.span for mark in document.marks if mark.kind == "link" and _WIKI_PAGE.search(mark.target))
