"""A reference is compared with the record of its identifier; only clear differences count."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shipped_tagger import extract

from citevet.model import Difference, Record, Reference
from citevet.read import parse_text
from citevet.resolve.compare import Comparison, compare
from citevet.resolve.registries.crossref import read_work

TREES = Record(
    "crossref",
    "10.1000/abc",
    "journal-article",
    "The roots of street trees in old towns",
    ("The roots of street trees in old towns: a survey of 240 cities",),
    authors=("van der Müller, Jana", "Lee, Kim"),
    years=(2020, 2019),
    venue="New England Journal of Medicine",
    venues=("N Engl J Med",),
    volume="12",
    issue="3",
    pages="233-241",
)


def listed(text: str) -> Reference:
    """Return an entry of a reference list as extraction reads it."""
    return extract(parse_text(f"Text [1].\n\n## References\n\n[1] {text}\n", "d.md")).references[0]


def filed(fields: str) -> Reference:
    """Return a BibTeX entry."""
    return extract(parse_text(f"@article{{key1, {fields}}}", "r.bib")).references[0]


def noted(text: str) -> Reference:
    """Return a footnote."""
    return extract(parse_text(f"Text.[^1]\n\n[^1]: {text}\n", "d.md")).references[0]


def without_slips(found: Comparison) -> Comparison:
    """Leave out the differences that still lead to the work, such as a year that is one off."""
    return Comparison(found.decision, tuple(each for each in found.differences if not each.is_minor))


SAME = [
    "van der Müller, J., & Lee, K. (2020). The roots of street trees in old towns. *N Engl J Med*, 12(3), 233–41.",
    "Müller, J. & Lee, K. (2019). The Roots of Street Trees in Old Towns: A Survey of 240 Cities. 12(3), 233–241.",
    "Mueller J, Lee K. The roots of street trees in old towns. N Engl J Med. 2020;12(3):233-41. doi:10.1000/abc",
    "van der Muller et al. (2021). The roots of street-trees in old towns.",
    'J. van der Müller and K. Lee, "The roots of street trees in <i>old</i> towns," 2019.',
    "VAN DER MÜLLER, J. (2020). THE ROOTS OF STREET TREES IN OLD TOWNS.",
    "Müller, Jana. 2020. The roots of street trees in old tówns. doi:10.1000/abc",
]


@pytest.mark.parametrize("text", SAME)
def test_one_work_is_written_in_many_ways(text: str) -> None:
    """Subtitles, case, accents, markup, particles, initials, abbreviations and online years are no differences."""
    assert without_slips(compare(listed(text), TREES)) == ("same", ())


def test_another_title_shows_both_sides() -> None:
    """A real DOI with the title of another work is a mismatch."""
    found = compare(listed("Doe, J. (2011). Language models write poems in bars. doi:10.1000/abc"), TREES)
    assert found.decision == "mismatched"
    assert found.differences == (
        Difference("title", "Language models write poems in bars", TREES.title),
        Difference("authors", "Doe", "van der Müller, Jana; Lee, Kim"),
        Difference("year", "2011", "2020"),
    )


def test_another_work_of_the_same_author_and_year() -> None:
    """The same author and year do not excuse a title without a common word."""
    found = compare(listed("Müller, J. (2020). Language models write poems in bars. doi:10.1000/abc"), TREES)
    assert (found.decision, [each.type for each in found.differences]) == ("mismatched", ["title"])


@pytest.mark.parametrize(
    ("title", "confidence", "decision"),
    [
        ("Language models write poems in bars", 0.8, "mismatched"),
        ("Language models write poems in bars", 0.79, "unsure"),  # it may be anything
        ("Language models write poems on trees", 0.8, "unsure"),
        ("Models write poems", 0.8, "unsure"),
    ],
)
def test_an_unread_title_tells_another_work_if_it_shares_no_word(title: str, confidence: float, decision: str) -> None:
    """Words may be missing of a likely title, or too many; a record without any of them is of another work."""
    found = listed(f"Müller, J. (2020). {title}. doi:10.1000/abc")
    fields = {**found.fields, "title": replace(found.fields["title"], confidence=confidence, is_read=False)}
    assert decision == compare(replace(found, title=None, fields=fields), TREES).decision


def test_title_is_searched_where_none_was_parsed() -> None:
    """Vancouver style has no marks around its title."""
    other = "Doe J, Roe R. Language models write poems in smoky bars. Lancet. 2020;4(1):1-9. doi:10.1000/abc"
    found = compare(listed(other), TREES)
    assert found.decision == "mismatched"
    assert found.differences[0].type == "title"
    assert "Language models" in found.differences[0].claim


@pytest.mark.parametrize(
    "text",
    [
        "doi:10.1000/abc",
        "Müller 2020, doi:10.1000/abc",
        "Lee (n.d.). doi:10.1000/abc",
        "Мюллер, Я. (2020). Корни уличных деревьев в старых городах. doi:10.1000/abc",
        "Müller, J. (2020). Die Wurzeln der Bäume in den alten Städten und ihre Wirkung. doi:10.1000/abc",
        "Müller, J. (1999). Die Wurzeln der Bäume in den alten Städten und ihre Wirkung. doi:10.1000/abc",
        "Мюллер, Я. (1999). Корни уличных деревьев в старых городах. doi:10.1000/abc",
        "Müller, J. (2020). Wurzeln der Bäume. *N Engl J Med*, 12(3), 233–241. doi:10.1000/abc",
        "Müller, J.; Lee, K. N Engl J Med 2020, 12 (3), 233–241. doi:10.1000/abc",
        "J. Müller and K. Lee, New England Journal of Medicine 12, 233–241 (2020); see also the list. doi:10.1000/abc",
    ],
)
def test_doubt_is_no_mismatch(text: str) -> None:
    """Translated titles, other scripts and entries without a title leave it open."""
    assert compare(listed(text), TREES) == ("unsure", ())


@pytest.mark.parametrize(
    "text",
    [
        "Müller, J. (2020). Language models write poems in bars. *N Engl J Med*, 12(3), 233–241. doi:10.1000/abc",
        "Müller J, Lee K. Language models write poems in bars. N Engl J Med. 2020;12(3):233-41. doi:10.1000/abc",
        'J. Müller, "Language models write poems in bars," N Engl J Med, vol. 12, no. 3, pp. 233–241, 2020.',
        "Müller, J. (2020) 'Language models write poems in bars', *N Engl J Med*, 12(3), pp. 233–241.",
    ],
)
def test_right_place_does_not_excuse_a_title_in_the_same_language(text: str) -> None:
    """Volume and page of the record, with another title in its language, are a mismatch."""
    found = compare(listed(text), TREES)
    assert [(each.type, each.claim) for each in found.differences] == [("title", "Language models write poems in bars")]


@pytest.mark.parametrize(
    "place",
    [
        "*N Engl J Med* 12, no. 3 (2020): 233–241.",
        "*N Engl J Med* 12, no. 3 (September 2020): 233–241.",
        "N Engl J Med, vol. 12, no. 3 Pt 1, pp. 233–41, 2020.",
        "N Engl J Med, Vol. 12, No. 3, pp. 233–241, 2020.",
        "N Engl J Med 12, 3 (2020): 233–241.",
        "N Engl J Med 12, Nr. 3: 233–241. 2020.",
        "N Engl J Med, 2020, vol. 12, n° 3, p. 233–241.",
        "N Engl J Med 2020, 12, 233–241.",
        "N Engl J Med 12 (2020) 3, 233–241.",
    ],
)
def test_issue_is_not_the_volume(place: str) -> None:
    """The number before the year or the pages may be that of the issue."""
    found = compare(listed(f'Müller, Jana. "The roots of street trees in old towns." {place}'), TREES)
    assert without_slips(found) == ("same", ())


def test_words_of_the_journal_are_not_those_of_the_title() -> None:
    """A record with the words of its journal in the title is not found in every entry that names the journal."""
    record = replace(TREES, title="Medicine in the towns of England", titles=())
    entry = "Müller, J. (2020). Language models write poems in bars. *New England Journal of Medicine*."
    assert compare(listed(entry), record).decision == "mismatched"


def test_short_title_of_strangers() -> None:
    """A title of two words is another one where neither these nor an author is in the entry, whatever the year."""
    short = replace(TREES, title="Big roots", titles=())
    other = "Doe, J. (2020). Language models write poems in smoky bars of the town. *Poetry*, 3, 1–9."
    assert compare(listed(other), short).decision == "mismatched"
    named = compare(listed(other.replace("Doe", "Lee")), short)
    assert (named.decision, [(each.type, each.kind) for each in named.differences]) == ("unsure", [("title", "other")])
    preprint = replace(short, type="preprint")  # which is never one of many with the title "Introduction"
    assert compare(listed(other.replace("Doe", "Lee")), preprint).decision == "mismatched"
    assert compare(listed(other.replace("Doe", "Lee").replace("Language", "Roots of language")), preprint) == (
        "unsure",
        (),
    )


def test_short_identifier_is_not_part_of_a_volume() -> None:
    """The PMID 1 is not taken out of volume 12."""
    entry = "title={The roots of street trees in old towns}, author={Lee, K.}, year=2020, volume={12}, pmid={1}"
    assert without_slips(compare(filed(entry), TREES)) == ("same", ())


def test_notes_are_prose() -> None:
    """A quotation in a footnote is not a title, and its names and years may be anyone's."""
    note = noted('As Müller (2020) says, "language models write poems in bars", see doi:10.1000/abc')
    assert compare(note, TREES).decision == "unsure"
    assert compare(noted("See Doe (1999) for more: https://doi.org/10.1000/abc"), TREES) == ("unsure", ())


@pytest.mark.parametrize(
    ("fields", "types"),
    [
        ("author={Doe, Jane}, year={2020}", ["authors"]),
        ("author={Lee, Kim}, year={2020}", []),  # one of the authors is enough
        ("author={Muller, Jana van der}, year=2009", ["year"]),
        ("author={Müller, J.}, year=2020, journal={Physical Chemistry Letters}", ["venue"]),
        ("author={Müller, J.}, year=2020, journal={New Engl. J. Med.}, volume=13", ["volume"]),
        ("author={Müller, J.}, year=2020, journal={NEJM}, volume={12}, pages={99--101}", ["pages"]),
        ("author={Müller, J.}, year=2020, volume=12, pages={1--9}", []),  # a copy with its own pages
        ("author={Müller, J.}, year=2020, journal={arXiv preprint arXiv:2001.00001}, volume=7", []),
        ("author={{World Health Organization}}, year=2020", []),
        (r"author={M{\"u}ller, Jana}, year=2020, pages={e233}", []),
    ],
)
def test_fields_of_the_right_work(fields: str, types: list[str]) -> None:
    """With the right title, each other field is reported by itself."""
    found = without_slips(compare(filed(f"title={{The roots of street trees in old towns}}, {fields}"), TREES))
    assert (found.decision, [each.type for each in found.differences]) == ("same", types)


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (
            replace(TREES, title="CO<sub>2</sub> and the $\\alpha$ of <jats:italic>old</jats:italic> towns"),
            "Müller, J. (2020). CO2 and the α of old towns.",
        ),
        (
            replace(TREES, title="街路樹の根と古い町の調査", titles=()),
            "Müller, J. (2020). 街路樹の根と古い町の調査報告.",
        ),
        (
            replace(TREES, title="街路樹の根と古い町の調査", titles=(), authors=("田中, 一郎",)),
            "田中一郎 (2020). 街路樹の根と古い町の調査.",
        ),
        (replace(TREES, title="서울 가로수의 뿌리 조사", titles=()), "Müller, J. (2020). 서울 가로수 뿌리의 조사."),
        (replace(TREES, type="preprint", years=(2016,)), "Müller, J. (2019). The roots of street trees in old towns."),
        (replace(TREES, type="book", years=(2012,)), "Müller, J. (1959). The roots of street trees in old towns."),
        (
            replace(TREES, authors=("Chebychev, Pafnuty",)),
            "Chebyshev, P. (2020). The roots of street trees in old towns.",
        ),
        (replace(TREES, authors=("Wei, Zhang",)), "Zhang, W. (2020). The roots of street trees in old towns."),
        (
            replace(TREES, authors=("Trees in Towns Working Group",)),
            "Doe, J. (2020). The roots of street trees in old towns.",
        ),
    ],
)
def test_records_are_odd(record: Record, text: str) -> None:
    """Markup, glued scripts, later years, spellings, swapped names and groups in the record are no differences."""
    assert without_slips(compare(listed(text), record)) == ("same", ())


ARTICLE = Record(
    "crossref",
    "10.1000/abc",
    "journal-article",
    "Modeling labor and organization in pediatric hematology",
    authors=("García Márquez, Ana", "King Jr., Martin"),
    years=(2015,),
    venue="Proceedings of the National Academy of Sciences",
    venues=("Proc. Natl. Acad. Sci. U.S.A.",),
    volume="11",
    pages="1234-1245",
)
FIELDS = {
    "title": ARTICLE.title,
    "author": "García, A.",
    "year": "2015",
    "journal": "PNAS",
    "volume": "11",
    "pages": "1234--45",
}


@pytest.mark.parametrize(
    ("cited", "record"),
    [
        ({"title": "Modelling labour and organisation in paediatric haematology"}, {}),
        ({"author": "Márquez, A. G."}, {}),
        ({"author": "King, Jr., Martin"}, {}),
        ({"author": "O'Brien, T."}, {"authors": ("O Brien, Tim",)}),
        ({"author": "Tschebyscheff, P."}, {"authors": ("Chebyshev, P. L.",)}),
        ({"author": "{ATLAS Collaboration}"}, {"authors": ("Aad, G.", "Abbott, B.")}),
        ({"author": "The pandas development team"}, {"authors": ("Reback, Jeff",)}),
        ({"author": "IPCC"}, {"authors": ("Masson-Delmotte, Valérie",)}),
        ({"author": "Doe, Jane"}, {"authors": ("&NA;",)}),
        ({"author": "Doe, Jane"}, {"authors": ("Unknown",)}),
        ({"author": "Anonymous"}, {"authors": ("Smith, John",)}),
        ({"author": "{Google}"}, {"authors": ("Smith, John",)}),
        ({"journal": "PNAS USA"}, {}),
        ({"journal": "Sov. Phys. JETP"}, {"venue": "Journal of Experimental and Theoretical Physics", "venues": ()}),
        ({"journal": "Dokl. Akad. Nauk SSSR"}, {"venue": "Doklady Mathematics", "venues": ()}),
        ({"journal": "Zoen Zasshi"}, {"venue": "造園雑誌", "venues": ()}),
        ({"journal": "Lancet"}, {"venue": "The Lancet", "venues": ()}),
        ({"journal": "ApJ"}, {"venue": "Nature", "venues": ()}),  # an abbreviation may mean anything
        ({"journal": "arXiv preprint arXiv:1201.00001", "year": "2012"}, {}),
        ({"year": "1962"}, {"type": "monograph"}),
        ({"year": "2018"}, {"type": "book", "service": "openlibrary"}),  # printed again
        ({"year": "2012"}, {"type": "software"}),
        ({"volume": "2015"}, {}),  # the year as a volume
        ({"pages": "10.1000/abc"}, {}),
        ({"pages": "116:1--116:15"}, {"pages": "1-15"}),
        ({"pages": "123--130"}, {"pages": "e01234"}),
        ({"pages": "123--130"}, {"pages": "104567"}),
    ],
)
def test_conventions_are_no_differences(cited: dict[str, str], record: dict[str, Any]) -> None:
    """British spelling, double names, other alphabets, short venues and reissues are no differences."""
    fields = ", ".join(f"{name}={{{value}}}" for name, value in {**FIELDS, **cited}.items())
    assert without_slips(compare(filed(fields), replace(ARTICLE, **record))) == ("same", ())


@pytest.mark.parametrize(
    ("title", "decision"),
    [
        ("Language models write poems in the bars of a town", "mismatched"),
        ("Die Modellierung der Arbeit und der Organisation in der Kinderheilkunde", "unsure"),  # a translation
        ("Letters", "unsure"),  # the name of a section
    ],
)
def test_place_does_not_excuse_another_title_of_an_entry(title: str, decision: str) -> None:
    """Volume and page excuse a title that was parsed wrongly or translated, but none that was typed in one language."""
    record = replace(ARTICLE, title="The modeling of labor and the organization in pediatric hematology")
    fields = ", ".join(f"{name}={{{value}}}" for name, value in {**FIELDS, "title": title}.items())
    assert compare(filed(fields), record).decision == decision


@pytest.mark.parametrize(
    ("cited", "types"),
    [
        ({"author": "Diercks, Ronald L."}, ["authors"]),
        ({"year": "2011"}, ["year"]),
        ({"journal": "Physical Chemistry Letters"}, ["venue"]),
        ({"volume": "14"}, ["volume"]),
        ({"pages": "1334--1345"}, ["pages"]),
    ],
)
def test_one_wrong_field_is_found(cited: dict[str, str], types: list[str]) -> None:
    """The tolerance for conventions leaves a plainly wrong field visible, also against "Given M. Family"."""
    fields = ", ".join(f"{name}={{{value}}}" for name, value in {**FIELDS, **cited}.items())
    found = without_slips(compare(filed(fields), replace(ARTICLE, authors=("Ana M. García", "Martin L. King"))))
    assert (found.decision, [each.type for each in found.differences]) == ("same", types)


def test_a_given_name_is_not_the_author() -> None:
    """Two people called Ana are not one author."""
    fields = ", ".join(f"{name}={{{value}}}" for name, value in {**FIELDS, "author": "Doe, Ana"}.items())
    assert [each.type for each in compare(filed(fields), ARTICLE).differences] == ["authors"]


@pytest.mark.parametrize(
    ("authors", "types"),
    [
        ("Doe, Jane and King Jr., Martin", ["authors"]),
        ("Doe, Jane and Smith, Tom and King Jr., Martin", ["authors"]),
        ("King Jr., Martin and García Márquez, Ana", []),
        ("King Jr., Martin", []),
        ("Ana Márquez and Martin King", []),
        ("G. M. Ana and King, M.", []),
        ("Garcya, A. and King, M.", []),
        ("{Roots Consortium} and King, M.", []),
        ("Гарсиа, А. and King, M.", []),
        ("García, A. and others", []),
        ("Doe, Jane and others", ["authors"]),
    ],
)
def test_another_first_author_beside_a_right_one(authors: str, types: list[str]) -> None:
    """A stranger beside a co-author is reported; order, initials, spellings, scripts and groups are slips at most."""
    fields = ", ".join(f"{name}={{{value}}}" for name, value in {**FIELDS, "author": authors}.items())
    found = without_slips(compare(filed(fields), ARTICLE))
    assert (found.decision, [each.type for each in found.differences]) == ("same", types)


def test_journals_of_one_word() -> None:
    """Nature is not Science, though both names are short."""
    fields = ", ".join(f"{name}={{{value}}}" for name, value in {**FIELDS, "journal": "Nature"}.items())
    found = without_slips(compare(filed(fields), replace(ARTICLE, venue="Science", venues=())))
    assert [each.type for each in found.differences] == ["venue"]


@pytest.mark.parametrize(
    "title", ["Handbook of arboreal science", "Handbook of arboreal science: Part V, revised papers"]
)
def test_title_of_the_whole_book(title: str) -> None:
    """A reference to a book with the DOI of a chapter is not called another work, and its editors did not write it."""
    chapter = replace(TREES, type="book-chapter", venue="Lecture Notes", venues=("Handbook of arboreal science",))
    assert compare(listed(f"Editor, E. (Ed.). (2020). {title}."), replace(chapter, titles=())) == ("unsure", ())


def test_back_references_are_not_compared() -> None:
    """Nothing is compared without a reference, or with one that says "ibid."."""
    assert compare(None, TREES) == ("unsure", ())
    assert compare(replace(listed(SAME[0]), back=True), TREES) == ("unsure", ())


@settings(max_examples=50)
@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=30), st.text(max_size=12))
def test_any_text_can_be_compared(title: str, text: str, author: str, year: str) -> None:
    """No text raises, and a work is never another one than itself."""
    reference = replace(listed(SAME[0]), title=title, text=text, authors=(author,), year=year)
    record = Record("crossref", "x", title=title, authors=(author,), volume=text, pages=year, venue=author)
    assert compare(reference, record).decision != "mismatched"


@pytest.mark.parametrize(
    ("title", "cited", "word"),
    [
        ("Snorkel", "Snorkel", []),
        ("Snorkel", "Yew and oak in the gardens of old towns", ["title"]),
        ("Editorial", "Yew and oak in the gardens of old towns", []),
        ("The α-bound roots of street trees", "The alpha-bound roots of street trees", []),
        ("Shade in old towns 1 1Edited by G. Elm", "Shade in old towns", []),
        ("Zur Elektrodynamik alter Baeume", "On the electrodynamics of old trees", []),
    ],
)
def test_short_and_decorated_titles(title: str, cited: str, word: list[str]) -> None:
    """Short titles are compared, and headings, letters that are spelled out, footnotes and translations are not."""
    item = {
        "DOI": "10.5555/t",
        "type": "journal-article",
        "title": [title],
        "author": [{"family": "Ash", "given": "R."}],
    }
    record = read_work(
        {**item, "issued": {"date-parts": [[2020]]}, "container-title": ["Trees"]}, "crossref", "Crossref"
    )
    assert record
    found = compare(listed(f"Ash, R. (2020). {cited}. *Trees*, 3, 1–9."), record)
    assert [each.type for each in found.differences if not each.is_minor] == word


def test_people_of_a_preprint_that_is_registered_as_an_article() -> None:
    """The server is the container; who is left out is no matter of versions."""
    record = replace(TREES, venue="bioRxiv", authors=("Ash, R.", "Lee, B.", "Oak, N."), volume="", issue="", pages="")
    found = compare(listed(f"Ash, R., & Oak, N. (2020). {TREES.title}. bioRxiv."), record)
    assert [(each.type, each.is_minor) for each in found.differences] == [("authors", False)]
