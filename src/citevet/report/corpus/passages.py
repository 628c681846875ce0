"""Passages found in the corpus: `corpus search` and `corpus cite`."""

from collections.abc import Iterator, Sequence
from shlex import quote
from typing import Any

from citevet.model import Difference, Entry, KeyQuote, Passage, Scope, Span
from citevet.records import dataclass
from citevet.report.corpus.sources import format_authors
from citevet.report.findings import format_count
from citevet.report.json import difference_to_dict, pick
from citevet.report.safe_text import join_lines, paint, shorten, show_controls, to_line

_TITLE = 80  # columns
ENTRIES = "citevet://corpus/"  # the address of an entry for hosts of `citevet mcp`
_LEAVE = "Mark the claim as [citation needed], or add a source that supports it:"
_CORRECT = "Correct the claim, mark it as [citation needed], or add a source that supports it:"
_LIMIT = "A model judged this. Read the passage before you cite it."


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
                "entry": f"{ENTRIES}{hit.entry.id}",
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
        """The citation as the user's documents write it: by citation key, else by the id of the corpus."""
        if self.entry.keys:
            return f"[@{self.entry.keys[0]}, p. {self.page}]" if self.page else f"[@{self.entry.keys[0]}]"
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
