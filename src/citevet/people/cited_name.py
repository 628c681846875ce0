"""The name of a work in running text."""

from collections.abc import Sequence

from citevet.people.parser import ET_AL, read_name

_LONGEST = 200  # characters of a name
_NAMED = 2  # people that a citation in running text names


def format_cited_name(authors: Sequence[str], year: str | None) -> str:
    """Return a work as running text names it: Halvorsen and Pereira 2019; empty without authors."""
    families = [read_name(author[:_LONGEST]).shown for author in authors[: _NAMED + 1]]
    if not families:
        return ""
    is_more = len(families) > _NAMED or ET_AL.search(authors[-1][-20:]) is not None
    people = f"{families[0]} et al." if is_more else " and ".join(families)
    return f"{people} {year}" if year else people
