"""QUO005."""

from bisect import bisect_left
from collections.abc import Iterator
from re import escape, finditer, search
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Edit, Fix, Safety, Severity, Span
from citevet.rules.quotes.judged_quotes import JudgedQuote, judged_quotes
from citevet.rules.quotes.marked import marked

_PART = "only "  # how the judge begins to say what there is, where that is not the whole work
_NOTES = "notes"
_TODO = "TODO citevet: verify this quotation: "


class UnverifiedQuotation:
    """There is no text of the source in which the quotation could be looked for.

    ## What it means
    The source is known, but its words are not here: no file, a PDF without a text layer or with a password, or only
    notes and an abstract, in which the quotation does not occur.

    ## Why it matters
    A quotation that nobody compared is not verified. It must not look as if it were.

    ## Example
    ```markdown
    The report says that "voice is the first thing that readers notice" [REF-043, p. 15].
    ```
    The corpus has an entry REF-043 and no file for it.

    ## How to mend it
    Add the file to the corpus (`citevet corpus add`), or run a scanned PDF through text recognition. `citevet fix
    --unsafe-fixes` leaves a TODO comment behind the sentence.

    ## What we cannot see
    The words of the source: that is the point.
    """

    name: ClassVar[str] = "unverified-quotation"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        reminders = [found.start() for found in finditer(escape(_TODO), document.text)]
        marked_claims: set[str] = set()  # one comment behind a sentence is enough, however much it quotes
        for found in judged_quotes(evidence, "quote-unread"):
            why = found.differences[0].source
            message = _message(found.source, why)
            fix = None if found.claim.id in marked_claims else _mark(document, found, reminders)
            marked_claims.add(found.claim.id)
            span = marked(document, found.quotation.span)
            yield Fault(span, message, found.quotation.plain, fix, citation=found.citation, claim=found.claim)


def _message(source: str, why: str) -> str:
    """Say that there is no text, and why; or which part of the text there is."""
    if why.startswith(_PART):
        return f"of {source} there is {why}: cannot verify the quotation"
    return f"no text of {source}: cannot verify the quotation{f' ({why})' if why else ''}"


def _lacking(source: str, why: str) -> str:
    """Say what there is not, in a comment that outlives the run; notes are no text of the source."""
    part = why.removeprefix(_PART).partition(",")[0]
    return f"only {part} of {source}" if why.startswith(_PART) and part != _NOTES else f"no text of {source}"


def _is_marked(document: Document, rest: Span, name: str, *, reminders: list[int]) -> bool:
    """Say whether a comment about the source is there already, whatever it lacked when that was written."""
    first = bisect_left(reminders, rest.start)
    # A text in one line has as many rests as quotations: what has no reminder is not read.
    if first == len(reminders) or reminders[first] >= rest.end:
        return False
    line = document.text[reminders[first] : rest.end]
    return bool(search(rf"{_TODO}(?:no text|only [^\r\n]{{1,40}}?) of {escape(name)}(?![\w-])", line))


def _mark(document: Document, found: JudgedQuote, reminders: list[int]) -> Fix | None:
    """Leave a comment behind the sentence, once, in formats that have comments."""
    name = found.source.replace("--", "—")  # two hyphens may end a comment
    note = _TODO + _lacking(name, found.differences[0].source)
    end = max(found.claim.span.end, found.quotation.span.end)
    last = document.lines.span(document.lines.position(end)[0], document.text).end
    if _is_marked(document, Span(end, last), name, reminders=reminders):
        return None
    if document.format in {"markdown", "html"}:
        edit = Edit(Span(end, end), f" <!-- {note} -->")
    elif document.format == "latex":  # a comment runs to the end of its line
        edit = Edit(Span(last, last), f" % {note}")
    else:
        return None
    return Fix(Safety.ASK, "leave a reminder to verify it", (edit,))
