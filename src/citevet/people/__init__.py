"""People and organizations: one record, one parser for all scripts and orders, and one comparison.

`read_name` parses one name, `parse` several named together, `parse_bibtex` a BibTeX field; `compare` says whether two
names may be the same person.
"""

from citevet.people.cited_name import format_cited_name
from citevet.people.comparison import NameMatch, Outcome, compare
from citevet.people.parser import ET_AL, is_sole, parse, parse_bibtex, read_name, read_surname, sort_word, split_names
from citevet.people.person import Person

__all__ = [
    "ET_AL",
    "NameMatch",
    "Outcome",
    "Person",
    "compare",
    "format_cited_name",
    "is_sole",
    "parse",
    "parse_bibtex",
    "read_name",
    "read_surname",
    "sort_word",
    "split_names",
]
