"""Entries of a reference list."""

import pytest
from tests.shipped_tagger import shipped_tagger

from citevet.extract.entry_parser import parse_entry
from citevet.extract.tagged_entries import tag_references
from citevet.model import Reference, Span
from citevet.text.letters import fold_letters

ENTRIES: list[tuple[str, tuple[str, ...], str | None, str | None]] = [
    (
        "Vaswani, A., Shazeer, N., et al. (2017). Attention Is All You Need. NeurIPS.",
        ("Vaswani", "Shazeer"),
        "2017",
        "Attention Is All You Need",
    ),
    ("Roe, B. J., Doe, R. et Lee, T. (1990). On foam. Foam, 1.", ("Roe", "Doe", "Lee"), "1990", "On foam"),
    ("Roe, L.; Doe, P. y Lee, M. (2009): On foam. Foam, 1.", ("Roe", "Doe", "Lee"), "2009", "On foam"),
    (
        "[2] Tokyo Metropolitan Government. (2023). Tokyo facts. http://x/y",
        ("Tokyo Metropolitan Government",),
        "2023",
        "Tokyo facts",
    ),
    ("Schmidt, Eva/Weber, Karl (2020): Recht. Beck.", ("Schmidt", "Weber"), "2020", "Recht"),
    ("AC/DC: a history of the and/or word (2020). Title.", (), "2020", "Title"),
    ("[^1]: Shuster, K. et al. Retrieval Reduces It. 2021. http://x", ("Shuster",), "2021", "Retrieval Reduces It"),
    ("1. A. Smith and B. Jones. Title of it. 2019.", ("Smith", "Jones"), "2019", "Title of it"),
    (
        "Roe T. M., L. Doe, and K. B. Le Lee, 2016 On the cold. Foam 2: 1954–1960.",
        ("Roe", "Doe", "Le Lee"),
        "2016",
        "On the cold",
    ),
    ("Le Roe A., J. Doe, et al., 2013 Cold foam. Foam 89: 1–9.", ("Le Roe", "Doe"), "2013", "Cold foam"),
    ("Roe T. M., Doe L., Lee K. 2016. On cold. Foam 2: 1.", ("Roe", "Doe", "Lee"), "2016", "On cold"),
    (
        "Roe, T., and L. Doe, 2018: Foam in the storm of Oslo (2015). J. Foam, 146, 119–134.",
        ("Roe", "Doe"),
        "2018",
        "Foam in the storm of Oslo (2015)",
    ),
    ("[5] Roe R, Doe L. Cold foam. Foam, 2017, 59: 2040, 2042.", ("Roe", "Doe"), "2017", "Cold foam"),
    ("Roe A., 1996 Does foam cool? Foam 50: 1008.", ("Roe",), "1996", "Does foam cool"),
    ("Smith J, Doe AB. Title. Journal. 2019;3:4.", ("Smith", "Doe"), "2019", None),
    ("19. Smith R, Doe N: On foam: a trial. Foam 1986; 7:177–88", ("Smith", "Doe"), "1986", "On foam: a trial"),
    ("Foam R: a language for foam. 2019.", (), "2019", None),
    (
        "Doe L, Vander Roe E. Foam special feature. *Foam* 2020;**8**:6.",
        ("Doe", "Vander Roe"),
        "2020",
        "Foam special feature",
    ),
    ("Roe J. On the cooling of foam. Foam 2019;3:1-5.", ("Roe",), "2019", "On the cooling of foam"),
    ("Roe J. Review: Is it cold? And why. Foam 2016;**85**:5–10.", ("Roe",), "2016", "Review: Is it cold?"),
    ("Jane B. Roe. The Book of Foam. Press, 2019.", ("Roe",), "2019", "The Book of Foam"),
    ("Jane B. Roe: The book of foam. Press, 2019.", ("Roe",), "2019", None),
    ("Jane B. de la Doe. The book of foam. Press, 2019.", ("de la Doe",), "2019", "The book of foam"),
    (
        "Smith, J. & Doe, A. On cold foam. *Foam & Ice* **23**, 1–9 (2019).",
        ("Smith", "Doe"),
        "2019",
        "On cold foam",
    ),
    ("Smith J, Doe AB. Title of the thing. Journal. 2019;3:4.", ("Smith", "Doe"), "2019", "Title of the thing"),
    ("Roe, P., de la Doe, S.: Foam: a survey. In: *LN*, 9 (2009).", ("Roe", "de la Doe"), "2009", "Foam: a survey"),
    ("Jane B. Roe and Ann C. Doe. On cold foam. Commun. Foam 29, 1986.", ("Roe", "Doe"), "1986", "On cold foam"),
    ("Jones C, Lee D. Cool beds. Publisher; 2018.", ("Jones", "Lee"), "2018", None),
    ("Kuhn TS. New England Journal of Foam. 2019;3:4.", ("Kuhn",), "2019", None),
    ("Roe, Jane and John Doe (2019). *A Book*. Press.", ("Roe", "Doe"), "2019", "A Book"),
    ("Jane Roe and John Doe (2019). *A Book*. Press.", ("Roe", "Doe"), "2019", "A Book"),
    ("Underwood, Ted. “The Life Cycles.” _Journal_ 2 (May 23, 2016).", ("Underwood",), "2016", "The Life Cycles"),
    (
        'Atack, Jeremy, Fred Bateman, and Robert A. Margo. "Did railroads?" SSH 34 (2010): 171-197.',
        ("Atack", "Bateman", "Margo"),
        "2010",
        "Did railroads?",
    ),
    ("Fox, John. _Regression Diagnostics_. SAGE, 1991: 252-255.", ("Fox",), "1991", "Regression Diagnostics"),
    (
        "See Feinstein, Charles H. and Mark Thomas, _Making History Count_, Press, 2002.",
        ("Feinstein", "Thomas"),
        "2002",
        "Making History Count",
    ),
    ("van der Berg, J. (2018). Title here.", ("van der Berg",), "2018", "Title here"),
    ("Kim, S.-H., & O’Neil, C. (2020a). Title.", ("Kim", "O’Neil"), "2020a", "Title"),
    (
        "Broscheid, A. (2011). Are Some U.S. Courts Liberal? _Law Review_, 45.",
        ("Broscheid",),
        "2011",
        "Are Some U.S. Courts Liberal",
    ),
    ("B. Jones, On leaves, Journal of Trees 13 (2011), pp. 10–20.", ("Jones",), "2011", "On leaves"),
    ("B. Jones, Leaves, Phys. Lett. B 13 (2011) 101234.", ("Jones",), "2011", None),
    ("**On Cold Foam and Air** (2024). *arXiv:2409.09629*. [a remark]", (), "2024", "On Cold Foam and Air"),
    ("**Roe, J., et al.** (2022). On foam (mostly). Press.", ("Roe",), "2022", "On foam (mostly)"),
    ("Roe, J. (2025). *On foam, air and ice* (Working Paper No. 33).", ("Roe",), "2025", "On foam, air and ice"),
    (
        "Roe, J. and Doe, A. (2016) 'FOAM', *Proceedings of the Foam Days*, 3, p. 9.",
        ("Roe", "Doe"),
        "2016",
        "FOAM",
    ),
    (
        "Roe, J. (2016) 'Cooks' choices: the children's foam.' *Foam Letters*, 3.",
        ("Roe",),
        "2016",
        "Cooks' choices: the children's foam",
    ),
    ("6. [Foam: Range (2023)](https://example.org/foam)", (), "2023", None),
    ("ROE, Morgan M. *et al.* On foam. Foam Letters, 2019.", ("ROE",), "2019", "On foam"),
    ("김철수·이영희 (2019). 제목. 학회지.", ("김철수", "이영희"), "2019", "제목"),
    ("김철수, 이영희. (2019). 「논문 제목」. 학회지.", ("김철수", "이영희"), "2019", "논문 제목"),
    ("Roe, J. (in press). To come.", ("Roe",), "in press", "To come"),
    ("Roe, J. (n.d.). Undated.", ("Roe",), "n.d.", "Undated"),
    ("Ibid., 33.", (), None, None),
    ("A remark that cites nobody.", (), None, None),
    ("", (), None, None),
]
UNMARKED: list[tuple[str, str, str | None]] = [
    (
        "Jane Roe, J. Doe, and Ann de Lee. Foam on ice: a view. Foam, 3:1–9, 2019.",
        "Roe Doe de_Lee",
        "Foam on ice: a view",
    ),
    ("Roe DJ, Van der Doe SH (1988). “On Foam.” Foam, pp. 8–9.", "Roe Van_der_Doe", "On Foam"),
    ("Jane Roe. Cold Foam: An Idea. PhD thesis, Oslo, 2019.", "Roe", "Cold Foam: An Idea"),
    ("E L Roe and J A Doe. Foam in three dimensions. Ice, 4(2):2, 2001.", "Roe Doe", "Foam in three dimensions"),
    ("Roe, Jane, and John Doe. The cold foam. Oslo: Press, 2019.", "Roe Doe", "The cold foam"),
    ("J. Roe, K. Doe, Foam, ice and air, Journal of Foam 2 (1) (2019) 4–9.", "Roe Doe", "Foam, ice and air"),
    ("J. Roe and K. Doe, Foam on a cold plate, Phys. Foam 94, 184505 (2005).", "Roe Doe", "Foam on a cold plate"),
    ("J. Roe and K. Doe, Phys. Foam 94, 184505 (2005).", "Roe Doe", None),
    ("J. Roe et al., in Foam and Ice VII (2014), vol. 9153 of Proc. Foam, p. 9.", "Roe", None),
    ("J. Roe, On foam and ice. Springer, 2003.", "Roe", "On foam and ice"),
    ("J. Roe, On foam and ice (Foam Press, 2003).", "Roe", "On foam and ice"),
    ("J. Roe, On foam and ice, Foam, Oslo, 2003.", "Roe", "On foam and ice"),
    ("J. Roe, On foam and ice, https://foam.example/ice, 2023.", "Roe", "On foam and ice"),
    ("Roe, J.; Doe, A.B. Foam and its ice; Press: Oslo, 2010.", "Roe Doe", "Foam and its ice"),
    (
        "Roe J, Doe K, et al. Foam is all you need[C]//Advances in foam. 2017: 5-9.",
        "Roe Doe",
        "Foam is all you need",
    ),
    ("[2] 张三，李四．泡沫研究[J]．泡沫学报，2019，3(2)：1-9．", "张三 李四", "泡沫研究"),
    ("Roe, Jeanne, « Le froid de la mousse », La Mousse, 1968.", "Roe", "Le froid de la mousse"),
    ("Roe, Eva: „Der kalte Schaum“, in: Schaum 3 (2019), S. 1–9.", "Roe", "Der kalte Schaum"),
    ("World Foam Organization. A report on foam. Oslo: WFO; 2019.", "World_Foam_Organization", "A report on foam"),
    ("Roe, J. (2016). Why “cold foam” is cold: a view. Foam, 5:1.", "Roe", "Why “cold foam” is cold: a view"),
    (
        "Roe, J. (2016). Foam or ice? examining cold in the north. Ice and Foam.",
        "Roe",
        "Foam or ice? examining cold in the north",
    ),
    ("Roe, J. (2016). Foam with R. R package version 0.1.", "Roe", "Foam with R"),
    ("Roe, J. (2016). Foam on ice [A view of foam; 3 cases]. Foam.", "Roe", "Foam on ice"),
    ("Roe, J.: On the view of Dr. Doe. Foam 27(4), 12–15 (2006)", "Roe", "On the view of Dr. Doe"),
    ("Roe, J. and Doe, K. Foam. In Ice and Air, volume 2, pages 3–4. 2019.", "Roe Doe", "Foam"),
    ("Jane Roe and John Doe, who say that foam is cold, agree (2019).", "Roe Doe", None),
    ("Roe, Jane. 2004. “On Foam.” Foam Journal 14 (1): 64–67.", "Roe", "On Foam"),
    ("Roe, Jane B., P. Ann Doe, and Eva Lee. 2013. “On Foam.” Foam 8 (4).", "Roe Doe Lee", "On Foam"),
    ("Roe, Jane, and Eva Lee, eds. 2019. The Book of Foam. Oslo: Press.", "Roe Lee", "The Book of Foam"),
    ("Roe, M.A. van der, Lee, K. de, 2014. Soil and foam. Foam 111, 52–57.", "van_der_Roe de_Lee", "Soil and foam"),
    ("Roe, P., Lee, K., et al.  2018 The rise of foam. Foam, 28(14), 2–3.", "Roe Lee", "The rise of foam"),
    ("Roe T, Doe E-P, et al (2015) On foam. Ice 3:4.", "Roe Doe", "On foam"),
    (".. [Roe1992] K. Roe. Uniform cold foam. In D. Kirk, editor, Ice. 1992.", "Roe", "Uniform cold foam"),
    ("12-10. G. Roe, “On Foam”, FOAM-12, 1969.", "Roe", "On Foam"),
    ("**Roe, J. (2018).** *On cold foam.* arXiv preprint (on foam).", "Roe", "On cold foam"),
    ("Jane Roe. 2016. “On “Cold” Foam.” Foam 70:23–34.", "Jane_Roe", "On “Cold” Foam"),
    ("Roe, J., 2014. The Foam Family, in: Lee, E. (Ed.), The Ices. Press.", "Roe", "The Foam Family"),
    ("Foam AI, “On Cold Foam,” 2025.", "Foam_AI", "On Cold Foam"),
    ("Foam Climate Report (2024): Cold increases.", "Foam_Climate_Report", "Cold increases"),
    ("Green Foam Foundation, Foam Framework. https://foam.example", "Green_Foam_Foundation Foam_Framework", None),
    (
        "[1] 张三,李四,等.冷泡沫——基于泡沫的分析[J/OL].泡沫学报, 2025, 43(08): 5-6.",
        "张三 李四",
        "冷泡沫——基于泡沫的分析",
    ),
    ("[5] ROE F, DOE-LEE C M.冷泡沫[M].泡沫出版社, 2018.", "ROE DOE-LEE", "冷泡沫"),
    ("Roe AP, Doe K (????a). “On Foam.” 147(2), 278–290.", "Roe Doe", "On Foam"),
    ("Foam Corporation. Foam Programming Guide. 2019.", "Foam_Corporation", "Foam Programming Guide"),
    (
        "Foam Collaboration, J. Roe, et al., On cold foam, Foam 6, A4 (2020).",
        "Foam_Collaboration Roe",
        "On cold foam",
    ),
    ("[3] Foam cloud run functions. [Online]. Available: https://foam.example", "", "Foam cloud run functions"),
    ("Foam: Benchmarks of Cold [a view; 3 cases]. (2026). arXiv preprint.", "", "Foam: Benchmarks of Cold"),
    ("Roe J., Doe K., Journal of the Foam Society, (1982), 14, 285–293.", "Roe Doe", None),
    ("Roe, Jane B.; Doe, John (2009): On foam. In: Ice 3.", "Roe Doe", "On foam"),
    ("Roe, Jane & Doe, John. (2009). On foam. Ice, 3.", "Roe Doe", "On foam"),
    ("ROE, Jane, DOE, John y LEE, Eva B. M., 2022. On foam. Ice. 2022.", "ROE DOE LEE", "On foam"),
    ("Roe, Jane, 2001: Der Schaum. Oslo: Press.", "Roe", "Der Schaum"),
    ("Roe, J., Jr., & Doe, A. (2009). On foam. Ice, 3.", "Roe Doe", "On foam"),
    ("1. Roe J. B. Cold Foam Studies // Ice. 2009. Т. 3. С. 1–9.", "Roe", "Cold Foam Studies"),
    ("Roe J. B. и др. Cold Foam Studies // Ice. 2009.", "Roe", "Cold Foam Studies"),
    ("(1) Roe, J.; Doe, K. Foam Studies of Ice. J. Foam 2009, 3, 1–9.", "Roe Doe", "Foam Studies of Ice"),
    ("1. Roe J. Cold Foam Studies. Oslo: Press; 2009.", "Roe", "Cold Foam Studies"),
    ("1 Roe J, Doe K. Is foam cold? J Foam. 2009.", "Roe Doe", "Is foam cold?"),
    ("Chen Y-C, Roe K-C (2009) On foam. Ice 3:4.", "Chen Roe", "On foam"),
    ("Roe,J., Doe,K.L. and Lee,M. (2009) On foam. Ice, 3, 1–9.", "Roe Doe Lee", "On foam"),
    ("Roe, Jane B., Deep Foam: a view, Oslo: Press, 2009.", "Roe", "Deep Foam: a view"),
    ("Jane B. Roe, The Foam, Foam Press, 2009.", "Roe", "The Foam"),
    ("J. Roe, K. Doe, J. Phys. Foam 94, 18 (2005).", "Roe Doe", None),
    ("Roe, J. (1987): Kalter Schaum, Oslo: Foam & Ice.", "Roe", "Kalter Schaum"),
    ("Roe, J., 1992, On foam, The Ice Review, 82(3), S. 4–9.", "Roe", "On foam"),
    ("Roe, J. (1992), On foam, Oslo.", "Roe", "On foam"),
    ("Roe, J., Doe, K. 1997, ApJ, 475, 163", "Roe Doe", None),
    ("Roe, J. and Doe, K.: On foam of the sea, Ice, 4, 29–43, 2008.", "Roe Doe", "On foam of the sea"),
    ("J. Roe, On foam, Oslo 1955–1958.", "Roe", "On foam"),
    ("Roe, J. (1992): On foam. In: Ice and Air, Press.", "Roe", "On foam"),
    ("Jane Roe. [n.d.]. Foam and Cold Ice. In Days of Foam. ACM, 1–9.", "Jane_Roe", "Foam and Cold Ice"),
    ("[1] Roe J T and Doe K 2019 *Foam on cold ice* (Oslo: Press)", "Roe Doe", "Foam on cold ice"),
    (
        "[1] Roe J T, Doe K and Lee A von 2019 Foam on cold ice *Ice* **3** 4–9",
        "Roe Doe von_Lee",
        "Foam on cold ice",
    ),
    ("[1] Roe J 2019 Foam on Cold Ice Journal of Foam 3 4–9", "Roe", None),
    ("J. Roe, K. Doe, and A. Lee, 'Foam on ice: a view,' Ice, 3, 2019.", "Roe Doe Lee", "Foam on ice: a view"),
    ("J. Roe and K. Doe, ``Foam on ice'', Proc. Ice 86, 1986.", "Roe Doe", "Foam on ice"),
    ("Roe J., Il ghiaccio freddo, in «Nuova Schiuma», n. s. 3, 1990.", "Roe", "Il ghiaccio freddo"),
    (
        "FOAM collaboration, J. Roe et al., Foam of the sea, Ice 3 (2013) 4.",
        "FOAM_collaboration Roe",
        "Foam of the sea",
    ),
    ("Foam Protection Agency (FPA). 2004. Foam on Ice. Oslo: FPA.", "Foam_Protection_Agency", "Foam on Ice"),
    ("ROE, Jane. DOE, John. Foam, ice and air. Oslo: Press, 2009.", "ROE DOE", "Foam, ice and air"),
    ("———. Foam and Ice. Oslo: Press, 1987.", "", "Foam and Ice"),
    ("Id., Schiuma e ghiaccio nel mare, Oslo 1990.", "", "Schiuma e ghiaccio nel mare"),
    (
        "Roe, J. (2003): Kalter Schaum. Eine Sicht in Bildern. In: Eis 3.",
        "Roe",
        "Kalter Schaum. Eine Sicht in Bildern",
    ),
    ("Roe, J. (1994). Cold foam. On the ways of ice. Oslo: Press.", "Roe", "Cold foam. On the ways of ice"),
    ("Roe, J. (1994). Cold foam on ice. Third revised printing. Oslo: Press.", "Roe", "Cold foam on ice"),
    ("Roe, J. (2006): Views of cold foam (Oslo: Press).", "Roe", "Views of cold foam"),
    ("Roe, J., Foam on the sea, edited by Ann Doe, Oslo, 1990.", "Roe", "Foam on the sea"),
    ("J. Roe, Foam on the sea, Phys. Foam 4, 18 (2005).", "Roe", "Foam on the sea"),
    ("J. Roe, Foam on the sea, Views of ice and air, Oslo, 1951, 25–70.", "Roe", None),
    ("J. Roe and K. Doe, J. Cold Foam Phys. 5, 357 (1998).", "Roe Doe", None),
    ("Roe, J. (2018). Foam v. Ice and the end. Journal of Foam, 3(2), 44–71.", "Roe", "Foam v. Ice and the end"),
]


@pytest.mark.parametrize(("text", "authors", "year"), [each[:3] for each in ENTRIES])
def test_authors_and_year_are_parsed(text: str, authors: tuple[str, ...], year: str | None) -> None:
    """Authors by family name, and the year with its letter, as far as the punctuation allows."""
    assert (authors, year) == parse_entry(text)[:2]


@pytest.mark.parametrize(("text", "authors"), [each[:2] for each in UNMARKED])
def test_people_need_no_marks(text: str, authors: str) -> None:
    """Where the people of an entry end, in the common styles."""
    assert authors == " ".join(name.replace(" ", "_") for name in parse_entry(text).authors)


def test_a_title_is_right_or_unread() -> None:
    """The tagger that ships reads a third of these short entries, which are harder than real ones, and few wrongly."""
    cases = [
        *((text, title or "") for text, _, _, title in ENTRIES),
        *((text, title or "") for text, _, title in UNMARKED),
    ]
    references = [Reference("", "", Span(0, len(text)), text, "list") for text, _ in cases]
    read = [
        (text, fold_letters(title), fold_letters(found.title))
        for (text, title), found in zip(cases, tag_references(references, shipped_tagger()), strict=True)
        if found.title
    ]
    wrong = [text for text, title, found in read if title.strip(".?!") != found.strip(".?!")]
    assert len(read) > len(cases) / 3
    assert len(wrong) <= len(read) / 15, wrong


@pytest.mark.parametrize(
    ("text", "sole"),
    [
        ("Kim, H. (2020). On it. Press.", True),
        ("van der Berg, H. J. (2020). On it. Press.", True),
        ("Kim HJ (2020). On it. Press.", True),
        ("Kim, H., & Park, J. (2020). On it. Press.", False),
        ("Kim, H., et al. (2020). On it. Press.", False),
        ("Kim, H., with Park (2020). On it. Press.", False),
        ("Kim, Hana (2020). On it. Press.", False),
        ("Kim, H. On it. Press, 2020.", False),
    ],
)
def test_a_sole_author_has_initials_before_the_year(text: str, *, sole: bool) -> None:
    """A single author is certain only where just a name with initials precedes the year."""
    assert sole == parse_entry(text).sole


@pytest.mark.parametrize(
    ("text", "back"),
    [
        ("[^2]: Ibid., p. 5.", True),
        ("[2] Id. at 5.", True),
        ("Smith, op. cit.", True),
        ("Smith (2019), op. cit., p. 7.", True),
        ("See *Smith*, supra note 4, at 10.", True),
        ("Schmidt, a. a. O., S. 5.", True),
        ("김철수, 앞의 책, 33쪽.", True),
        ("ID Software (2019). Doom. Press.", False),
        ("Kim, H. (2018). On it. Press; but see Smith, op. cit.", False),
        ("Smith, A. (2019). Supranational law. Press.", False),
    ],
)
def test_a_note_that_refers_back_names_no_work(text: str, *, back: bool) -> None:
    """A note that only refers to an earlier entry names no work; one that also names a work does."""
    entry = parse_entry(text)
    assert (back, not back) == (entry.back, bool(entry.authors))


@pytest.mark.parametrize(
    "piece",
    [
        "A. B. ",
        "Smith, A., ",
        "a, ",
        "(",
        "“",
        "and ",
        "_a ",
        "1. ",
        "Roe, J, ",
        "A B ",
        "Roe ",
        ", The ",
        "‘a’b",
        "a. b? ",
        " 1 (",
        "[J",
        "Roe, Jane ",
        "Roe, Jane; ",
        "Roe,J. ",
        ", Oslo: Press",
        ", Foam & Ice, 3",
        "J. Foam ",
    ],
)
def test_long_entry_is_fast(piece: str) -> None:
    """Only the beginning of an entry is read."""
    assert not parse_entry(piece * 50_000).sole


def test_tags_of_pages_are_markup() -> None:
    """Emphasis after an initial ends the people in HTML as in Markdown; anchors and links are no words."""
    found = parse_entry(
        '<a id="b1"></a>Jensen, Bertrand J. <em class="t">Coral reefs under stress</em>. MIT Press, 2010.'
    )
    assert (found.authors, found.year) == (("Jensen",), "2010")
