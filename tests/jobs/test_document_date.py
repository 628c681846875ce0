"""The date for which law is looked up: that of the document, where it states one."""

from datetime import UTC, date, datetime
from io import BytesIO
from typing import Any

import pytest
from docx import Document as Writer

from citevet.jobs.outside import find_law_date, find_stated_date
from citevet.model import Document
from citevet.read import parse, parse_text

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2019-05-03", date(2019, 5, 3)),
        ("2019-05-03T10:00:00Z", date(2019, 5, 3)),
        ("3 May 2019", date(2019, 5, 3)),
        ("May 3, 2019", date(2019, 5, 3)),
        ("2019년 5월 3일", date(2019, 5, 3)),
        ("05/03/2019", None),  # May or March
        ("May 2019", None),
        ("31 February 2019", None),
        ("draft", None),
    ],
)
def test_the_day_of_the_front_matter(written: str, expected: date | None) -> None:
    """In figures or words; a date that may be another one is none."""
    document = parse_text(f"---\ndate: {written}\n---\nText.\n", "memo.md")
    assert expected == find_stated_date(document)
    found = (expected, "its front matter") if expected else (TODAY, "")
    assert found == find_law_date(document, TODAY)


@pytest.mark.parametrize(
    ("preamble", "expected"),
    [
        (r"\date{12 June 2018}", (date(2018, 6, 12), r"its \date")),
        ("% \\date{1 May 1999}\n\\date{12 June 2018}", (date(2018, 6, 12), r"its \date")),
        (r"\date{\today}", (TODAY, "")),
        (r"\date{12 June 2062}", (TODAY, "")),
    ],
)
def test_the_day_of_a_title_page(preamble: str, expected: tuple[date, str]) -> None:
    """Comments, commands and days to come are no date."""
    text = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\nText.\n\\end{{document}}\n"
    assert expected == find_law_date(parse_text(text, "memo.tex"), TODAY)


def test_the_day_on_which_a_word_file_was_saved() -> None:
    """It is the date for law, but not one that the author states."""
    writer = Writer()
    writer.core_properties.modified = datetime(2020, 2, 29, tzinfo=UTC)
    document = _save(writer)
    assert (date(2020, 2, 29), "the properties of the file") == find_law_date(document, TODAY)
    assert find_stated_date(document) is None


def test_a_file_from_an_untouched_template() -> None:
    """It has the day on which the template was made."""
    assert (TODAY, "") == find_law_date(_save(Writer()), TODAY)


def _save(writer: Any) -> Document:
    buffer = BytesIO()
    writer.add_paragraph("Text.")
    writer.save(buffer)
    return parse(buffer.getvalue(), "memo.docx")
