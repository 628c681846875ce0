"""QUO005: the text of the source is not available, so the quotation was not checked."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Difference, Document, Edit, Fix, Safety, Severity, Span
from citevet.rules.quotes.judged_quotations import JudgedQuotation, find_judged_quotations, include_marks

# What there is of a source; notes are not a part of it.
_PARTS = {"abstract": "the abstract", "snippet": "a snippet", "title": "the title"}
_TODO = "TODO citevet: verify this quotation: "


class UnverifiedQuotation:
    """The text of the source is not available, so the quotation was not checked.

    ## Meaning
    The source is known, but it has no file, or a PDF without a text layer or with a password, or only an abstract
    without these words. Notes and key quotes without validation do not verify a quotation.

    ## Why it matters
    A quotation that was not compared is not verified, and must not look as if it were.

    ## Example
    ```markdown
    The report says that "voice is the first thing that readers notice" [REF-043, p. 15].
    ```
    The corpus has an entry REF-043, but no file for it.

    ## How to fix it
    Add the file to the corpus (`citevet corpus add`), run text recognition on a scanned PDF, or compare the key quote
    with the source and set `validated: true`. `citevet fix
    --unsafe-fixes` adds a TODO comment after the sentence.

    ## Limitations
    The quotation may be right or wrong: it was not checked.
    """

    name: ClassVar[str] = "unverified-quotation"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        reminders = [found.start() for found in re.finditer(re.escape(_TODO), document.text)]
        reminded_claims: set[str] = set()  # one comment after a sentence is enough, however much it quotes
        for found in find_judged_quotations(evidence, "quote-unread"):
            message = _describe(found.source, found.differences[0])
            fix = None if found.claim.id in reminded_claims else _make_reminder(document, found, reminders)
            reminded_claims.add(found.claim.id)
            span = include_marks(document, found.quotation.span)
            yield Fault(span, message, found.quotation.plain, fix, citation=found.citation, claim=found.claim)


def _describe(source: str, unread: Difference) -> str:
    """Say which part of the source there is, or why there is none."""
    why = f" ({unread.source})" if unread.source and not unread.scope else ""
    return f"cannot verify the quotation: {_describe_gap(source, unread)}{why}"


def _describe_gap(source: str, unread: Difference) -> str:
    part = _PARTS.get(unread.scope or "")
    return f"only {part} of {source}" if part else f"no text of {source}"


def _has_reminder(document: Document, rest: Span, name: str, *, reminders: list[int]) -> bool:
    """Check whether a comment about the source is there already, whatever was missing when it was written."""
    first = bisect_left(reminders, rest.start)
    # A text of one line has as many rests as quotations: a rest without a reminder is not searched.
    if first == len(reminders) or reminders[first] >= rest.end:
        return False
    line = document.text[reminders[first] : rest.end]
    return bool(re.search(rf"{_TODO}(?:no text|only [^\r\n]{{1,40}}?) of {re.escape(name)}(?![\w-])", line))


def _make_reminder(document: Document, found: JudgedQuotation, reminders: list[int]) -> Fix | None:
    """Return the fix that adds a comment after the sentence, once, in formats that have comments."""
    name = found.source.replace("--", "—")  # two hyphens may end a comment
    note = _TODO + _describe_gap(name, found.differences[0])
    end = max(found.claim.span.end, found.quotation.span.end)
    last = document.lines.span(document.lines.position(end)[0], document.text).end
    if _has_reminder(document, Span(end, last), name, reminders=reminders):
        return None
    if document.format in {"markdown", "html"}:
        edit = Edit(Span(end, end), f" <!-- {note} -->")
    elif document.format == "latex":  # a comment runs to the end of its line
        edit = Edit(Span(last, last), f" % {note}")
    else:
        return None
    return Fix(Safety.ASK, "add a TODO comment", (edit,))
