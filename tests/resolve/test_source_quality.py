"""The quality of a source by its kind, in the words of cite-check."""

import pytest

from citevet.model import Notice, Record, SourceQuality
from citevet.resolve.source_quality import grade_source


@pytest.mark.parametrize(
    ("url", "quality"),
    [
        ("https://www.cdc.gov/flu", "primary"),
        ("https://www.gov.uk/tax", "primary"),
        ("https://www.moj.go.kr/a", "primary"),
        ("https://ec.europa.eu/a", "primary"),
        ("https://www.bbc.co.uk/news/1", "secondary"),
        ("https://ko.wikipedia.org/wiki/A", "secondary"),
        ("https://someone.medium.com/a", "blog"),
        ("https://blog.example.org/a", "blog"),
        ("https://example.org/blog/a", "blog"),
        ("https://old.reddit.com/r/a", "forum"),
        ("https://math.stackexchange.com/q/1", "forum"),
        ("https://example.org/a", None),
        ("https://notreddit.com/a", None),
        ("https://gov.example.org/a", None),
        ("https://mygo.kr/a", None),
        ("https://[broken", None),
    ],
)
def test_pages_by_host(url: str, quality: SourceQuality | None) -> None:
    """Only hosts whose kind is certain have a quality."""
    assert quality == grade_source(Record("web", url, "page", url=url), is_law=False)


def test_records_by_type() -> None:
    """Studies and law are primary, a retracted study is unreliable, a book may be either."""
    study = Record("crossref", "10.1/a", "journal-article")
    assert "primary" == grade_source(study, is_law=False)
    notices = (Notice("retraction", "Crossref"),)
    retracted = Record("crossref", "10.1/a", "journal-article", notices=notices)
    assert "unreliable" == grade_source(retracted, is_law=False)
    assert "primary" == grade_source(Record("eurlex", "32016R0679", "act"), is_law=True)
    assert grade_source(Record("openlibrary", "1", "book"), is_law=False) is None
