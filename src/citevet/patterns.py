"""Regular expressions that are compiled when first used; what was compiled can be kept for the next process.

Compiling was half of a check of one page, so a command keeps patterns as Python keeps modules: see
`world/kept_patterns.py`.
"""

import json
import re
import sys
from _sre import MAGIC  # type: ignore[import-not-found]
from _sre import compile as load_code  # refuses code that is not sound
from array import array
from contextlib import suppress
from re._compiler import _code as make_code  # type: ignore[import-not-found]  # the two halves of re.compile
from re._parser import parse  # type: ignore[import-not-found]
from typing import AnyStr, Generic, NamedTuple, cast
from zlib import crc32

_WORD = "I"  # the type of the code's words
_HEAD = [MAGIC, sys.hexversion, array(_WORD).itemsize]  # of the code that this Python makes
_MOST = 5_000  # patterns that are kept; we have 1,600


class _LazyPattern(Generic[AnyStr]):
    """Compile on the first access to a method, and delegate to the compiled pattern from then on."""

    def __init__(self, source: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = source
        self._flags = int(flags)  # the names of flags cannot be kept

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = KEPT.compile(self.pattern, self._flags)
        for method in ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy_pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a pattern that behaves like `re.compile(source, flags)`, but is compiled when first used."""
    return cast("re.Pattern[AnyStr]", _LazyPattern(source, flags))


class _Compiled(NamedTuple):
    """What a pattern is made from without parsing its source again."""

    flags: int
    groups: int
    names: dict[str, int]  # of groups
    code: bytes

    def make(self, source: AnyStr) -> re.Pattern[AnyStr]:
        """Return the pattern."""
        numbered: list[str | None] = [None] * self.groups
        for name, number in self.names.items():
            numbered[number] = name
        code = array(_WORD, self.code).tolist()
        made: re.Pattern[AnyStr] = load_code(source, self.flags, code, self.groups - 1, self.names, tuple(numbered))
        return made


class KeptPatterns:
    """Compiled patterns by source and flags: those of earlier processes, and those of this one.

    They are kept as a line of JSON, which says where the code of each is, and their code.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str | bytes, int], _Compiled] = {}
        self._is_new = False

    def compile(self, source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """Return what `re.compile` returns."""
        if kept := self._known.get((source, flags)):
            with suppress(ValueError, TypeError, IndexError, RuntimeError, OverflowError):
                return kept.make(source)
        parsed = parse(source, flags)
        state, code = parsed.state, array(_WORD, make_code(parsed, flags))
        made = _Compiled(flags | state.flags, state.groups, state.groupdict, code.tobytes())
        self._known[source, flags], self._is_new = made, True
        return made.make(source)

    def load(self, data: bytes) -> None:
        """Use what another process kept; data that is cut, damaged or of another Python is left alone."""
        with suppress(ValueError, TypeError):
            line, _, body = data.partition(b"\n")
            head, checksum, rows = json.loads(line)
            if [head, checksum] == [_HEAD, crc32(body)]:
                for source, flags, end, size, *rest in rows:
                    key = source if isinstance(source, str) else bytes(source)
                    self._known[key, flags] = _Compiled._make([*rest, body[end - size : end]])

    def dump(self) -> bytes | None:
        """Return everything to keep; none where this process compiled nothing new."""
        if not self._is_new or len(self._known) > _MOST:
            return None
        body, rows = bytearray(), list[list[object]]()
        for (source, flags), (*rest, code) in sorted(self._known.items(), key=repr):
            body += code
            shown = source if isinstance(source, str) else [*source]
            rows.append([shown, flags, len(body), len(code), *rest])
        return json.dumps([_HEAD, crc32(body), rows]).encode() + b"\n" + body


KEPT = KeptPatterns()
