"""The words that people read, in the language that they chose; JSON, SARIF and codes stay English.

`words/report.LANGUAGE.json` has the `texts` of reports by key with `{names}` that are filled in, the titles of the
`rules` by code, and the words of the HTML page (`view`) by the English ones, which stand in its scripts.
`words/LANGUAGE.json` has those of the page of `citevet serve`; what it lacks is taken from the English one.
`words/kinds.json` says to which kind of fault a rule belongs, by the start of its code; the longest start decides.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from citevet.model import Finding, Severity
from citevet.records import dataclass

Language = Literal["en", "de", "ko"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
ENGLISH: Language = "en"
_MOST_ASKED = 1_000  # characters of what a browser asks for
_RANGE = re.compile(r"([a-z]{1,8})(?:-[a-z0-9-]*)?(?:;q=([01](?:\.[0-9]{1,3})?))?", re.IGNORECASE)
_THOUSANDS: Mapping[Language, str] = {"de": "."}


@dataclass(frozen=True, slots=True)
class Words:
    """The catalogue of a language."""

    language: Language
    texts: Mapping[str, str]
    rules: Mapping[str, str]  # titles by code; English ones are the names of the rules
    view: Mapping[str, str]

    def say(self, key: str, /, **values: object) -> str:
        """Return a text with its names filled in."""
        return self.texts[key].format_map(values)

    def count(self, number: int, noun: str) -> str:
        """Say how many: "1 citation", "1,200 citations"."""
        return self.say(f"count.{noun}.{'one' if number == 1 else 'other'}", n=self.number(number))

    def number(self, number: int) -> str:
        """Return a number with its thousands apart."""
        return f"{number:,}".replace(",", _THOUSANDS.get(self.language, ","))

    def severity(self, severity: Severity) -> str:
        """Return the word for a severity."""
        return self.say(f"severity.{severity}")

    def title(self, finding: Finding) -> str:
        """Return the title of a rule."""
        return self.rules.get(finding.code, finding.name)

    def reason(self, reason: str) -> str:
        """Return a reason in words."""
        return self.texts.get(f"reason.{reason}", reason.replace("-", " "))

    def reasons(self, counts: Iterable[tuple[str, int]]) -> str:
        """Say why: "offline", or "1 not requested, 3 offline" when there is more than one reason."""
        words = {self.reason(reason): number for reason, number in sorted(counts)}
        if len(words) <= 1:
            return "".join(words)
        return ", ".join(f"{number} {word}" for word, number in words.items())


@cache
def load_words(language: str) -> Words:
    """Return the catalogue of reports in a language."""
    given = _load(f"report.{language}")
    known: Language = next(each for each in LANGUAGES if each == language)
    return Words(known, given["texts"], given.get("rules", {}), given.get("view", {}))


@cache
def load_page_words(language: str) -> Mapping[str, str]:
    """Return the catalogue of the page of `citevet serve` in a language."""
    own = _load(language)
    return MappingProxyType(own if language == ENGLISH else {**load_page_words(ENGLISH), **own})


@cache
def load_kinds() -> Mapping[str, list[str]]:
    """Return the kinds of faults with the starts of their codes."""
    return MappingProxyType(_load("kinds"))


def _load(name: str) -> dict[str, Any]:
    file = Path(__file__).parent / "words" / f"{name}.json"  # importlib.resources takes 7 ms of a check
    loaded: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return loaded


def choose_language(asked: str, fallback: str = "") -> str:
    """Return the language for a browser's `Accept-Language`; the server's own where it asks for none of ours."""
    wanted = [_RANGE.fullmatch(each.strip()) for each in asked[:_MOST_ASKED].replace(" ", "").split(",")]
    weights = [(float(each[2] or 1), each[1].lower()) for each in wanted if each]
    known = [each for each in weights if each[1] in LANGUAGES and each[0] > 0]
    best = max(known, key=lambda each: each[0], default=None)  # the first of equals
    return best[1] if best else fallback if fallback in LANGUAGES else ENGLISH
