"""The result of `citevet verify`: totals, AgentOS fields and text."""

import json
from dataclasses import replace

import pytest

from citevet.model import Difference, Passage, Ruling, Span
from citevet.model.verification import SourceText, Thresholds, VerifiedClaim, VerifiedWord
from citevet.report.agentos import AGENTOS_NAMES, Verified, project_ruling, render
from citevet.report.json import dump_pretty

SOURCE = SourceText("The tower is 40 m high. " * 20, "tower.md", "Tower")
PASSAGE = Passage("s1", Span(0, 480), SOURCE.text, 3, "iii", 0.91234567)
NEGATED = "but only one of claim and source is negated"
RULINGS: dict[VerifiedWord, Ruling] = {
    "supported": Ruling("supported", None, 0.912345678, (PASSAGE,)),
    "weak": Ruling("partial", None, 0.5, (PASSAGE,)),
    "unverifiable": Ruling("unchecked", "language"),
    "contradicted": Ruling("contradicted", None, 0.01, (PASSAGE,), (Difference("number", "45 m", "40 m"),)),
}


def result(*words: VerifiedWord, sources: tuple[SourceText, ...] = (SOURCE,)) -> Verified:
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
def test_grounded_needs_a_supported_claim(
    words: list[VerifiedWord], *, grounded: bool | None, ratio: float | None, line: str
) -> None:
    """Grounded means a supported claim and no contradicted one; half a per cent rounds up."""
    found = result(*words)
    assert (grounded, ratio, line) == (found.overall_grounded, found.supported_ratio, str(found))


def test_agentos_fields() -> None:
    """All fields of VerifiedResponse are present for every verdict."""
    found = json.loads(dump_pretty(result(*RULINGS).to_dict()))
    assert {
        "summary", "claims", "overallGrounded", "supportedRatio", "totalClaims", "supportedCount", "weakCount",
        "unverifiableCount", "contradictedCount", "unchecked", "sources", "notes", "leftOut",
    } <= set(found)  # fmt: skip
    names = {"text", "verdict", "confidence", "sourceIndex", "sourceSnippet", "sourceRef", "webVerified"}
    assert all(names <= set(claim) for claim in found["claims"])
    for part in (found, *found["claims"]):
        assert all(part[theirs] == part[ours] for ours, theirs in AGENTOS_NAMES.items() if theirs in part)
        assert {theirs for ours, theirs in AGENTOS_NAMES.items() if ours in part} <= set(part)
    assert [1, 1, 1, 1] == [found[f"{word}Count"] for word in RULINGS]
    assert {"language": 1} == found["unchecked"]
    assert [{"id": "s1", "title": "Tower", "url": "tower.md"}] == found["sources"]


def test_contradiction_by_model_alone() -> None:
    """A contradiction without a difference names the model and its probability of support."""
    alone = replace(RULINGS["contradicted"], differences=())
    said = "decided by the model alone (probability of support 1%)"
    assert said not in render(result("contradicted"))
    for ruling, times in ((alone, 1), (replace(alone, by="2 of 2 votes"), 0)):
        claim = VerifiedClaim("It is so.", "contradicted", ruling, SOURCE, 0, None, ruling.evidence)
        assert times == render(Verified((claim,), (SOURCE,))).count(said)


def test_rounding_and_snippets() -> None:
    """Numbers have six digits, snippets 200 characters."""
    claim = result("supported").to_dict()["claims"][0]
    assert 0.912346 == claim["confidence"]
    assert SOURCE.text[:200] == claim["sourceSnippet"]
    evidence = claim["judgement"]["evidence"][0]
    assert (3, "iii", 0, 480, 0.912346) == tuple(
        evidence[key] for key in ("page", "page_label", "start", "end", "score")
    )


def test_text_has_verdict_score_and_place() -> None:
    """The text has verdict, score, difference, reason, place and a summary line."""
    shown = render(result("contradicted", "unverifiable"))
    assert "contradicted  support   1%  contradicted\n" in shown
    assert "number: claim 45 m, source 40 m\n" in shown
    assert "Tower, p. iii: “The tower is 40 m high." in shown
    assert (
        "not checked: language not supported (the judge does not read its language, or that of the source)\n" in shown
    )
    assert shown.endswith("\nNOT GROUNDED: 0/2 claims verified (0%).\n")
    assert render(result("unverifiable")).endswith("\nNOT CHECKED: 0/1 claims verified (0%).\n")
    assert "\x1b[" in render(result("supported"), color=True)


def claim(ruling: Ruling) -> VerifiedClaim:
    """Return a claim with a ruling and its verdict."""
    return VerifiedClaim("It is so.", project_ruling(ruling, Thresholds()), ruling, SOURCE, 0, None, ruling.evidence)


def test_overruled_score() -> None:
    """A score that a difference overrules is in the explanation, not next to the verdict."""
    ruling = replace(RULINGS["contradicted"], confidence=0.98)
    shown = render(Verified((claim(ruling),), (SOURCE,)))
    assert "support" not in shown.splitlines()[0]
    assert "number: claim 45 m, source 40 m\n" in shown
    said = "decided by a difference in number; the model alone says supported (98%)"
    assert f"{said}\n" in shown
    assert said == Verified((claim(ruling),), (SOURCE,)).to_dict()["claims"][0]["why"]


@pytest.mark.parametrize(
    ("ruling", "word", "said"),
    [
        (Ruling("supported", None, 0.55), "weak", "probability of support 55%, below the threshold of 60%"),
        (
            Ruling("unsupported", None, 0.4),
            "weak",
            "no passage clearly supports it, but the probability is 40% (unverifiable below 30%)",
        ),
        (Ruling("partial", None, 0.5), "weak", "only part of the claim is supported"),
        (
            Ruling("unchecked", "abstained", None, (PASSAGE,), flags=("conflicting",)),
            "unverifiable",
            "undecided (one passage supports the claim, another contradicts it; read both)",
        ),
        (
            Ruling("unchecked", "abstained", 0.85, (PASSAGE,), (Difference("negation", "not cool", ""),)),
            "unverifiable",
            f"undecided (likely to be supported (85%), {NEGATED}; read the passage)",
        ),
        (
            Ruling("unchecked", "abstained", 0.2, (PASSAGE,)),
            "unverifiable",
            "undecided (not likely to be supported (20%), and the model reads a contradiction; read the passage)",
        ),
        (
            Ruling("unchecked", "abstained", 0.5, (PASSAGE,), by="m, no quorum"),
            "unverifiable",
            "undecided (the votes of the language model disagree; read the passage)",
        ),
        (Ruling("unchecked", "offline"), "unverifiable", "offline"),
        (Ruling("supported", None, 0.9), "supported", None),
        (Ruling("unsupported", None, 0.1), "unverifiable", None),
    ],
)
def test_explanations(ruling: Ruling, word: VerifiedWord, said: str | None) -> None:
    """JSON and text explain a verdict that differs from the ruling."""
    found = Verified((claim(ruling),), (SOURCE,))
    told = found.to_dict()["claims"][0]
    assert (word, said) == (told["verdict"], told["why"])
    assert (said or "") in render(found)


def test_long_sentence() -> None:
    """The part of a long sentence nearest to the claim is shown, with its line."""
    text = "Of the many towers of the coast, which travellers have drawn,\n" * 5 + "the tower of the port is 40 m high."
    source = SourceText(text, "tower.md", lines=tuple(range(1, 7)))
    ruling = Ruling("supported", None, 0.9, (Passage("s1", Span(0, len(text)), text),))
    claim = VerifiedClaim("The port has a tower 40 m high.", "supported", ruling, source, 0, None, ruling.evidence)
    shown = render(Verified((claim,), (source,))).splitlines()[1].strip()
    assert ("tower.md:4: “… ", "the tower of the port is 40 m high.”") == (shown[:15], shown[-36:])
