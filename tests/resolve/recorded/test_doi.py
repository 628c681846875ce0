"""Real answers of doi.org and of handle servers are read as they are."""

from urllib.parse import unquote

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.resolve.registries.registered_dois import parse_agency, parse_description, parse_handle

ANSWERS = list_recorded("doi")
AGENCIES = {"ra_10_1241": "JaLC", "ra_10_2791": "OP", "ra_10_3389": "Crossref", "ra_10_3980": "ISTIC"}
HANDLES = {
    "404_api_handles_10_14454_61Y1_E521_index_1": "missing",
    "api_handles_10_14454_05MB_Q396_index_1": "found",
    "201_api_handles_10_14454_KS82GIPV9HGHL": "found",
}


def doi_in(answer: RecordedAnswer) -> str:
    """Return the DOI in the address of a request."""
    path = unquote(answer.url.partition("?")[0])
    return path[path.find("10.") :] if "10." in path else "10.1000/none"


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda each: each.name)
def test_answers(answer: RecordedAnswer) -> None:
    """Registered, not registered and failed are distinguished; an agency is read where there is one."""
    doi = doi_in(answer)
    assert parse_handle(answer.reply, doi).existence == HANDLES.get(answer.name, "unchecked")
    assert parse_agency(answer.reply, f"{doi}/1") == AGENCIES.get(answer.name, "")
    found = parse_description(answer.reply, doi)
    assert (found.existence, bool(found.reason)) == ("unchecked", True)
