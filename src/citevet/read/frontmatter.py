"""The front matter of a document: YAML between dashes, or TOML between plus signs."""

# yaml takes 25 ms, and only documents with front matter need it

import re
from collections.abc import Iterable, Mapping
from typing import Any

from citevet.errors import first_line
from citevet.limits import TOML_BYTES, TOML_DEPTH, YAML_ALIASES, YAML_CHARACTERS, YAML_DEPTH, YAML_VALUES
from citevet.patterns import lazy_pattern

_WIDTH = 110  # of a line that is written
_LONG_NUMBER = lazy_pattern(r"[-+]?(?:0[0-7_]{4000}|[1-9][0-9_:]{4000})")  # to read one takes the square of its digits
# tomllib takes the square of the parts of a key.
_DEEP_KEY = lazy_pattern(
    rf"""(?:^|[\[{{,])[ \t]*(?:(?:[\w-]{{1,200}}|"[^"\n]{{0,200}}"|'[^'\n]{{0,200}}')[ \t]*\.[ \t]*){{{TOML_DEPTH}}}""",
    re.MULTILINE,
)


def parse_front_matter(text: str, *, toml: bool = False) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return the values of the front matter, or nothing and a note why."""
    if not text.strip():
        return {}, ()
    if len(text) > YAML_CHARACTERS:
        return {}, (f"The front matter is longer than {YAML_CHARACTERS} characters and was not read.",)
    try:
        found = _load(text, toml=toml)
    except Exception as error:  # noqa: BLE001 - YAML fails in a dozen ways, recursion among them
        return {}, (f"The front matter is malformed and was not read: {_describe(error)}",)
    return (found, ()) if isinstance(found, dict) else ({}, ("The front matter is not a mapping and was not read.",))


def parse_yaml(text: str) -> tuple[Mapping[str, Any], str]:
    """Return the values of a YAML file, or nothing and why."""
    if len(text) > YAML_CHARACTERS:
        return {}, f"longer than {YAML_CHARACTERS} characters"
    try:
        found = _load(text, toml=False)
    except Exception as error:  # noqa: BLE001 - as above
        return {}, _describe(error, above=0)
    return ({}, "not a mapping") if not isinstance(found, dict | None) else (found or {}, "")


def parse_toml(text: str) -> dict[str, Any]:
    """Return the values of TOML text; raise ValueError for what is malformed or too complex."""
    if len(text) > TOML_BYTES or _DEEP_KEY.search(text):
        raise ValueError(f"longer than {TOML_BYTES:,} characters, or a key of more than {TOML_DEPTH} parts")
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def dump_front_matter(values: Mapping[str, Any]) -> str:
    """Write front matter with its dashes; reading it back gives the same values."""
    import yaml

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # ten times as fast; a library has thousands of works
    written = yaml.dump(dict(values), Dumper=dumper, allow_unicode=True, sort_keys=False, width=_WIDTH)
    return f"---\n{written}---\n"


def _load(text: str, *, toml: bool) -> object:
    if toml:
        return parse_toml(text)
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    _refuse_bombs(yaml.parse(text, Loader=loader))
    return yaml.load(text, Loader=loader)  # noqa: S506 - both loaders are safe


def _refuse_bombs(events: Iterable[Any]) -> None:
    """Refuse what unfolds to too many values, refers to itself, or nests so deep that recursion ends the process."""
    sizes: dict[str | None, int] = {}  # anchor → values below it, aliases unfolded; 0 while it is still open
    opened: list[tuple[str | None, int]] = []  # anchors around the current value, and the count before them
    count = aliases = 0
    for event in events:
        name, anchor = type(event).__name__, getattr(event, "anchor", None)
        if name == "AliasEvent":
            aliases += 1
            count += sizes.get(anchor, 1) or YAML_VALUES  # an open anchor: the value contains itself
        elif name in {"SequenceStartEvent", "MappingStartEvent"}:
            sizes[anchor] = 0
            opened.append((anchor, count))
            count += 1
        elif name in {"SequenceEndEvent", "MappingEndEvent"}:
            anchor, before = opened.pop()
            sizes[anchor] = count - before
        elif name == "ScalarEvent":
            count += YAML_VALUES if _LONG_NUMBER.match(event.value) else 1
            sizes[anchor] = 1
        if len(opened) > YAML_DEPTH or aliases > YAML_ALIASES or count >= YAML_VALUES:
            raise ValueError("nested too deep, too many aliases, or a number of too many digits")


def _describe(error: Exception, above: int = 1) -> str:
    """Return the first line of an error; for YAML the problem and its line in the file."""
    context, problem = getattr(error, "context", None), getattr(error, "problem", None)
    mark = getattr(error, "context_mark", None) or getattr(error, "problem_mark", None)
    if problem and mark:
        message = ": ".join(filter(None, (context, problem)))
        return f"line {mark.line + 1 + above}: {message}"[:200]  # counted from 0, below the line of dashes
    return first_line(error)
