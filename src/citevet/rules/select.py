"""Which rules run: selectors by code, prefix or name; the most specific one wins."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

from citevet.errors import UsageError
from citevet.rules import RULES

EVERYTHING = "ALL"
_FAMILY = 3  # letters of a family; a shorter prefix is more likely a slip than a wish
_EXACT = 100  # beats every prefix
_SLIPS = 2  # wrong characters in a code that may still be a slip
_BY_NAME = {check.name: code for code, check in RULES.items()}


def select(
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    per_file_ignores: Mapping[str, Sequence[str]] | None = None,
    path: str = "",
) -> frozenset[str]:
    """Return the codes that run on a document; no `select` means all, and `ignore` wins a tie."""
    wanted = _weights(select or (EVERYTHING,))
    unwanted = _weights(ignore)
    gone = _weights(_for_file(per_file_ignores or {}, path))
    return frozenset(code for code, weight in wanted.items() if weight > unwanted.get(code, -1) and code not in gone)


def expand(selector: str) -> frozenset[str]:
    """Return the codes that a code, prefix or name stands for; none when it stands for nothing."""
    if selector.upper() == EVERYTHING:
        return frozenset(RULES)
    if selector.lower() in _BY_NAME:
        return frozenset({_BY_NAME[selector.lower()]})
    if len(selector) < _FAMILY:
        return frozenset()
    return frozenset(code for code in RULES if code.startswith(selector.upper()))


def nearest(selector: str) -> str | None:
    """Return the code, name or family that looks most like an unknown selector."""
    code = selector.upper()
    apart = {known: sum(left != right for left, right in zip(known, code, strict=False)) for known in RULES}
    close = min(apart, key=lambda known: (apart[known], known))
    if len(code) == len(close) and apart[close] <= _SLIPS:
        return close
    known = sorted({*_BY_NAME, *(code[:_FAMILY].lower() for code in RULES)})
    near = next(iter(get_close_matches(selector.lower()[:60], known, n=1, cutoff=0.5)), None)
    return near.upper() if near and len(near) == _FAMILY else near


def _weights(selectors: Iterable[str]) -> dict[str, int]:
    """Return for each code that the selectors name how specific the most specific of them is."""
    weights: dict[str, int] = {}
    for selector in selectors:
        for code in known(selector):
            weights[code] = max(weights.get(code, 0), _weight(selector, code))
    return weights


def _weight(selector: str, code: str) -> int:
    if selector.upper() == EVERYTHING:
        return 0
    return len(selector) if len(selector) < len(code) else _EXACT


def known(selector: str) -> frozenset[str]:
    """Return the codes that a selector stands for, or say that there are none."""
    codes = expand(selector.strip())
    if not codes:
        near = nearest(selector.strip())
        hint = f"Did you mean {near}? " if near else ""
        raise UsageError("there is no such rule", to=selector, advice=f"{hint}`citevet rules` lists them all.")
    return codes


def _for_file(ignores: Mapping[str, Sequence[str]], path: str) -> Iterable[str]:
    for glob, selectors in ignores.items():
        for selector in selectors:
            known(selector)
        if matches(path, glob):
            yield from selectors


def matches(path: str, glob: str) -> bool:
    """Match as .gitignore does: a pattern without a slash means the file's name, or a folder on the way."""
    whole = path.replace("\\", "/").removeprefix("./")
    wanted = glob.removeprefix("./").removeprefix("**/").rstrip("/")
    if "/" not in wanted:
        return any(fnmatchcase(part, wanted) for part in whole.split("/"))
    return any(fnmatchcase(whole, each) for each in (wanted, f"*/{wanted}", f"{wanted}/*"))
