"""Globs, and regular expressions that are compiled when first used: most documents need only a few of them."""

import re
from fnmatch import fnmatchcase
from typing import Any, cast


class _LazyPattern:
    """Compile on the first access to a method, and delegate to the compiled pattern from then on."""

    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any attribute of re.Pattern
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        for method in ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that behaves like `re.compile(source, flags)`, but is compiled when first used."""
    return cast("re.Pattern[str]", _LazyPattern(source, flags))


def matches_glob(path: str, glob: str) -> bool:
    """Match as .gitignore does: a pattern without a slash matches the file name, or a folder above it."""
    whole = path.replace("\\", "/").removeprefix("./")
    wanted = glob.removeprefix("./").removeprefix("**/").rstrip("/")
    if "/" not in wanted:
        return any(fnmatchcase(part, wanted) for part in whole.split("/"))
    return any(fnmatchcase(whole, each) for each in (wanted, f"*/{wanted}", f"{wanted}/*"))
