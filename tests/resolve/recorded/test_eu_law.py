"""Recorded notices and texts of EU law are read as they are."""

import pytest
from tests.resolve.law_citations import TODAY
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.model import Lookup, Record
from citevet.resolve.law.eu import parse_text, parse_work
from citevet.resolve.law.eu_text import read_places
from citevet.resolve.law.provisions import judge_places

ANSWERS = list_recorded("eurlex")
# CELEX, day, in force, and the start of the title of the notices of works; all others are of procedures, or no notices.
WORKS = {
    "EN_CELEX_12016M_TXT": ("12016M/TXT", "", True, "Consolidated version of the Treaty on European Union"),
    "celex_tree_62012FJ0157": ("62012FJ0157", "2014-06-19", None, "Arrêt du Tribunal de la fonction publique"),
    "celex_32018R0196_object_expression": ("32018R0196", "", None, "Regulation (EU) 2018/196"),
}
# Places in texts that are cut to some articles: what is there is found, nothing is missing that may have been cut.
PLACES = {
    ("old_1_raw", "4(2)(b)"): "found",
    ("old_1_raw", "4(4)"): "missing",
    ("old_1_raw", "111(3)"): "found",
    ("old_1_raw", "99"): "unchecked",
    ("old_1_raw", "112"): "unchecked",
    ("EUHb_de_raw", "31(1)(c)"): "found",
    ("EUHb_de_raw", "31(1)(d)"): "missing",
    ("EUHb_de_raw", "recital 2"): "found",
    ("moderncons_1_raw", "2(1)(p)(iii)"): "found",
    ("moderncons_1_raw", "2(1)(p)(iv)"): "missing",
    ("moderncons_1_raw", "2(1)(s)"): "missing",
    ("moderncons_1_raw", "5(4)(b)"): "found",
    ("moderncons_1_raw", "annex IV"): "found",
    ("aiact_32024R1689_abridged", "1(1)"): "found",
    ("aiact_32024R1689_abridged", "5(1)(h)"): "unchecked",
    ("aiact_32024R1689_abridged", "250"): "unchecked",
}


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.name)
def test_notices(answer: RecordedAnswer) -> None:
    """The notice of a work gives its record; nothing else does, and nothing is a miss."""
    found = parse_work(answer.reply, "32016R0679")
    if isinstance(found, Lookup):
        assert answer.name not in WORKS
        assert (found.existence, found.reason) == ("unchecked", "unreadable")
        return
    celex, day, in_force, title = WORKS.get(answer.name, (found.celex, found.day, found.in_force, found.title))
    assert (found.celex, found.day, found.in_force) == (celex, day, in_force)
    assert found.title.startswith(title)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.name)
def test_texts(answer: RecordedAnswer) -> None:
    """Texts of three generations, in two languages, are divided down to the subpoint."""
    text = parse_text(answer.reply)
    if isinstance(text, Lookup):
        assert text.existence == "unchecked"
        assert answer.name not in {name for name, _ in PLACES}
        return
    for (name, locator), existence in PLACES.items():
        if name == answer.name:
            unit, places = read_places(locator)
            found = judge_places(text.select(unit), places, Record("eurlex", "x"), TODAY)
            assert (locator, found.existence) == (locator, existence)


@pytest.mark.parametrize(
    "answer", [each for each in ANSWERS if each.name == "EN_CELEX_12016M_TXT"], ids=lambda answer: answer.name
)
def test_consolidated_versions(answer: RecordedAnswer) -> None:
    """The notice names the consolidated version of a day."""
    found = parse_work(answer.reply, "12016M/TXT")
    assert not isinstance(found, Lookup)
    assert found.find_version(TODAY) == "02016M/TXT-20200301"
    assert found.find_version(TODAY.replace(year=2019)) == ""
