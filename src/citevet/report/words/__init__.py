"""The words that people read, by language: plain JSON files that the web page, reports and the terminal may share.

A catalogue maps a key to a text with `{names}` that are filled in. What a catalogue lacks is taken from the English
one. `kinds.json` says to which kind of fault a rule belongs, by the start of its code; the longest start decides.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from citevet.report.languages import LANGUAGES

ENGLISH = "en"
_MOST_ASKED = 1_000  # characters of what a browser asks for
_RANGE = re.compile(r"([a-z]{1,8})(?:-[a-z0-9-]*)?(?:;q=([01](?:\.[0-9]{1,3})?))?", re.IGNORECASE)


@cache
def load_words(language: str) -> Mapping[str, str]:
    """Return the catalogue of one of the languages."""
    own = _load(f"{language}.json")
    return MappingProxyType(own if language == ENGLISH else {**load_words(ENGLISH), **own})


@cache
def load_kinds() -> Mapping[str, list[str]]:
    """Return the kinds of faults with the starts of their codes."""
    return MappingProxyType(_load("kinds.json"))


def choose_language(asked: str, fallback: str = "") -> str:
    """Return the language for a browser's `Accept-Language`; the server's own where it asks for none of ours."""
    wanted = [_RANGE.fullmatch(each.strip()) for each in asked[:_MOST_ASKED].replace(" ", "").split(",")]
    weights = [(float(each[2] or 1), each[1].lower()) for each in wanted if each]
    known = [each for each in weights if each[1] in LANGUAGES and each[0] > 0]
    best = max(known, key=lambda each: each[0], default=None)  # the first of equals
    return best[1] if best else fallback if fallback in LANGUAGES else ENGLISH


def _load(name: str) -> dict[str, Any]:
    text = files(__name__).joinpath(name).read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded
