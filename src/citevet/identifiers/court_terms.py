"""In which years courts sat, and how many decisions they number in one at most."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from citevet.tables import read_rows


class _CourtTerm(NamedTuple):
    first: int  # 0 where it is not known
    last: int
    numbers: int  # more than it gives in a year; 0 where it is not known


@cache
def _list_terms() -> Mapping[str, _CourtTerm]:
    rows = read_rows(Path(__file__).with_name("court_terms.tsv"))
    return {name: _CourtTerm(int(first or 0), int(last or 0), int(most or 0)) for name, first, last, most, _ in rows}


def find_term_fault(court: str, year: int, name: str = "") -> str | None:
    """Report a year in which a court did not sit; `name` is what readers call it."""
    term = _list_terms().get(court)
    if term and year < term.first:
        return f"{name or court} has no decisions of {year}: it began in {term.first}"
    if term and term.last and year > term.last:
        return f"{name or court} has no decisions of {year}: it ended in {term.last}"
    return None


def find_serial_fault(court: str, number: str, name: str = "") -> str | None:
    """Report a number that a court does not reach in a year."""
    term = _list_terms().get(court)
    if term and term.numbers and number.isdecimal() and not 0 < int(number) <= term.numbers:
        return f"{name or court} does not reach number {int(number):,} in a year"
    return None
