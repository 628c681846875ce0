"""Citation keys of pandoc, Quarto, MyST and Manubot."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It grew [@doe99].", [("[@doe99]", "doe99", "1:9")]),
        ("It grew [-@doe99].", [("[-@doe99]", "doe99", "1:9")]),
        (
            "As [see @doe99, pp. 33-35; also @smith04] say.",
            [("see @doe99, pp. 33-35", "doe99", "1:5", "page 33-35"), ("also @smith04", "smith04", "1:28")],
        ),
        ("[@a1] as @doe99 [p. 3] says", [("[@a1]", "a1", "1:1"), ("@doe99 [p. 3]", "doe99", "1:10", "page 3")]),
        ("[@a1] and @{https://x.y/z}.", [("[@a1]", "a1", "1:1"), ("@{https://x.y/z}", "https://x.y/z", "1:11")]),
        (
            "[@doe99; @smith04, ch. 2]",
            [("@doe99", "doe99", "1:2"), ("@smith04, ch. 2", "smith04", "1:10", "section 2")],
        ),
        ("---\nbibliography: x.bib\n---\n\nAs @doe99 says.", [("@doe99", "doe99", "5:4")]),
        ("[@DBLP:journals/corr/abs-1]", [("[@DBLP:journals/corr/abs-1]", "DBLP:journals/corr/abs-1", "1:1")]),
        ("{cite:p}`a1,b2` and {cite}`c3`", [("a1", "a1", "1:10"), ("b2", "b2", "1:13"), ("{cite}`c3`", "c3", "1:21")]),
        ("[cite:@k p. 3]", [("[cite:@k p. 3]", "k", "1:1", "page 3")]),
        ("김은 [@kim20, 3쪽] 말했다", [("[@kim20, 3쪽]", "kim20", "1:4", "page 3")]),
    ],
)
def test_found(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A key in brackets is a citation; a bare one only where the document has a bibliography or brackets another."""
    assert [("key", *row) for row in expected] == spot(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[@doi:10.1001/JAMA.2020.1]", ("doi", "10.1001/jama.2020.1")),
        ("[@arXiv:2006.15195]", ("arxiv", "2006.15195")),
        ("[@pmid:123]", ("pmid", "123")),
        ("[@url:https://e.org/a/b.html]", ("url", "https://e.org/a/b.html")),
    ],
)
def test_keys_that_are_identifiers(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """Manubot's keys are cited as the identifiers they are, whatever the case of the prefix."""
    assert [(expected[0], text, expected[1], "1:1")] == spot(text)


@pytest.mark.parametrize(
    "text",
    [
        "Mail a@b.com or [write](mailto:a@b.com).",
        "As @fig-x, @tbl-x, @eq-x and @sec-x show; [@fig-x].",
        "A handle @alice and a decorator @property and @pytest.fixture.",
        "The package @angular/core and [@scope/pkg].",
        "`[@doe99]` and `@doe99`",
        "```python\n@property\ndef f(): ...\n```",
        "---\nnocite: '@*'\nauthor: '@doe99'\n---\nText.",
        "<!-- [@doe99] -->",
        "\\@doe99 and [t](https://e.org/@doe99)",
    ],
)
def test_not_found(extracted: Callable[..., Any], text: str) -> None:
    """Mail, cross-references, handles, decorators, packages, code and front matter are no keys."""
    assert [] == [one for one in extracted(text).citations if one.kind == "key"]


def test_group(extracted: Callable[..., Any]) -> None:
    """The keys of one bracket share a group."""
    assert ["g1", "g1", None] == [one.group for one in extracted("[@a1; @b2] [@c3]").citations]


def test_role_in_code_is_none(spot: Callable[..., Any]) -> None:
    """A brace that stands in code opens no role, even where a backtick follows."""
    assert [] == spot("Write `\\todo{cite}` or `x` there.")
