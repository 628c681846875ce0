"""Read the JSON that a host passes in; what is wrong is one error that names the field."""

import json
import re
from collections.abc import Collection
from math import isfinite
from typing import Any, NoReturn

from citevet.errors import Damaged, UsageError, find_near_name, refuse_unknown
from citevet.records import dataclass

_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character: legal in JSON, not in a file
_SLIP = 0.8  # likeness of two names, of which one is a slip of the other
_SHOWN = 40  # characters of a wrong value
_TYPES = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}


@dataclass(frozen=True, slots=True)
class GivenValue:
    """A value of the input, the file it came from and its place there: `verdicts[2].claim.text`."""

    value: Any
    file: str
    at: str = ""

    @property
    def is_given(self) -> bool:
        """Whether there is a value; null counts as none."""
        return self.value is not None

    def field(self, name: str) -> "GivenValue":
        """Return a field of an object; one that is not there has the value None."""
        if not isinstance(self.value, dict):
            self.refuse("an object")
        return GivenValue(self.value.get(name), self.file, f"{self.at}.{name}" if self.at else name)

    def require_known(self, *names: str) -> None:
        """Refuse an object with a field that is not one of these: a slip would be left out without a word."""
        if isinstance(self.value, dict):
            refuse_unknown(map(str, self.value), names, to=f"{self.file}: {self.at}" if self.at else self.file)

    def refuse_slips(self, *names: str) -> None:
        """Refuse a field that is nearly one of these; others are the host's own."""
        for name in self.value if isinstance(self.value, dict) else ():
            if name not in names and (near := find_near_name(str(name), names, likeness=_SLIP)):
                self.field(name).refuse_name(near)

    def refuse_name(self, near: str) -> NoReturn:
        """Raise the error for a field whose name has a slip."""
        raise UsageError(f'unknown field {self.at}, did you mean "{near}"?', to=self.file)

    def elements(self) -> list["GivenValue"]:
        """Return the elements of a list."""
        if not isinstance(self.value, list):
            self.refuse("a list")
        return [GivenValue(each, self.file, f"{self.at}[{index}]") for index, each in enumerate(self.value)]

    def optional_elements(self) -> list["GivenValue"]:
        """Return the elements of a list, none where it is not given."""
        return self.elements() if self.is_given else []

    def text(self) -> str:
        """Return a string that says something, without the white space around it."""
        found = self.optional_text().strip()
        return found or self.refuse("a string that is not empty")

    def optional_text(self) -> str:
        """Return a string, an empty one where it is not given."""
        if self.value is None:
            return ""
        return _SURROGATE.sub("\ufffd", self.value) if isinstance(self.value, str) else self.refuse("a string")

    def word(self, words: Collection[str]) -> str:
        """Return one of these words, in this spelling."""
        if isinstance(self.value, str) and self.value in words:
            return self.value
        return self.refuse(f"one of {', '.join(words)}")

    def flag(self) -> bool:
        """Return true or false; false where it is not given."""
        return bool(self.value) if isinstance(self.value, bool | None) else self.refuse("true or false")

    def integer(self, least: int = 0) -> int:
        """Return a whole number, not smaller than the least."""
        if isinstance(self.value, int) and not isinstance(self.value, bool) and self.value >= least:
            return self.value
        return self.refuse(f"a whole number of at least {least}")

    def share(self) -> float:
        """Return a number from 0 to 1."""
        number = self.value if isinstance(self.value, int | float) and not isinstance(self.value, bool) else -1
        return float(number) if isfinite(number) and 0 <= number <= 1 else self.refuse("a number from 0 to 1")

    def refuse(self, wanted: str) -> NoReturn:
        """Raise the error that says what must be here, and what is."""
        raise UsageError(f"{self.at or 'the input'} must be {wanted}, not {_describe(self.value)}", to=self.file)


def parse_input(data: bytes, file: str) -> GivenValue:
    """Read JSON in UTF-8, with or without a byte order mark."""
    try:
        return GivenValue(json.loads(data.decode("utf-8-sig")), file)
    except json.JSONDecodeError as error:
        what = f"is not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
    except UnicodeDecodeError as error:
        what = f"is not UTF-8 (byte {error.start})"
    except (ValueError, RecursionError):
        what = "has a number that is too long, or lists inside each other without end"
    raise Damaged(what, to=file, advice="Pass the JSON that the stage before printed.")


def _describe(value: object) -> str:
    if isinstance(value, str):
        shown = value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"
        return json.dumps(shown, ensure_ascii=not shown.isprintable())
    return "null or absent" if value is None else _TYPES.get(type(value)) or str(value)[:_SHOWN]
