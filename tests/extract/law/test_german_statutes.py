"""Tests of German statutes, by section or article and code."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.law.german_statutes import find_german_statutes
from citevet.extract.masked_text import FoundCitation, MaskedText

FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]


@pytest.mark.parametrize(
    ("text", "normal", "article"),
    [
        ("§ 823 BGB", "BGB § 823", "§ 823"),
        ("§ 823 Abs. 1 BGB", "BGB § 823", "§ 823 Abs. 1"),
        ("§ 823 I BGB", "BGB § 823", "§ 823 Abs. 1"),
        ("§ 823 (1) BGB", "BGB § 823", "§ 823 Abs. 1"),
        ("§823\nAbs. 1 BGB", "BGB § 823", "§ 823 Abs. 1"),
        ("Art. 5 Abs. 1 GG", "GG Art. 5", "Art. 5 Abs. 1"),
        ("Artikel 5 des Grundgesetzes", "GG Art. 5", "Art. 5"),
        ("§§ 280, 281 BGB", "BGB § 280", "§§ 280, 281"),
        ("§§ 305 ff. BGB", "BGB § 305", "§§ 305 ff."),
        ("§§ 433 bis 435 BGB", "BGB § 433", "§§ 433 bis 435"),
        ("§ 823 Abs. 1 i.V.m. § 249 Abs. 2 Satz 1 BGB", "BGB § 823", "§ 823 Abs. 1 i.V.m. § 249 Abs. 2 Satz 1"),
        ("§ 1 Abs. 2 Nr. 3 UWG", "UWG § 1", "§ 1 Abs. 2 Nr. 3"),
        ("§ 2 Nr. 6 Buchst. b Doppelbuchst. aa EStG", "EStG § 2", "§ 2 Nr. 6 Buchst. b Doppelbuchst. aa"),
        ("§ 15 Abs. 1 S. 1 Nr. 2 EStG", "EStG § 15", "§ 15 Abs. 1 S. 1 Nr. 2"),
        ("§ 35a SGB VIII", "SGB VIII § 35a", "§ 35a"),
        ("§ 35a Abs. 1 SGB-VIII", "SGB VIII § 35a", "§ 35a Abs. 1"),
        ("§ 433 I 1 BGB", "BGB § 433", "§ 433 Abs. 1 S. 1"),
        ("§ 823 I 1. Alt. BGB", "BGB § 823", "§ 823 Abs. 1 1. Alt."),
        ("§§ 280 I, III, 281 BGB", "BGB § 280", "§§ 280 Abs. 1, Abs. 3, 281"),
        ("§§ 280 I und III, 281 I 1 BGB", "BGB § 280", "§§ 280 Abs. 1 und Abs. 3, 281 Abs. 1 S. 1"),
        ("§ 1 Abs. 1 und Abs. 2 Satz 1, Satz 3 UWG", "UWG § 1", "§ 1 Abs. 1 und Abs. 2 Satz 1, Satz 3"),
        ("Art. 2 I i. V. m. Art. 1 I GG", "GG Art. 2", "Art. 2 Abs. 1 i. V. m. Art. 1 Abs. 1"),
        ("§ 44 Abs. 1 SGB X", "SGB X § 44", "§ 44 Abs. 1"),
        ("§ 434 BGB a.F.", "BGB § 434", "§ 434"),
        ("§ 19 Abs. 1 und 2 BNatSchG", "BNatSchG § 19", "§ 19 Abs. 1 und 2"),
        ("§ 3a NetzDG", "NetzDG § 3a", "§ 3a"),
        ("§ 21 Abs. 1a Satz 1 StVO", "StVO § 21", "§ 21 Abs. 1a Satz 1"),
        ("§ 8 Abs. 1 1. Alt. MarkenG", "MarkenG § 8", "§ 8 Abs. 1 1. Alt."),
        ("Art. 146 StGB", "StGB Art. 146", "Art. 146"),
        ("Art. 229 § 5 EGBGB", "EGBGB Art. 229", "Art. 229 § 5"),
        ("Art. 246a § 1 Abs. 2 EGBGB", "EGBGB Art. 246a", "Art. 246a § 1 Abs. 2"),
        ("Art. 10 § 2 LPartG", "LPartG Art. 10", "Art. 10 § 2"),
        ("BGB § 823 Abs 1", "BGB § 823", "§ 823 Abs. 1"),
        ("BGB §§ 280, 281", "BGB § 280", "§§ 280, 281"),
        ("BGB a.F. § 434", "BGB § 434", "§ 434"),
        ("GG Art 5 Abs 1", "GG Art. 5", "Art. 5 Abs. 1"),
        ("SGB VIII § 35a", "SGB VIII § 35a", "§ 35a"),
        ("BGB § 823 und 2 weitere", "BGB § 823", "§ 823"),
        ("§ 823 Abs 1 BGB", "BGB § 823", "§ 823 Abs. 1"),
        ("§ 5 SGG", "SGG § 5", "§ 5"),
        ("§ 14 AGGVG", "AGGVG § 14", "§ 14"),
    ],
)
def test_place_and_code(text: str, normal: str, article: str, found_in: FoundIn) -> None:
    """Code and first section identify the law; the place is normalized."""
    (one,) = found_in(find_german_statutes, f"Das folgt aus {text}, wie hier.")
    assert ("de-statute", normal, None) == (one.kind, one.normal, one.fault)
    assert article == (one.locator.article if one.locator else None)


@pytest.mark.parametrize(
    ("text", "normal", "article"),
    [
        ("Art. 6 Abs. 1 lit. f DSGVO", "32016R0679", "6(1)(f)"),
        ("Art. 17 DS-GVO", "32016R0679", "17"),
        ("Art. 5 Abs. 1 GDPR", "32016R0679", "5(1)"),
        ("Art. 101 Abs. 1 AEUV", "TFEU", "101(1)"),
    ],
)
def test_eu_acts_with_german_names(text: str, normal: str, article: str, found_in: FoundIn) -> None:
    """The DSGVO is the same work as the GDPR, with the same places."""
    (one,) = found_in(find_german_statutes, f"So {text}.")
    assert ("eu-act", normal, article) == (one.kind, one.normal, one.locator and one.locator.article)


def test_several_laws_in_one_sentence(found_in: FoundIn) -> None:
    """Each code has its own citation."""
    found = found_in(find_german_statutes, "Nach § 1 UWG und § 2 GWB sowie Art. 3 GG i. V. m. § 7 AGG gilt das.")
    assert ["UWG § 1", "GWB § 2", "GG Art. 3", "AGG § 7"] == [one.normal for one in found]


def test_place_belongs_to_the_next_code(found_in: FoundIn) -> None:
    """Between two codes the place belongs to the second; only if none follows, to the one before."""
    found = found_in(find_german_statutes, "Nach § 1 UWG § 2 GWB, ZPO § 3 und StPO § 4.")
    assert ["UWG § 1", "GWB § 2", "ZPO § 3", "StPO § 4"] == [one.normal for one in found]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("§ 5 Abs. 1 GG", "the GG is cited by Art."),
        ("§ 5 EGBGB", "the EGBGB is cited by Art."),
        ("Art. 823 BGB", "the BGB is cited by §"),
        ("§ 2400 BGB", "the BGB ends with § 2385"),
        ("§ 999999 BGB", "the BGB ends with § 2385"),
        ("BGB § 999999 Abs. 1", "the BGB ends with § 2385"),
        ("Art. 147 GG", "the GG ends with Art. 146"),
        ("Art. 99999 GG", "the GG ends with Art. 146"),
        ("§ 6 DSGVO", "the DSGVO is cited by Art."),
        ("Art. 0 DSGVO", "the DSGVO has no Art. 0"),
        ("Art. 0 AEUV", "the AEUV has no Art. 0"),
        ("Art. 100 DSGVO", "the act has 99 articles"),
        ("BGB § 2400", "the BGB ends with § 2385"),
        ("§ 823 Abs. 1 BGBB", "there is no BGBB among the codes that are known, but the BGB"),
        ("§ 263 StGGB", "there is no StGGB among the codes that are known, but the StGB"),
    ],
)
def test_statute_faults(text: str, fault: str, found_in: FoundIn) -> None:
    """The largest codes have a known last section and sign."""
    assert [fault] == [one.fault for one in found_in(find_german_statutes, f"So {text}.")]


@pytest.mark.parametrize("place", ["§ 999999", "§§ 1, 999999", "§§ 99999 ff.", "§ 123456a"])
def test_unknown_section_still_cites(place: str, found_in: FoundIn) -> None:
    """The last section of most codes is not known, so any number is a citation."""
    (one,) = found_in(find_german_statutes, f"So {place} UWG.")
    assert ("de-statute", place, None) == (one.kind, one.locator and one.locator.article, one.fault)


@pytest.mark.parametrize(
    "text",
    [
        "Das BGB gilt.",
        "§ 5 gilt.",
        "see § 3 and the BLOG",
        "Art. 5 NATO",
        "§ 5 NATO",
        "§ 4.2 BGB",
        "17 U.S.C. § 107",
        "42 U.S.C. § 1983 GAO reports",
        "42 U.S.C. § 1983 ACG reports",
        "17 C.F.R. § 240 IDG reports",
        "§ 5 AGB",
        "§ 3 USPTO",
        "Art. 5 OMG",
        "§ 12 API",
        "§ 5 G",
        "§ 7 und BGB",
        "das ABGG § 5",
        "BGB § 4.2",
    ],
)
def test_no_german_statute(text: str, found_in: FoundIn) -> None:
    """A code without a place, a place without a code, and other capitals cite no statute."""
    assert [] == found_in(find_german_statutes, text)
