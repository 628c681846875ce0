"""EXI014: the text names a source by a title, a year or authors that are not those of its entry."""

import re
from collections.abc import Iterator
from itertools import islice

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Source, Span
from citevet.model.document import SpanIndex
from citevet.records import dataclass
from citevet.rules.citation_judgements import find_named_citations
from citevet.text.names import displayed_family_name, family_names, fold_name
from citevet.text.patterns import lazy_pattern
from citevet.text.tables import read_pairs

_REACH = 260  # characters before or after a citation that may name its source
_LONGEST = 200  # characters of a title
_CLOSERS = read_pairs('*=* _=_ "=" ”=“ »=« “=„ ’=‘')  # closing mark=opening mark, read from the end
_OPENERS = read_pairs('*=* _=_ "=" “=” «=» „=“ ‘=’')
_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)[a-z]?"
_YEAR_BEFORE = lazy_pattern(rf"(?:,\s|\s?\(|(?<=\bal\.)\s){_YEAR}\)?\s*\Z")
_YEAR_AFTER = lazy_pattern(rf"\s*(?:\(|,\s){_YEAR}\)")
_WORKS = (
    r"(?:paper|article|study|report|book|survey|thesis|dissertation|preprint|chapter|essay|review|monograph|manuscript"
    r"|work|publication|handbook|textbook)"
)
_DATED_WORK = lazy_pattern(rf"\b{_YEAR}\s+(?:[\w-]+\s+){{0,2}}{_WORKS}\s*[,:]?\s*\Z", re.IGNORECASE)
_NAMED_WORK = lazy_pattern(rf"\b(?:{_WORKS}|titled|entitled)\s*[,:]?\s*\Z", re.IGNORECASE)
_LEADS_IN = lazy_pattern(r"(?:\b(?:in|see|according to|per|cf\.)|['’]s?)\s+\Z", re.IGNORECASE)
# What holds works is named beside them: in *Nature* (2019).
_PERIODICAL = lazy_pattern(
    r"\b(?:journal|proceedings|transactions|annals|letters|review|reviews|magazine|times|post|news|conference|index"
    r"|database|dataset|watch|survey|atlas|encyclop\w+|wikipedia)\b",
    re.IGNORECASE,
)
_NAME = r"[^\W\d_a-z][\w'’-]+"
_AUTHORS = lazy_pattern(
    rf"(?<![\w.])(?P<names>{_NAME}(?:,?\s(?:and|&|und|et)\s{_NAME}|,\s{_NAME}){{0,4}})(?P<more>,?\set\sal\.?)?,?\s*\Z"
)
_JOINED = lazy_pattern(r",?\s(?:and|&|und|et)\s|,\s")
_FEWEST, _ALIKE = 3, 0.6  # words of another title; share of words from which it is the same title in other words
_JOINING = frozenset({"and", "und", "et", "the", "a", "an"})


@dataclass(frozen=True, slots=True)
class _NamedSource:
    """What the text next to a citation says of its source."""

    span: Span
    title: str = ""
    year: str = ""
    authors: tuple[str, ...] = ()
    is_certain: bool = False  # the words before say that it is the title of a work


def find_source_named_otherwise(evidence: Evidence) -> Iterator[Fault]:
    """The text names a source by another title, year or author than its entry.

    ## Meaning
    A title, a year or authors stand next to the citation, and the entry of the cited source has others: the text says
    *Canopy cover* (2019), the entry 2017.

    ## Why it matters
    Either the details or the id are wrong, and the reader may look up another work than the author read.

    ## Example
    ```markdown
    In *On the voice of programs* (2021) [REF-043] the voice is praised.
    ```
    The entry of REF-043 is from 2019.

    ## How to fix it
    Correct the title, the year or the names, or cite the source that is meant.

    ## Limitations
    Only titles in italics or quotation marks directly before or after the citation are compared, and years and names
    next to them. A short form of the title counts as right. A journal or data set beside the citation is no title.
    """
    text = evidence.extraction.document.text
    others = {name for source in evidence.sources.values() for name in _family_names(source)}
    taken = SpanIndex((each.span, each) for each in evidence.extraction.citations if each.kind == "author-year")
    for citation, judgement in find_named_citations(evidence, "corpus"):
        source = evidence.source_of(judgement)
        if source is None or source.entry is None or judgement.existence != "found":
            continue
        read = (_read_before(text, citation), _read_after(text, citation))
        found = (named for named in read if named and not any(taken.overlapping(named.span)))
        faults = ((named.span, message) for named in found if (message := _compare(named, source, others)))
        yield from (Fault(span, message, citation=citation) for span, message in islice(faults, 1))


def _read_before(text: str, citation: Citation) -> _NamedSource | None:
    """Read a title and a year, or authors and a year, that end at the citation."""
    low = max(0, citation.span.start - _REACH, text.rfind("\n\n", 0, citation.span.start) + 2)
    before = text[low : citation.span.start].rstrip(" \n\t,;:([")
    dated = _YEAR_BEFORE.search(before)
    year, head = (dated["year"], before[: dated.start()]) if dated else ("", before)
    head = head.rstrip(" \n\t,.")
    opened = _CLOSERS.get(head[-1:])
    start = head.rfind(opened, max(0, len(head) - _LONGEST), len(head) - 1) if opened else -1
    if start >= 0:
        lead, title = head[:start].rstrip("*_"), head[start + 1 : -1].strip("*_ ,.")
        before_title = _DATED_WORK.search(lead)
        year = year or (before_title["year"] if before_title else "")
        certain = bool(_NAMED_WORK.search(lead)) or (bool(year) and bool(_LEADS_IN.search(lead)))
        return _NamedSource(Span(low + start, low + len(before)), title, year, is_certain=certain)
    authors = _AUTHORS.search(head) if dated else None
    if not authors:
        return None
    names = tuple(_JOINED.split(authors["names"]))
    is_certain = len(names) > 1 or bool(authors["more"])
    return _NamedSource(Span(low + authors.start(), low + len(before)), "", year, names, is_certain)


def _read_after(text: str, citation: Citation) -> _NamedSource | None:
    """Read a title with its year right after the citation: REF-043 (*On Voice*, 2019)."""
    end = citation.span.end
    after = text[end : end + _REACH].partition("\n\n")[0]
    skipped = len(after) - len(after.lstrip(" \n\t,:("))
    closed = _OPENERS.get(after[skipped : skipped + 1])
    stop = after.find(closed, skipped + 2, skipped + _LONGEST) if closed else -1
    dated = _YEAR_AFTER.match(after, stop + 1) if stop > 0 else None
    if not dated:
        return None
    return _NamedSource(Span(end + skipped, end + dated.end()), after[skipped + 1 : stop].strip("*_ ,."), dated["year"])


def _compare(named: _NamedSource, source: Source, others: set[str]) -> str:
    """Return what is wrong about the words of the text; empty where they fit, or may mean something else."""
    entry = source.entry
    real_year = str(entry.year or "")[:4] if entry else ""
    has_other_year = bool(named.year and real_year and named.year != real_year)
    if named.title:
        return _compare_title(named, source, real_year if has_other_year else "")
    known = _family_names(source)
    cited = [name for author in named.authors for name in family_names(author)]
    if not known or not cited:
        return ""
    if cited[0] in known:
        return f"{source.id} is from {real_year}, not {named.year}" if has_other_year else ""
    is_other = named.is_certain or cited[0] in others
    if not has_other_year and is_other and entry:
        writers = ", ".join(displayed_family_name(author) for author in entry.authors[:3])
        return f"{source.id} is by {writers}, not by {' and '.join(named.authors)}"
    return ""


def _compare_title(named: _NamedSource, source: Source, real_year: str) -> str:
    cited, real = _fold(named.title), _fold(source.title)
    if not cited or not real:
        return ""
    phrase, whole = f" {' '.join(cited)} ", f" {' '.join(real)} "
    if phrase in whole or whole in phrase:
        is_title = len(cited) > 1 or cited == real
        return f"{source.id} is from {real_year}, not {named.year}" if real_year and is_title else ""
    alike = len(set(cited) & set(real)) / len(set(cited))
    is_altered = alike >= _ALIKE and len(cited) > _FEWEST and (named.is_certain or bool(named.year))
    is_other = named.is_certain and len(cited) >= _FEWEST and not _PERIODICAL.search(named.title)
    if not (is_altered or is_other):
        return ""
    return f'{source.id} is "{source.title}", not "{named.title}"'


def _fold(title: str) -> list[str]:
    return [word for word in fold_name(title[:_LONGEST]).split() if word not in _JOINING]


def _family_names(source: Source) -> set[str]:
    authors = source.entry.authors[:50] if source.entry else ()
    return {name for author in authors for name in family_names(author)}
