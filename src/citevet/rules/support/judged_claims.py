"""Claims with the judgement on one of their sources, and how messages show them."""

from collections.abc import Iterator
from dataclasses import dataclass

from citevet.contracts import Evidence
from citevet.model import Citation, Claim, Difference, Judgement, Passage, Span, Support
from citevet.text.excerpts import show_excerpt

NUMERIC_TYPES = frozenset({"number", "unit", "date"})  # differences that NUM001 and NUM002 report
OPPOSED_TYPES = frozenset({"negation", "direction", "quantifier", "comparative", "order", "name"})
_EVEN = 0.5  # a model that gives support more than this was overruled by a comparison
_SHOWN = 90  # characters of either side in a message


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim and one source that was read for it."""

    claim: Claim
    citation: Citation
    judgement: Judgement
    other_judgements: tuple[Judgement, ...]  # on the other sources of the same words

    @property
    def span(self) -> Span:
        """The words that the citation belongs to."""
        own = [tie.span or self.claim.span for tie in self.claim.ties if tie.citation == self.citation.id]
        return Span(min(span.start for span in own), max(span.end for span in own)) if own else self.claim.span

    @property
    def source(self) -> str:
        """The name of the source in a message."""
        return self.judgement.source or self.citation.text

    @property
    def passage(self) -> Passage | None:
        """The passage that was judged: the last piece of evidence, since earlier ones belong to quotations."""
        return self.judgement.evidence[-1] if self.judgement.evidence else None

    @property
    def page(self) -> str:
        """The page of the passage, empty where it has none."""
        page = self.passage and (self.passage.page_label or self.passage.page)
        return f"p. {page}" if page else ""

    @property
    def place(self) -> str:
        """The source, with the page of the passage."""
        return f"{self.source}, {self.page}" if self.page else self.source

    @property
    def nearest_words(self) -> str:
        """The words of the source that come nearest to the claim."""
        if self.passage is None:
            return "none"
        sought = " ".join((self.claim.plain.text, *(each.source for each in self.judgement.differences)))
        return f'"{show_excerpt(" ".join(self.passage.text.split()), sought, _SHOWN)}"'

    @property
    def odds(self) -> str:
        """The probability of support by the model, which a comparison may have overruled."""
        if self.judgement.by:
            return f"judged by {self.judgement.by}"
        percent = f"{round((self.judgement.confidence or 0.0) * 100)} %"
        is_overruled = self.judgement.support != "supported" and (self.judgement.confidence or 0.0) >= _EVEN
        return f"support probability {percent}, overruled" if is_overruled else f"support probability {percent}"

    @property
    def is_compared(self) -> bool:
        """Whether a contradiction rests on more than one model: on words that differ, or on votes."""
        return bool(self.judgement.by or self.differences(*NUMERIC_TYPES, *OPPOSED_TYPES))

    def differences(self, *types: str) -> tuple[Difference, ...]:
        """Return the differences of some types."""
        return tuple(each for each in self.judgement.differences if each.type in types)


def find_judged_claims(evidence: Evidence, *supports: Support) -> Iterator[JudgedClaim]:
    """Yield the claims and sources with one of these outcomes."""
    claims = {claim.id: claim for claim in evidence.extraction.claims}
    citations = {citation.id: citation for citation in evidence.extraction.citations}
    by_words: dict[tuple[str, frozenset[Span | None]], list[Judgement]] = {}
    for judgement in evidence.judgements:
        if judgement.confidence is not None and judgement.claim in claims:
            claim = claims[judgement.claim]
            words = frozenset(tie.span for tie in claim.ties if tie.citation == judgement.citation)
            by_words.setdefault((claim.id, words), []).append(judgement)
    for (name, _), judgements in by_words.items():
        for judgement in judgements:
            if judgement.support in supports:
                others = tuple(each for each in judgements if each is not judgement)
                yield JudgedClaim(claims[name], citations[judgement.citation], judgement, others)


def shorten_words(text: str) -> str:
    """Return words on one line, cut between two of them when it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN].rpartition(' ')[0] or line[:_SHOWN]} …"


def show_both_sides(difference: Difference) -> str:
    """Return the words of the claim and of the source."""
    return f'you wrote "{shorten_words(difference.claim)}", the source has "{shorten_words(difference.source)}"'
