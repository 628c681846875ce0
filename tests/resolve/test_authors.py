"""Author-year citations of corpus entries."""

from collections.abc import Callable

import pytest
from tests.shipped_tagger import extract

from citevet.model import Difference, Entry, Resolution
from citevet.people import read_name
from citevet.read import parse_text
from citevet.resolve.local import resolve_locally
from citevet.resolve.local.context import LocalContext
from citevet.resolve.local.corpus import has_work

Make = Callable[..., Entry]
Resolve = Callable[..., Resolution | None]


@pytest.fixture
def corpus(entry: Make) -> tuple[Entry, ...]:
    """Works of people and organizations, as corpora write them."""
    return (
        entry("REF-001", authors=("Kim, Hana",), year="2019"),
        entry("REF-002", authors=("Jane Smith", "Bo Lee", "Al Park"), year="2023", identifiers={"doi": "10.1000/a"}),
        entry("REF-003", authors=("Jane Smith",), year="2023"),
        entry("REF-004", authors=("World Health Organization",), year="2021"),
        entry("REF-005", authors=("김하나",), year="2020"),
        entry("REF-006", authors=("Søren Sørensen", "R. García Márquez"), year="2018"),
        entry("REF-007", authors=("Zhao, L.",), year="2017"),
        entry("REF-008", authors=("Zhao, M.",), year="2017"),
        entry("REF-009", authors=("Marsh, Ada",)),
        entry("REF-010", authors=("최민호", "이영희"), year="2020"),
        entry("REF-011", authors=("Berg, L. et al.",), year="2016"),
        entry("REF-012", authors=("Stone",), year="2016"),
    )


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("Voice (Kim, 2019).", "REF-001"),
        ("Voice (KIM, 2019a).", "REF-001"),
        ("Voice (Smith et al., 2023).", "REF-002"),
        ("Voice (Smith, Lee & Park, 2023).", "REF-002"),
        ("Voice (Smith, 2023).", "REF-003"),
        ("Voice (World Health Organization, 2021).", "REF-004"),
        ("Voice (WHO, 2021).", "REF-004"),
        ("목소리는 중요하다(김하나, 2020).", "REF-005"),
        ("Voice (Sorensen & García Márquez, 2018).", "REF-006"),
        ("목소리는 중요하다(최 외, 2020).", "REF-010"),
        ("Voice (Berg et al., 2016).", "REF-011"),
        ("Voice (Berg, 2016).", "REF-011"),
        ("Voice (Stone et al., 2016).", "REF-012"),
        ("Voice (Kim, 2019/2021).", "REF-001"),
    ],
)
def test_works_in_corpus(resolved: Resolve, corpus: tuple[Entry, ...], text: str, ref: str) -> None:
    """Case and accents do not matter; the number of authors separates works of the same name."""
    found = resolved(text, *corpus)
    assert found is not None
    assert ("found", ref) == (found.existence, found.source and found.source.id)


@pytest.mark.parametrize(
    ("text", "differences"),
    [
        ("Voice (Brown, 2019).", ()),
        ("Voice (Lee, 2023).", ()),
        (
            "Voice (Smith & Brown, 2023).",
            (Difference("authors", "Smith & Brown", "Smith & Lee & Park 2023 (REF-002)"),),
        ),
        ("Voice (Kim et al., 2019).", (Difference("authors", "Kim", "Kim 2019 (REF-001)"),)),
        ("Voice (Kim & Park, 2019).", (Difference("authors", "Kim & Park", "Kim 2019 (REF-001)"),)),
        ("목소리는 중요하다(김 외, 2020).", (Difference("authors", "김", "김하나 2020 (REF-005)"),)),
        ("Voice (Kim, 2018).", (Difference("year", "2018", "2019 (REF-001)"),)),
        ("Voice (UNICEF, 2021).", ()),
    ],
)
def test_works_not_in_corpus(
    resolved: Resolve, corpus: tuple[Entry, ...], text: str, differences: tuple[Difference, ...]
) -> None:
    """The work may exist elsewhere. A second author alone does not identify a work."""
    assert Resolution(reason="not-in-corpus", differences=differences) == resolved(text, *corpus)


@pytest.mark.parametrize(
    ("text", "unsigned", "difference"),
    [
        ("Voice (Marsh, 2021).", 0, Difference("year", "2021", "REF-009, which has no year")),
        ("Voice (Brown, 2019).", 2, Difference("authors", "Brown", "REF-020 or REF-021, which has no authors")),
        (
            "Voice (Brown, 2019).",
            7,
            Difference(
                "authors",
                "Brown",
                "REF-020 or REF-021 or REF-022 or REF-023 or REF-024 or 2 other entries, which has no authors",
            ),
        ),
    ],
)
def test_works_that_may_be_in_corpus(
    resolved: Resolve, entry: Make, corpus: tuple[Entry, ...], text: str, unsigned: int, difference: Difference
) -> None:
    """An entry without a year or without authors may be the work: nothing is decided."""
    more = [entry(f"REF-{20 + each:03}", authors=(), year="2019") for each in range(unsigned)]
    assert Resolution(reason="abstained", differences=(difference,)) == resolved(text, *corpus, *more)


@pytest.mark.parametrize(
    ("shown", "author"),
    [
        ("Smith", "Jane Smith"),
        ("Smith", "Smith, Jane"),
        ("Smith", "Smith JA"),
        ("Smith", "Jane Smith Jr."),
        ("Smith", "Jane Smith et al."),
        ("van der Berg", "Jan van der Berg"),
        ("Stone", "Stone"),
        ("김하나", "김하나"),
        ("World Health Organization", "World Health Organization"),
        ("European Commission", "European Commission"),
        ("PhD", "PhD"),
        ("", ""),
    ],
)
def test_displayed_author(shown: str, author: str) -> None:
    """People by their family name, organizations and Koreans by the whole name."""
    assert shown == read_name(author).shown


def test_two_works_of_one_name_and_year(resolved: Resolve, corpus: tuple[Entry, ...]) -> None:
    """The citation fits both L. Zhao and M. Zhao."""
    found = resolved("Voice (Zhao, 2017).", *corpus)
    assert found is not None
    assert "ambiguous" == found.existence


def test_page_is_compared(resolved: Resolve, corpus: tuple[Entry, ...]) -> None:
    """Also for an author-year citation."""
    found = resolved("Voice (Kim, 2019, p. 45).", *corpus)
    assert found is not None
    assert (("wrong-page",), (Difference("page", "45", "1-24"),)) == (found.flags, found.differences)


@pytest.mark.parametrize(
    "text",
    ["Voice (Brown, n.d.).", "Voice (Brown, 2019), doi:10.1000/182."],
)
def test_citation_for_registries(resolved: Resolve, corpus: tuple[Entry, ...], text: str) -> None:
    """Without a year, or with an identifier, the corpus does not answer."""
    assert resolved(text, *corpus) is None


def test_author_year_without_corpus(resolved: Resolve) -> None:
    """The outside world answers."""
    assert resolved("Voice (Brown, 2019).", exists=False) is None


LISTED = "\n\n# References\n\n"


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        (f"Voice (Brown, 2019).{LISTED}Brown, A. (2019). On voice.\n", None),
        (f"Voice (Kim, 2019).{LISTED}Kim, H. (2019). On voice.\n", "REF-001"),
        (f"Voice (Brown, 2019).{LISTED}Brown, A. (2019). On voice. doi:10.1000/A\n", "REF-002"),
        (f"Voice (Smith et al., 2023).{LISTED}Smith, J., & Ray, B. (2023). Of it. doi:10.1000/b\n", None),
        (f"Voice (Smith, 2023).{LISTED}Smith, J. (2023). Of it. doi:10.1000/b\n", "REF-003"),
    ],
)
def test_listed_work(
    context: Callable[..., LocalContext], corpus: tuple[Entry, ...], text: str, ref: str | None
) -> None:
    """It is found by author or DOI; another DOI is another work."""
    extraction = extract(parse_text(text, "case.md"))
    citation, reference = extraction.citations[0], extraction.references[0]
    assert reference.id == citation.reference
    found = resolve_locally(citation, reference, context(*corpus))
    assert ref == (found.source.id if found and found.source else None)
    assert (found is None) == (ref is None)


@pytest.mark.parametrize(
    ("names", "year", "expected"),
    [
        (("Kim",), "2019", True),
        (("Kim",), "2018", False),
        (("WHO",), "2021", True),
        (("Lee",), "2023", False),  # not the first author
        (("Smith", "Lee"), "2023", True),
        (("",), "2019", False),
        (("Kim",), "n.d.", False),
    ],
)
def test_has_work(
    context: Callable[..., LocalContext],
    corpus: tuple[Entry, ...],
    names: tuple[str, ...],
    year: str,
    *,
    expected: bool,
) -> None:
    """The first author and the year decide, as in a citation."""
    assert expected == has_work(names, year, context=context(*corpus))


def test_has_work_without_corpus(context: Callable[..., LocalContext], corpus: tuple[Entry, ...]) -> None:
    """There are no works."""
    assert not has_work(("Kim",), "2019", context=context(*corpus, exists=False))
