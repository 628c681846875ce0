"""Read one Markdown file: names of fields, forms of values, and faults."""

import json
from datetime import date
from pathlib import Path

import pytest

from citevet.corpus.entry_reader import read_entry
from citevet.corpus.index_refresh import compare_entries
from citevet.model import Body, Entry, EntryFault, Grade, KeyQuote, Page, Section
from citevet.resolve.local.context import source_of

TODAY = date(2026, 11, 15)
WHOLE = "title: Voice in prose\nauthors: [Kim]\nyear: 2021\nsource_type: book\n"


def entry(
    tmp_path: Path, front: str, notes: str = "", *, name: str = "REF-043-voice.md", today: date | None = TODAY
) -> Entry:
    """Write an entry with this front matter and read it."""
    return read(tmp_path, f"---\n{front}\n---\n{notes}", name=name, today=today)[0]


def read(
    tmp_path: Path, text: str | bytes, *, name: str = "REF-043-voice.md", today: date | None = TODAY
) -> tuple[Entry, Body]:
    folder = tmp_path / ".citevet" / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return read_entry(file, root=tmp_path, today=today)


def faults(found: Entry) -> list[tuple[str, str | None]]:
    return [(fault.kind, fault.field) for fault in found.faults]


def test_complete_entry(tmp_path: Path) -> None:
    """Every known field is read without a fault."""
    found = entry(
        tmp_path,
        """ref_id: REF-043
title: Voice in technical prose
authors:
  - name: Kim, Hana
    orcid: 0000-0002-1825-0097
  - name: Lee, Sun
year: 2021
source_type: journal
venue: {name: Journal of Prose, pages: 233-256}
identifiers:
  doi: https://doi.org/10.1000/ABC
  arxiv: arXiv:2301.00001v2
  isbn: 978-3-16-148410-0
  url: https://example.org/voice
total_pages: 24
sections:
  - {name: Introduction, pages: 1-3}
  - {name: Methods, pages: [4, 9]}
  - {name: Results, page: 10}
key_quotes:
  - quote: voice is the first thing
    page: 15
    section: Results
    validated: true
    validation_date: 2026-05-01
    validator: H. Kim
quality_assessment: {final_grade: MODERATE}
last_verified: 2026-10-01""",
    )
    assert () == found.faults
    assert ("REF-043", ".citevet/corpus/REF-043-voice.md") == (found.id, found.path)
    assert ("Voice in technical prose", ("Kim, Hana", "Lee, Sun"), "2021") == (found.title, found.authors, found.year)
    assert found.identifiers == {
        "doi": "10.1000/abc",
        "arxiv": "2301.00001",
        "isbn": "9783161484100",
        "url": "https://example.org/voice",
    }
    assert (24, ("233", "256")) == (found.pages, (found.labels[0], found.labels[-1]))
    assert (Section("Introduction", 1, 3), Section("Methods", 4, 9), Section("Results", 10, 10)) == found.sections
    assert (KeyQuote("voice is the first thing", "15", "Results", True, "2026-05-01", "H. Kim"),) == found.quotes
    assert (Grade.MODERATE, "front matter", date(2026, 10, 1)) == (found.grade, found.graded_by, found.last_verified)
    assert found.metadata["identifiers"]["arxiv"] == "arXiv:2301.00001v2"


@pytest.mark.parametrize(
    ("front", "field", "expected"),
    [
        ("ref: REF-043", "id", "REF-043"),
        ("id: REF-043", "id", "REF-043"),
        ("Ref-ID: REF-043", "id", "REF-043"),
        ("author: Kim", "authors", ("Kim",)),
        ("authors: Hana Kim, Sun Lee", "authors", ("Hana Kim", "Sun Lee")),
        ("authors: Kim, H., Lee, S.", "authors", ("Kim, H.", "Lee, S.")),
        ("authors: Kim, Hana", "authors", ("Kim, Hana",)),
        ("authors: Kim, H.; Lee, S.", "authors", ("Kim, H.", "Lee, S.")),
        ("authors: van den Berg, J. and Lee, S. & Park, M.", "authors", ("van den Berg, J.", "Lee, S.", "Park, M.")),
        ("authors: Kim et al.", "authors", ("Kim et al.",)),
        ("authors: Kim, H. et al.", "authors", ("Kim, H. et al.",)),
        ("authors: 김철수, 이영희", "authors", ("김철수", "이영희")),
        ("authors: 김철수·이영희 외", "authors", ("김철수", "이영희")),
        ("authors: 김철수 및 이영희 외 3인", "authors", ("김철수", "이영희")),
        ("authors: World Health Organization", "authors", ("World Health Organization",)),
        ("authors: {name: Kim}", "authors", ("Kim",)),
        ("authors: [{family: Kim, given: Hana}]", "authors", ("Kim, Hana",)),
        ("date: 2021-05-01", "year", "2021"),
        ("published: May 2021", "year", "2021"),
        ("publication-date: '2021-05'", "year", "2021"),
        ("issued: 2021a", "year", "2021"),
        ("publication_type: conference", "source_type", "conference"),
        ("type: blog", "source_type", "blog"),
        ("doi: DOI:10.1000/182", "identifiers", {"doi": "10.1000/182"}),
        ("url: https://doi.org/10.1/x", "identifiers", {"url": "https://doi.org/10.1/x"}),
        ("link: http://doi.org/10.1000/1", "identifiers", {"url": "http://doi.org/10.1000/1", "doi": "10.1000/1"}),
        ("arxiv_id: hep-th/9901001", "identifiers", {"arxiv": "hep-th/9901001"}),
        ("arxiv: 2301.00010", "identifiers", {"arxiv": "2301.00010"}),
        ("doi: 10.48550/arXiv.2301.00001", "identifiers", {"doi": "10.48550/arxiv.2301.00001", "arxiv": "2301.00001"}),
        (
            "link: https://arxiv.org/abs/2301.00001v3",
            "identifiers",
            {"url": "https://arxiv.org/abs/2301.00001v3", "arxiv": "2301.00001"},
        ),
        ("isbn: 0-306-40615-2", "identifiers", {"isbn": "9780306406157"}),
        ("pmid: 123456", "identifiers", {"pmid": "123456"}),
        ("pmcid: PMC123", "identifiers", {"pmcid": "PMC123"}),
        ("page_count: 24", "pages", 24),
        ("pages: 24", "pages", 24),
        ("pages: '24'", "pages", 24),
        ("pages: 233-256", "pages", 24),
        ("page_range: pp. 233–256", "labels", tuple(str(number) for number in range(233, 257))),
        ("page_range: 1-24", "labels", ()),
        ("sections: {Introduction: 1-3}", "sections", (Section("Introduction", 1, 3),)),
        ("sections: [{title: Methods, start: 4, end: 9}]", "sections", (Section("Methods", 4, 9),)),
        ("page_range: 233-256\nsections: [{name: Methods, pages: 240-243}]", "sections", (Section("Methods", 8, 11),)),
        ("key_quotes: [voice is first]", "quotes", (KeyQuote("voice is first"),)),
        ("grade: very low", "grade", Grade.VERY_LOW),
        ("grade_level: HIGH", "grade", Grade.HIGH),
        ("grade_rating: ⊕⊕○○", "grade", Grade.LOW),
        ("documented_date: 2026-01-02", "last_verified", date(2026, 1, 2)),
        ("access_date: '2026-01-02T10:00:00Z'", "last_verified", date(2026, 1, 2)),
    ],
)  # fmt: skip
def test_field_names_and_value_forms(tmp_path: Path, front: str, field: str, expected: object) -> None:
    """Fields have the names that other tools use, and values the forms that people write."""
    assert expected == getattr(entry(tmp_path, front), field)


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("year: 3020", ("invalid-field", "year")),
        ("year: soon", ("invalid-field", "year")),
        ("year: [2021]", ("invalid-field", "year")),
        ("title: {a: b}", ("invalid-field", "title")),
        ("authors: 7", ("invalid-field", "authors")),
        ("authors: [Kim, 7]", ("invalid-field", "authors[2]")),
        ("source_type: [book]", ("invalid-field", "source_type")),
        ("doi: [10.1000/182]", ("invalid-field", "doi")),
        ("identifiers: {DOI: 11.1000/182}", ("invalid-field", "identifiers.DOI")),
        ("arxiv: 2113.00001", ("invalid-field", "arxiv")),
        ("arxiv: not one", ("invalid-field", "arxiv")),
        ("isbn: 978-3-16-148410-1", ("invalid-field", "isbn")),
        ("isbn: 12", ("invalid-field", "isbn")),
        ("url: example.org", ("invalid-field", "url")),
        ("pmid: x", ("invalid-field", "pmid")),
        ("pmcid: x", ("invalid-field", "pmcid")),
        ("total_pages: many", ("invalid-field", "total_pages")),
        ("total_pages: 0", ("invalid-field", "total_pages")),
        ("total_pages: [24]", ("invalid-field", "total_pages")),
        ("page_range: all", ("invalid-field", "page_range")),
        ("page_range: 24-1", ("invalid-field", "page_range")),
        ("sections: all", ("invalid-field", "sections")),
        ("sections: [Methods]", ("page-count", "sections[1]")),
        ("sections: [{pages: 1-3}]", ("page-count", "sections[1]")),
        ("sections: [{name: Methods}]", ("page-count", "sections[1]")),
        ("sections: [{name: Methods, pages: 0-3}]", ("page-count", "sections[1]")),
        ("total_pages: 3\nsections: [{name: A, pages: 1-3}, {name: B, pages: 2-4}]", ("page-count", "sections[2]")),
        ("total_pages: 24\npage-range: 1-32", ("page-count", "page-range")),
        ("key_quotes: voice", ("invalid-field", "key_quotes")),
        ("key_quotes: [{page: 3}]", ("invalid-field", "key_quotes[1]")),
        ("key_quotes: [{quote: a, validated: true, validator: b}, c]", ("quote-unvalidated", "key_quotes[2]")),
        ("key_quotes: [{quote: a, validated: true}]", ("quote-unvalidated", "key_quotes[1]")),
        (
            "key_quotes: [{quote: a, validated: true, validator: b, page: 9}]\ntotal_pages: 8",
            ("page-count", "key_quotes[1]"),
        ),
        ("grade: fine", ("invalid-field", "grade")),
        ("grade: 4", ("invalid-field", "grade")),
        ("pdf_hash: abc", ("invalid-field", "pdf_hash")),
        ("pdf: [a]", ("invalid-field", "pdf")),
        ("pdf: a.pdf", ("missing-file", "pdf")),
        ("last_verified: yesterday", ("invalid-field", "last_verified")),
        ("last_verified: 2026-08-16", ("outdated", "last_verified")),
        ("ref_id: [REF-043]", ("invalid-field", "ref_id")),
        ("id: paper-7", ("invalid-field", "id")),
        ("ref: REF-43", ("id-mismatch", "ref")),
    ],
)  # fmt: skip
def test_invalid_value_is_fault_of_its_field(tmp_path: Path, front: str, expected: tuple[str, str]) -> None:
    """There is one fault, at the key as written."""
    added = front.partition(":")[0].lower().replace("-", "_")
    rest = "".join(line + "\n" for line in WHOLE.splitlines() if not line.startswith(f"{added}:"))
    identity = "" if added in {"ref_id", "ref", "id"} else "ref_id: REF-043\n"
    assert [expected] == faults(entry(tmp_path, identity + rest + front))


def test_each_missing_field_is_a_fault(tmp_path: Path) -> None:
    """The fault of an empty field has its key."""
    found = entry(tmp_path, "title: ' '\npublished: true")
    assert [
        ("missing-field", None),
        ("missing-field", "title"),
        ("missing-field", None),
        ("missing-field", "published"),
        ("missing-field", None),
    ] == faults(found)
    assert "the authors are missing (authors)" == found.faults[2].message


@pytest.mark.parametrize(
    ("kind", "identifier", "expected"),
    [
        ("journal", "url: https://example.org", True),
        ("Peer-reviewed conference paper", "arxiv: '2301.00001'", True),
        ("학술지 논문", "url: https://example.org", True),
        ("journal", "doi: 10.1000/182", False),
        ("preprint", "year: 2021", True),
        ("arXiv preprint", "arxiv: '2301.00001'", False),
        ("preprint", "url: https://example.org", False),
        ("preprint", "doi: 10.1101/2020.01.01", False),
        ("journal preprint", "url: https://example.org", False),
        ("book", "year: 2021", False),
    ],
)
def test_papers_need_doi_and_preprints_need_url(
    tmp_path: Path,
    kind: str,
    identifier: str,
    expected: bool,  # noqa: FBT001 - a case
) -> None:
    """Other types need no identifier."""
    found = entry(tmp_path, f"ref: REF-043\ntitle: a\nauthors: [b]\nsource_type: {kind}\n{identifier}")
    assert expected == (("missing-identifier", "source_type") in faults(found))


@pytest.mark.parametrize(
    ("name", "said", "expected", "kinds"),
    [
        ("REF-043.md", "REF-043", "REF-043", []),
        ("REF-043-voice.md", "REF-043", "REF-043", []),
        ("REF-043-b-voice.md", "REF-043-b", "REF-043-b", []),
        ("REF-043a-voice.md", "REF-043a", "REF-043a", []),
        ("REF-043-voice.md", "REF-034", "REF-043", ["id-mismatch"]),
        ("REF-0431.md", "REF-043", "REF-0431", ["id-mismatch"]),
        ("REF-043-voice.md", "ref-043", "REF-043", ["invalid-field"]),
        ("notes.md", "REF-043", "REF-043", []),
        ("notes.md", "no id", "notes", ["invalid-field"]),
    ],
)
def test_file_name_wins_over_id_field(tmp_path: Path, name: str, said: str, expected: str, kinds: list[str]) -> None:
    """A difference is a fault."""
    found = entry(tmp_path, f"ref: {said}\n{WHOLE}", name=name)
    assert (expected, kinds) == (found.id, [fault.kind for fault in found.faults])


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "\n".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "front",
    [
        'title: "open',
        "title: a: b",
        "\ttitle: a",
        "- a\n- b",
        "just words",
        "a: &a [*a]",
        BOMB,
        "[" * 60_000,
        "a: " + "x" * 300_000,
        "year: 2021-02-30",
        "a: !!python/object:os.system x",
        "? [a]\n: b",
    ],
    ids=lambda front: front[:12],
)
def test_unreadable_front_matter_is_one_fault(tmp_path: Path, front: str) -> None:
    """Broken, unbounded or hostile: the entry keeps its id, and its missing fields are not reported."""
    found = entry(tmp_path, front, "# Voice\n\n**Year**: 2021\n")
    assert ("REF-043", "Voice", [("malformed", None)]) == (found.id, found.title, faults(found))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("---\nref: REF-043\ntitle: a\n", "has no end"),
        (bytes(range(256)) * 8, "binary content"),
        (b"%PDF-1.7 ", "a PDF"),
        (b"x" * (8 * 1_048_576 + 1), "larger than 8 MB"),
    ],
    ids=["no end", "binary", "pdf", "large"],
)
def test_unreadable_file_is_one_fault(tmp_path: Path, text: str | bytes, why: str) -> None:
    """The fault gives the reason."""
    found, _ = read(tmp_path, text)
    assert [("malformed", None)] == [fault for fault in faults(found) if fault[0] == "malformed"]
    assert why in found.faults[0].message


def test_deleted_file_is_one_fault(tmp_path: Path) -> None:
    """The file was deleted after it was listed."""
    found, body = read_entry(tmp_path / "REF-007-x.md", root=tmp_path)
    assert ("REF-007", [("malformed", None)], Body((), "notes")) == (found.id, faults(found), body)


def test_odd_values_become_json(tmp_path: Path) -> None:
    """Dates, sets, bytes, infinities and huge numbers become values that JSON can hold."""
    found = entry(
        tmp_path,
        "a: 2021-01-01\nb: !!set {x}\nc: !!binary aGVsbG8=\nd: .inf\ne: 0x" + "f" * 9000 + "\n1: 2\n2021-01-01: x",
    )
    assert {"a": "2021-01-01", "b": ["x"], "d": "inf", "1": 2, "2021-01-01": "x"} == {
        key: value for key, value in found.metadata.items() if key not in {"c", "e"}
    }
    assert found.metadata == json.loads(json.dumps(found.metadata, allow_nan=False))


def test_toml_front_matter(tmp_path: Path) -> None:
    """Between pluses, with TOML dates."""
    found, _ = read(tmp_path, '+++\nref = "REF-043"\ntitle = "Voice"\nlast_verified = 2026-10-01\n+++\nNotes.\n')
    assert ("Voice", date(2026, 10, 1)) == (found.title, found.last_verified)


def test_verification_is_valid_for_ninety_days(tmp_path: Path) -> None:
    """The ninetieth day is valid; without a date of the run nothing is outdated."""
    front = "ref: REF-043\n" + WHOLE + "last_verified: "
    assert [] == faults(entry(tmp_path, front + "2026-08-17"))
    assert [("outdated", "last_verified")] == faults(entry(tmp_path, front + "2026-08-16"))
    assert [] == faults(entry(tmp_path, front + "1999-01-01", today=None))


NOTES = """# REF-011: An *analysis* of the problem

**DOI**: [10.1109/ICRE.1994.292398](https://doi.org/10.1109/ICRE.1994.292398)

**Link**: [IEEE](https://example.org/292398) | [PDF](https://example.org/p.pdf)

**Year**: 1994 | **Authors**: Orlena Gotel, Anthony Finkelstein | **Type**: conference

## Key Quotes

### On tracing

> "Tracing follows the *life* of a requirement." (p. 4)

> Most problems come
> from before. (pp. 5-6)

- “The first point is this one”, page 7, and “the second point is that one” (p. viii).
- No quotation here.

## 주요 인용

「추적은 요구의 삶을 따른다」(8쪽)

## Summary

He says "nothing that is kept here" (p. 9).
"""


def test_facts_of_notes_without_front_matter(tmp_path: Path) -> None:
    """Facts at the start of the notes are read like fields."""
    found, _ = read(tmp_path, NOTES, name="REF-011-x.md")
    assert () == found.faults
    assert ("REF-011", "An analysis of the problem", "1994") == (found.id, found.title, found.year)
    assert ("Orlena Gotel", "Anthony Finkelstein") == found.authors
    assert {"doi": "10.1109/icre.1994.292398", "url": "https://example.org/292398"} == found.identifiers


def test_key_quotes_in_notes(tmp_path: Path) -> None:
    """Quotation marks or block quotations below the heading count, with their page."""
    found, _ = read(tmp_path, NOTES, name="REF-011-x.md")
    assert [
        ("Tracing follows the life of a requirement.", "4"),
        ("Most problems come from before.", "5-6"),
        ("The first point is this one", "7"),
        ("the second point is that one", "viii"),
        ("추적은 요구의 삶을 따른다", "8"),
    ] == [(quote.text, quote.page) for quote in found.quotes]


def test_key_quote_in_both_places_counts_once(tmp_path: Path) -> None:
    """The one in the front matter stays, with its validation."""
    front = "key_quotes: [{quote: voice is the first thing, validated: true, validator: Kim}]"
    found = entry(tmp_path, front, '## Key quotes\n\n> "voice is the first thing" (p. 3)\n')
    assert (KeyQuote("voice is the first thing", validated=True, validator="Kim"),) == found.quotes


def test_first_heading_replaces_missing_title(tmp_path: Path) -> None:
    """The missing title is still a fault."""
    found = entry(tmp_path, "ref: REF-043\nauthors: [Kim]\nyear: 2021\ntype: book", "# Voice\n\n# Tone\n")
    assert ("Voice", [("missing-field", None)]) == (found.title, faults(found))


def test_notes_are_text_of_entry_without_file(tmp_path: Path) -> None:
    """Without Markdown marks, and with the key quotes of the front matter."""
    text = (
        "---\nkey_quotes: [voice is first]\n---\n# A\n\nIt is **bold**, see [here](https://example.org).\n\n> Said.\n"
    )
    _, body = read(tmp_path, text)
    assert Body((Page("A\n\nIt is bold, see here.\n\nSaid.\n\nvoice is first"),), "notes") == body


def test_duplicate_ids_are_faults() -> None:
    """Each fault names another entry, and counts further ones."""
    entries = [Entry("REF-003", path) for path in ("a/REF-003.md", "b/REF-003.md", "b/REF-003-x.md")]
    told = compare_entries([*entries, Entry("REF-004", "a/REF-004.md")])
    assert [
        (EntryFault("duplicate-id", "REF-003 is also the id of b/REF-003.md and of 1 more"),),
        (EntryFault("duplicate-id", "REF-003 is also the id of a/REF-003.md and of 1 more"),),
        (EntryFault("duplicate-id", "REF-003 is also the id of a/REF-003.md and of 1 more"),),
        (),
    ] == [each.faults for each in told]


def test_edges_need_a_counterpart() -> None:
    """An unknown id is a dangling edge, a missing counterpart a one-sided one; profiles are ignored."""
    kept = (EntryFault("outdated", "before"),)
    entries = [
        Entry("REF-001", "1", cites=("REF-02", "REF-003", "REF-009", "PROF-P-kim"), faults=kept),
        Entry("REF-02", "2", cited_by=("REF-001",)),
        Entry("REF-003", "3", cited_by=("REF-02",)),
        Entry("REF-004", "4"),
        Entry("REF-005", "5", cited_by=("REF-004",)),
    ]
    assert [
        [
            ("outdated", "before"),
            (
                "one-sided-edge",
                "its sidecar says that it cites REF-003; the sidecar of REF-003 does not say that REF-001 cites it",
            ),
            ("dangling-edge", "its sidecar says that it cites REF-009, which the corpus does not have"),
        ],
        [],
        [
            (
                "one-sided-edge",
                "its sidecar says that it is cited by REF-02; the sidecar of REF-02 does not say that it cites REF-003",
            )
        ],
        [],
        [],
    ] == [[(fault.kind, fault.message) for fault in each.faults] for each in compare_entries(entries)]


def test_abstract_is_text_of_entry_without_file(tmp_path: Path) -> None:
    """Notes next to an abstract are left out; a file replaces both."""
    sheet = "ref_id: REF-043\ntitle: Shade\nabstract: >\n  Trees cool streets.\n  They do so by day and not by night.\n"
    found, held = read(tmp_path, f"---\n{sheet}---\nI liked it.")
    assert "abstract" == source_of(found).scope
    assert ("abstract", "Trees cool streets. They do so by day and not by night.") == (held.scope, held.pages[0].text)
    (tmp_path / "REF-043.txt").write_text("The whole work.", "utf-8")
    found, held = read(tmp_path, f"---\n{sheet}file: REF-043.txt\n---\nI liked it.")
    assert "full" == source_of(found).scope
    assert ("full", "The whole work.") == (held.scope, held.pages[0].text)


@pytest.mark.parametrize("said", ["n/a", "5", "[one, two]", "''"])
def test_short_remark_is_not_abstract(tmp_path: Path, said: str) -> None:
    """A remark such as "n/a" leaves the notes as the text."""
    found, held = read(tmp_path, f"---\nref_id: REF-043\nabstract: {said}\n---\nI liked it.")
    assert ("notes", "notes", "I liked it.") == (source_of(found).scope, held.scope, held.pages[0].text)
