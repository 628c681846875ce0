"""`citevet stage aggregate`: what `citation-auditor` promises, through the command."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.doors.stage_command import ask, complain, run_stage


def claim(text: str, start: int, end: int | None = None) -> dict[str, Any]:
    span = {"start": start, "end": start + len(text) if end is None else end}
    return {"text": text, "sentence_span": span, "claim_type": "factual", "suggested_verifier": "general-web"}


def candidate(label: str, name: str, authority: float | None, **more: object) -> dict[str, Any]:
    return {"label": label, "verifier_name": name, "authority": authority, "rationale": f"{name}: {label}", **more}


def segment(at: int, document: int, length: int) -> dict[str, int]:
    return {
        "chunk_start": at,
        "chunk_end": at + length,
        "document_start": document,
        "document_end": document + length,
    }


def bundle(text: str, *candidates: object, said: dict[str, Any] | None = None, at: int = 100) -> dict[str, Any]:
    chunk = {"index": 0, "text": text, "segments": [segment(0, at, len(text))]}
    return {"chunk": chunk, "claim": said or claim(text, 0), "candidates": candidates}


def decide(*candidates: object) -> dict[str, Any]:
    found: dict[str, Any] = ask("aggregate", {"verdicts": [bundle("Alpha claim.", *candidates)]})["aggregated"][0][
        "verdict"
    ]
    return found


def test_offsets_of_the_document() -> None:
    """Chunk offsets 0 to 12 of a segment at 100 are 100 to 112."""
    found = ask("aggregate", {"verdicts": [bundle("Alpha claim.", candidate("verified", "general-web", 0.5))]})
    assert {"start": 100, "end": 112} == found["aggregated"][0]["claim"]["sentence_span"]
    assert "exact" == found["aggregated"][0]["verdict"]["claim"]["span_check"]


def test_one_verdict_passes_through() -> None:
    """With its evidence, of which each field is kept."""
    page = {"url": "https://e.org", "title": "T", "snippet": "S", "extracted_text": "X"}
    found = decide(candidate("verified", "general-web", 0.5, evidence=[page]))
    wanted = {"label": "verified", "verifier_name": "general-web", "authority": 0.5, "evidence": [page]}
    assert wanted == {key: found[key] for key in wanted}


def test_no_verdict() -> None:
    """It is unknown, and without a verifier."""
    found = decide()
    assert ("unknown", "none", 0.0) == (found["label"], found["verifier_name"], found["authority"])
    assert "No verifier produced a verdict." == found["rationale"]


def test_the_highest_authority_wins_and_dissent_is_kept() -> None:
    """1.0 contradicted beats 0.5 verified, which is shown as dissent; a 1.0 unknown does not hide a contradiction."""
    found = decide(candidate("verified", "general-web", 0.5), candidate("contradicted", "korean-law", 1.0))
    assert ("contradicted", "korean-law") == (found["label"], found["verifier_name"])
    assert ["general-web"] == [each["verifier_name"] for each in found["dissent"]]
    found = decide(candidate("contradicted", "general-web", 0.5), candidate("unknown", "korean-law", 1.0))
    assert ("unknown", "contradicted") == (found["label"], found["dissent"][0]["label"])


def test_equal_authorities_that_disagree() -> None:
    """They are a conflict, with the evidence of both."""
    one = candidate("verified", "verifier-a", 1.0, evidence=[{"url": "a"}])
    other = candidate("contradicted", "verifier-b", 1.0, evidence=[{"url": "b"}])
    found = decide(one, other)
    assert ("unknown", "conflict", 1.0) == (found["label"], found["verifier_name"], found["authority"])
    assert ["a", "b"] == [each["url"] for each in found["evidence"]]


def test_the_documented_answer_of_a_verifier() -> None:
    """`supporting_urls` is evidence, and a known verifier need not repeat its authority."""
    found = decide(candidate("verified", "us-law", None, supporting_urls=["https://e.org", "a note"]))
    assert (0.9, ["https://e.org", "a note"]) == (found["authority"], [each["url"] for each in found["evidence"]])


def test_one_claim_of_two_overlapping_chunks_is_one() -> None:
    """Equal words at places that overlap, or that are near and uncertain; equal sentences at certain places are two."""
    text = "The Paris Agreement was adopted in 2015."
    first, second = ({"claim": claim(text, start), "candidates": []} for start in (100, 112))
    assert 1 == len(ask("aggregate", {"verdicts": [first, second]})["aggregated"])
    twice = "Yes. Yes."
    rows = [bundle(twice, said=claim("Yes.", start)) for start in (0, 5)]
    assert [100, 105] == [
        each["claim"]["sentence_span"]["start"] for each in ask("aggregate", {"verdicts": rows})["aggregated"]
    ]


TEXT = "Alpha words\n\nBeta claim. The “rate” rose to **4.5 %** in March–April, and\n> stayed there."


def place(said: dict[str, Any], *words: str) -> dict[str, Any]:
    """Return what comes of one claim about the text."""
    chunk = {"index": 0, "text": TEXT, "segments": [segment(0, 100, 11), segment(13, 200, len(TEXT) - 13)]}
    given = {"chunk": chunk, "claim": said, "candidates": [candidate("verified", "general-web", 0.5)]}
    found: dict[str, Any] = ask("aggregate", {"verdicts": [given]}, *words)
    return found


@pytest.mark.parametrize(
    ("said", "start", "check"),
    [
        (claim("Beta claim.", 13), 200, "exact"),
        (claim("Beta claim.", 3), 200, "moved"),
        (claim("Beta  claim.", 12, 24), 199, "exact"),
        (claim('The "rate" rose to 4.5 % in March-April', 0), 212, "moved"),
        (claim("rose to 4.5 % in March–April, and stayed there.", 9_000), 223, "moved"),
        (claim("in March–April.", 30), 242, "moved"),
    ],
)
def test_spans_are_checked_against_the_text(said: dict[str, Any], start: int, check: str) -> None:
    """Drifted offsets are corrected; one between two blocks belongs to the second; markup does not matter."""
    found = place(said)
    assert ([], check) == (found["refused"], found["aggregated"][0]["claim"]["span_check"])
    assert abs(start - found["aggregated"][0]["claim"]["sentence_span"]["start"]) <= 1


@pytest.mark.parametrize(
    "text",
    [
        "Beta claim was made",
        "Something else entirely",
        "The rate was raised to 4.5 %",
        "The rate rose to 5.4 %",
        "5 % in March",
        "rose to 4",
        "eta claim",
        "The rate did rise",
        "알파",
    ],
)
def test_a_claim_in_other_words_is_refused(text: str) -> None:
    """It is named with the reason, and counts for nothing, wherever its offsets point."""
    for start in (0, 13, 9_000):
        found = place(claim(text, start))
        assert [] == found["aggregated"]
        (refused,) = found["refused"]
        assert ("verdicts[0]", text, "general-web") == (refused["at"], refused["claim"], refused["verifier_name"])
        assert "not in the document" in refused["why"]


def test_the_rest_goes_on() -> None:
    """One refused claim, and one candidate on another claim, leave the others as they are; stderr names both."""
    good, bad = bundle("Alpha claim."), bundle("Alpha claim.", said=claim("Omega claim.", 0))
    other = candidate("contradicted", "us-law", 0.9, claim=claim("Omega claim.", 0))
    own = candidate("verified", "general-web", 0.5, claim=claim("Alpha claim.", 0))
    done = run_stage("aggregate", json.dumps({"verdicts": [bad, {**good, "candidates": [other, own]}]}))
    assert 0 == done.exit_code
    found = json.loads(done.stdout)
    (kept,) = found["aggregated"]
    assert ("verified", "general-web") == (kept["verdict"]["label"], kept["verdict"]["verifier_name"])
    assert ["verdicts[0]", "verdicts[1].candidates[0]"] == [each["at"] for each in found["refused"]]
    named = [line.split(": ")[1] for line in done.stderr.splitlines()]
    assert ["refused verdicts[0]", "refused verdicts[1].candidates[0]"] == named


def test_the_document_itself(tmp_path: Path) -> None:
    """A chunk that a host wrote anew proves nothing where the document is given."""
    file = tmp_path / "memo.md"
    file.write_text("Alpha claim. Beta claim.\n")
    rows = {"verdicts": [bundle("Alpha claim.", at=0), bundle("Omega claim.", said=claim("Omega claim.", 0), at=0)]}
    assert 2 == len(ask("aggregate", rows)["aggregated"])
    found = ask("aggregate", rows, "--document", str(file))
    assert (1, ["Omega claim."]) == (len(found["aggregated"]), [each["claim"] for each in found["refused"]])


def test_without_a_text_nothing_is_compared() -> None:
    """The claim is kept, and said to be unchecked."""
    found = ask("aggregate", {"verdicts": [{"claim": claim("Alpha.", 0), "candidates": []}]})
    assert ("unchecked", []) == (found["aggregated"][0]["claim"]["span_check"], found["refused"])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (
            {"label": "true"},
            'verdicts[0].candidates[0].label must be one of verified, contradicted, unknown, not "true"',
        ),
        ({"authority": 1.5}, "verdicts[0].candidates[0].authority must be a number from 0 to 1, not 1.5"),
        ({"authority": 1.0}, "verdicts[0].candidates[0].authority must be 0.5, which general-web declares"),
        ({"authority": True}, "authority must be a number from 0 to 1"),
        ({"verifier_name": "mine", "authority": None}, "authority must be a number from 0 to 1, not null or absent"),
        ({"verifier_name": " "}, "verifier_name must be a string that is not empty"),
        ({"evidence": [{"url": ""}]}, "verdicts[0].candidates[0].evidence[0].url must be a string that is not empty"),
        ({"evidence": {"url": "x"}}, "evidence must be a list, not an object"),
        ({"rationale": 3}, "rationale must be a string, not 3"),
        ({"rationle": "So."}, 'unknown field verdicts[0].candidates[0].rationle, did you mean "rationale"?'),
        ({"evidence": [{"url": "x", "titel": "y"}]}, 'evidence[0].titel, did you mean "title"?'),
        ({"evidence": [{"url": "x", "snipet": "y"}]}, 'evidence[0].snipet, did you mean "snippet"?'),
    ],
)
def test_wrong_candidates(change: dict[str, object], field: str) -> None:
    """The field is named, and an authority that a verifier does not have is refused."""
    given = {"verdicts": [bundle("Alpha.", {**candidate("verified", "general-web", 0.5), **change})]}
    assert field in complain("aggregate", json.dumps(given))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"text": ""}, "verdicts[0].claim.text must be a string that is not empty"),
        (
            {"sentence_span": {"start": 5, "end": 2}},
            "verdicts[0].claim.sentence_span.end must be a whole number of at least 5",
        ),
        ({"sentence_span": {"start": -1, "end": 2}}, "sentence_span.start must be a whole number of at least 0"),
        ({"sentence_span": [0, 2]}, "sentence_span must be an object, not a list"),
        ({"claim_type": "guess"}, "claim_type must be one of factual"),
        ({"claimtype": "factual"}, 'unknown field verdicts[0].claim.claimtype, did you mean "claim_type"?'),
    ],
)
def test_wrong_claims(change: dict[str, object], field: str) -> None:
    """The same for claims."""
    given = {"verdicts": [bundle("Alpha.", said={**claim("Alpha.", 0), **change})]}
    assert field in complain("aggregate", json.dumps(given))


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"verdicts": {}}', '{"verdicts": [1]}'])
def test_wrong_shapes(text: str) -> None:
    """Bad JSON and other shapes end with 2."""
    complain("aggregate", text)


def test_declared_verifiers() -> None:
    """The input may declare verifiers of its own, also under the name of one of ours."""
    given = {
        "verifiers": [{"name": "general-web", "authority": 0.6}],
        "verdicts": [bundle("Alpha.", candidate("verified", "general-web", None))],
    }
    assert 0.6 == ask("aggregate", given)["aggregated"][0]["verdict"]["authority"]
