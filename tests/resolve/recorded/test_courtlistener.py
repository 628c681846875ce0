"""The recorded answers of CourtListener are cases, or the right refusal."""

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded
from tests.resolve.test_courtlistener import make_case

from citevet.model import Lookup
from citevet.resolve.law.us_case_search import judge_found
from citevet.resolve.law.us_cases import parse_citation_lookup, parse_finder_page

_REASONS = {
    "429_throttled_429": "blocked",
    "citation_lookup_doc_0": "abstained",  # no citation recognized
    "citation_lookup_doc_1": "unreadable",  # the documentation leaves out the cases, and is not JSON
}


@pytest.mark.parametrize("answer", list_recorded("courtlistener"), ids=lambda answer: answer.name)
def test_each_answer_is_read(answer: RecordedAnswer) -> None:
    """Only the lookup of an unknown citation says that there is no case; nothing else is a case or its absence."""
    found = parse_citation_lookup(answer.reply)
    if answer.name == "citation_lookup_doc_4":
        assert found == []
        return
    assert isinstance(found, Lookup)
    assert found.existence == "unchecked"
    assert found.reason == _REASONS.get(answer.name, found.reason)
    case = make_case(name="Foo v. Bar")
    assert isinstance(parse_finder_page(answer.reply, case), Lookup)
    sought = judge_found(case, Lookup(reason="abstained", flags=("unlisted",)), answer.reply)
    assert sought.existence == "unchecked"
    assert "incomplete-index" in sought.flags  # none is an answer of the search in full
