"""The front matter of a document."""

from typing import Any

import pytest

from citevet.read import parse_text
from citevet.read.frontmatter import parse


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title: T\n", {"title": "T"}),
        ("a:\n  - 1\n  - 2\n", {"a": [1, 2]}),
        ("제목: 글\n", {"제목": "글"}),
        ("", {}),
        ("  \n", {}),
    ],
)
def test_read(text: str, expected: Any) -> None:
    """YAML and TOML give a mapping."""
    assert (expected, ()) == parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "a: [1\n",
        "- a\n- b\n",
        "just words\n",
        "a: !!python/object/apply:os.system ['true']\n",
        "a: &a [*a]\n" + "&b " * 200,
        "a: " + "[" * 100_000,
        "{a: " * 60_000,
        "- " * 100_000,
        "".join(" " * depth + "a:\n" for depth in range(300)),
        "x" * 300_000,
        "a = 1\nb = \n",
        "\x07: 1",
    ],
    ids=[
        "open",
        "list",
        "scalar",
        "object",
        "anchors",
        "flow",
        "mapping",
        "sequence",
        "indent",
        "long",
        "toml",
        "bell",
    ],
)
def test_refused(text: str) -> None:
    """What is broken, unsafe, too deep or too long is left out, with one sentence that says so."""
    found, notes = parse(text)
    assert ({}, 1, True) == (found, len(notes), notes[0].startswith("The front matter"))


def test_alias_bomb() -> None:
    """Aliases of aliases do not unfold."""
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 130))
    assert {} == parse(bomb)[0]


def test_pluses_mean_toml() -> None:
    """Between pluses stands TOML, also when an address on its first line holds a colon."""
    text = '+++\nurl = "https://example.org"\nbibliography = "refs.bib"\n+++\nText.\n'
    assert "refs.bib" == parse_text(text).metadata["bibliography"]
