"""Works that a document cites by DOI, number or key, and that the corpus holds under an id of its own."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from citevet.extract import extract
from citevet.model import Entry
from citevet.read import parse_text
from citevet.resolve import Ground, local

HELD = Entry("REF-007", "REF-007-x.md", identifiers={"doi": "10.1000/voice.7", "url": "https://example.org/a"}, pages=9)


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
def test_a_work_is_found_by_its_identifier(text: str, expected: str | None, ground: Callable[..., Ground]) -> None:
    """The entry that carries the identifier is the source; another identifier is left to the outside world."""
    extraction = extract(parse_text(text, "a.md"))
    (citation,) = extraction.citations
    reference = next((each for each in extraction.references if each.id == citation.reference), None)
    resolved = local(citation, reference, ground(HELD))
    assert expected == (resolved.source.id if resolved and resolved.source else None)


def test_without_a_corpus_nobody_is_asked(ground: Callable[..., Ground]) -> None:
    """Where no corpus is kept, a DOI belongs to the outside world."""
    (citation,) = extract(parse_text("Voice matters, doi:10.1000/voice.7 says.", "a.md")).citations
    assert None is local(citation, None, ground(HELD, is_kept=False))


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
def test_a_work_is_found_by_all_that_describes_it(
    form: str, reference: str, expected: str | None, ground: Callable[..., Ground]
) -> None:
    """An entry of a list or a note without an identifier is the work with its author, year and title."""
    extraction = extract(parse_text(form.format(reference), "a.md"))
    (citation,) = extraction.citations
    resolved = local(citation, extraction.references[0], ground(LISTED))
    assert expected == (resolved.source.id if resolved and resolved.source else None)


def test_another_doi_is_another_work(ground: Callable[..., Ground]) -> None:
    """Author, year and title do not outweigh a DOI that differs."""
    text = "Voice matters.[^1]\n\n[^1]: Kim, H. (2020). Voice: a review. doi:10.1000/voice.8\n"
    extraction = extract(parse_text(text, "a.md"))
    held = replace(LISTED, identifiers={"doi": "10.1000/voice.7"})
    assert None is local(extraction.citations[0], extraction.references[0], ground(held))
