"""The table of local resolvers, and what is none of them."""

from collections.abc import Callable

import pytest

from citevet.model import Citation, Entry, Resolution
from citevet.resolve import LOCAL, Ground, local

Find = Callable[[str], Citation]


def test_the_table() -> None:
    """These kinds the project answers for itself, in this order."""
    named = ["doi", "arxiv", "isbn", "url", "link", "numeric", "footnote", "key"]
    assert ["corpus", "mention", "artifact", "author-year", *named] == list(LOCAL)


@pytest.mark.parametrize("text", ["See doi:10.1000/182.", "See <https://example.org>.", "See 410 U.S. 113 (1973)."])
def test_what_belongs_to_the_outside_world(cited: Find, ground: Callable[..., Ground], text: str) -> None:
    """Addresses, identifiers and laws that the corpus does not hold are none of ours."""
    assert local(cited(text), None, ground()) is None


def test_an_answer_is_kept(cited: Find, ground: Callable[..., Ground], entry: Callable[..., Entry]) -> None:
    """One id is asked for once, and its pages are told apart."""
    base = ground(entry())
    first, second = cited("Voice [REF-043, p.3]."), cited("Voice [REF-043, p.30].")
    found = [local(citation, None, base) for citation in (first, second, first, second)]
    assert [(), ("wrong-page",), (), ("wrong-page",)] == [each.flags for each in found if isinstance(each, Resolution)]
    assert found[0] is found[2]
    assert ["REF-043"] == base.shelf.asked  # type: ignore[attr-defined]  # the shelf in memory counts
