"""Compare a reference with the record that its identifier leads to: is it the same work, and which fields differ?

The words of the record are searched in the whole reference, so a field that was parsed wrongly is not a difference.
"""

from typing import Literal, NamedTuple

from citevet.model import Difference, Record, Reference
from citevet.resolve.cited_fields import CitedFields, read_cited_fields
from citevet.resolve.compare_names import has_any_author
from citevet.resolve.compare_places import compare_places, has_place
from citevet.resolve.compare_titles import are_translations, fold_words, has_title, title_likeness

Decision = Literal["same", "mismatched", "unsure"]

_SAME = 0.8  # share of a title's words that needs no other field
_LIKE = 0.5  # share that a shortened or revised title still has
_RELATED = 0.25  # share that a title may keep when a preprint is published under another one
_FEWEST_WORDS = 8  # of a reference without a title, beyond which it must have had room for one
_MAX_SHOWN = 200  # characters of such a reference
_MAX_AUTHORS = 6  # that are shown
# Their parts have other authors, and their DOI may be that of a later edition.
_WHOLE = frozenset("book edited-book proceedings reference-book book-set book-series journal journal-issue".split())
_REVISED = frozenset("preprint posted-content dataset software report".split())
_LATER = 5  # years after its preprint in which a paper is still published


class Comparison(NamedTuple):
    """Whether a reference names the work of a record, with the fields that differ."""

    decision: Decision
    differences: tuple[Difference, ...] = ()


def compare(reference: Reference | None, record: Record) -> Comparison:
    """Compare all fields; `mismatched` needs another title, or another author and another year where no title helps."""
    if reference is None or reference.back:
        return Comparison("unsure")
    cited = read_cited_fields(reference)
    likeness = title_likeness(cited.title, cited.text, record)
    author, year = has_any_author(cited, record), has_year(cited, record)
    decision = _decide(cited, record, likeness, author=author, year=year)
    if decision == "unsure" and reference.is_note:  # prose with a link: its names and years may belong to anything
        return Comparison("unsure")
    found = (
        _compare_titles(cited, record) if decision == "mismatched" and likeness is not None else None,
        _compare_authors(cited, record) if author is False and record.type not in _WHOLE else None,
        _compare_years(cited, record) if year is False else None,
        *(() if decision == "mismatched" else compare_places(cited, record)),
    )
    return Comparison(decision, tuple(each for each in found if each))


def has_year(cited: CitedFields, record: Record) -> bool | None:
    """Check that a year of the reference is one of the record's, give or take one; none if either has no year."""
    if not cited.year or not record.years:
        return None
    if any(abs(each - year) <= 1 for each in cited.years for year in record.years):
        return True
    if record.type in _REVISED:  # between the first version and the publication of the last one
        return any(min(record.years) <= each <= max(record.years) + _LATER for each in cited.years)
    return record.type in _WHOLE and any(each < min(record.years) for each in cited.years)


def _decide(
    cited: CitedFields, record: Record, likeness: float | None, *, author: bool | None, year: bool | None
) -> Decision:
    """Weigh the title first, then author and year; volume and first page together excuse any title."""
    strangers = author is False and year is False
    if likeness is not None and likeness >= _LIKE:
        return "mismatched" if strangers and likeness < _SAME else "same"
    if has_place(cited, record):
        return "unsure"
    if likeness is None or not has_title(cited.title):
        roomy = likeness is not None and likeness < _RELATED and len(fold_words(cited.text)) >= _FEWEST_WORDS
        return "mismatched" if author is False and (year is False or roomy) and not cited.is_note else "unsure"
    excused = likeness >= _RELATED or cited.is_note or are_translations(cited.title, record)
    return "unsure" if excused and author is True and year is not False else "mismatched"


def _compare_titles(cited: CitedFields, record: Record) -> Difference:
    """Show both titles; where the cited one is not known, the whole reference has it."""
    return Difference("title", cited.title if has_title(cited.title) else cited.text[:_MAX_SHOWN].strip(), record.title)


def _compare_authors(cited: CitedFields, record: Record) -> Difference:
    return Difference("authors", "; ".join(cited.authors[:_MAX_AUTHORS]), "; ".join(record.authors[:_MAX_AUTHORS]))


def _compare_years(cited: CitedFields, record: Record) -> Difference:
    return Difference("year", str(cited.year), str(record.years[0]))
