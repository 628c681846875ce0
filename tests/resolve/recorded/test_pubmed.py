"""The recorded answers of PubMed give the right records, and errors with status 200 give none."""

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.model import Lookup
from citevet.resolve.registries.pubmed import parse_conversion, parse_pubmed_xml, parse_summary

# File → PMID, type, first author, years, and the kinds of notices.
KNOWN = {
    "34843274": ("34843274", "journal-article", "Guideline Development Panel", (2022, 2021), []),
    "38962805": ("38962805", "erratum", "", (2024,), []),
    "efetch_RetractionIn_8863847": ("8863847", "journal-article", "Yu, S M", (1996,), ["correction", "retraction"]),
    "efetch_RetractionOf_11600210": ("11600210", "retraction-notice", "Suciu-Foca, N", (2001,), []),
    "efetch_RetractionOf_9634358": ("9634358", "retraction-notice", "Dunkel, E C", (1998,), ["correction"]),
    "efetch_ErratumIn_9482442": ("9482442", "journal-article", "Järveläinen, H", (1998,), ["correction"] * 2),
    "efetch_RepublishedIn_10168751": ("10168751", "journal-article", "Perry, S", (1997,), []),
    "efetch_MedlineDate_10188493": ("10188493", "journal-article", "Hyne, J", (1998, 1999), []),
    "efetch_VernacularTitle_1669026": ("1669026", "journal-article", "", (1991,), []),
    "entrez_eutils_efetch_fcgi_2": ("26468569", "book", "Committee on Predictive-Toxicology", (2015,), []),
}
ARTICLES = ("efetch", "MedlineImporter", "entrez_eutils_efetch")


@pytest.mark.parametrize("answer", list_recorded("pubmed"), ids=lambda answer: answer.name)
def test_recorded(answer: RecordedAnswer) -> None:
    """Files of articles have records; all others have none, and no id is missing for them."""
    records = parse_pubmed_xml(answer.reply)
    if answer.name.startswith(ARTICLES) or answer.name.isdigit():
        assert not isinstance(records, Lookup)
        assert records
        assert all(record.title and record.years for record in records.values())
    else:
        assert isinstance(records, Lookup)
        assert records.reason == "unreadable"
    assert parse_summary(answer.reply, "28371833").existence == "unchecked"
    assert isinstance(parse_conversion(answer.reply), Lookup)


@pytest.mark.parametrize(
    "answer", [each for each in list_recorded("pubmed") if each.name in KNOWN], ids=lambda a: a.name
)
def test_known_articles_have_their_titles(answer: RecordedAnswer) -> None:
    """These works are what they are."""
    pmid, kind, first, years, notices = KNOWN[answer.name]
    records = parse_pubmed_xml(answer.reply)
    assert not isinstance(records, Lookup)
    record = records[pmid]
    assert (record.type, record.years) == (kind, years)
    assert "".join(record.authors[:1]).startswith(first)
    assert [notice.kind for notice in record.notices] == notices
