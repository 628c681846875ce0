"""Pages of sources: those of one source (`corpus pages`), and those found for words or a claim (`search`, `cite`)."""

from collections.abc import Iterator, Sequence
from shlex import quote
from typing import Any

from citevet.model import Difference, Entry, KeyQuote, Passage, Scope, Span
from citevet.records import dataclass
from citevet.report.corpus.sources import format_authors
from citevet.report.findings import format_count
from citevet.report.json import difference_to_dict, pick
from citevet.report.safe_text import format_table, join_lines, paint, shorten, show_controls, to_line

_QUOTE = 90  # columns
_RUNS = 6  # ranges of page numbers that are shown
_MARKS = {True: "✓", False: "✗", None: "·"}
_TITLE = 80  # columns
_LEAVE = "Mark the claim as [citation needed], or add a source that supports it:"
_CORRECT = "Correct the claim, mark it as [citation needed], or add a source that supports it:"
_LIMIT = "A model judged this. Read the passage before you cite it."


@dataclass(frozen=True, slots=True)
class ComparedQuote:
    """A key quote, and whether it is on its page in the source."""

    quote: KeyQuote
    is_there: bool | None  # none: not checked
    said: str  # "on p. 4", "on p. 7, not on p. 4", "not checked: no text"


@dataclass(frozen=True, slots=True)
class PageCitation:
    """A citation of the source in a document, and whether its page and section are right."""

    path: str
    line: int
    column: int
    text: str
    page: str | None
    section: str | None
    holds: bool | None  # none: it names no place, or could not be checked
    said: str


@dataclass(frozen=True, slots=True)
class SourcePages:
    """The pages of one source."""

    entry: Entry
    text_pages: int  # pages with words on them
    why_no_text: str  # "" when there is text
    quotes: tuple[ComparedQuote, ...]
    citations: tuple[PageCitation, ...]
    documents: int  # that were searched for citations

    @property
    def holds(self) -> bool:
        """Whether no checked quote or citation is wrong."""
        return all(found.is_there is not False for found in self.quotes) and all(
            cited.holds is not False for cited in self.citations
        )


@join_lines
def render_pages(pages: SourcePages) -> Iterator[str]:
    """Return the pages, sections, quotes and citations."""
    entry = pages.entry
    yield f"{show_controls(entry.id)}  {to_line(entry.title or 'no title')}"
    yield f"  {_format_total(pages)}"
    if entry.sections:
        yield from ("", "Sections")
        ranges = [
            f"p. {each.first}" if each.first == each.last else f"pp. {each.first}–{each.last}"
            for each in entry.sections
        ]
        rows = [(to_line(each.name), range_) for each, range_ in zip(entry.sections, ranges, strict=True)]
        yield from (f"  {line}" for line in format_table(rows))
    if pages.quotes:
        yield from ("", *_quote_lines(pages.quotes))
    yield from ("", f"Citations in {format_count(pages.documents, 'document')}")
    yield from (f"  {line}" for line in _citation_lines(pages.citations))


def _format_total(pages: SourcePages) -> str:
    entry = pages.entry
    total = format_count(entry.pages, "page") if entry.pages else "page count unknown"
    printed = f", printed {format_labels(entry.labels)}" if entry.labels else ""
    where = show_controls(entry.file) if entry.file else "no file"
    without = f"; {pages.why_no_text}" if pages.why_no_text else ""
    return f"{total}{printed} ({where}){without}"


def format_labels(labels: Sequence[str]) -> str:
    """Abbreviate printed page numbers: i–xii, 1–230."""
    found: list[list[str]] = []
    for label in labels:
        if found and _follows(found[-1][-1], label):
            found[-1].append(label)
        else:
            found.append([label])
    parts = [
        show_controls(run[0]) if len(run) == 1 else f"{show_controls(run[0])}–{show_controls(run[-1])}" for run in found
    ]
    return ", ".join([*parts[:_RUNS], *(["…"] if len(parts) > _RUNS else [])])


def _follows(one: str, other: str) -> bool:
    if one.isdecimal() and other.isdecimal():
        return int(other) == int(one) + 1
    return one.isalpha() and other.isalpha() and set(one.lower()) | set(other.lower()) <= set("ivxlcdm")


def _quote_lines(quotes: Sequence[ComparedQuote]) -> Iterator[str]:
    """Yield each quote with its result; a result shared by all is in the heading."""
    reasons = {found.said for found in quotes}
    unchecked = len(reasons) == 1 and all(found.is_there is None for found in quotes)
    yield f"Key quotes, {to_line(quotes[0].said)}" if unchecked else "Key quotes"
    for found in quotes:
        yield f"  {_MARKS[found.is_there]} “{shorten(to_line(found.quote.text), _QUOTE)}”"
        state = _format_state(found.quote)
        yield f"    {to_line(state if unchecked else f'{found.said}; {state}')}"


def _format_state(quote: KeyQuote) -> str:
    by = " ".join(part for part in (f"by {quote.validator}" if quote.validator else "", quote.date or "") if part)
    page = f"p. {quote.page}, " if quote.page else ""
    return f"{page}{f'validated {by}'.rstrip() if quote.validated else 'not validated'}"


def _citation_lines(citations: Sequence[PageCitation]) -> Iterator[str]:
    if not citations:
        yield "none"
        return
    rows = [
        (
            _MARKS[cited.holds],
            f"{show_controls(cited.path)}:{cited.line}:{cited.column}",
            to_line(cited.text),
            to_line(cited.said),
        )
        for cited in citations
    ]
    yield from format_table(rows)


def pages_to_dict(pages: SourcePages) -> dict[str, Any]:
    """Return the pages for JSON."""
    entry = pages.entry
    return {
        "version": 1,
        **pick(entry, "id", "title", "path", "file", "pages", "labels"),
        "text_pages": pages.text_pages,
        "why_no_text": pages.why_no_text or None,
        "sections": [pick(section, "name", "first", "last") for section in entry.sections],
        "quotes": [_quote_to_dict(found) for found in pages.quotes],
        "documents": pages.documents,
        "citations": [
            pick(cited, "path", "line", "column", "text", "page", "section", "holds", "said")
            for cited in pages.citations
        ],
    }


def _quote_to_dict(found: ComparedQuote) -> dict[str, Any]:
    fields = pick(found.quote, "text", "page", "section", "validated", "date", "validator")
    return {**fields, "found": found.is_there, "said": found.said}


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page with the words of the query, and where they are in the snippet."""

    entry: Entry
    page: int | None
    label: str | None
    snippet: str
    marks: tuple[Span, ...]  # the words of the query in the snippet
    score: float


@join_lines
def render_hits(query: str, hits: Sequence[PageHit], *, color: bool = False) -> Iterator[str]:
    """Return the hits, the best first, each with its place and a snippet."""
    if not hits:
        yield f"no matches for {to_line(query)}"
    for rank, hit in enumerate(hits, 1):
        place = f", p. {show_controls(hit.label or str(hit.page))}" if hit.page else ""
        title = shorten(to_line(hit.entry.title or "no title"), _TITLE)
        yield f"{rank}. {paint(show_controls(hit.entry.id) + place, 'strong', color=color)}  {title}"
        yield f"   {_format_snippet(hit, color=color)}"


def _format_snippet(hit: PageHit, *, color: bool) -> str:
    """Return the snippet with its words in bold, or between asterisks without color."""
    parts: list[str] = []
    at = 0
    for mark in hit.marks:
        word = show_controls(mark.of(hit.snippet))
        parts += [
            show_controls(hit.snippet[at : mark.start]),
            paint(word, "strong", color=True) if color else f"*{word}*",
        ]
        at = mark.end
    return "".join([*parts, show_controls(hit.snippet[at:])])


def hits_to_dict(query: str, hits: Sequence[PageHit]) -> dict[str, Any]:
    """Return the hits for JSON."""
    return {
        "version": 1,
        "query": query,
        "hits": [
            {
                "rank": rank,
                **pick(hit.entry, "id", "title"),
                "page": hit.page,
                "page_label": hit.label,
                "snippet": hit.snippet,
                "marks": [[mark.start, mark.end] for mark in hit.marks],
                "score": hit.score,
            }
            for rank, hit in enumerate(hits, 1)
        ],
    }


@dataclass(frozen=True, slots=True)
class CitationProposal:
    """A passage similar to a claim, with their common and missing words."""

    entry: Entry
    passage: Passage  # its score is the share of the claim's words in it
    scope: Scope
    words: int  # content words of the claim
    missed: tuple[str, ...]  # content words that are not in the passage
    lacks: tuple[str, ...]  # why it does not support the claim: numbers, negations, differences, as clauses
    differences: tuple[Difference, ...] = ()  # from the claim
    key_quote: KeyQuote | None = None  # that contains it, if the source's text is not in the corpus

    @property
    def page(self) -> str | None:
        """The page to cite: printed, else counted; none if unknown."""
        if self.key_quote is not None:
            return self.key_quote.page
        return self.passage.page_name or None

    @property
    def citation(self) -> str:
        """The citation in the form of the corpus."""
        return f"[{self.entry.id}, p.{self.page}]" if self.page else f"[{self.entry.id}]"

    @property
    def is_quotable(self) -> bool:
        """Whether these are words of the source and not of notes on it."""
        return self.scope == "full" or self.key_quote is not None

    @property
    def is_opposed(self) -> bool:
        """Whether the passage contradicts the claim; a hedge alone does not."""
        return any(each.type != "hedge" for each in self.differences)


@dataclass(frozen=True, slots=True)
class CiteResult:
    """The result of `corpus cite`."""

    claim: str
    bar: float
    searched: int  # sources
    carried: bool  # whether the nearest passage may be cited for the claim
    nearest: CitationProposal | None
    against: tuple[CitationProposal, ...] = ()  # passages that contradict the claim, the nearest of each source


@join_lines
def render_citation(cited: CiteResult) -> Iterator[str]:
    """Return the citation with its quote, or that none exists and what to do."""
    proposal = cited.nearest
    if proposal is not None and cited.carried:
        yield show_controls(proposal.citation)
        yield ""
        yield from _passage_lines(proposal)
        yield from ("", f"Why: {_describe_overlap(proposal)}.", _LIMIT)
        yield from _opposed_lines(cited)
        return
    yield f"No source in the corpus supports this claim ({format_count(cited.searched, 'source')} searched)."
    if proposal is not None:
        yield from _refusal_lines(proposal, cited.bar)
    yield from _opposed_lines(cited)
    opposed = proposal is not None and proposal.is_opposed
    yield from ("", _CORRECT if opposed or cited.against else _LEAVE)
    yield f"  citevet corpus add paper.pdf --relevance {quote(to_line(cited.claim))}"


def _refusal_lines(proposal: CitationProposal, bar: float) -> Iterator[str]:
    title = "Contradicts the claim" if proposal.is_opposed else "Closest passage, not enough to cite"
    yield from ("", f"{title}: {show_controls(proposal.entry.id)}{_format_page(proposal)}")
    yield from _passage_lines(proposal)
    yield from ("", f"Why not: {_explain_refusal(proposal, bar)}.")


def _opposed_lines(cited: CiteResult) -> Iterator[str]:
    """Show the passages that contradict the claim, even if another supports it."""
    for proposal in cited.against:
        yield from ("", f"Contradicts the claim: {show_controls(proposal.entry.id)}{_format_page(proposal)}")
        yield from _passage_lines(proposal)
        yield from (f"  {to_line(clause)}" for clause in proposal.lacks)


def _passage_lines(proposal: CitationProposal) -> Iterator[str]:
    text = to_line(proposal.passage.text)
    yield f"  “{text}”" if proposal.is_quotable else f"  {text}"
    yield from (f"  {line}" for line in _list_cautions(proposal))
    entry = proposal.entry
    title = f"{to_line(entry.year or 'no year')}). {to_line(entry.title or 'no title')}"
    yield f"  {to_line(format_authors(entry))} ({title}"


def _list_cautions(proposal: CitationProposal) -> list[str]:
    """Say where the words are from, if not from the source itself."""
    if proposal.key_quote is not None:
        state = "validated" if proposal.key_quote.validated else "not validated"
        return [f"(key quote, {state}; the source text is not in the corpus)"]
    if proposal.scope != "full":
        return ["(from the notes on the source; its text is not in the corpus, so do not quote this)"]
    return []


def _format_page(proposal: CitationProposal) -> str:
    return f", p. {show_controls(proposal.page)}" if proposal.page else ""


def _describe_overlap(proposal: CitationProposal) -> str:
    if not proposal.missed:
        return f"the passage has all {proposal.words} content words of the claim"
    had = proposal.words - len(proposal.missed)
    missed = ", ".join(map(show_controls, proposal.missed))
    return f"the passage has {had} of {proposal.words} content words of the claim, but not {missed}"


def _explain_refusal(proposal: CitationProposal, bar: float) -> str:
    few = (proposal.passage.score or 0) < bar
    reasons = [f"{_describe_overlap(proposal)} ({bar:.0%} required)"] if few else []
    return "; ".join([*reasons, *map(to_line, proposal.lacks)])


def citation_to_dict(cited: CiteResult) -> dict[str, Any]:
    """Return the result for JSON; `citation` is null unless the passage may be cited."""
    proposal = cited.nearest
    return {
        "version": 1,
        "claim": cited.claim,
        "citation": proposal.citation if proposal and cited.carried else None,
        "bar": cited.bar,
        "searched": cited.searched,
        "nearest": _proposal_to_dict(proposal) if proposal else None,
        "against": [_proposal_to_dict(each) for each in cited.against],
    }


def _proposal_to_dict(proposal: CitationProposal) -> dict[str, Any]:
    passage = proposal.passage
    return {
        "source": proposal.entry.id,
        "title": proposal.entry.title,
        "page": passage.page,
        "page_label": proposal.page,
        "scope": proposal.scope,
        "quotable": proposal.is_quotable,
        "text": passage.text,
        **pick(passage.span, "start", "end"),
        "score": round(passage.score or 0, 4),
        "opposed": proposal.is_opposed,
        **pick(proposal, "missed", "lacks"),
        "differences": list(map(difference_to_dict, proposal.differences)),
    }
