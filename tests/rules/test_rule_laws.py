"""What holds of all findings on all documents."""

from collections import Counter
from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citevet.contracts import Evidence, Policy
from citevet.extract import extract
from citevet.model import Document, Finding
from citevet.read import parse_text
from citevet.rules import RULES
from citevet.rules.engine import findings

# Pieces of which documents with many faults are made: each is a line of some sort.
PIECES = [
    "# References",
    "Foam is light [1], [2–4].",
    "Fully 45% of readers agree (Kim, 2019; Lee & Park, 2041).",
    "Studies show that foam is 3x lighter [REF-43, p.15].",
    'He said "we saw it with our own two eyes" [REF-043].',
    "[1] Kim, H. (2019). On foam. http://dx.doi.org/10.1000/182",
    "[1] Kim, H. (2019). On foam. doi:1O.1000/182",
    "[^a]: TBD",
    "Foam floats.[^a] It sinks.[^b] [citation needed]",
    "<!-- citevet: ignore[UNC001] ours -->",
    "<!-- citevet: disable[KEY, nonsense] -->",
    "<!-- citevet: -->",
    "Voice matters [REF-043, p.15.",
    "- an item with ISBN 978-0-306-40615-8",
    "| a | 30% |",
    "연구에 따르면 거품은 940만 명이 안다.",
    "See https://example.org/data and doi:10.1000/18210.1000/182.",
    "```",
    "",
]
DOCUMENTS = st.lists(st.sampled_from(PIECES), max_size=14).map("\n".join)
POLICIES = st.builds(Policy, corpus_only=st.booleans(), require_reasons=st.booleans(), today=st.just(date(2026, 6, 30)))


def audit(text: str, policy: Policy) -> tuple[Evidence, tuple[Finding, ...]]:
    """Run every rule on a text."""
    evidence = Evidence(extract(parse_text(text, "case.md")), policy=policy)
    return evidence, findings(evidence, selected=RULES)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DOCUMENTS, POLICIES)
def test_findings_and_fixes_stay_inside_the_document(text: str, policy: Policy) -> None:
    """Spans lie in the text and in order, fingerprints differ, messages are one line, edits do not overlap in a fix."""
    evidence, found = audit(text, policy)
    document: Document = evidence.extraction.document
    assert sorted(found, key=lambda each: (each.span.start, each.code)) == list(found)
    assert len(found) == len({each.fingerprint for each in found})
    for finding in found:
        assert 0 <= finding.span.start <= finding.span.end <= len(document.text)
        assert finding.message.strip()
        for edit in finding.fix.edits if finding.fix else ():
            assert 0 <= edit.span.start <= edit.span.end <= len(document.text)
            assert edit.text != document.slice(edit.span)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DOCUMENTS, POLICIES)
def test_an_uncited_claim_is_reported_once_and_a_cited_one_never(text: str, policy: Policy) -> None:
    """No UNC finding stands on a tied claim, and none but its own marks on a claim twice."""
    evidence, found = audit(text, policy)
    tied = {claim.id for claim in evidence.extraction.claims if claim.ties}
    uncited = [each for each in found if each.code.startswith("UNC")]
    assert not tied & {each.claim for each in uncited}
    counts = Counter(each.claim for each in uncited if each.code != "UNC005")
    assert set(counts.values()) <= {1}


@settings(max_examples=75, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DOCUMENTS, POLICIES)
def test_the_same_document_gives_the_same_findings(text: str, policy: Policy) -> None:
    """Two runs are equal, and a rule run alone finds what it finds among all."""
    evidence, found = audit(text, policy)
    assert found == audit(text, policy)[1]
    alone = findings(evidence, selected=["KEY001"])
    assert [each.span for each in found if each.code == "KEY001"] == [each.span for each in alone]
