"""Globs; and patterns that are compiled when first used, from the module below that all layers may use."""

from fnmatch import fnmatchcase

from citevet.patterns import lazy_pattern

__all__ = ["lazy_pattern", "matches_glob"]


def matches_glob(path: str, glob: str) -> bool:
    """Match as .gitignore does: a pattern without a slash matches the file name, or a folder above it."""
    whole = path.replace("\\", "/").removeprefix("./")
    wanted = glob.removeprefix("./").removeprefix("**/").rstrip("/")
    if "/" not in wanted:
        return any(fnmatchcase(part, wanted) for part in whole.split("/"))
    return any(fnmatchcase(whole, each) for each in (wanted, f"*/{wanted}", f"{wanted}/*"))
