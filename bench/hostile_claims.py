"""Judge functions that are run on hostile text."""

from citevet.judge.numbers.comparison import compare_numbers
from citevet.judge.quotes.judging import QuotedSource, judge_claim_quotes
from citevet.judge.strength import judge_claim_strength
from citevet.judge.support import find_differences
from citevet.model import (
    Body,
    Citation,
    Claim,
    Entry,
    Grade,
    Judgement,
    Page,
    Plain,
    Quotation,
    Source,
    Span,
    Tie,
    Wording,
)

_SOURCE = Source("REF-043", "corpus", entry=Entry("REF-043", "corpus/REF-043.md", grade=Grade.LOW))


def numbers(text: str) -> None:
    """Compare the numbers of a plain claim with those of a text, both ways."""
    claim = "The town has 317 houses and 4,000 people in 1350, 12% of the 9 km, 5 of 20 sites."
    compare_numbers(claim, text)
    compare_numbers(text, claim)


def turn(text: str) -> None:
    """Compare the wording of a plain claim with a text."""
    find_differences("Earth is larger than Mars.", text)


def strength(text: str) -> None:
    """Judge as many wordings as half of the characters, over half as many sources."""
    wordings = tuple(Wording(Span(at, at + 1), "x", Grade.HIGH) for at in range(0, len(text), 2))
    names = [f"c{number}" for number in range(len(text) // 4)]
    ties = tuple(Tie(name, "sentence") for name in names)
    claim = Claim("k1", Span(0, len(text)), text, Plain(text), "other", "", ties, "cited", wordings=wordings)
    judge_claim_strength(claim, [(_SOURCE, Judgement("k1", name, _SOURCE.id)) for name in names])


def quote(text: str) -> None:
    """Look for a whole text in itself, and in a text with none of its words."""
    quotation = Quotation(Span(1, len(text) + 1), text, text)
    whole = f"“{text}”"
    claim = Claim(
        "k1", Span(0, len(whole)), whole, Plain(whole), "citation", "quoted", (Tie("c1", "sentence"),), "cited",
        quotations=(quotation,),
    )  # fmt: skip
    citation = Citation("c1", "corpus", Span(0, 1), "“", _SOURCE.id)
    for source in (text, text.replace(" ", "x ")):
        body = Body((Page(source, 1),))
        judge_claim_quotes(claim, [QuotedSource(citation, _SOURCE, body, Judgement("k1", "c1", _SOURCE.id, "found"))])
