"""Where claims go, and what verdicts come to; with the cases that the published system states."""

from pathlib import Path

import pytest

from citevet.model import CandidateVerdict, Difference, EvidenceLink, Existence, Lookup, Support, VerifierLabel
from citevet.resolve.verifier_files import VerifierProfile, load_verifiers, read_own_verifiers
from citevet.resolve.verifiers import aggregate_verdicts, label_lookup, route_claim


@pytest.mark.parametrize(
    ("claim", "names"),
    [
        ("민법 제103조는 반사회질서의 법률행위를 무효로 한다.", ["korean-law"]),
        ("대법원 2023다302036 판결은 이를 인정하였다.", ["korean-law"]),
        ("False statements are a crime under 18 U.S.C. § 1001.", ["us-law"]),
        ("See Marbury v. Madison, 5 U.S. 137 (1803).", ["us-law"]),
        ("Article 250 of the AI Act sets fines.", ["eu-law"]),
        ("Regulation (EU) 2022/2065 applies since 2024.", ["eu-law"]),
        ("Donoghue v Stevenson [1932] UKHL 100 founded negligence.", ["uk-law"]),
        ("Section 6 of the Human Rights Act 1998 binds public authorities.", ["uk-law"]),
        ("Nach § 823 Abs. 1 BGB haftet der Schädiger.", ["de-law"]),
        ("The trial is described in doi:10.1038/nature12373.", ["scholarly"]),
        ("Lund et al. (2019) counted gulls.", ["scholarly"]),
        ("The Peace of Westphalia was signed in 1648.", ["wikipedia"]),
        ("헌재 2016헌마388 결정이 있다.", ["korean-law"]),
        ("서울행정법원 2019구합12345 판결이 있다.", ["korean-law"]),
        ("17 C.F.R. § 240.10b-5 bans fraud.", ["us-law"]),
        ("Fed. R. Civ. P. 12(b)(6) applies.", ["us-law"]),
        ("Regulation (EC) No 45/2001 was replaced.", ["eu-law"]),
        ("Decision 2010/87/EU sets clauses.", ["eu-law"]),
        ("Die Richtlinie 95/46/EG galt bis 2018.", ["eu-law"]),
        ("R (on the application of Miller) settled it.", ["uk-law"]),
        ("SI 2019/419 amends it.", ["uk-law"]),
        ("Nature 521, 436 (2015) has it.", ["scholarly"]),
        ("Tim Cook is the CEO of Apple.", ["wikipedia"]),
        ("Windows v mac is an old debate.", ["general-web"]),
        ("The versions 2.3 v. 2.4 differ.", ["general-web"]),
        ("Science is fun, and nature heals.", ["general-web"]),
        ("The mill sells bread on Fridays.", ["general-web"]),
        ("We act 2019 times a day.", ["general-web"]),
    ],
)
def test_claims_go_to_the_specialists(claim: str, names: list[str]) -> None:
    """Every specialist with a match is queried; the open web only where there is none."""
    assert names == [route.verifier.name for route in route_claim(claim)]


def test_several_specialists_come_by_authority() -> None:
    """The one whose word counts most comes first."""
    routes = route_claim("The GDPR entered into force, and 민법 제1조 was signed in 1958.")
    assert ["korean-law", "eu-law", "wikipedia"] == [route.verifier.name for route in routes]
    assert {"pattern"} == {route.reason for route in routes}


def test_the_suggested_one_is_first() -> None:
    """A suggestion is followed before the patterns; an unknown name is none, and the open web stays alone."""
    claim = "See 18 U.S.C. § 1001."
    assert [("wikipedia", "suggested"), ("us-law", "pattern")] == [
        (route.verifier.name, route.reason) for route in route_claim(claim, "wikipedia")
    ]
    assert ["us-law"] == [route.verifier.name for route in route_claim(claim, "no-such-verifier")]
    assert [("general-web", "suggested")] == [
        (route.verifier.name, route.reason) for route in route_claim(claim, "general-web")
    ]


def test_authorities_are_as_published() -> None:
    """Korean law 1.0, other law and scholarship 0.9, Wikipedia 0.7, the open web 0.5."""
    assert {
        "korean-law": 1.0,
        **dict.fromkeys(("us-law", "eu-law", "uk-law", "de-law", "scholarly"), 0.9),
        "wikipedia": 0.7,
        "general-web": 0.5,
    } == {each.name: each.authority for each in read_own_verifiers()}


def vote(verifier: str, authority: float, label: VerifierLabel, url: str = "") -> CandidateVerdict:
    """Make a verdict."""
    return CandidateVerdict(verifier, authority, label, f"{verifier} says so", (EvidenceLink(url),) if url else ())


def test_one_verdict_passes() -> None:
    """A single candidate is the result."""
    result = aggregate_verdicts([vote("scholarly", 0.9, "verified", "https://doi.org/10.1/x")])
    assert ("scholarly", 0.9, "verified", ()) == (result.verifier, result.authority, result.label, result.dissent)


def test_no_verdict_is_unknown() -> None:
    """No verifier said anything."""
    result = aggregate_verdicts([])
    assert ("none", 0.0, "unknown") == (result.verifier, result.authority, result.label)


def test_the_higher_authority_wins_and_the_other_is_shown() -> None:
    """The lower verdict does not change the label, and is not hidden; one that knows nothing does not disagree."""
    other = vote("general-web", 0.5, "verified")
    result = aggregate_verdicts([other, vote("korean-law", 1.0, "contradicted"), vote("wikipedia", 0.7, "unknown")])
    assert ("korean-law", "contradicted", (other,)) == (result.verifier, result.label, result.dissent)


@pytest.mark.parametrize("second", ["contradicted", "unknown"])
def test_a_tie_at_the_top_is_a_conflict(second: VerifierLabel) -> None:
    """Different labels of equal authority give unknown, with the evidence of both."""
    result = aggregate_verdicts([vote("us-law", 0.9, "verified", "a"), vote("scholarly", 0.9, second, "b")])
    assert ("conflict", 0.9, "unknown") == (result.verifier, result.authority, result.label)
    assert ["a", "b"] == [link.url for link in result.evidence]
    assert "us-law" in {each.verifier for each in result.dissent}


@pytest.mark.parametrize(
    ("existence", "support", "label"),
    [
        ("missing", "unchecked", "contradicted"),
        ("mismatched", "supported", "contradicted"),
        ("found", "contradicted", "contradicted"),
        ("found", "supported", "verified"),
        ("found", "unchecked", "verified"),
        ("found", "partial", "unknown"),
        ("found", "unsupported", "unknown"),
        ("ambiguous", "unchecked", "unknown"),
        ("unchecked", "unchecked", "unknown"),
        ("unchecked", "supported", "unknown"),
    ],
)
def test_a_database_without_a_record_contradicts_nothing(
    existence: Existence, support: Support, label: VerifierLabel
) -> None:
    """Only the authority itself, another work, or the text can contradict."""
    assert label == label_lookup(Lookup(existence), support)


@pytest.mark.parametrize(
    ("field", "label"), [("authors", "contradicted"), ("pages", "unknown"), ("heading", "verified")]
)
def test_fields_of_a_record(field: str, label: VerifierLabel) -> None:
    """Other authors contradict; a slip leaves the reference unknown; what is not of the reference does not count."""
    assert label == label_lookup(Lookup("found", differences=(Difference(field, "here", "there"),)))


# The user's own verifiers

SKILL = """---
name: maritime-law
description: Judgments of the harbour court.
metadata:
  patterns: ["HC-\\\\d+", "harbour court"]
  authority: 0.8
---
# How to verify
"""


def write(folder: Path, name: str, text: str) -> None:
    """Write a file below a folder."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")


def test_verifiers_of_the_user(tmp_path: Path) -> None:
    """A file adds a verifier, and may take the place of one of ours."""
    write(tmp_path, "maritime/SKILL.md", SKILL)
    write(tmp_path, "wiki.md", "---\nname: wikipedia\nauthority: 0.2\npatterns: gull\n---\n")
    files = load_verifiers(tmp_path)
    assert () == files.faults
    assert (
        VerifierProfile(
            "maritime-law", 0.8, (r"HC-\d+", "harbour court"), "Judgments of the harbour court.", "maritime/SKILL.md"
        )
        in files.verifiers
    )
    known = (*read_own_verifiers(), *files.verifiers)
    routes = route_claim("HC-12 is about gulls.", verifiers=known)
    assert ["maritime-law", "wikipedia"] == [route.verifier.name for route in routes]
    assert ["general-web"] == [route.verifier.name for route in route_claim("Bread.", verifiers=known)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no front matter", "no front matter"),
        ("---\nname: [\n---\n", "malformed"),
        ("---\nname: Bad Name\n---\n", "name must be"),
        ("---\nname: a\nauthority: 2\n---\n", "authority must be"),
        ("---\nname: a\nauthority: true\n---\n", "authority must be"),
        ("---\nname: a\npatterns: 3\n---\n", "patterns must be"),
        ('---\nname: a\npatterns: ["("]\n---\n', "pattern '('"),
        ("---\nname: a\nmetadata: 3\npatterns: [" + "x, " * 101 + "]\n---\n", "more than 100"),
    ],
)
def test_a_bad_file_is_named_with_its_fault(tmp_path: Path, text: str, why: str) -> None:
    """The others are still loaded."""
    write(tmp_path, "a.md", text)
    write(tmp_path, "maritime/SKILL.md", SKILL)
    files = load_verifiers(tmp_path)
    assert ["maritime-law"] == [each.name for each in files.verifiers]
    assert len(files.faults) == 1
    assert files.faults[0].startswith("a.md: ")
    assert why in files.faults[0]


def test_a_folder_that_is_not_there_has_none(tmp_path: Path) -> None:
    """Nothing to load is not a fault."""
    assert () == load_verifiers(tmp_path / "none").verifiers
