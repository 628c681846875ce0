"""Sections of German laws are checked against the table of contents of the law and their own page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.emulator.gesetze import CONTENTS
from tests.resolve.emulated_web import EmulatedWeb
from tests.resolve.law_citations import TODAY, cite

from citevet.model import Lookup, Reply
from citevet.resolve.law import LAW_LOOK_UPS
from citevet.resolve.law.germany import (
    find_folder,
    look_up_german_statute,
    parse_contents,
    parse_section,
    read_contents,
    read_places,
)


async def look_up(text: str) -> Lookup:
    return await look_up_german_statute(cite(text), EmulatedWeb(), TODAY)


@pytest.mark.parametrize(
    "text",
    [
        "Nach § 1 BGB gilt dies.",
        "Nach § 7a BGB gilt dies.",
        "Nach § 7 Abs. 2 BGB gilt dies.",
        "Nach § 7 Abs. 1 S. 2 BGB gilt dies.",
        "Nach § 7 Abs. 1 Nr. 2 lit. b BGB gilt dies.",
        "Nach § 7 Nr. 2 BGB gilt dies.",
        "Nach § 1 Abs. 1 BGB gilt dies.",
        "Nach § 823 Abs. 2 S. 2 BGB gilt dies.",
        "Nach § 1 S. 1 BGB gilt dies.",
        "Nach §§ 1, 2 und 7 Abs. 1 BGB gilt dies.",
    ],
)
async def test_existing_places_are_found(text: str) -> None:
    """Sections, subsections, sentences, numbers and letters of the law are found."""
    found = await look_up(text)
    assert (found.existence, found.flags) == ("found", ()), found.why
    assert found.record
    assert found.record.title == "Bürgerliches Gesetzbuch (BGB)"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Nach § 2386 BGB gilt dies.", "there is no § 2386: Bürgerliches Gesetzbuch (BGB) has §§ 1 to 2385"),
        ("Nach § 7 Abs. 3 BGB gilt dies.", "there is no Abs. 3: § 7 BGB has Abs. 1 to 2"),
        ("Nach § 7 Abs. 2 S. 2 BGB gilt dies.", "there is no Satz 2: Satz 1"),
        ("Nach § 7 Abs. 1 Nr. 3 BGB gilt dies.", "there is no Nr. 3: Nr. 1 to 2"),
        ("Nach § 7 Abs. 1 Nr. 2 lit. c BGB gilt dies.", "there is no Buchst. c: Buchst. a to b"),
        ("Nach § 1 Abs. 2 BGB gilt dies.", "there is no Abs. 2: § 1 BGB has Abs. 1"),
        ("Nach §§ 1, 2399 BGB gilt dies.", "there is no § 2399: Bürgerliches Gesetzbuch (BGB) has §§ 1 to 2385"),
    ],
)
async def test_places_beyond_the_last_are_missing(text: str, why: str) -> None:
    """The reason shows what the law has instead."""
    found = await look_up(text)
    assert found.existence == "missing"
    assert all(word in found.why for word in why.split(": ")), found.why
    assert found.record
    assert found.record.title == "Bürgerliches Gesetzbuch (BGB)"


@pytest.mark.parametrize("text", ["Nach § 5 BGB gilt dies.", "Nach § 8 Abs. 1 BGB gilt dies."])
async def test_weggefallen_is_repealed(text: str) -> None:
    """A section that is listed as weggefallen was there once: it is found, and repealed."""
    found = await look_up(text)
    assert (found.existence, found.flags) == ("found", ("repealed",))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Nach § 7c BGB gilt dies.", "abstained"),  # may have been repealed and taken out of the table
        ("Nach § 1 BGB a.F. gilt dies.", "abstained"),
        ("Nach § 1 XyzG gilt dies.", "abstained"),
        ("Nach § 1 StGB gilt dies.", "unreadable"),
        ("Nach § 99 ZPO gilt dies.", "unreadable"),
        ("Nach § 99 HGB gilt dies.", "unreadable"),
        ("Nach § 99 StPO gilt dies.", "abstained"),  # the page is that of another law
    ],
)
async def test_no_failure_is_a_verdict(text: str, reason: str) -> None:
    """A law that is not there, a truncated page, a shell or a failing server leave the citation unchecked."""
    found = await look_up(text)
    assert (found.existence, found.reason) == ("unchecked", reason)


async def test_decisions_are_not_looked_up() -> None:
    """A decision stays unchecked, with the reason."""
    found = await LAW_LOOK_UPS["de-case"](cite("BGH, Urt. v. 12.3.2019 – VI ZR 123/18"), EmulatedWeb(), TODAY)
    assert found.existence == "unchecked"
    assert "German decisions" in found.why


@pytest.mark.parametrize(
    ("law", "folder"),
    [("BGB", "bgb"), ("AO", "ao_1977"), ("SGB V", "sgb_5"), ("SGB 12", "sgb_12"), ("../x", None)],
)
def test_folders(law: str, folder: str | None) -> None:
    """A law has a folder on the site, and no other path is requested."""
    assert find_folder(law) == folder


@given(st.text(max_size=80))
def test_any_locator_gives_places(text: str) -> None:
    """No locator raises."""
    for place in read_places(text):
        assert place


@given(st.binary(max_size=300), st.sampled_from([200, 404, 418]))
def test_any_page_is_read_or_refused(data: bytes, status: int) -> None:
    """No bytes raise, and none are a law."""
    found = read_contents(Reply("", status, data=data), "BGB", "")
    assert isinstance(found, Lookup)
    assert found.existence == "unchecked"
    parse_section(data.decode("latin-1"))


def test_contents_span_ranges() -> None:
    """An entry for several sections means each of them."""
    act = parse_contents(CONTENTS)
    assert act
    assert [part.label for part in act.parts] == ["1", "2", "3", "6", "4", "5", "7", "7a", "8", "9"]
