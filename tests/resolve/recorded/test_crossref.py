"""Real answers of Crossref are read as they are."""

from urllib.parse import unquote

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.model import Lookup
from citevet.resolve.registries.crossref import parse_updates, parse_work, parse_works
from citevet.resolve.registries.registered_dois import parse_description

ANSWERS = list_recorded("crossref")
KNOWN = {
    "works_10_1371_journal_pone_0033693_3": (
        "10.1371/journal.pone.0033693",
        "Methylphenidate Exposure Induces Dopamine Neuron Loss and Activation of Microglia",
        "Sadasivan, Shankar",
        2012,
        ["correction"],
    ),
    "works_10_26434_chemrxiv_5406907_v5": (
        "10.26434/chemrxiv.5406907.v5",
        "Binding Modes of Ligands Using Enhanced Sampling (BLUES): Rapid Decorrelation",
        "Gill, Samuel",
        2018,
        ["new-version"],
    ),
    "works_10_1101_097196": (
        "10.1101/097196",
        "A Data Citation Roadmap for Scholarly Data Repositories",
        "Fenner, Martin",
        2016,
        ["new-version"],
    ),
}


def doi_in(answer: RecordedAnswer) -> str:
    """Return the DOI in the address of a request."""
    path = unquote(answer.url.partition("?")[0])
    return path[path.find("10.") :].removesuffix("/transform").lower() if "10." in path else "10.1000/none"


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda each: each.name)
def test_no_answer_is_missing(answer: RecordedAnswer) -> None:
    """Whatever Crossref sent, nothing raises, failures are unchecked, and a record has the DOI that was asked for."""
    doi = doi_in(answer)
    for found in (parse_work(answer.reply, doi), parse_description(answer.reply, doi)):
        assert found.existence in {"found", "unchecked"}
        assert (found.record is not None) == (found.existence == "found")
        assert found.reason or (answer.reply.status == 200 and found.record and found.record.id == doi)
    for listed in (parse_works(answer.reply), parse_updates(answer.reply, doi)):
        assert isinstance(listed, tuple) or (isinstance(listed, Lookup) and listed.reason)


@pytest.mark.parametrize("answer", [each for each in ANSWERS if each.name in KNOWN], ids=lambda each: each.name)
def test_known_works(answer: RecordedAnswer) -> None:
    """Records have the right fields."""
    doi, title, author, year, kinds = KNOWN[answer.name]
    record = parse_work(answer.reply, doi).record
    assert record
    assert record.title.startswith(title)
    assert (record.id, record.authors[0], record.years[0]) == (doi, author, year)
    assert [each.kind for each in record.notices] == kinds


@pytest.mark.parametrize("answer", [each for each in ANSWERS if each.name == "correction_notice_update_to"])
def test_correction_notice(answer: RecordedAnswer) -> None:
    """An erratum is a notice, not a corrected article."""
    record = parse_work(answer.reply, "10.1002/job.1858").record
    assert record
    assert (record.type, record.identifiers["updates"], record.notices) == ("notice", "10.1002/job.1787", ())


@pytest.mark.parametrize("answer", [each for each in ANSWERS if each.name.startswith("works_10_")])
def test_every_work_is_read(answer: RecordedAnswer) -> None:
    """Every work in JSON that was recorded under its own DOI is found, with a title."""
    if "transform" in answer.name or "agency" in answer.name:
        assert parse_work(answer.reply, doi_in(answer)).reason == "unreadable"
        return
    found = parse_work(answer.reply, doi_in(answer))
    lists = {"works_10_13039_100000936"}  # works of a funder, recorded under the funder's DOI
    assert (found.existence == "found" and bool(found.record and found.record.title)) == (answer.name not in lists)
