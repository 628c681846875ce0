"""Records survive JSON, and what does not fit is refused."""

from datetime import date

import pytest

from citevet.model import Audit, Document, Edit, Entry, Extraction, Finding, Fix, Grade, Safety, Severity, Span, Unread
from citevet.world.record_json import dump_json, load_json

_FIX = Fix(Safety.SAFE, "close the bracket", (Edit(Span(1, 2), "]"),))
_FINDING = Finding("KEY001", "unknown-key", Severity.ERROR, "unknown key", Span(0, 1), "ab", _FIX)
_BIBLIOGRAPHY = Document("refs.bib", "bibtex", "@book{}")
_DOCUMENT = Document(
    "a.md", "markdown", "한글 \ud800 😀\n", bibliography=(_BIBLIOGRAPHY,), metadata={"tags": ["x", 1, None]}
)


def test_a_record_comes_back_as_it_was() -> None:
    """Nested records, enumerations, sets, dates and half a surrogate pair are the same after JSON."""
    audit = Audit(Extraction(_DOCUMENT), findings=(_FINDING,), rules=frozenset({"KEY002", "KEY001"}))
    stored = [audit, Unread("b.md", "no such file")]
    assert stored == load_json(list[Audit | Unread], dump_json(stored))
    entry = Entry("REF-001", "a.md", grade=Grade.LOW, last_verified=date(2026, 1, 2), metadata={"year": 2020})
    assert entry == load_json(Entry, dump_json(entry))


@pytest.mark.parametrize("text", ["", "null", "[1]", '[{"path": 3}]', '[{"path": "a", "message": "b"}, {}]'])
def test_other_text_is_refused(text: str) -> None:
    """JSON that holds no such record raises ValueError."""
    with pytest.raises(ValueError, match="this is no"):
        load_json(list[Audit | Unread], text)


def test_a_value_without_a_form_is_refused() -> None:
    """Bytes have no form in JSON."""
    with pytest.raises(ValueError, match="bytes"):
        dump_json(Entry("REF-001", "a.md", metadata={"x": b"y"}))
