"""Tests of author and year, in brackets and in the sentence."""

from collections.abc import Callable
from typing import Any

import pytest

from citevet.extract import extract
from citevet.read import parse_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It grew (Smith, 2019).", [("(Smith, 2019)", "smith 2019", "1:9")]),
        (
            "(Smith & Lee, 2019, p. 4; Kim et al., 2020a)",
            [
                ("Smith & Lee, 2019, p. 4", "smith lee 2019", "1:2", "page 4"),
                ("Kim et al., 2020a", "kim et al. 2020a", "1:27"),
            ],
        ),
        ("Smith (2019, pp. 4–7) found it.", [("Smith (2019, pp. 4–7)", "smith 2019", "1:1", "page 4-7")]),
        ("(WHO, 2021)", [("(WHO, 2021)", "who 2021", "1:1")]),
        (
            "(World Health Organization, 2021)",
            [("(World Health Organization, 2021)", "world health organization 2021", "1:1")],
        ),
        ("(The Guardian, 2019)", [("(The Guardian, 2019)", "the guardian 2019", "1:1")]),
        ("(OECD/EU, 2020)", [("(OECD/EU, 2020)", "oecd/eu 2020", "1:1")]),
        ("van der Berg et al. (2018) agree", [("van der Berg et al. (2018)", "van der berg et al. 2018", "1:1")]),
        ("(van der Berg et al., 2018)", [("(van der Berg et al., 2018)", "van der berg et al. 2018", "1:1")]),
        (
            "(Smith, in press) (Roe, n.d.)",
            [("(Smith, in press)", "smith in press", "1:1"), ("(Roe, n.d.)", "roe n.d.", "1:19")],
        ),
        (
            "(Doe et al., 2010a,b) and Roe (2011a, b) found.",
            [
                ("Doe et al., 2010a", "doe et al. 2010a", "1:2"),
                ("b", "doe et al. 2010b", "1:20"),
                ("Roe (2011a", "roe 2011a", "1:27"),
                ("b", "roe 2011b", "1:39"),
            ],
        ),
        ("(Kim & Lee 2019:44)", [("(Kim & Lee 2019:44)", "kim lee 2019", "1:1", "page 44")]),
        ("(Born & Wilhelm, 2012)", [("(Born & Wilhelm, 2012)", "born wilhelm 2012", "1:1")]),
        (
            "(Smith, 2019, 2020a; Jones 2018)",
            [
                ("Smith, 2019", "smith 2019", "1:2"),
                ("2020a", "smith 2020a", "1:15"),
                ("Jones 2018", "jones 2018", "1:22"),
            ],
        ),
        ("(see Smith 2019)", [("(see Smith 2019)", "smith 2019", "1:1")]),
        ("(e.g., Roe, 2002, Section 3)", [("(e.g., Roe, 2002, Section 3)", "roe 2002", "1:1", "section 3")]),
        ("(as cited in Brown, 2015)", [("(as cited in Brown, 2015)", "brown 2015", "1:1")]),
        ("(Smith 2019: 33–35)", [("(Smith 2019: 33–35)", "smith 2019", "1:1", "page 33-35")]),
        ("(Smith 2019, 33)", [("(Smith 2019, 33)", "smith 2019", "1:1", "page 33")]),
        (
            "[Smith, 2019] and [Roe et al. 2020]",
            [("[Smith, 2019]", "smith 2019", "1:1"), ("[Roe et al. 2020]", "roe et al. 2020", "1:19")],
        ),
        ("Smith and Lee (2019) claim it", [("Smith and Lee (2019)", "smith lee 2019", "1:1")]),
        ("Smith, Lee, & Kim (2020) show it", [("Smith, Lee, & Kim (2020)", "smith lee 2020", "1:1")]),
        (
            "O’Brien (2019) argues; see Kim (2020).",
            [("O’Brien (2019)", "o’brien 2019", "1:1"), ("Kim (2020)", "kim 2020", "1:28")],
        ),
        ("Smith’s (2019) work", [("Smith’s (2019)", "smith 2019", "1:1")]),
        ("Smith (2019) has shown it", [("Smith (2019)", "smith 2019", "1:1")]),
        ("García-López et al. (2019)", [("García-López et al. (2019)", "garcía-lópez et al. 2019", "1:1")]),
        (
            "(Smith *et al.*, 2019) and Roe *et al.* (2020)",
            [
                ("(Smith *et al.*, 2019)", "smith et al. 2019", "1:1"),
                ("Roe *et al.* (2020)", "roe et al. 2020", "1:28"),
            ],
        ),
        ("- item (Smith,\n  2019)", [("(Smith,\n  2019)", "smith 2019", "1:8")]),
        ("(Smith,\r\n2019)", [("(Smith,\r\n2019)", "smith 2019", "1:1")]),
        ("> as (Smith,\n> 2019) has it", [("(Smith,\n> 2019)", "smith 2019", "1:6")]),
        ("김철수(2019)는 말했다.", [("김철수(2019)", "김철수 2019", "1:1")]),
        ("늘었다 (김철수, 2019).", [("(김철수, 2019)", "김철수 2019", "1:5")]),
        (
            "(김철수·이영희, 2020; 박민수 외, 2021)",
            [("김철수·이영희, 2020", "김철수 이영희 2020", "1:2"), ("박민수 외, 2021", "박민수 et al. 2021", "1:17")],
        ),
        ("김철수와 이영희(2020)는 말했다.", [("김철수와 이영희(2020)", "김철수 이영희 2020", "1:1")]),
        ("그 연구, 홍길동 외(2021)는", [("홍길동 외(2021)", "홍길동 et al. 2021", "1:7")]),
        ("김철수, 이영희(2020)는 말했다.", [("김철수, 이영희(2020)", "김철수 이영희 2020", "1:1")]),
        ("(Smith, 2019; 2020)", [("Smith, 2019", "smith 2019", "1:2"), ("2020", "smith 2020", "1:15")]),
        (
            "As Kim (2019: 44) says; per WHO (2021)",
            [
                ("Kim (2019: 44)", "kim 2019", "1:4", "page 44"),
                ("WHO (2021)", "who 2021", "1:29"),
            ],
        ),
        ("U.S. Census Bureau (2020) says.", [("U.S. Census Bureau (2020)", "u.s. census bureau 2020", "1:1")]),
        (
            "(Federal Statistical Office 2021)",
            [("(Federal Statistical Office 2021)", "federal statistical office 2021", "1:1")],
        ),
        (
            "Freud (1900/1953) argued it (Freud, 1900/1953, p. 4).",
            [
                ("Freud (1900/1953)", "freud 1900/1953", "1:1"),
                ("(Freud, 1900/1953, p. 4)", "freud 1900/1953", "1:29", "page 4"),
            ],
        ),
        ("St. John (2015) argued it.", [("St. John (2015)", "st. john 2015", "1:1")]),
        ("Smith Jr. (2018) found it.", [("Smith Jr. (2018)", "smith 2018", "1:1")]),
        ("Smith, Jr., and King III (2018) found it.", [("Smith, Jr., and King III (2018)", "smith king 2018", "1:1")]),
        ("Wang, Y. (2006) found it.", [("Wang, Y. (2006)", "wang 2006", "1:1")]),
        ("It is so (Wang, Y. & Lee, K.-J., 2006).", [("(Wang, Y. & Lee, K.-J., 2006)", "wang lee 2006", "1:10")]),
        (
            "MacDonald-Smith & d'Alembert (2011) found it.",
            [("MacDonald-Smith & d'Alembert (2011)", "macdonald-smith d'alembert 2011", "1:1")],
        ),
        (
            "최 외(2021)는 말했다 (김 외 2020).",
            [("최 외(2021)", "최 et al. 2021", "1:1"), ("(김 외 2020)", "김 et al. 2020", "1:16")],
        ),
        ("(Schmidt/Weber 2020: 33 f.)", [("(Schmidt/Weber 2020: 33 f.)", "schmidt weber 2020", "1:1", "page 33 f.")]),
        ("(Schmidt 2020, S. 33–35)", [("(Schmidt 2020, S. 33–35)", "schmidt 2020", "1:1", "page 33-35")]),
        ("통계청(2021)에 따르면", [("통계청(2021)", "통계청 2021", "1:1")]),
        ("한국개발연구원(2019)은", [("한국개발연구원(2019)", "한국개발연구원 2019", "1:1")]),
    ],
)
def test_find_author_years(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """Every form gives its authors and year, one citation per work."""
    assert [("author-year", *row) for row in expected] == spot(text)


@pytest.mark.parametrize(
    "text",
    [
        "(March 2020) (May, 2020) (Q1 2020) (FY 2020) (in 2019) (since 2019)",
        "(Figure 3, 2019) (Table 2, 2019) (Fig. 3, 2019) (Section 2, 2019)",
        "(Windows 2000) (Ubuntu 2004) (NeurIPS 2017) (World Cup, 2018)",
        "(1999) (2019, 2020) (p < 0.05, 2019) (version 2.0, 2019)",
        "(Smith, 19) (Smith, 3019) (Aristotle, 350 BCE)",
        "Frances Ha (2012) is a film. Casablanca (1942) was one too.",
        "The Matrix (1999) showed it. In Blade Runner 2049 (2017), nothing.",
        "The Paris Agreement (2015) is in force. Brexit (2016) was not.",
        "영화 김철수(2019)는 길다. 기생충(2019)은 영화다. 정부(2020)는 말했다.",
        "현재(2019) 기준(2020)으로",
        "`(Smith, 2019)` and $(Smith, 2019)$",
        "```\n(Smith, 2019)\n```",
        "January (2020) was cold. Since (2019) it grew.",
        "John (born 1999) and Smith (1999–2005).",
        "(Microsoft Office 2021) (Apple Store 2021) (World Cup 2018)",
        "We saw Sony/Columbia (1990).",
        "- Wang, Y. (2006). A title of it.\n- Lee, K., & Roe, A. (2007). Another.",
        "- Roe, A.B., Ivanov, P.Ch., Martins, A.M., da Silva, P.C., & Lee, G.M. (2004). A title of it.",
    ],
)
def test_no_author(spot: Callable[..., Any], text: str) -> None:
    """Months, figures, products, films, venues, eras and code with a year are not authors."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ash (2020), Bell (2019), and Cole (2018) found it.", ["Ash (2020)", "Bell (2019)", "Cole (2018)"]),
        ("Ash (2020) and Bell (2019) argue.", ["Ash (2020)", "Bell (2019)"]),
        ("Unlike Ash (2020), we did. We follow Bell (2019).", ["Ash (2020)", "Bell (2019)"]),
        ("Contrary to Ash (2020), as in Bell (2019).", ["Ash (2020)", "Bell (2019)"]),
        ("It is the rule of Ash (2020).", ["Ash (2020)"]),
        ("It was so (Ash, 2020). We met Ash (2020) again.", ["(Ash, 2020)", "Ash (2020)"]),
        ("It was so (Roe, 2019). It builds on Ash (2020).", ["(Roe, 2019)", "Ash (2020)"]),
        ("It was so (Roe, 2019). Ash (2020) measured it.", ["(Roe, 2019)", "Ash (2020)"]),
        ("It was so (Roe, 2019), as is Ash (2020).", ["(Roe, 2019)", "Ash (2020)"]),
        (
            "It was so (Roe, 2019); in contrast, Ash (2020) and Bell (2019).",
            ["(Roe, 2019)", "Ash (2020)", "Bell (2019)"],
        ),
        ("It was so (Roe, 2019), but contrast Ash (2020).", ["(Roe, 2019)", "Ash (2020)"]),
        ("It was so (Roe, 2019). The theory of Ash (2020) is old.", ["(Roe, 2019)", "Ash (2020)"]),
    ],
)
def test_cues_make_an_author(spot: Callable[..., Any], text: str, expected: list[str]) -> None:
    """An enumeration, words of following and contrast, and other citations of the paragraph make a name an author."""
    assert expected == [row[1] for row in spot(text)]


@pytest.mark.parametrize(
    "text",
    [
        "It builds on Ash (2020). Ash (2020) measured it.",
        "As in Rwanda (1994), and unlike Tokyo (2020), it rained.",
        "Reviews of Thriller (1982) by the hundred (Roe, 2019). It is like BERT (2018).",
        "We saw Vertigo (1958), Psycho (1960) and Jaws (1975).",
        "The European Commission (1958) was founded in Rome.",
        "In contrast, Ash (2020) is silent. The theory of Ash (2020) is old. So is Ash (2020).",
    ],
)
def test_name_without_cue_is_not_an_author(spot: Callable[..., Any], text: str) -> None:
    """Without a cue, or with one that places and products share, a name does not cite."""
    assert [] == [row for row in spot(text) if row[1] != "(Roe, 2019)"]


@pytest.mark.parametrize(
    ("text", "written", "normal"),
    [
        ("The WHO (2021) found it.", "WHO (2021)", "who 2021"),
        (
            "The World Health Organization (2021) found it.",
            "World Health Organization (2021)",
            "world health organization 2021",
        ),
        ("In the European Commission’s (2019) words", "European Commission’s (2019)", "european commission 2019"),
        (
            "According to the Ministry of Foam and\nWater (2020), it",
            "Ministry of Foam and\nWater (2020)",
            "ministry of foam water 2020",
        ),
        (
            "(World Health Organization [WHO], 2021)",
            "(World Health Organization [WHO], 2021)",
            "world health organization 2021",
        ),
    ],
)
def test_organizations(spot: Callable[..., Any], text: str, written: str, normal: str) -> None:
    """An organization is cited by its whole name without the article, or by its short name."""
    assert [("author-year", written, normal)] == [row[:3] for row in spot(text)]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("However, Ash (2020) found it.", "Ash (2020)"),
        ("Moreover, Ash and Bell (2020) found it.", "Ash and Bell (2020)"),
        ("Interestingly, Ash et al. (2020) found it.", "Ash et al. (2020)"),
        ("Finally, A. Ash (2020) found it.", "A. Ash (2020)"),
        ("In Kenya, Ash (2020) found it.", "Ash (2020)"),
        ("In March, Ash (2020) found it.", "Ash (2020)"),
        ("Kelly, Connolly, and McNally (2020) found it.", "Kelly, Connolly, and McNally (2020)"),
    ],
)
def test_lead_words_are_not_authors(spot: Callable[..., Any], text: str, written: str) -> None:
    """An adverb, a place or a month before the comma is not an author; a family name with the same ending is."""
    assert [written] == [row[1] for row in spot(text)]


def test_listed_name_cites_with_any_year(spot: Callable[..., Any]) -> None:
    """A listed person is an author with any year, and so is one with a small misspelling in that year."""
    text = "I met Roe (2019) and saw Rhoe (2021).\n\n## References\n\nRoe, C. (2021). Third. Press."
    assert ["Roe (2019)", "Rhoe (2021)"] == [row[1] for row in spot(text)]


def test_listed_author_needs_no_cue(spot: Callable[..., Any]) -> None:
    """If the list has author and year, the bare name is enough."""
    text = "This is like Roe (2021).\n\n## References\n\nRoe, C. (2021). Third. Press."
    assert [("author-year", "Roe (2021)", "roe 2021", "1:14")] == spot(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Roe (2021, p. 2) measured the street.", ["Roe (2021, p. 2)"]),
        ("This is like Roe (2021).", ["Roe (2021)"]),
        ("This is like Roe (2020).", []),
        ("This is like Doe (2021).", []),
        ("We saw The Roe (2021) in town.", []),  # the title of a film
        ("We saw Seoul (2021) in spring.", []),
    ],
)
def test_author_in_corpus_needs_no_cue(text: str, expected: list[str]) -> None:
    """If the corpus has author and year, the bare name is enough; titles and places do not count."""
    works = {("Roe", "2021"), ("Seoul", "2021")}
    found = extract(parse_text(text, "x.md"), filed=lambda names, year: (names[0], year) in works)
    assert expected == [citation.text for citation in found.citations]


@pytest.mark.parametrize(
    ("text", "written", "doi"),
    [
        ("(Lee, 2019), doi:10.1234/abc.", "(Lee, 2019)", "doi:10.1234/abc"),
        ("(Lee, 2019) https://doi.org/10.1234/abc.", "(Lee, 2019)", "https://doi.org/10.1234/abc"),
        ("(Lee, 2019; doi:10.1234/abc).", "Lee, 2019", "doi:10.1234/abc"),
        ("(Lee, 2019, doi:10.1234/abc).", "Lee, 2019", "doi:10.1234/abc"),
    ],
)
def test_identifier_next_to_author_year(extracted: Callable[..., Any], text: str, written: str, doi: str) -> None:
    """The identifier next to author and year is the same work: one citation with `also`."""
    (citation,) = extracted(text).citations
    assert ("author-year", written) == (citation.kind, citation.text)
    assert [("doi", doi, "10.1234/abc", text.index(doi))] == [
        (form.kind, form.text, form.normal, form.span.start) for form in citation.also
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Exports (2019: 450) fell.", []),
        ("Die Einwohner (2020: 33) blieben.", []),
        ("Luhmann (2019: 450 f.) bleibt.", ["Luhmann (2019: 450 f.)"]),
        ("Luhmann (2019: 33–35) bleibt.", ["Luhmann (2019: 33–35)"]),
        ("Luhmann (2019: S. 33) bleibt.", ["Luhmann (2019: S. 33)"]),
        ("Luhmann (2019, p. 33) stays.", ["Luhmann (2019, p. 33)"]),
        ("Luhmann/Weber (2019: 33) bleibt.", ["Luhmann/Weber (2019: 33)"]),
        ("Luhmann (2019: 33) bleibt (Luhmann, 2019).", ["Luhmann (2019: 33)", "(Luhmann, 2019)"]),
    ],
)
def test_bare_number_after_year(extracted: Callable[..., Any], text: str, expected: list[str]) -> None:
    """After a single name it may be a count; a page sign, joined names or a known work show the author."""
    assert expected == [one.text for one in extracted(text).citations]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Foam cools (Box, 1976, p. 792).", ["(Box, 1976, p. 792)"]),
        ("Foam cools (Box, 1977).", []),
        ("Foam cools (Reeves Flores 2012).", ["(Reeves Flores 2012)"]),
        ("Foam cools (Foam Flooring 2012).", []),
        ("Foam cools (Del Ponte et al. 2005).", ["(Del Ponte et al. 2005)"]),
        ("Foam cools (Fretwell\nand Lucas 1969).", ["(Fretwell\nand Lucas 1969)"]),
        ("Foam cools (the first map, Reeves Flores, 2012).", ["(the first map, Reeves Flores, 2012)"]),
        ("Foam cools (the first map, Paris, 2013).", []),
        ("Foam cools (Lucas 1969, Del Ponte 2005).", ["Lucas 1969", "Del Ponte 2005"]),
        ("Foam cools (Lucas 1969, Figure 2 of 2005).", ["(Lucas 1969, Figure 2 of 2005)"]),
    ],
)
def test_works_of_the_list_in_other_forms(extracted: Callable[..., Any], text: str, expected: list[str]) -> None:
    """Any words, two family names and names after other words cite a work that the list has; commas part works."""
    entries = ("Box, G. (1976). Foam", "Reeves Flores, J. (2012). Ice", "Del Ponte, E., & Kim, H. (2005). Sand")
    listed = "\n\n".join(f"{each}. Press." for each in (*entries, "Fretwell, S., & Lucas, H. (1969). Cold"))
    assert expected == [one.text for one in extracted(f"{text}\n\n# References\n\n{listed}\n").citations]
