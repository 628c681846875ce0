"""The integrity of a whole project in numbers: coverage of the corpus, pages, sections, quotations, freshness."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from citevet.model import Audit, Claim, Document, Entry, Flag, Judgement, Report, Verdict
from citevet.report.checks import Check
from citevet.report.judged import Judged, judged, known_sources
from citevet.report.quoted import quoted
from citevet.report.where import where

QuoteState = Literal["found", "misplaced", "altered", "joined", "fabricated", "unverified"]
Row = tuple[Document, Judged]

# The worst first: a claim with two quotations, one of them invented, has an invented one.
_QUOTES: Mapping[Flag, QuoteState] = {
    "fabricated-quote": "fabricated",
    "joined-quote": "joined",
    "altered-quote": "altered",
    "misplaced-quote": "misplaced",
    "unread-quote": "unverified",
}
QUOTE_STATES: tuple[QuoteState, ...] = ("found", "misplaced", "altered", "joined", "fabricated", "unverified")
_IN_CORPUS = ("EXI001", "EXI005", "EXI006")


@dataclass(frozen=True)
class Integrity:
    """The documents of a project, its corpus, and what is wrong with the entries."""

    report: Report  # on the documents; what could not be read of the corpus stands there as well
    entries: tuple[Entry, ...] = ()
    faulty: tuple[Audit, ...] = ()  # one for each entry that something is wrong with
    verdict: Verdict = "empty"  # of both

    @cached_property
    def pages(self) -> tuple[tuple[Audit, list[Judged]], ...]:
        """Every document with what became of its citations."""
        sources = known_sources(self.report)
        return tuple((audit, judged(audit, sources)) for audit in self.report.audits)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every citation with its document."""
        return tuple((audit.document, row) for audit, rows in self.pages for row in rows)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what is cited is in the corpus, and how much of the corpus is cited."""

    citations: int  # that are answered by the corpus, or should be
    covered: int
    missing: Mapping[str, tuple[str, ...]]  # what is not in the corpus → where it is cited
    near: Mapping[str, str]  # of those, what the corpus has of the same people
    cited: tuple[str, ...]  # ids of entries
    uncited: tuple[str, ...]

    @property
    def share(self) -> float | None:
        """Covered citations of all that the corpus should answer; none where there are none."""
        return round(self.covered / self.citations, 4) if self.citations else None


def coverage(integrity: Integrity) -> Coverage:
    """Compare the citations of the documents with the entries of the corpus."""
    asked = [(document, row) for document, row in integrity.rows if _is_of_corpus(row)]
    found = [row for _, row in asked if row.existence == "found"]
    missing: dict[str, list[str]] = {}
    near: dict[str, str] = {}
    for document, row in asked:
        if row.is_absent:
            missing.setdefault(row.citation.normal, []).append(place(document, row))
            near.update((row.citation.normal, each.source) for each in row.differences("year"))
    used = {row.source.id for row in found if row.source}
    ids = [entry.id for entry in integrity.entries]
    return Coverage(
        len(asked),
        len(found),
        {name: tuple(places) for name, places in sorted(missing.items())},
        near,
        tuple(name for name in ids if name in used),
        tuple(name for name in ids if name not in used),
    )


def _is_of_corpus(row: Judged) -> bool:
    """Whether the corpus answers for it, or should: a path that names an id does, any other file is the project's."""
    known = row.source is not None and row.source.kind == "corpus"
    filed = row.citation.kind == "corpus" or "ref" in row.citation.parts
    return filed or known or any(each.code in _IN_CORPUS for each in row.findings)


@dataclass(frozen=True, slots=True)
class Tally:
    """How one question was answered, and where the answer was no."""

    asked: int
    good: int
    bad: tuple[tuple[str, str], ...]  # the place, and what stands behind the answer

    @property
    def unchecked(self) -> int:
        """How often nobody could tell."""
        return self.asked - self.good - len(self.bad)


def tally(rows: Iterable[Row], ask: Callable[[Judged], Check | None]) -> Tally:
    """Ask every citation one question."""
    answers = [(place(document, row), answer) for document, row in rows if (answer := ask(row))]
    bad = tuple((at, answer.said) for at, answer in answers if answer.good is False)
    return Tally(len(answers), sum(answer.good is True for _, answer in answers), bad)


def quotations(integrity: Integrity) -> Counter[QuoteState]:
    """Count the claims that quote a source by what became of their words."""
    return Counter(state for audit, _ in integrity.pages for state in _quoted(audit))


def _quoted(audit: Audit) -> Iterator[QuoteState]:
    judgements: dict[str | None, list[Judgement]] = {}
    for judgement in audit.judgements:
        judgements.setdefault(judgement.claim, []).append(judgement)
    for claim in audit.extraction.claims:
        if claim.quotations and claim.ties:
            yield quote_state(claim, judgements.get(claim.id, ()))


def quote_state(claim: Claim, judgements: Sequence[Judgement]) -> QuoteState:
    """Return what became of a claim's quotations: the worst that was remarked, else found if they were seen."""
    flags = {flag for judgement in judgements if judgement.claim == claim.id for flag in judgement.flags}
    for flag, state in _QUOTES.items():
        if flag in flags:
            return state
    return "found" if any(map(quoted, judgements)) else "unverified"


def key_quotes(integrity: Integrity) -> tuple[int, int]:
    """Return how many passages the corpus keeps word for word, and how many of them somebody compared."""
    kept = [quote for entry in integrity.entries for quote in entry.quotes]
    return len(kept), sum(quote.validated for quote in kept)


def place(document: Document, row: Judged) -> str:
    """Return where a citation stands, as editors understand it."""
    line, column, _, _ = where(document, row.citation.span)
    return f"{document.path}:{line}:{column}"
