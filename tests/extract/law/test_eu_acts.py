"""Tests of acts of the European Union."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.law.eu_acts import find_eu_acts
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]
Placed = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[tuple[int, int, str]]]


@pytest.mark.parametrize(
    ("surface", "celex"),
    [
        ("Regulation (EU) 2016/679", "32016R0679"),
        ("Regulation (EU) No 216/2013", "32013R0216"),
        ("Directive 95/46/EC", "31995L0046"),
        ("Directive (EU) 2019/790", "32019L0790"),
        ("Decision 2010/87/EU", "32010D0087"),
        ("Commission Implementing Regulation (EU) 2021/914", "32021R0914"),
        ("Commission Delegated Regulation (EU) 2019/980", "32019R0980"),
        ("(EC) No 45/2001", "32001R0045"),
        ("Regulation (EEC) No 1408/71", "31971R1408"),
        ("Regulation (EC) 1907/2006", "32006R1907"),
        ("Decision No 1313/2013/EU", "32013D1313"),
        ("Council Framework Decision 2002/584/JHA", "32002F0584"),
        ("Council Regulation (Euratom) 2016/52", "32016R0052"),
        ("Directive 2014/24/EU", "32014L0024"),
        ("Regulation (EU)\n2022/2065", "32022R2065"),
        ("Regulation *(EU) 2022*/2065", "32022R2065"),
    ],
)
def test_numbered_act_has_its_celex(surface: str, celex: str, at: At, placed: Placed) -> None:
    """Up to 2014 regulations read number/year and directives year/number; since 2015 all read year/number."""
    text = f"As {surface}, among others."
    assert at(text, (surface, celex)) == placed(find_eu_acts, text)


def test_parts_of_an_act(found_in: FoundIn) -> None:
    """Type, year, number and CELEX are separate parts."""
    (one,) = found_in(find_eu_acts, "Directive 95/46/EC")
    assert one.parts == {"type": "directive", "year": "1995", "number": "46", "celex": "31995L0046"}


def test_plural_gives_each_act(at: At, placed: Placed) -> None:
    """The type is written once for two acts."""
    text = "Regulations (EC) No 45/2001 and (EU) 2018/1725 apply."
    expected = at(text, ("Regulations (EC) No 45/2001", "32001R0045"), ("(EU) 2018/1725", "32018R1725"))
    assert expected == placed(find_eu_acts, text)


@pytest.mark.parametrize(
    ("text", "surface", "celex", "article"),
    [
        ("Under Article 17(1)(a) GDPR, a", "Article 17(1)(a) GDPR", "32016R0679", "17(1)(a)"),
        ("See recital 26 of the GDPR.", "recital 26 of the GDPR", "32016R0679", "recital 26"),
        ("Articles 13 and 14 of the GDPR", "Articles 13 and 14 of the GDPR", "32016R0679", "13, 14"),
        ("the GDPR (Article 4(1)).", "GDPR (Article 4(1))", "32016R0679", "4(1)"),
        ("Article 83(5)(a) to (e) GDPR", "Article 83(5)(a) to (e) GDPR", "32016R0679", "83(5)(a)-(e)"),
        ("Article 6(1)(a), (c) or (f) GDPR", "Article 6(1)(a), (c) or (f) GDPR", "32016R0679", "6(1)(a), (c), (f)"),
        ("(GDPR, Art. 5(1)(f))", "GDPR, Art. 5(1)(f)", "32016R0679", "5(1)(f)"),
        (
            "Article 6(1) of\nRegulation (EU) 2016/679",
            "Article 6(1) of\nRegulation (EU) 2016/679",
            "32016R0679",
            "6(1)",
        ),
        ("GDPR 제17조 제1항에 따라", "GDPR 제17조 제1항", "32016R0679", "17(1)"),
        ("Article 34 of the DSA", "Article 34 of the DSA", "32022R2065", "34"),
        ("Article 5 DMA", "Article 5 DMA", "32022R1925", "5"),
        ("Annex III of the AI Act", "Annex III of the AI Act", "32024R1689", "annex III"),
        ("Article 24 eIDAS", "Article 24 eIDAS", "32014R0910", "24"),
        ("Article 4 MiCA", "Article 4 MiCA", "32023R1114", "4"),
        ("Article 21 NIS 2", "Article 21 NIS 2", "32022L2555", "21"),
        ("Article 17 of the Copyright Directive", "Article 17 of the Copyright Directive", "32019L0790", "17"),
        ("Article 4 of the Data Act", "Article 4 of the Data Act", "32023R2854", "4"),
        ("Article 101 TFEU", "Article 101 TFEU", "TFEU", "101"),
    ],
)
def test_place_belongs_to_the_citation(text: str, surface: str, celex: str, article: str, found_in: FoundIn) -> None:
    """An article or recital before or after the act is in the span, and is the locator."""
    (one,) = found_in(find_eu_acts, text)
    start = text.index(surface)
    expected = (start, start + len(surface), celex, Locator(article=article))
    assert expected == (one.span.start, one.span.end, one.normal, one.locator)


def test_place_between_two_acts(at: At, placed: Placed) -> None:
    """In "the GDPR. Annex III of the AI Act" the annex belongs to the AI Act."""
    text = "Article 5 GDPR, Annex III of the AI Act"
    assert at(text, ("Article 5 GDPR", "32016R0679"), ("Annex III of the AI Act", "32024R1689")) == placed(
        find_eu_acts, text
    )


def test_recital_belongs_to_the_last_act(at: At, placed: Placed) -> None:
    """The act may be named in an earlier paragraph, even by its bare name."""
    text = "We read the GDPR.\n\nIt is explained in recital 26."
    assert at(text, ("recital 26", "32016R0679")) == placed(find_eu_acts, text)


@pytest.mark.parametrize(
    ("text", "surface", "is_fault"),
    [
        ("The AI Act, Regulation (EU) 2024/1689, is new; its Article 127 sets penalties.", "Article 127", True),
        ("Regulation (EU) 2016/679 applies. Article 114 thereof provides for a review.", "Article 114", True),
        ("Regulation (EU) 2016/679 applies. Article 104 of that Regulation is clear.", "Article 104", True),
        ("Regulation (EU) 2016/679 applies. Art. 100 of the said Regulation is clear.", "Art. 100", True),
        ("Regulation (EU) 2016/679 applies. Its Art 82(1) gives a right to compensation.", "Art 82(1)", False),
    ],
)
def test_article_tied_to_the_act_before(text: str, surface: str, *, is_fault: bool, found_in: FoundIn) -> None:
    """A pronoun ties an article to the act named last, and the act has no more articles than it has."""
    act, article = found_in(find_eu_acts, text)
    assert (article.span.of(text), article.normal) == (surface, act.normal)
    assert bool(article.fault) == is_fault


@pytest.mark.parametrize(
    "text", ["Its Article 127 sets penalties.", "The treaty and its Article 5.", "Article 7 thereof."]
)
def test_tied_article_without_act_is_no_citation(text: str, found_in: FoundIn) -> None:
    """Where no act is named, the article is of something else."""
    assert found_in(find_eu_acts, text) == []


def test_recital_without_act_is_a_fault(found_in: FoundIn) -> None:
    """A recital needs an act named before it."""
    assert [one.fault for one in found_in(find_eu_acts, "See recital 26.")] == ["no act is named before it"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Article 100 GDPR", "the act has 99 articles"),
        ("recital 174 GDPR", "the act has 173 recitals"),
        ("Article 250 of the AI Act", "the act has 113 articles"),
        ("Article 114 of Regulation (EU) 2024/1689", "the act has 113 articles"),
        ("Article 359 TFEU", "the act has 358 articles"),
        ("Article 99 GDPR", None),
        ("recital 173 GDPR", None),
        ("Article 113 of the AI Act", None),
        ("Regulation (EC) No 9998/9999", "neither 9998 nor 9999 is the year of an act"),
    ],
)
def test_place_beyond_the_end_is_a_fault(text: str, fault: str | None, found_in: FoundIn) -> None:
    """If the end of an act is certain, a later article does not exist."""
    assert [fault] == [one.fault for one in found_in(find_eu_acts, text)]


@pytest.mark.parametrize(
    ("text", "fault", "correction"),
    [
        ("Regulation (EU) 679/2016", "since 2015 the year comes first", "Regulation (EU) 2016/679"),
        (
            "Article 5 of Regulation (EU) No 2016/679",
            'since 2015 acts are numbered without "No"',
            "Article 5 of Regulation (EU) 2016/679",
        ),
    ],
)
def test_wrong_order_is_fixed(text: str, fault: str, correction: str, found_in: FoundIn) -> None:
    """The correct form of the whole span is certain."""
    (one,) = found_in(find_eu_acts, text)
    assert ("32016R0679", fault, correction) == (one.normal, one.fault, one.correction)


@pytest.mark.parametrize(
    ("surface", "normal"),
    [
        ("OJ L 119, 4.5.2016, p. 1", "OJ L 119, 4.5.2016, p. 1"),
        ("OJ L, 2023/2854, 22.12.2023", "OJ L, 2023/2854, 22.12.2023"),
        ("OJ [2016] L 119/1", "OJ L 119, 2016, p. 1"),
    ],
)
def test_official_journal(surface: str, normal: str, at: At, found_in: FoundIn, placed: Placed) -> None:
    """Since October 2023 the journal appears act by act."""
    text = f"({surface})."
    assert at(text, (surface, normal)) == placed(find_eu_acts, text)
    assert {"oj": normal} == found_in(find_eu_acts, text)[0].parts


@pytest.mark.parametrize(
    "text",
    [
        "GDPR fines rose, and the DSA followed.",
        "Article 5 of the UK GDPR",
        "the year 2016/679 and 12/34",
        "Decision 5/7 of the board on 1/2 cups",
        "https://eur-lex.europa.eu/eli/reg/2016/679/oj",
        "`Regulation (EU) 2016/679`",
        "Article 5 of the statute",
        "GDPR-like rules in Article 5",
    ],
)
def test_no_eu_act(text: str, placed: Placed) -> None:
    """A bare name does not cite, the UK GDPR is not an EU act, and fractions are not acts."""
    assert [row for row in placed(find_eu_acts, text) if not row[2].startswith("Decision")] == []


def test_eu_act_repetition_is_linear(found_in: FoundIn) -> None:
    """200 kB of the worst repetition ends quickly."""
    assert found_in(find_eu_acts, "Regulation (EU) " * 12_500) == []
    assert len(found_in(find_eu_acts, "recital 1 " * 10_000 + "Article 1, 2, " * 7_000)) == 10_000
