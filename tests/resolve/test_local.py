"""The table of local resolvers."""

from collections.abc import Callable

import pytest

from citevet.model import Citation, Entry, Resolution
from citevet.resolve.local import LOCAL_RESOLVERS, resolve_locally
from citevet.resolve.local.context import LocalContext

Find = Callable[[str], Citation]


def test_the_table() -> None:
    """The kinds that the project resolves itself, in this order."""
    named = ["doi", "arxiv", "isbn", "url", "link", "numeric", "footnote", "key"]
    cases = ["us-case", "uk-case", "eu-case", "echr-case", "de-case", "ecli"]
    assert ["corpus", "mention", "artifact", "author-year", *named, *cases] == list(LOCAL_RESOLVERS)


@pytest.mark.parametrize("text", ["See doi:10.1000/182.", "See <https://example.org>.", "See 410 U.S. 113 (1973)."])
def test_kinds_for_registries(cited: Find, context: Callable[..., LocalContext], text: str) -> None:
    """URLs, identifiers and laws that the corpus does not have."""
    assert resolve_locally(cited(text), None, context()) is None


def test_resolution_is_cached(cited: Find, context: Callable[..., LocalContext], entry: Callable[..., Entry]) -> None:
    """One id is looked up once, and its pages are checked separately."""
    base = context(entry())
    first, second = cited("Voice [REF-043, p.3]."), cited("Voice [REF-043, p.30].")
    found = [resolve_locally(citation, None, base) for citation in (first, second, first, second)]
    assert [(), ("wrong-page",), (), ("wrong-page",)] == [each.flags for each in found if isinstance(each, Resolution)]
    assert found[0] is found[2]
    assert ["REF-043"] == base.corpus.asked  # type: ignore[attr-defined]  # of the corpus in memory
