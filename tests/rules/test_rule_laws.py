"""Properties of the findings on any document."""

from collections import Counter
from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citevet.contracts import Evidence, Policy
from citevet.extract import extract
from citevet.model import Document, Finding
from citevet.read import parse_text
from citevet.rules import RULES
from citevet.rules.engine import run_rules

# Lines with many kinds of faults, from which documents are built.
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
    return evidence, run_rules(evidence, selected=RULES)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DOCUMENTS, POLICIES)
def test_spans_and_edits_are_inside_the_document(text: str, policy: Policy) -> None:
    """Findings are in order, fingerprints are unique, and every edit changes the text."""
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
    """A claim with a citation has no UNC finding; a claim without one has at most one, besides UNC005."""
    evidence, found = audit(text, policy)
    tied = {claim.id for claim in evidence.extraction.claims if claim.ties}
    uncited = [each for each in found if each.code.startswith("UNC")]
    assert not tied & {each.claim for each in uncited}
    counts = Counter(each.claim for each in uncited if each.code != "UNC005")
    assert set(counts.values()) <= {1}


@settings(max_examples=75, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DOCUMENTS, POLICIES)
def test_the_same_document_gives_the_same_findings(text: str, policy: Policy) -> None:
    """Two runs are equal, and a rule finds the same alone and with all others."""
    evidence, found = audit(text, policy)
    assert found == audit(text, policy)[1]
    alone = run_rules(evidence, selected=["KEY001"])
    assert [each.span for each in found if each.code == "KEY001"] == [each.span for each in alone]
