"""Sentences with many quotations and citations."""

from dataclasses import replace

import pytest

from citevet.contracts import Evidence
from citevet.extract import extract
from citevet.judge.quotes.judging import QuotedSource, judge_claim_quotes
from citevet.model import Extraction, Fix, Judgement, Source, Span
from citevet.read import parse_text
from citevet.rules.quotes import find_unverified_quotation


class Counted(Span):
    """A span that counts how often it is compared."""

    asked = 0

    def overlaps(self, other: Span) -> bool:
        """Count the call."""
        Counted.asked += 1
        return super().overlaps(other)

    def holds(self, other: Span) -> bool:
        """Count the call."""
        Counted.asked += 1
        return super().holds(other)


def quoting(times: int) -> Extraction:
    """Return a sentence with many quotations, each with its source, whose spans count comparisons."""
    said = " and ".join(f'that "voice number {each} comes first" [REF-{each:03d}]' for each in range(times))
    found = extract(parse_text(f"The report says {said}.", "x.md"))
    (claim,) = found.claims
    quotations = tuple(replace(each, span=Counted(each.span.start, each.span.end)) for each in claim.quotations)
    ties = tuple(replace(tie, span=tie.span and Counted(tie.span.start, tie.span.end)) for tie in claim.ties)
    return replace(found, claims=(replace(claim, quotations=quotations, ties=ties),))


def unread(found: Extraction) -> list[Judgement]:
    """Judge the quotations when no source has a text."""
    (claim,) = found.claims
    return judge_claim_quotes(
        claim,
        [
            QuotedSource(one, Source(one.normal, "corpus"), None, Judgement(claim.id, one.id, one.normal))
            for one in found.citations
        ],
    )


def test_comparisons_grow_linearly() -> None:
    """Each quotation is compared with its own clause and difference only."""
    counts = []
    for times in (20, 40):
        Counted.asked = 0
        found = quoting(times)
        faults = list(find_unverified_quotation(Evidence(found, tuple(unread(found)))))
        assert [f"voice number {each} comes first" for each in range(times)] == [each.about for each in faults]
        counts.append(Counted.asked)
    assert counts[1] <= 2.1 * counts[0]


REMINDER = " <!-- TODO citevet: verify this quotation: {} -->"


@pytest.mark.parametrize(
    ("behind", "reminded"),
    [
        ("", True),
        (REMINDER.format("no text of REF-001"), False),
        (REMINDER.format("only the abstract of REF-001"), False),
        (REMINDER.format("no text of REF-0012"), True),
        (REMINDER.format("no text of REF-002") + REMINDER.format("no text of REF-001"), False),
        ("\n" + REMINDER.format("no text of REF-001"), True),
    ],
)
def test_a_reminder_is_added_once(behind: str, *, reminded: bool) -> None:
    """No reminder is added if the line already has one for the source after the sentence."""
    found = extract(parse_text(f'It says that "voice is what comes first" [REF-001].{behind}\n', "x.md"))
    (fault,) = find_unverified_quotation(Evidence(found, tuple(unread(found))))
    assert reminded == isinstance(fault.fix, Fix)
