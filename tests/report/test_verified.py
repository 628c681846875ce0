"""The result of verifying: its sums, its one line, and the projection to the published shape."""

import json
from dataclasses import replace

import pytest

from citevet.model import Difference, Passage, Ruling, Span
from citevet.report.dump import pretty
from citevet.report.verified import Given, Thresholds, Verified, VerifiedClaim, VerifiedWord, project
from citevet.report.verified_text import render

SOURCE = Given("The tower is 40 m high. " * 20, "tower.md", "Tower")
PASSAGE = Passage("s1", Span(0, 480), SOURCE.text, 3, "iii", 0.91234567)
DENIED = "but only one of the claim and the nearest sentence denies something"
RULINGS: dict[VerifiedWord, Ruling] = {
    "supported": Ruling("supported", None, 0.912345678, (PASSAGE,)),
    "weak": Ruling("partial", None, 0.5, (PASSAGE,)),
    "unverifiable": Ruling("unchecked", "language"),
    "contradicted": Ruling("contradicted", None, 0.01, (PASSAGE,), (Difference("number", "45 m", "40 m"),)),
}


def result(*words: VerifiedWord, sources: tuple[Given, ...] = (SOURCE,)) -> Verified:
    claims = (VerifiedClaim(word, word, RULINGS[word], SOURCE, 0, None, RULINGS[word].evidence) for word in words)
    return Verified(tuple(claims), sources)


@pytest.mark.parametrize(
    ("words", "grounded", "ratio", "line"),
    [
        (["supported"], True, 1.0, "1/1 claims verified (100%)"),
        (["supported", "weak"], True, 0.5, "1/2 claims verified (50%)"),
        (["supported", "supported", "unverifiable"], True, 2 / 3, "2/3 claims verified (67%)"),
        (["supported", "contradicted"], False, 0.5, "1/2 claims verified (50%)"),
        (["weak", "unverifiable"], False, 0.0, "0/2 claims verified (0%)"),
        (["supported", *["weak"] * 7], True, 0.125, "1/8 claims verified (13%)"),
        ([], None, None, "No verifiable claims found."),
    ],
)
def test_the_sums(words: list[VerifiedWord], grounded: bool | None, ratio: float | None, line: str) -> None:  # noqa: FBT001 - expected values
    """Grounded means something supported and nothing contradicted; halves are rounded up; nothing is null."""
    found = result(*words)
    assert (grounded, ratio, line) == (found.overall_grounded, found.supported_ratio, str(found))


def test_every_field_of_the_published_shape() -> None:
    """All names of VerifiedResponse are there, whatever the verdict, and survive JSON."""
    found = json.loads(pretty(result(*RULINGS).to_dict()))
    assert {
        "summary", "claims", "overallGrounded", "supportedRatio", "totalClaims", "supportedCount", "weakCount",
        "unverifiableCount", "contradictedCount", "unchecked", "sources", "notes", "leftOut",
    } == set(found)  # fmt: skip
    names = {"text", "verdict", "confidence", "sourceIndex", "sourceSnippet", "sourceRef", "webVerified"}
    assert all(names | {"similarity", "judgement", "place", "why"} == set(claim) for claim in found["claims"])
    assert [1, 1, 1, 1] == [found[f"{word}Count"] for word in RULINGS]
    assert {"language": 1} == found["unchecked"]
    assert [{"id": "s1", "title": "Tower", "url": "tower.md"}] == found["sources"]


def test_a_model_alone_is_said_to_be_alone() -> None:
    """The number beside the word is the probability of support: beside “contradicted” that has to be said."""
    alone = replace(RULINGS["contradicted"], differences=())
    said = "the model alone says so (probability of support 1%)"
    assert said not in render(result("contradicted"))
    for ruling, times in ((alone, 1), (replace(alone, by="2 of 2 votes"), 0)):
        claim = VerifiedClaim("It is so.", "contradicted", ruling, SOURCE, 0, None, ruling.evidence)
        assert times == render(Verified((claim,), (SOURCE,))).count(said)


def test_numbers_are_rounded_and_snippets_cut() -> None:
    """Six digits, 200 characters of the passage that matched, and its place in full."""
    claim = result("supported").to_dict()["claims"][0]
    assert 0.912346 == claim["confidence"]
    assert SOURCE.text[:200] == claim["sourceSnippet"]
    evidence = claim["judgement"]["evidence"][0]
    assert (3, "iii", 0, 480, 0.912346) == tuple(
        evidence[key] for key in ("page", "page_label", "start", "end", "score")
    )


def test_what_people_see() -> None:
    """Word, probability, difference, reason and place, and the line at the end."""
    shown = render(result("contradicted", "unverifiable"))
    assert "contradicted  support   1%  contradicted\n" in shown
    assert "number: you 45 m / source 40 m\n" in shown
    assert "Tower, p. iii: “The tower is 40 m high." in shown
    assert "not checked: language (the embedded models read English only)\n" in shown
    assert shown.endswith("\nNOT GROUNDED: 0/2 claims verified (0%).\n")
    assert "\x1b[" in render(result("supported"), color=True)


def claim(ruling: Ruling) -> VerifiedClaim:
    """Return a claim with a ruling, and the word that follows from it."""
    return VerifiedClaim("It is so.", project(ruling, Thresholds()), ruling, SOURCE, 0, None, ruling.evidence)


def test_a_probability_that_a_comparison_overrules_is_told_in_words() -> None:
    """“contradicted” beside “support 98%” reads as a slip: who decided is said, and what the model alone thought."""
    ruling = replace(RULINGS["contradicted"], confidence=0.98)
    shown = render(Verified((claim(ruling),), (SOURCE,)))
    assert "support" not in shown.splitlines()[0]
    assert "number: you 45 m / source 40 m\n" in shown
    said = "the number decides; the model alone would have said supported (98%)"
    assert f"{said}\n" in shown
    assert said == Verified((claim(ruling),), (SOURCE,)).to_dict()["claims"][0]["why"]


@pytest.mark.parametrize(
    ("ruling", "word", "said"),
    [
        (Ruling("supported", None, 0.55), "weak", "the judge says supported, and 55% is below the threshold of 60%"),
        (
            Ruling("unsupported", None, 0.4),
            "weak",
            "nothing says so clearly, and 40% is not below the threshold of 30%",
        ),
        (Ruling("partial", None, 0.5), "weak", "a part of it is supported"),
        (
            Ruling("unchecked", "abstained", None, (PASSAGE,), flags=("conflicting",)),
            "unverifiable",
            "abstained (conflicting passages: one says so, another says otherwise; read both)",
        ),
        (
            Ruling("unchecked", "abstained", 0.85, (PASSAGE,)),
            "unverifiable",
            f"abstained (the model would say supported, 85%, {DENIED}; read the passage)",
        ),
        (
            Ruling("unchecked", "abstained", 0.5, (PASSAGE,), by="m, no quorum"),
            "unverifiable",
            "abstained (the votes of the language model do not agree; read the passage)",
        ),
        (Ruling("unchecked", "offline"), "unverifiable", "offline"),
        (Ruling("supported", None, 0.9), "supported", None),
        (Ruling("unsupported", None, 0.1), "unverifiable", None),
    ],
)
def test_why_a_claim_has_its_word(ruling: Ruling, word: VerifiedWord, said: str | None) -> None:
    """Where the word is not that of the judgement, or there is none, JSON and text say why and what to do."""
    found = Verified((claim(ruling),), (SOURCE,))
    told = found.to_dict()["claims"][0]
    assert (word, said) == (told["verdict"], told["why"])
    assert (said or "") in render(found)


def test_of_a_long_sentence_the_part_that_bears_on_the_claim_is_shown() -> None:
    """The quotation is that part, and the line is the one on which it starts."""
    text = "Of the many towers of the coast, which travellers have drawn,\n" * 5 + "the tower of the port is 40 m high."
    source = Given(text, "tower.md", lines=tuple(range(1, 7)))
    ruling = Ruling("supported", None, 0.9, (Passage("s1", Span(0, len(text)), text),))
    claim = VerifiedClaim("The port has a tower 40 m high.", "supported", ruling, source, 0, None, ruling.evidence)
    shown = render(Verified((claim,), (source,))).splitlines()[1].strip()
    assert ("tower.md:4: “… ", "the tower of the port is 40 m high.”") == (shown[:15], shown[-36:])
