"""Sources of the corpus: `corpus list` and `grade`, and what `corpus add`, `import` and `remove` changed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from citevet.model import Entry, Grade, Scope
from citevet.records import dataclass
from citevet.report.findings import format_count
from citevet.report.json import pick
from citevet.report.safe_text import format_table, join_lines, shorten, show_controls, to_line

_TITLE, _AUTHORS = 60, 28  # columns of a list
_MAX_UNASSESSED = 0.30  # share of sources without a level, the published limit
_SIGNS = {Grade.HIGH: "⊕⊕⊕⊕", Grade.MODERATE: "⊕⊕⊕○", Grade.LOW: "⊕⊕○○", Grade.VERY_LOW: "⊕○○○"}


@dataclass(frozen=True, slots=True)
class ListedSource:
    """A source, and how much of its text is in the corpus."""

    entry: Entry
    scope: Scope | None  # none: no readable text


@join_lines
def render_listing(listed: Sequence[ListedSource]) -> Iterator[str]:
    """Return a table of the sources and a line with the totals."""
    if listed:
        yield from format_table([_listing_row(source) for source in listed])
    full = sum(source.scope == "full" for source in listed)
    graded = sum(source.entry.grade is not None for source in listed)
    yield f"{format_count(len(listed), 'source')}: {full} with full text, {graded} assessed"


def _listing_row(source: ListedSource) -> tuple[str, ...]:
    entry = source.entry
    return (
        to_line(f"{entry.id} {entry.keys[0]}" if entry.keys else entry.id),
        to_line(entry.year or "no year"),
        shorten(to_line(format_authors(entry)), _AUTHORS),
        shorten(to_line(entry.title or "no title"), _TITLE),
        f"{entry.pages} p." if entry.pages else "no pages",
        str(entry.grade or "unassessed"),
        source.scope or "no text",
        show_controls(entry.path),
    )


def format_authors(entry: Entry) -> str:
    """Return the authors as in a citation: one, two, or the first with `et al.`."""
    first, *others = entry.authors or ("no authors",)
    return f"{first} et al." if others[1:] else " and ".join((first, *others))


def listing_to_dict(listed: Sequence[ListedSource]) -> dict[str, Any]:
    """Return the list for JSON."""
    sources = [
        {
            **pick(each.entry, "id", "keys", "title", "authors", "year", "source_type"),
            "identifiers": dict(each.entry.identifiers),
            "pages": each.entry.pages,
            "grade": str(each.entry.grade) if each.entry.grade else None,
            "scope": each.scope,
            **pick(each.entry, "path", "file"),
            "faults": [pick(fault, "kind", "field", "message") for fault in each.entry.faults],
        }
        for each in listed
    ]
    return {"version": 1, "sources": sources}


@dataclass(frozen=True, slots=True)
class AddedSource:
    """A source given to `corpus add`: its new or existing entry, or why it was not added."""

    source: str  # the path, DOI or address
    entry: Entry | None = None
    already: bool = False
    lacks: tuple[str, ...] = ()  # keys of the front matter whose values are unknown
    notes: tuple[str, ...] = ()  # what was found but not used, a clause each
    trouble: str | None = None  # why it was not added
    attached: bool = False  # it is the file of an entry that had none


def render_added(sources: Sequence[AddedSource]) -> str:
    """Return the metadata of each added source, and what is left to fill in."""
    return "".join(f"{line}\n" for added in sources if added.entry for line in _added_lines(added, added.entry))


def _added_lines(added: AddedSource, entry: Entry) -> Iterator[str]:
    title = to_line(entry.title or f"no title ({PurePath(added.source).name})")
    yield f"{show_controls(entry.id)}  {title}"
    if added.attached:
        yield f"  filed with {show_controls(entry.path)} as {show_controls(entry.file or '')}"
        yield from (f"  {name:<9} {to_line(value)}" for name, value in _known_fields(entry) if value)
    elif added.already:
        yield f"  already in the corpus: {show_controls(entry.path)}"
    else:
        yield f"  added as {show_controls(entry.path)}" + (f" with {show_controls(entry.file)}" if entry.file else "")
        yield from (f"  {name:<9} {to_line(value)}" for name, value in _known_fields(entry) if value)
        if added.lacks:
            names = _join_words([name.replace("_", " ") for name in added.lacks], "or")
            keys = _join_words([f"`{name}:`" for name in added.lacks], "and")
            yield f"  no {names} found: add {keys} to {show_controls(entry.path)}"
    yield from (f"  note: {to_line(note)}" for note in added.notes)


def _known_fields(entry: Entry) -> Iterator[tuple[str, str]]:
    yield from (("authors", ", ".join(entry.authors)), ("year", entry.year or ""), ("type", entry.source_type or ""))
    yield from ((kind, value) for kind, value in sorted(entry.identifiers.items()))
    sections = f", {format_count(len(entry.sections), 'section')}" if entry.sections else ""
    yield "pages", f"{entry.pages}{sections}" if entry.pages else ""
    yield "sha256", f"{entry.file_sha256[:16]}…" if entry.file_sha256 else ""


def _join_words(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def added_to_dict(sources: Sequence[AddedSource]) -> dict[str, Any]:
    """Return the added sources for JSON."""
    return {
        "version": 1,
        "added": [
            {
                "source": added.source,
                "id": entry.id,
                **pick(added, "already", "attached"),
                **pick(entry, "path", "file", "title", "authors", "year", "source_type"),
                "identifiers": dict(entry.identifiers),
                "pages": entry.pages,
                "sections": [pick(section, "name", "first", "last") for section in entry.sections],
                "sha256": entry.file_sha256,
                **pick(added, "lacks", "notes"),
            }
            for added in sources
            if (entry := added.entry)
        ],
        "unread": [{"source": added.source, "message": added.trouble} for added in sources if added.trouble],
    }


@dataclass(frozen=True, slots=True)
class RemovedSource:
    """An entry given to `corpus remove`, its files, and where documents cite it."""

    entry: Entry
    files: tuple[str, ...]
    cited: tuple[str, ...]  # paper.md:12
    dry: bool = False


@join_lines
def render_removed(sources: Sequence[RemovedSource]) -> Iterator[str]:
    """Return the files of each removed entry, and the citations that now lead nowhere."""
    for source in sources:
        yield f"{show_controls(source.entry.id)}  {to_line(source.entry.title or 'no title')}"
        verb = "would remove" if source.dry else "removed"
        yield from (f"  {verb} {show_controls(file)}" for file in source.files)
        if source.cited:
            yield f"  {'cited' if source.dry else 'still cited'} in {show_controls(', '.join(source.cited))}"


def removed_to_dict(sources: Sequence[RemovedSource]) -> dict[str, Any]:
    """Return the removed entries for JSON."""
    return {
        "version": 1,
        "dry_run": any(source.dry for source in sources),
        "removed": [
            {**pick(source.entry, "id", "title", "path"), **pick(source, "files", "cited")} for source in sources
        ],
    }


@dataclass(frozen=True, slots=True)
class MergedSources:
    """The entry that is kept, and those that were merged into it."""

    kept: Entry
    removed: tuple[RemovedSource, ...]
    dry: bool = False


@join_lines
def render_merged(merged: MergedSources) -> Iterator[str]:
    """Return what became of each entry."""
    yield f"{show_controls(merged.kept.id)}  {to_line(merged.kept.title or 'no title')}"
    verb = "would be merged" if merged.dry else "merged"
    for source in merged.removed:
        yield f"  {verb} with it: {show_controls(source.entry.id)} ({show_controls(', '.join(source.files))})"
        if source.cited:
            yield f"  {show_controls(source.entry.id)} is still cited in {show_controls(', '.join(source.cited))}"


def merged_to_dict(merged: MergedSources) -> dict[str, Any]:
    """Return the merged entries for JSON."""
    others = [{**pick(each.entry, "id", "title", "path"), **pick(each, "files", "cited")} for each in merged.removed]
    return {"version": 1, "dry_run": merged.dry, "kept": pick(merged.kept, "id", "title", "path"), "merged": others}


@dataclass(frozen=True, slots=True)
class GradedSource:
    """The level of a source as stated, and as computed from its type and factors."""

    entry: Entry  # with the level as stated; documents are checked against it
    baseline: Grade | None
    reckoned: Grade | None  # computed from baseline and factors; a proposal for sources without a level
    reasons: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the stated and the computed level differ."""
        level = self.entry.grade
        return level is not None and self.reckoned is not None and level is not self.reckoned


@dataclass(frozen=True, slots=True)
class CorpusGrades:
    """The levels of a corpus."""

    graded: tuple[GradedSource, ...]  # every source, in the order of ids

    @property
    def counts(self) -> Mapping[Grade, int]:
        """The number of sources by stated level, from HIGH down."""
        levels = Counter(graded.entry.grade for graded in self.graded)
        return {level: levels[level] for level in sorted(Grade, reverse=True)}

    @property
    def unassessed(self) -> tuple[GradedSource, ...]:
        """The sources without a level."""
        return tuple(graded for graded in self.graded if graded.entry.grade is None)

    @property
    def warning(self) -> str | None:
        """The warning when too many sources have no level."""
        missing = len(self.unassessed)
        if not missing or missing / len(self.graded) <= _MAX_UNASSESSED:
            return None
        total = format_count(len(self.graded), "source")
        return f"{missing} of {total} not assessed, more than {_MAX_UNASSESSED:.0%}"


@join_lines
def render_graded(graded: GradedSource) -> Iterator[str]:
    """Return the level of one source and the reasons for it."""
    entry = graded.entry
    yield f"{show_controls(entry.id)}  {to_line(entry.title or 'no title')}"
    origin = f" ({show_controls(entry.graded_by)})" if entry.graded_by else ""
    yield f"  stated    {_format_level(entry.grade)}{origin}"
    yield f"  computed  {_format_level(graded.reckoned, 'not enough data')}"
    yield from (f"    {to_line(reason)}" for reason in graded.reasons)
    if graded.differs:
        yield "  The levels differ: state the computed level, or add the factor that explains the difference."
    elif entry.grade is None and graded.reckoned:
        yield f"  To accept this level, add `grade: {graded.reckoned}` to {show_controls(entry.path)}."


def _format_level(level: Grade | None, nothing: str = "not assessed") -> str:
    return f"{level} {_SIGNS[level]}" if level else nothing


@join_lines
def render_grades(grades: CorpusGrades, *, unassessed_only: bool = False) -> Iterator[str]:
    """Return the counts, the sources with two different levels, and those without one."""
    if not unassessed_only:
        rows = [(str(level), _SIGNS[level], str(number)) for level, number in grades.counts.items()]
        yield from format_table([*rows, ("not assessed", "", str(len(grades.unassessed)))])
        differing = [graded for graded in grades.graded if graded.differs]
        if differing:
            yield from ("", "Stated and computed levels differ")
            yield from (f"  {line}" for line in format_table(list(map(_difference_row, differing))))
        if grades.unassessed:
            yield from ("", "Not assessed")
    margin = "" if unassessed_only else "  "
    yield from (f"{margin}{line}" for line in format_table(list(map(_proposal_row, grades.unassessed))))
    if unassessed_only and not grades.unassessed:
        yield "all sources are assessed"


def _difference_row(graded: GradedSource) -> tuple[str, ...]:
    levels = f"stated {graded.entry.grade}, computed {graded.reckoned}"
    return show_controls(graded.entry.id), levels, shorten(to_line(graded.entry.title), _TITLE)


def _proposal_row(graded: GradedSource) -> tuple[str, ...]:
    proposed = f"proposed {graded.reckoned}" if graded.reckoned else "no proposal"
    title = shorten(to_line(graded.entry.title), _TITLE)
    return show_controls(graded.entry.id), proposed, title, to_line("; ".join(graded.reasons))


def grades_to_dict(grades: CorpusGrades) -> dict[str, Any]:
    """Return the levels for JSON."""
    return {
        "version": 1,
        "total": len(grades.graded),
        "counts": {str(level): number for level, number in grades.counts.items()},
        "unassessed": [graded.entry.id for graded in grades.unassessed],
        "warning": grades.warning,
        "sources": [graded_to_dict(graded) for graded in grades.graded],
    }


def graded_to_dict(graded: GradedSource) -> dict[str, Any]:
    """Return the level of one source for JSON."""
    entry = graded.entry
    return {
        **pick(entry, "id", "title", "path"),
        "stated": str(entry.grade) if entry.grade else None,
        "stated_in": entry.graded_by,
        "baseline": str(graded.baseline) if graded.baseline else None,
        "reckoned": str(graded.reckoned) if graded.reckoned else None,
        **pick(graded, "differs", "reasons"),
    }
