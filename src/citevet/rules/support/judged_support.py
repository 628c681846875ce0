"""What the words of a source said to a claim, and how to say it in a message."""

from collections.abc import Iterator
from dataclasses import dataclass

from citevet.contracts import Evidence
from citevet.model import Citation, Claim, Difference, Judgement, Passage, Span, Support, shown_part

COUNTED = frozenset({"number", "unit", "date"})  # differences that the rules on numbers report
OPPOSED = frozenset({"negation", "direction", "quantifier", "comparative", "order", "name"})
_EVEN = 0.5  # a model that says more than this for support was overruled by a comparison
_SHOWN = 90  # characters of either side in a message


@dataclass(frozen=True, slots=True)
class JudgedSupport:
    """A claim before one source that was read."""

    claim: Claim
    citation: Citation
    judgement: Judgement
    beside: tuple[Judgement, ...]  # on the other sources of the same words

    @property
    def span(self) -> Span:
        """The words that the citation stands behind."""
        own = [tie.span or self.claim.span for tie in self.claim.ties if tie.citation == self.citation.id]
        return Span(min(span.start for span in own), max(span.end for span in own)) if own else self.claim.span

    @property
    def source(self) -> str:
        """What to call the source."""
        return self.judgement.source or self.citation.text

    @property
    def passage(self) -> Passage | None:
        """What the judgement rests on: the last piece of evidence, for those before it belong to quotations."""
        return self.judgement.evidence[-1] if self.judgement.evidence else None

    @property
    def place(self) -> str:
        """The source, and the page on which the passage stands."""
        page = self.passage and (self.passage.page_label or self.passage.page)
        return f"{self.source}, p. {page}" if page else self.source

    @property
    def said(self) -> str:
        """The words of the source that come nearest."""
        if self.passage is None:
            return "nothing near it"
        sought = " ".join((self.claim.plain.text, *(each.source for each in self.judgement.differences)))
        return f"“{shown_part(' '.join(self.passage.text.split()), sought, _SHOWN)}”"

    @property
    def odds(self) -> str:
        """How likely the source supports the words; where a comparison decided, what the model made of it."""
        if self.judgement.by:
            return f"by {self.judgement.by}"
        percent = f"{round((self.judgement.confidence or 0.0) * 100)} %"
        overruled = self.judgement.support != "supported" and (self.judgement.confidence or 0.0) >= _EVEN
        return f"the model alone would give support {percent}" if overruled else f"probability of support {percent}"

    def differences(self, *kinds: str) -> tuple[Difference, ...]:
        """Return the differences of some kinds."""
        return tuple(each for each in self.judgement.differences if each.type in kinds)


def judged_support(evidence: Evidence, *supports: Support) -> Iterator[JudgedSupport]:
    """Yield the claims with the sources that came out so."""
    claims = {claim.id: claim for claim in evidence.extraction.claims}
    citations = {citation.id: citation for citation in evidence.extraction.citations}
    by_words: dict[tuple[str, frozenset[Span | None]], list[Judgement]] = {}
    for judgement in evidence.judgements:
        if judgement.confidence is not None and judgement.claim in claims:
            by_words.setdefault(_words(claims[judgement.claim], judgement), []).append(judgement)
    for (name, _), judgements in by_words.items():
        for judgement in judgements:
            if judgement.support in supports:
                beside = tuple(each for each in judgements if each is not judgement)
                yield JudgedSupport(claims[name], citations[judgement.citation], judgement, beside)


def is_told_apart(judgement: Judgement) -> bool:
    """Say whether a contradiction rests on more than one model's word: on words set side by side, or on votes."""
    return bool(judgement.by) or any(each.type in COUNTED | OPPOSED for each in judgement.differences)


def _words(claim: Claim, judgement: Judgement) -> tuple[str, frozenset[Span | None]]:
    return claim.id, frozenset(tie.span for tie in claim.ties if tie.citation == judgement.citation)


def shortened(text: str) -> str:
    """Return words on one line, cut between two of them."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN].rpartition(' ')[0] or line[:_SHOWN]} …"


def both(difference: Difference) -> str:
    """Return the words of both sides."""
    return f"you “{shortened(difference.claim)}” / source “{shortened(difference.source)}”"
