"""A citation for a claim, found by looking; or that there is none."""

from collections.abc import Iterator
from dataclasses import dataclass
from shlex import quote
from typing import Any

from citevet.model import Difference, Entry, KeyQuote, Passage, Scope
from citevet.report.corpus.listing import names
from citevet.report.visible import one_line, visible


@dataclass(frozen=True, slots=True)
class Proposal:
    """The passage that comes nearest to a claim, and what of the claim it has."""

    entry: Entry
    passage: Passage  # its score is the share of the claim's words that it has
    scope: Scope
    words: int  # of the claim, that carry meaning
    missed: tuple[str, ...]  # those that the passage does not have
    lacks: tuple[str, ...]  # what keeps it from carrying the claim: numbers, denials, differences, as clauses
    differences: tuple[Difference, ...] = ()  # what it says otherwise, or less surely
    key_quote: KeyQuote | None = None  # the key quote that it stands in, where the text itself is not in the corpus

    @property
    def page(self) -> str | None:
        """The page as one cites it: printed, else counted; none where the passage was found on none."""
        if self.key_quote is not None:
            return self.key_quote.page
        return self.passage.page_label or (str(self.passage.page) if self.passage.page else None)

    @property
    def citation(self) -> str:
        """The citation in the form that the corpus allows."""
        return f"[{self.entry.id}, p.{self.page}]" if self.page else f"[{self.entry.id}]"

    @property
    def is_quotable(self) -> bool:
        """Whether these are the words of the source, and not of whoever wrote notes on it."""
        return self.scope == "full" or self.key_quote is not None

    @property
    def is_opposed(self) -> bool:
        """Whether the passage says otherwise, and not only less surely."""
        return any(each.type != "hedge" for each in self.differences)


@dataclass(frozen=True, slots=True)
class Cited:
    """What a search for a claim gave."""

    claim: str
    bar: float
    searched: int  # sources
    carried: bool  # whether the proposal may be cited for the claim
    nearest: Proposal | None
    against: tuple[Proposal, ...] = ()  # what says otherwise, the nearest of each source


def render(cited: Cited) -> str:
    """Return the citation with its quote, or that none exists and what to do."""
    return "".join(f"{line}\n" for line in _lines(cited))


def _lines(cited: Cited) -> Iterator[str]:
    proposal = cited.nearest
    if proposal is not None and cited.carried:
        yield visible(proposal.citation)
        yield ""
        yield from _passage(proposal)
        yield from ("", f"Why: {_share(proposal)}.", _LIMIT)
        yield from _against(cited)
        return
    yield f"No source of the corpus carries this claim ({_searched(cited)})."
    if proposal is not None:
        yield from _not_carrying(proposal, cited.bar)
    yield from _against(cited)
    opposed = proposal is not None and proposal.is_opposed
    yield from ("", _CORRECT if opposed or cited.against else _LEAVE)
    yield f"  citevet corpus add paper.pdf --relevance {quote(one_line(cited.claim))}"


def _not_carrying(proposal: Proposal, bar: float) -> Iterator[str]:
    title = "Says otherwise" if proposal.is_opposed else "Nearest, and not enough to cite"
    yield from ("", f"{title}, in {visible(proposal.entry.id)}{_at(proposal)}:")
    yield from _passage(proposal)
    yield from ("", f"Why not: {_why_not(proposal, bar)}.")


def _against(cited: Cited) -> Iterator[str]:
    """Show the passages that say otherwise: whoever cites one of two that disagree should know of both."""
    for proposal in cited.against:
        yield from ("", f"Says otherwise, in {visible(proposal.entry.id)}{_at(proposal)}:")
        yield from _passage(proposal)
        yield from (f"  {one_line(clause)}" for clause in proposal.lacks)


def _searched(cited: Cited) -> str:
    return "1 source searched" if cited.searched == 1 else f"{cited.searched} sources searched"


_LEAVE = "Leave the claim uncited, as [citation needed], or file a source that says so:"
_CORRECT = "Correct the claim, leave it uncited, as [citation needed], or file a source that says so:"
_LIMIT = "Words were compared, not meanings: read the passage before you cite it."


def _passage(proposal: Proposal) -> Iterator[str]:
    text = one_line(proposal.passage.text)
    yield f"  “{text}”" if proposal.is_quotable else f"  {text}"
    yield from (f"  {line}" for line in _caution(proposal))
    entry = proposal.entry
    yield f"  {one_line(names(entry))} ({one_line(entry.year or 'no year')}). {one_line(entry.title or 'no title')}"


def _caution(proposal: Proposal) -> list[str]:
    """Say what the words are when they were not read in the source itself."""
    if proposal.key_quote is not None:
        state = "validated" if proposal.key_quote.validated else "which nobody has validated"
        return [f"(a key quote of the entry, {state}; the source itself is not in the corpus)"]
    if proposal.scope != "full":
        return ["(from our notes: the words of the source itself are not in the corpus, so nothing can be quoted)"]
    return []


def _at(proposal: Proposal) -> str:
    return f", p. {visible(proposal.page)}" if proposal.page else ""


def _share(proposal: Proposal) -> str:
    if not proposal.missed:
        return f"the passage has all {proposal.words} words that carry the claim"
    had = proposal.words - len(proposal.missed)
    missed = ", ".join(map(visible, proposal.missed))
    return f"the passage has {had} of the {proposal.words} words that carry the claim, but not {missed}"


def _why_not(proposal: Proposal, bar: float) -> str:
    few = (proposal.passage.score or 0) < bar
    return "; ".join([*([f"{_share(proposal)} ({bar:.0%} are needed)"] if few else []), *map(one_line, proposal.lacks)])


def shape(cited: Cited) -> dict[str, Any]:
    """Return the same for programs; `citation` is null unless the claim is carried."""
    proposal = cited.nearest
    return {
        "version": 1,
        "claim": cited.claim,
        "citation": proposal.citation if proposal and cited.carried else None,
        "bar": cited.bar,
        "searched": cited.searched,
        "nearest": _proposal_shape(proposal) if proposal else None,
        "against": [_proposal_shape(each) for each in cited.against],
    }


def _proposal_shape(proposal: Proposal) -> dict[str, Any]:
    passage = proposal.passage
    return {
        "source": proposal.entry.id,
        "title": proposal.entry.title,
        "page": passage.page,
        "page_label": proposal.page,
        "scope": proposal.scope,
        "quotable": proposal.is_quotable,
        "text": passage.text,
        "start": passage.span.start,
        "end": passage.span.end,
        "score": round(passage.score or 0, 4),
        "opposed": proposal.is_opposed,
        "missed": list(proposal.missed),
        "lacks": list(proposal.lacks),
        "differences": [
            {"type": each.type, "claim": each.claim, "source": each.source} for each in proposal.differences
        ],
    }
