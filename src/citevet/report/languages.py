"""The words of reports for people, in the language that the user chose; JSON, SARIF and codes stay English.

`words/report.LANGUAGE.json` has `texts` by key with `{names}` that are filled in, the titles of the `rules` by code,
and the words of the HTML page (`view`) by the English ones, which stand in its scripts.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from citevet.model import Finding, Severity
from citevet.records import dataclass

Language = Literal["en", "de", "ko"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
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
    """Return the catalogue of a language."""
    file = Path(__file__).parent / "words" / f"report.{language}.json"  # importlib.resources takes 7 ms of a check
    text = file.read_text("utf-8")
    given: dict[str, Any] = json.loads(text)
    known: Language = next(each for each in LANGUAGES if each == language)
    return Words(known, given["texts"], given.get("rules", {}), given.get("view", {}))
