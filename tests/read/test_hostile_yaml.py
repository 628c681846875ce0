"""YAML and TOML that unfold, nest or refer to themselves without end are refused while they are parsed."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from fuzz.hostile.texts import yaml_bombs

from citevet.read import parse_text
from citevet.read.frontmatter import parse_front_matter, parse_toml, parse_yaml

_BOMBS = dict(yaml_bombs())
_REFUSED = [
    name for name in _BOMBS if name.startswith(("aliases-9", "aliases-50", "merge-wide", "recursive", "sexagesimal"))
]


@pytest.mark.parametrize("name", _BOMBS)
def test_no_front_matter_unfolds_without_end(name: str) -> None:
    """What is read can be written in full, and has no more values than the limit."""
    document = parse_text(f"---\n{_BOMBS[name]}---\n\nText [1].\n")
    assert len(json.dumps(document.metadata, default=str, skipkeys=True)) < 10_000_000
    assert "Text [1]." in document.text


@pytest.mark.parametrize("name", _REFUSED)
def test_bombs_are_refused_with_the_reason(name: str) -> None:
    """A document says why its front matter was not read, and a policy file likewise."""
    values, (note,) = parse_front_matter(_BOMBS[name])
    assert {} == values
    assert "nested too deep, too many aliases, or a number of too many digits" in note
    assert ({}, "nested too deep, too many aliases, or a number of too many digits") == parse_yaml(_BOMBS[name])


def test_modest_aliases_are_read() -> None:
    """An anchor used a few times, also for merged keys, is ordinary YAML."""
    values, notes = parse_front_matter("a: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}\nd: [*a, *a]\n")
    assert ({"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1, "y": 2}, "d": [{"x": 1}, {"x": 1}]}, ()) == (values, notes)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        ".".join("a" * 60) + " = 1",
        "[" + ".".join(["'a b'"] * 60) + "]",
        "x = {" + " . ".join("a" * 60) + " = 1}",
        "a = " + "9" * 6_000,
        "a" * 2_000_000 + " = 1",
    ],
)
def test_hostile_toml_is_a_value_error(text: str) -> None:
    """Depth, length and long numbers are refused before or while they are parsed."""
    with pytest.raises(ValueError, match=r".+"):
        parse_toml(text)


def test_dots_in_values_are_no_depth() -> None:
    """A line of many sentences or versions is ordinary TOML."""
    text = 'a = "' + "x." * 500 + '"\nb = ["' + '>=1.2.3", "'.join("c" * 60) + '"]\nd.e.f = 1\n'
    assert {"e": {"f": 1}} == parse_toml(text)["d"]
