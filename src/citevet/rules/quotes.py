"""QUO: quotations that differ from their source."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import pairwise

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Claim, Difference, Document, Edit, Fix, Judgement, Quotation, Safety, Span
from citevet.model.document import SpanIndex
from citevet.records import collect_values, dataclass
from citevet.text.excerpts import include_marks, shorten_quotation

_SHOWN = 3  # differences in one message
_LONGEST = 60  # characters of each side
# What there is of a source; notes are not a part of it.
_PARTS = {"abstract": "the abstract", "snippet": "a snippet", "title": "the title"}
_TODO = "TODO citevet: verify this quotation: "


@dataclass(frozen=True, slots=True)
class JudgedQuotation:
    """One quotation and what comparing it with its source showed."""

    quotation: Quotation
    claim: Claim
    citation: Citation
    judgement: Judgement
    differences: tuple[Difference, ...]  # of the kinds that were asked for

    @property
    def source(self) -> str:
        """The name of the source in a message."""
        return self.judgement.source or self.citation.text

    def report(self, message: str, span: Span, fix: Fix | None = None) -> Fault:
        """Return a fault of this quotation."""
        return Fault(span, message, self.quotation.plain, fix, citation=self.citation, claim=self.claim)


def _find_judged_quotations(evidence: Evidence, *kinds: str) -> Iterator[JudgedQuotation]:
    """Yield each quotation with the differences of these kinds, if it has any."""
    claims = {claim.id: claim for claim in evidence.extraction.claims if claim.quotations}
    # A sentence may quote a thousand times, from as many sources.
    indexes = {name: SpanIndex((each.span, at) for at, each in enumerate(claims[name].quotations)) for name in claims}
    citations = evidence.extraction.citations_by_id
    for judgement in evidence.judgements:
        differences = [each for each in judgement.differences if each.type in kinds]
        if differences and (claim := claims.get(judgement.claim or "")):
            for place, own in _group_by_quotation(indexes[claim.id], differences):
                citation = citations[judgement.citation]
                yield JudgedQuotation(claim.quotations[place], claim, citation, judgement, own)


def _group_by_quotation(
    quotations: SpanIndex[int], differences: Iterable[Difference]
) -> Iterator[tuple[int, tuple[Difference, ...]]]:
    """Yield the places of the quotations that contain differences, each with its own, both in their order."""
    placed = [(each, each.span) for each in differences if each.span]
    found = ((each, inner, *near) for each, inner in placed for near in quotations.overlapping(inner))
    own = collect_values((place, each) for each, inner, span, place in found if span.holds(inner))
    yield from ((place, tuple(own[place])) for place in sorted(own))


def find_fabricated_quotation(evidence: Evidence) -> Iterator[Fault]:
    """The quotation is not in the cited source.

    ## Meaning
    The whole text of the source was searched, and no passage is similar to the quotation. If another source that the
    document cites has the words, the message names it.

    ## Why it matters
    Invented quotations look like any other. They are the most convincing errors of language models.

    ## Example
    ```markdown
    The report says that "voice is the last thing an editor should ever change" [REF-043, p. 15].
    ```

    ## How to fix it
    Quote the words of the source, cite the source that has the words, or remove the quotation marks and the claim.

    ## Limitations
    Words in images, and text that the PDF's text layer garbles, are not found. Neither is a quotation that the author
    translated: mark it as a translation and suppress the finding.
    """
    document = evidence.extraction.document
    for found in _find_judged_quotations(evidence, "quote-missing", "quote-elsewhere"):
        sources = {each.type: each.source for each in found.differences}
        elsewhere = f"; {sources['quote-elsewhere']} has it" if "quote-elsewhere" in sources else ""
        quoted = shorten_quotation(found.quotation.plain)
        message = f"quotation not found in {sources['quote-missing']}: {quoted}{elsewhere}"
        yield found.report(message, include_marks(document.text, found.quotation.span))


def find_altered_quotation(evidence: Evidence) -> Iterator[Fault]:
    """The quotation differs from the words of the source.

    ## Meaning
    A passage of the source is similar to the quotation, but a number, a negation or another word differs, or words were
    left out without an ellipsis. The message shows both.

    ## Why it matters
    Quotation marks promise the exact words. One changed word can reverse the meaning.

    ## Example
    ```markdown
    The report says that "voice improves perceived quality by 45%" [REF-043, p. 15].
    ```
    The source has 23%.

    ## How to fix it
    Use the words of the source, put your own words in [brackets], and mark omissions with an ellipsis.

    ## Limitations
    Some differences are ignored on purpose: see docs/quotes.md. An error in the PDF's text layer looks like a changed
    word.
    """
    for found in _find_judged_quotations(evidence, "quote"):
        text = evidence.extraction.document.text
        spans = [_narrow(each, each.span, text) for each in found.differences if each.span]
        span = Span(min(each.start for each in spans), max(each.end for each in spans))
        yield found.report(_describe_alterations(found), span, _make_fix(found))


def _describe_alterations(found: JudgedQuotation) -> str:
    page = next((each.page_name for each in found.judgement.evidence if each.page), None)
    where = f"{found.source}, p. {page}" if page else found.source
    shown = "; ".join(_show_both_sides(each) for each in found.differences[:_SHOWN])
    more = len(found.differences) - _SHOWN
    return f"altered quotation: {shown}{f'; and {more} more' if more > 0 else ''} ({where})"


def _find_added_words(difference: Difference) -> str:
    """Return the words that the quotation adds before or after those of the source: "work" of "on work" for "on"."""
    claim, source = difference.claim, difference.source
    if source and claim.startswith(f"{source} "):
        return claim[len(source) :].strip()
    return claim[: -len(source)].strip() if source and claim.endswith(f" {source}") else ""


def _narrow(difference: Difference, span: Span, text: str) -> Span:
    """Return the place of the added words, where there are some."""
    at = span.of(text).find(added) if (added := _find_added_words(difference)) else -1
    return Span(span.start + at, span.start + at + len(added)) if at >= 0 else span


def _show_both_sides(difference: Difference) -> str:
    if added := _find_added_words(difference):
        return f'"{_cut_words(added)}" is not in the source'
    said = f'"{_cut_words(difference.claim)}"'
    return (
        f'{said} should be "{_cut_words(difference.source)}"' if difference.source else f"{said} is not in the source"
    )


def _cut_words(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def _make_fix(found: JudgedQuotation) -> Fix | None:
    """Offer the words of the source, all or none."""
    edits = [
        Edit(each.span, each.correction) for each in found.differences if each.span and each.correction is not None
    ]
    overlap = any(before.overlaps(after) for before, after in pairwise(sorted(edit.span for edit in edits)))
    if len(edits) < len(found.differences) or overlap:
        return None
    return Fix(Safety.SHOW, "use the words of the source", tuple(edits))


def find_misplaced_quotation(evidence: Evidence) -> Iterator[Fault]:
    """The quotation is on another page than the one cited.

    ## Meaning
    The source has the words, but none of them on the cited page or lines. The message says where they are. Printed page
    numbers and pages counted in the file are both accepted. A quotation that continues on the next page is accepted.

    ## Why it matters
    Readers who open the cited page do not find the words.

    ## Example
    ```markdown
    The report says that "voice is the first thing that readers notice" [REF-043, p. 15].
    ```
    The words are on page 17.

    ## How to fix it
    Cite the page given in the message.

    ## Limitations
    Sources without pages, such as web pages and plain text without form feeds, are not checked. Neither is a page
    beyond the last one of a file whose printed numbers are not known. If the form feeds of a text do not match the
    entry's page count, no page is compared; MET008 reports it.
    """
    for found in _find_judged_quotations(evidence, "page", "lines"):
        place = found.differences[0]
        unit = "lines" if place.type == "lines" else "pages" if "-" in place.source else "page"
        message = f"quotation is on {unit} {place.source} of {found.source}, not on {place.claim}"
        yield found.report(message, found.citation.span)


def find_joined_quotation(evidence: Evidence) -> Iterator[Fault]:
    """The quotation joins words that are apart in the source.

    ## Meaning
    Every piece is in the source word for word, but in different sentences, on different pages, in another order, or too
    far apart for an ellipsis. Together they say something that the source does not say.

    ## Why it matters
    A search finds each piece, so the error is easy to miss, and it can change the meaning.

    ## Example
    ```markdown
    The report says that "voice does improve quality in every case we saw" [REF-043, p. 15].
    ```
    "Voice does improve quality" is on page 4, "in every case we saw" on page 15.

    ## How to fix it
    Quote the pieces separately, each with its page, or mark the omission with an ellipsis.

    ## Limitations
    Pieces of fewer than four words are not considered, since they occur in most long texts by chance.
    """
    document = evidence.extraction.document
    for found in _find_judged_quotations(evidence, "quote-pieces"):
        places = found.differences[0].source
        quoted = shorten_quotation(found.quotation.plain)
        message = f"quotation joins separate passages of {found.source} ({places}): {quoted}"
        yield found.report(message, include_marks(document.text, found.quotation.span))


def find_unverified_quotation(evidence: Evidence) -> Iterator[Fault]:
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
    document = evidence.extraction.document
    reminders = [found.start() for found in re.finditer(re.escape(_TODO), document.text)]
    reminded_claims: set[str] = set()  # one comment after a sentence is enough, however much it quotes
    for found in _find_judged_quotations(evidence, "quote-unread"):
        message = _describe_unread(found.source, found.differences[0])
        fix = None if found.claim.id in reminded_claims else _make_reminder(document, found, reminders)
        reminded_claims.add(found.claim.id)
        yield found.report(message, include_marks(document.text, found.quotation.span), fix)


def _describe_unread(source: str, unread: Difference) -> str:
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
    last = document.line_at(end).end
    if _has_reminder(document, Span(end, last), name, reminders=reminders):
        return None
    if document.format in {"markdown", "html"}:
        edit = Edit(Span(end, end), f" <!-- {note} -->")
    elif document.format == "latex":  # a comment runs to the end of its line
        edit = Edit(Span(last, last), f" % {note}")
    else:
        return None
    return Fix(Safety.ASK, "add a TODO comment", (edit,))
