"""Recorded answers of law.go.kr are read as they are."""

import pytest
from tests.resolve.law_citations import TODAY
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.model import Lookup, Record
from citevet.resolve.law.korea import choose_version, compare_cases, read_provision, read_version
from citevet.resolve.law.korea_articles import read_answer, read_rows

ANSWERS = list_recorded("lawgokr")
LAW = Record("lawgokr", "1", title="근로기준법")
# The place asked for in an answer that has a law, and the outcome.
PLACES = {
    "DRF_lawService_do_OC": ({"article": "1", "paragraph": "1", "item": "1", "subitem": "가"}, "found"),
    "DRF_lawService_do_target_eflawjosub_type_JSON_OC": ({"article": "50", "paragraph": "2"}, "found"),
    "DRF_lawService_do_target_eflawjosub_type_JSON_OC_3": ({"article": "50"}, "unchecked"),
    "DRF_lawService_do_target_eflawjosub_type_JSON_OC_4": ({"article": "50"}, "unchecked"),
    "DRF_lawService_do_target_eflawjosub_type_JSON_OC_5": ({"article": "50", "paragraph": "3"}, "missing"),
    "DRF_lawService_do_target_eflawjosub_type_JSON_OC_6": ({"article": "54"}, "unchecked"),
}


def _named(name: str) -> list[RecordedAnswer]:
    return [answer for answer in ANSWERS if answer.name == name]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.name)
def test_every_answer_is_read_or_refused(answer: RecordedAnswer) -> None:
    """A page of HTML is a refusal; no answer says that an article of another law is missing."""
    fields = read_answer(answer.reply)
    if isinstance(fields, Lookup):
        assert fields.existence == "unchecked"
        assert b"<html" in answer.reply.data.lower() or "실패" in answer.reply.data.decode()
        return
    parts, expected = PLACES.get(answer.name, ({"article": "999"}, "unchecked"))
    assert read_provision(fields, parts, LAW, TODAY).existence == expected


@pytest.mark.parametrize("answer", _named("DRF_lawSearch_do_OC"), ids=lambda answer: answer.name)
def test_decisions(answer: RecordedAnswer) -> None:
    """The XML of a search has the same rows as its JSON."""
    fields = read_answer(answer.reply)
    assert isinstance(fields, dict)
    rows = read_rows(fields)
    assert not isinstance(rows, Lookup)
    assert compare_cases(rows[0], "2023다12345", "대법원", "2023-12-01").existence == "found"
    assert compare_cases(rows[0], "2023도56789", "대법원", "2023-12-01").existence == "mismatched"
    assert compare_cases(rows[0], "2023도56780", "대법원", "").existence == "unchecked"


@pytest.mark.parametrize("answer", _named("eflaw_repealed_history"), ids=lambda answer: answer.name)
def test_repealed(answer: RecordedAnswer) -> None:
    """A law with only past versions is repealed since the last of them."""
    fields = read_answer(answer.reply)
    assert isinstance(fields, dict)
    rows = read_rows(fields)
    assert not isinstance(rows, Lookup)
    _, notices = choose_version([read_version(row, "eflaw") for row in rows[0]], TODAY)
    assert [(notice.kind, notice.date) for notice in notices] == [("repealed", "2022-03-25")]


@pytest.mark.parametrize(
    ("answer", "count"),
    [
        *((answer, 0) for answer in _named("DRF_lawSearch_do_target_ordin_type_JSON_OC")),
        *((answer, 2) for answer in _named("DRF_lawSearch_do_target_ordin_type_JSON_OC_2")),
    ],
)
def test_ordinances(answer: RecordedAnswer, count: int) -> None:
    """An empty search has no rows; the rows of ordinances are under the key of laws."""
    fields = read_answer(answer.reply)
    assert isinstance(fields, dict)
    rows = read_rows(fields)
    assert not isinstance(rows, Lookup)
    names = [read_version(row, "ordin").name for row in rows[0]]
    assert len(names) == count
    assert not names or names[0] == "서울특별시 청소년 보호 조례"
