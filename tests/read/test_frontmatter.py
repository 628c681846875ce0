"""Front matter in YAML and TOML."""

from typing import Any

import pytest

from citevet.read import parse_text
from citevet.read.frontmatter import parse_front_matter


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
def test_yaml_and_toml_are_read(text: str, expected: Any) -> None:
    """Both give a mapping."""
    assert (expected, ()) == parse_front_matter(text)


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
def test_bad_front_matter_is_left_out_with_a_note(text: str) -> None:
    """Broken, unsafe, too deep or too long."""
    found, notes = parse_front_matter(text)
    assert ({}, 1, True) == (found, len(notes), notes[0].startswith("The front matter"))


def test_alias_bomb_does_not_unfold() -> None:
    """Aliases of aliases are refused."""
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 130))
    assert {} == parse_front_matter(bomb)[0]


def test_plus_signs_mean_toml() -> None:
    """Even if an address on the first line contains a colon."""
    text = '+++\nurl = "https://example.org"\nbibliography = "refs.bib"\n+++\nText.\n'
    assert "refs.bib" == parse_text(text).metadata["bibliography"]
