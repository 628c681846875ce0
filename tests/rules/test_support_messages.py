"""Messages of the rules on support and numbers, and claims with several sources."""

import pytest

from citevet.contracts import Evidence
from citevet.extract import extract
from citevet.model import Difference, Judgement, Passage, Span, Support
from citevet.read import parse_text
from citevet.rules import RULES

TEXT = "Street trees cool the pavement by 45 % at noon [REF-001; REF-002].\n"
ODDS = "support probability 12 %"
CODES = [code for code in RULES if code.startswith(("SUP", "NUM"))]


def judgement(
    nth: int, support: Support, *differences: Difference, confidence: float = 0.12, **more: object
) -> Judgement:
    """Return a judgement on the first or the second citation."""
    name = f"REF-00{nth}"
    passage = Passage(name, Span(0, 17), "Trees cool by 23 %", 15)
    return Judgement(
        "k1",
        f"c{nth}",
        name,
        "found",
        support=support,
        confidence=confidence,
        evidence=(passage,),
        differences=differences,
        **more,  # type: ignore[arg-type]  # as a judgement takes them
    )


def found(*judgements: Judgement) -> dict[str, list[str]]:
    """Return the messages by code."""
    evidence = Evidence(extract(parse_text(TEXT, "d.md")), judgements)
    said = {code: [fault.message for fault in RULES[code].find(evidence)] for code in CODES}
    return {code: messages for code, messages in said.items() if messages}


NUMBER = Difference("number", "45 %", "23 %", Span(TEXT.index("45"), TEXT.index(" at noon")))
DATE = Difference("date", "1989", "1998")
NEGATION = Difference("negation", "cool", "do not cool", Span(13, 17))
HEDGE = Difference("hedge", "cool", "may cool", Span(13, 17))
OTHER = Difference("source", "REF-001", "REF-007, p. 4")
SECONDARY = Difference("secondary", "Street trees cool", "Kim et al. (2019)")


@pytest.mark.parametrize(
    ("judged", "expected"),
    [
        (
            judgement(1, "contradicted", NUMBER),
            {"NUM001": [f'wrong number: you wrote "45 %", REF-001, p. 15 has "23 %" ({ODDS})']},
        ),
        (
            judgement(1, "contradicted", DATE, confidence=0.9),
            {
                "NUM002": [
                    'wrong date: you wrote "1989", REF-001, p. 15 has "1998" (support probability 90 %, overruled)'
                ]
            },
        ),
        (
            judgement(1, "contradicted", NEGATION, NEGATION),
            {"SUP001": [f'contradicted by REF-001, p. 15: you wrote "cool", the source has "do not cool" ({ODDS})']},
        ),
        (
            judgement(1, "contradicted"),
            {
                "SUP006": [
                    f'probably contradicted by REF-001, p. 15: the source has "Trees cool by 23 %" (model only, {ODDS})'
                ]
            },
        ),
        (
            judgement(1, "unsupported"),
            {"SUP002": [f'not supported by REF-001; nearest passage (p. 15): "Trees cool by 23 %" ({ODDS})']},
        ),
        (
            judgement(1, "partial", HEDGE),
            {"SUP003": [f'too firm for REF-001, p. 15: you wrote "cool", the source has "may cool" ({ODDS})']},
        ),
        (
            judgement(1, "partial"),
            {"SUP003": [f'only partly supported by REF-001, p. 15: the source has "Trees cool by 23 %" ({ODDS})']},
        ),
        (
            judgement(1, "unsupported", OTHER, flags=("misattributed",)),
            {"SUP004": [f"not supported by REF-001, but by REF-007, p. 4 (REF-001: {ODDS})"]},
        ),
        (
            judgement(1, "supported", SECONDARY, confidence=0.97),
            {
                "SUP005": [
                    (
                        'secondary citation: REF-001, p. 15 cites Kim et al. (2019) for this: "Trees cool by 23 %" '
                        "(support probability 97 %)"
                    )
                ]
            },
        ),
        (
            judgement(1, "supported", Difference("support-page", "3", "7"), confidence=0.97),
            {"SUP007": ["REF-001 supports this on p. 7, not on p. 3 (support probability 97 %)"]},
        ),
        (
            judgement(1, "supported", Difference("support-page", "3-5", "7"), confidence=0.97),
            {"SUP007": ["REF-001 supports this on p. 7, not on pp. 3-5 (support probability 97 %)"]},
        ),
        (judgement(1, "unsupported", flags=("fabricated-quote",)), {}),
        (judgement(1, "unchecked", support_reason="abstained"), {}),
        (judgement(1, "supported"), {}),
    ],
)
def test_messages(judged: Judgement, expected: dict[str, list[str]]) -> None:
    """A message has both sides, the place and the probability; each fault has one code."""
    assert expected == found(judged)


def clause(words: str) -> Difference:
    return Difference("clause", words, "", Span(TEXT.index(words), TEXT.index(words) + len(words)))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (judgement(1, "unsupported"), judgement(2, "supported"), set()),
        (judgement(1, "unsupported"), judgement(2, "partial", clause("at noon")), {"SUP003"}),
        (judgement(1, "partial", clause("at noon")), judgement(2, "supported"), set()),
        (judgement(1, "partial", clause("at noon")), judgement(2, "partial", clause("Street trees")), set()),
        (judgement(1, "partial", clause("at noon")), judgement(2, "partial", clause("at noon")), {"SUP003"}),
        (judgement(1, "contradicted", NEGATION), judgement(2, "supported"), {"SUP001"}),
        (judgement(1, "contradicted"), judgement(2, "supported"), {"SUP006"}),
        (judgement(1, "unsupported"), judgement(2, "unsupported"), {"SUP002"}),
    ],
)
def test_sources_of_the_same_words_are_combined(first: Judgement, second: Judgement, expected: set[str]) -> None:
    """One supporting source is enough, and a clause fails only if all sources fail it; contradictions stay."""
    assert expected == set(found(first, second))


def test_a_number_in_an_altered_quotation_is_reported_once() -> None:
    """QUO002 reports it, so NUM001 and SUP001 do not."""
    altered = Difference("quote", "45 %", "23 %", NUMBER.span)
    assert {} == found(judgement(1, "contradicted", altered, NUMBER, flags=("altered-quote",)))
