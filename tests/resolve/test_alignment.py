"""Each field of a record is sought in the words of a reference, in any style, and one that differs is named."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shipped_tagger import extract

from citevet.model import Record, Reference
from citevet.read import parse_text
from citevet.resolve.compare import compare

FOAM = Record(
    "crossref",
    "10.5555/foam",
    "journal-article",
    "Slow collapse of soap foams in narrow glass columns: effects of salt",
    authors=("Berg, Jana K.", "Roe, Tom", "van der Linde, Piet", "O'Hara, Sean"),
    years=(2015,),
    venue="Journal of Colloid and Interface Science",
    venues=("J. Colloid Interface Sci.",),
    volume="73",
    issue="7",
    pages="793-805",
)
APA = (
    "Berg, J. K., Roe, T., van der Linde, P., & O'Hara, S. (2015). Slow collapse of soap foams in narrow glass "
    "columns: Effects of salt. *Journal of Colloid and Interface Science*, *73*(7), 793–805."
)
VANCOUVER = (
    "Berg JK, Roe T, van der Linde P, O'Hara S. Slow collapse of soap foams in narrow glass columns: effects of salt. "
    "J Colloid Interface Sci. 2015;73(7):793-805."
)
IEEE = (
    "J. K. Berg, T. Roe, P. van der Linde, and S. O'Hara, “Slow collapse of soap foams in narrow glass columns: "
    "effects of salt,” *J. Colloid Interface Sci.*, vol. 73, no. 7, pp. 793–805, 2015."
)
CHICAGO = (
    "Berg, Jana K., Tom Roe, Piet van der Linde, and Sean O'Hara. “Slow Collapse of Soap Foams in Narrow Glass "
    "Columns: Effects of Salt.” *Journal of Colloid and Interface Science* 73, no. 7 (2015): 793–805."
)
BIBTEX = (
    "@article{k, author={Berg, Jana K. and Roe, Tom and van der Linde, Piet and O'Hara, Sean}, "
    "title={Slow collapse of soap foams in narrow glass columns: effects of salt}, "
    "journal={Journal of Colloid and Interface Science}, volume={73}, number={7}, pages={793--805}, year={2015}}"
)
STYLES = (APA, VANCOUVER, IEEE, CHICAGO, BIBTEX)


def read(text: str) -> Reference:
    """Return an entry of a list or of a file."""
    if text.startswith("@"):
        return extract(parse_text(text, "r.bib")).references[0]
    return extract(parse_text(f"Text [1].\n\n## References\n\n[1] {text}\n", "d.md")).references[0]


def told(text: str, record: Record = FOAM) -> list[tuple[str, str, bool]]:
    """Return the differences: field, how it differs, whether it is a slip."""
    return [(each.type, each.kind, each.is_minor) for each in compare(read(text), record).differences]


@pytest.mark.parametrize("text", STYLES)
@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("", ""),
        (": effects of salt", ""),  # the subtitle
        ("(7)", ""),  # the issue
        ("–805", ""),
        ("Slow", "SLOW"),
        ("Journal of Colloid and Interface Science", "J. Coll. Interf. Sci."),
    ],
)
def test_right_references_have_no_differences(text: str, here: str, there: str) -> None:
    """What a reference leaves out or shortens is no difference, in five styles."""
    assert told(text.replace(here, there) if here else text) == []


@pytest.mark.parametrize("text", STYLES)
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"title": "Slow collapse of wheat foams in narrow glass columns: effects of salt"}, ("title", "word", False)),
        (
            {"title": "Slow collapse of damp soap foams in narrow glass columns: effects of salt"},
            ("title", "missing", False),
        ),
        ({"authors": (*FOAM.authors[:2], "Stone, Ann", *FOAM.authors[2:])}, ("authors", "missing", False)),
        ({"authors": FOAM.authors[:3]}, ("authors", "added", False)),
        ({"authors": (*FOAM.authors[:3], "Stone, Ann")}, ("authors", "other", False)),
        ({"authors": ("Stone, Ann", *FOAM.authors[1:])}, ("authors", "other", False)),
        ({"authors": (FOAM.authors[1], FOAM.authors[0], *FOAM.authors[2:])}, ("authors", "order", True)),
        ({"authors": ("Berg, Walter", *FOAM.authors[1:])}, ("authors", "initials", True)),
        ({"years": (2010,)}, ("year", "", False)),
        ({"years": (2014,)}, ("year", "near", True)),
        ({"venue": "Cerebral Cortex", "venues": ()}, ("venue", "placed", False)),
        ({"volume": "37"}, ("volume", "", False)),
        ({"issue": "9"}, ("issue", "issue", True)),
        ({"pages": "912-930"}, ("pages", "", False)),
        ({"pages": "793-815"}, ("pages", "last", True)),
    ],
)
def test_one_wrong_field_is_named(text: str, change: dict[str, object], expected: tuple[str, str, bool]) -> None:
    """The field that differs is named in each style, and nothing else."""
    assert told(text, replace(FOAM, **change)) == [expected]  # type: ignore[arg-type]


def test_a_title_that_is_cut_off() -> None:
    """Half a title is a difference; the part before its colon is not."""
    cut = APA.replace(" in narrow glass columns: Effects of salt", "")
    assert told(cut) == [("title", "cut", False)]


@pytest.mark.parametrize(
    "people",
    [
        "Berg, J. K., et al.",
        "Berg, J. K., Roe, T., et al.",
        "Berg, J. K., Roe, T., . . . O'Hara, S.",
        "Berg, J., Roe, T., Linde, P. van der, & O’Hara, S.",
        "Berg, Jana, Tom Roe, Piet van der Linde and Sean O'Hara",
        "BERG, J. K., ROE, T., VAN DER LINDE, P. & O'HARA, S.",
    ],
)
def test_ways_to_write_the_people(people: str) -> None:
    """Others are summed up, and names are turned, shortened and set in capitals."""
    entry = (
        f"{people} (2015). Slow collapse of soap foams in narrow glass columns. *J. Colloid Interface Sci.*, 73, 793."
    )
    assert told(entry) == []


def test_people_before_et_al_are_compared() -> None:
    """A stranger before "et al." is none of those whom it stands for."""
    entry = "Berg, J. K., Stone, A., et al. (2015). Slow collapse of soap foams in narrow glass columns. *Foam*."
    assert ("authors", "added", False) in told(entry)


@settings(max_examples=60)
@given(st.text(max_size=200), st.lists(st.text(max_size=30), max_size=5), st.text(max_size=40))
def test_any_words_can_be_aligned(text: str, authors: list[str], title: str) -> None:
    """No text and no record raises."""
    reference = replace(read(APA), text=text)
    compare(reference, replace(FOAM, title=title, authors=tuple(authors), venue=text[:30], pages=title))
    compare(reference, FOAM)


def test_three_thousand_authors() -> None:
    """A paper of a large experiment is compared in time, by its first people."""
    many = tuple(f"Nam{number:04}e, A." for number in range(3_000))
    assert (
        told(
            APA.replace("Berg, J. K., Roe, T., van der Linde, P., & O'Hara, S.", "Nam0000e, A., et al."),
            replace(FOAM, authors=many),
        )
        == []
    )


@pytest.mark.parametrize(
    "text",
    [
        VANCOUVER.replace("2015;73(7):793-805.", "2015 Mar 4. doi: 10.5555/foam"),
        VANCOUVER.replace("2015;73(7):793-805.", "2015;0."),
        VANCOUVER.replace("2015;73(7):793-805.", "Published online March 25, 2015."),
        VANCOUVER.replace("2015;73(7):793-805.", "2015:S0021-9797(15)30183-5."),
        VANCOUVER.replace("2015;73(7):793-805.", "(2015) 73:7."),
        IEEE.replace("pp. 793–805, 2015.", "pp. 793–805, 2015. 2"),
        VANCOUVER.replace("Sci. 2015;73", "Sci. 2015;7 3"),
        VANCOUVER.replace("2015;73(7):793-805.", "(2015) 1."),
        VANCOUVER.replace("2015;73(7):793-805.", "2015;200642."),
        VANCOUVER.replace("J Colloid Interface Sci. 2015;", "Journal of Colloid and Interface Science73, 2015;"),
    ],
)
def test_a_day_a_zero_and_a_back_link_are_no_volume(text: str) -> None:
    """Numbers of dates, of items in press, of issues and of back links are not taken for volume or pages."""
    assert [] == [each for each in told(text) if not each[2]]


def test_a_paper_of_a_conference_is_compared_in_its_place() -> None:
    """Pages and container of proceedings count, but a conference may go by its acronym, or without its ordinal."""
    name = "Proceedings of the 12th Conference on Empirical Methods in Foam Research"
    paper = replace(FOAM, type="proceedings-article", venue=name, venues=(), volume="", issue="")
    text = f"Berg JK, Roe T, van der Linde P, O'Hara S. {FOAM.title}. In: {name}, 2015, pp. 793-805."
    assert [] == told(text, paper)
    assert [] == told(text.replace(name, "Conference on Empirical Methods in Foam Research"), paper)
    assert [] == told(text.replace(f"{name}, 2015", "CEMFR 2015"), paper)
    assert [("pages", "", False)] == told(text.replace("793-805", "813-825"), paper)
    assert [("pages", "last", True)] == told(text.replace("805", "815"), paper)
    assert ("venue", "placed", False) in told(text.replace(name, "Symposium of Glass Makers"), paper)


def test_people_after_the_title_are_sought_there() -> None:
    """Some lists begin with the title."""
    text = f"{FOAM.title} Jana K. Berg, Tom Roe, Piet van der Linde, Sean O'Hara {FOAM.venue} (2015) 73 (7) 793-805"
    assert [] == told(text)
    assert [("authors", "missing", False)] == told(text.replace("Tom Roe, ", ""))


def test_a_long_list_may_stop_but_a_short_one_may_not() -> None:
    """Programs cut lists after some people without "et al.": a note. One person of four who is left out: a warning."""
    names = "Berg Roe Lind Hara Kern Fuchs Holm Weiss".split()
    many = replace(FOAM, authors=tuple(f"{name}, {name[0]}." for name in names))
    cut = ", ".join(f"{name} {name[0]}" for name in names[:6])
    place = "Slow collapse of soap foams in narrow glass columns. J Colloid Interface Sci. 2015;73(7):793-805."
    assert [("authors", "missing", True)] == told(f"{cut}. {place}", many)
    assert [("authors", "missing", False)] == told(f"{cut.replace('Lind L, ', '')}, Holm H, Weiss W. {place}", many)


def test_a_namesake_further_down_does_not_excuse_the_first_author() -> None:
    """Zhou P is not the fifth author, Zhou Yuan; and initials in capitals are no particles or titles."""
    crowd = replace(FOAM, authors=("Linde, Max", "Mehra, Maria R.", "Desai, Sapan", "Gordon, David E.", "Zhou, Yuan"))
    place = f"{FOAM.title}. J Colloid Interface Sci. 2015;73(7):793-805."
    assert [] == told(f"Linde M, Mehra MR, Desai S, Gordon DE, Zhou Y. {place}", crowd)
    wrong = told(f"Zhou P, Mehra MR, Desai S, Gordon DE, et al. {place}", crowd)
    assert ("authors", False) in [(field, is_minor) for field, _, is_minor in wrong]


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("Genome-wide foam", "Genomewide foam"),
        ("Risk of foam in COVID-19", "Risk of foam in COVID19"),
        ("A foam risk at large", "A foamrisk at large"),
    ],
)
def test_words_that_are_run_together_are_the_same(there: str, here: str) -> None:
    """PDFs and registries lose blanks and hyphens, also at the ends of a title."""
    record = replace(FOAM, title=there)
    assert [] == told(
        VANCOUVER.replace("Slow collapse of soap foams in narrow glass columns: effects of salt", here), record
    )


def test_an_entry_without_a_title_is_no_other_work() -> None:
    """Chemists leave the title out; what stands in its place are people or a date."""
    for text in (
        "J. K. Berg, T. Roe, P. van der Linde, S. O'Hara, J. Colloid Interface Sci. 2015, 73 (7), 793.",
        "J. K. Berg, T. Roe, P. van der Linde, S. O'Hara, J Colloid Interface Sci 73(7): 793-805",
        "J Colloid Interface Sci. Published online March 25, 2015. doi:10.5555/foam",
    ):
        result = compare(read(text), FOAM)
        assert result.decision != "mismatched"
        assert [] == [each for each in result.differences if not each.is_minor]


def test_a_given_name_is_no_author_of_its_own() -> None:
    """In "Zhou, Li, et al." Li is not the third author, Li Di, so nobody between them is left out."""
    record = replace(FOAM, authors=("Zhou, Li", "Gao, Jin", "Li, Di", "Shum, Heung"))
    assert [] == told(f'Zhou, Li, et al. "{FOAM.title}." {FOAM.venue}, vol. 73, no. 7, 2015, pp. 793-805.', record)


def test_a_namesake_of_other_people_elsewhere_is_another_work() -> None:
    """Titles of a series are alike; people, year, volume and page together say that it is another one of them."""
    other = replace(
        FOAM,
        title="Slow collapse of soap foams in narrow steel columns: effects of salt",
        authors=("Elm, K.", "Ash, Rowan"),
        years=(2008,),
        volume="41",
        pages="11-19",
    )
    assert compare(read(APA), other).decision == "mismatched"
    assert compare(read(APA), replace(other, years=(2015,))).decision == "same"
