"""Citations of corpus ids and identifiers."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.shipped_tagger import extract

from citevet.model import Difference, Entry, Resolution
from citevet.read import parse_text
from citevet.resolve.local import resolve_locally
from citevet.resolve.local.context import LocalContext

HELD = Entry("REF-007", "REF-007-x.md", identifiers={"doi": "10.1000/voice.7", "url": "https://example.org/a"}, pages=9)
Make = Callable[..., Entry]
Resolve = Callable[..., Resolution | None]


def test_entry_is_found(resolved: Resolve, entry: Make) -> None:
    """The source has the fields of the entry; its text is not loaded."""
    found = resolved("Voice [REF-043, p.15].", entry(file="a.pdf", file_sha256="ab" * 32))
    assert found is not None
    assert found.source is not None
    assert ("found", None, (), ()) == (found.existence, found.reason, found.flags, found.differences)
    assert ("REF-043", "corpus", "On voice", "full", 24) == (
        found.source.id,
        found.source.kind,
        found.source.title,
        found.source.scope,
        found.source.pages,
    )
    assert "ab" * 32 == found.source.sha256


def test_entry_without_file_is_notes(resolved: Resolve, entry: Make) -> None:
    """A source without a grade has a flag."""
    found = resolved("Voice [REF-043].", entry(grade=None))
    assert found is not None
    assert found.source is not None
    assert ("notes", ("unassessed",)) == (found.source.scope, found.flags)


def test_unreadable_file_is_not_full_text(resolved: Resolve, entry: Make) -> None:
    """The scope is notes or abstract."""
    notes = resolved("Voice [REF-043].", entry(file="a.pdf", legible=False))
    abstract = resolved("Voice [REF-043].", entry(file="a.pdf", legible=False, abstract="Voice is first."))
    assert ["notes", "abstract"] == [found.source.scope for found in (notes, abstract) if found and found.source]


def test_unknown_id_is_missing(resolved: Resolve, entry: Make) -> None:
    """The corpus is the authority on its own ids; REF-0431 is another id."""
    assert Resolution("missing") == resolved("Voice [REF-099].", entry()) == resolved("Voice [REF-0431].", entry())


def test_id_without_corpus_is_unchecked(resolved: Resolve) -> None:
    """Without a corpus nothing can be missing from it."""
    assert Resolution(reason="not-in-corpus") == resolved("Voice [REF-099].", exists=False)


def test_two_entries_with_one_id_are_ambiguous(resolved: Resolve, entry: Make) -> None:
    """The difference lists their files."""
    found = resolved("Voice [REF-043].", entry(path="a.md"), entry(path="b.md"))
    assert Resolution("ambiguous", differences=(Difference("entry", "REF-043", "a.md, b.md"),)) == found


def test_page_and_section_are_compared(resolved: Resolve, entry: Make) -> None:
    """With a wrong page no section is reported."""
    found = resolved("Voice [REF-043, Introduction, p.45].", entry(pages=32))
    assert found is not None
    assert (("wrong-page",), (Difference("page", "45", "1-32"),)) == (found.flags, found.differences)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Voice matters, doi:10.1000/voice.7 says.", "REF-007"),
        ("Voice matters, doi:10.1000/VOICE.7 says.", "REF-007"),
        ("Voice matters [1].\n\n## References\n\n[1] Kim. Voice. 2020. doi:10.1000/voice.7\n", "REF-007"),
        ("Voice matters.[^1]\n\n[^1]: Kim. Voice. 2020. https://doi.org/10.1000/voice.7\n", "REF-007"),
        ("Voice matters, [she says](https://example.org/a).", "REF-007"),
        ("Voice matters, doi:10.1000/voice.8 says.", None),
        ("Voice matters, [she says](https://example.org/b).", None),
    ],
)
def test_work_is_found_by_identifier(text: str, expected: str | None, context: Callable[..., LocalContext]) -> None:
    """Another identifier is left to the registries."""
    extraction = extract(parse_text(text, "a.md"))
    (citation,) = extraction.citations
    reference = next((each for each in extraction.references if each.id == citation.reference), None)
    resolved = resolve_locally(citation, reference, context(HELD))
    assert expected == (resolved.source.id if resolved and resolved.source else None)


def test_identifier_without_corpus(context: Callable[..., LocalContext]) -> None:
    """Nothing is looked up."""
    (citation,) = extract(parse_text("Voice matters, doi:10.1000/voice.7 says.", "a.md")).citations
    assert None is resolve_locally(citation, None, context(HELD, exists=False))


LISTED = Entry("REF-008", "REF-008-x.md", title="Voice: a review", authors=("Kim, Hana",), year="2020", pages=9)


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("Kim, H. (2020). Voice: A Review. Press.", "REF-008"),
        ("Kim, H. (2020). Voice: a review, p. 6.", "REF-008"),
        ("Kim, H. (2020). Voice: a review of tones. Press.", None),
        ("Kim, H. (2020). Tones. Press.", None),
        ("Kim, H. (2019). Voice: a review. Press.", None),
        ("Lee, H. (2020). Voice: a review. Press.", None),
    ],
)
@pytest.mark.parametrize(
    "form", ["Voice matters.[^1]\n\n[^1]: {}\n", "Voice matters [1].\n\n## References\n\n[1] {}\n"]
)
def test_work_is_found_by_author_year_and_title(
    form: str, reference: str, expected: str | None, context: Callable[..., LocalContext]
) -> None:
    """For a reference or note without an identifier."""
    extraction = extract(parse_text(form.format(reference), "a.md"))
    (citation,) = extraction.citations
    resolved = resolve_locally(citation, extraction.references[0], context(LISTED))
    assert expected == (resolved.source.id if resolved and resolved.source else None)


def test_other_doi_is_other_work(context: Callable[..., LocalContext]) -> None:
    """Even with the same author, year and title."""
    text = "Voice matters.[^1]\n\n[^1]: Kim, H. (2020). Voice: a review. doi:10.1000/voice.8\n"
    extraction = extract(parse_text(text, "a.md"))
    held = replace(LISTED, identifiers={"doi": "10.1000/voice.7"})
    assert None is resolve_locally(extraction.citations[0], extraction.references[0], context(held))
