"""EXI014: the text names a source by a title, a year or authors that are not those of its entry."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Reference, Span
from citevet.model.document import SpanIndex
from citevet.patterns import lazy_pattern
from citevet.people.parser import read_name
from citevet.records import collect_values, dataclass
from citevet.rules.citation_judgements import find_named_citations
from citevet.tables import read_pairs
from citevet.text.names import fold_name

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
_POINTERS = frozenset({"numeric", "key"})
_SHORT, _MOST, _DIGITS, _ENTRY = 24, 50, 4, 1000  # characters of a label, authors, digits of a year, of an entry
_EMPHASIS = lazy_pattern(r"(?P<macro>\\(?:emph|textit|textsl)\{)(?P<title>[^{}]{3,200})\}")
_JOINING = frozenset({"and", "und", "et", "the", "a", "an"})


@dataclass(frozen=True)
class _CitedWork:
    """What a corpus or a list says of a cited work."""

    label: str
    title: str
    year: str
    authors: tuple[str, ...]
    id: str = ""  # of the entry of a list
    text: str = ""  # of the entry of a list, in which a detail may stand that was not read

    @property
    def is_entry(self) -> bool:
        """Whether it is an entry of the document's own list."""
        return bool(self.text)

    @cached_property
    def families(self) -> frozenset[str]:
        """The family names of its authors."""
        return frozenset(name for author in self.authors for name in read_name(author).forms())

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the entry."""
        return frozenset(fold_name(self.text).split())


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
    Where a number or a key cites an entry of the list, `Kim et al. [12]`, a detail counts as right if the entry has it
    anywhere, and with several entries in one bracket if one of them has it. A year off by one is a note there.
    """
    document = evidence.extraction.document
    text = _print_markup(document.text) if document.format == "latex" else document.text
    taken = SpanIndex((each.span, each) for each in evidence.extraction.citations if each.kind == "author-year")
    works = [*_list_corpus_works(evidence), *_list_entries(evidence)]
    others = {name for _, listed in works for work in listed for name in work.families}
    for citation, listed in works:
        read = (_read_before(text, citation, is_entry=listed[0].is_entry), _read_after(text, citation))
        for named in filter(None, read):
            beside = [each.reference for _, each in taken.overlapping(named.span)]
            faults = [_compare(named, work, others) for work in listed] if _may_differ(beside, listed) else []
            if faults and all(faults):
                doubtful = _may_be_printed_later(named, listed[0])
                yield Fault(named.span, faults[0], citation=citation, is_doubtful=doubtful)
                break


def _may_differ(beside: Sequence[str | None], listed: Sequence[_CitedWork]) -> bool:
    """Check that no author and year beside a citation are judged by rules of their own, or mean the same entry."""
    return not beside or (None not in beside and all(each.id and each.id not in beside for each in listed))


def _list_corpus_works(evidence: Evidence) -> Iterator[tuple[Citation, list[_CitedWork]]]:
    for citation, judgement in find_named_citations(evidence, "corpus"):
        source = evidence.source_of(judgement)
        if source is not None and source.entry is not None and judgement.existence == "found":
            entry = source.entry
            yield (
                citation,
                [_CitedWork(source.id, source.title, str(entry.year or "")[:_DIGITS], entry.authors[:_MOST])],
            )


def _list_entries(evidence: Evidence) -> Iterator[tuple[Citation, list[_CitedWork]]]:
    """Yield what cites entries by number or key, with all entries of its bracket: the words may mean any of them."""
    extraction = evidence.extraction
    references = extraction.references_by_id
    groups = collect_values((each.group or each.id, each) for each in extraction.citations if each.kind in _POINTERS)
    for group in groups.values():
        entries = [references.get(each.reference or "") for each in group]
        works = [_read_entry(group[0], entry) for entry in entries if entry and entry.authors and not entry.is_note]
        if works and len(works) == len(group) and not group[0].is_short_form:
            yield group[0], works


def _read_entry(citation: Citation, entry: Reference) -> _CitedWork:
    label = citation.text if len(citation.text) <= _SHORT and not citation.group else f"[{entry.key}]"
    authors, text = entry.authors[:_MOST], entry.text[:_ENTRY]
    return _CitedWork(label, entry.title or "", (entry.year or "")[:_DIGITS], authors, entry.id, text)


def _print_markup(text: str) -> str:
    """Return LaTeX with its titles in asterisks or quotation marks, of the same length."""
    text = _EMPHASIS.sub(lambda found: f"{'*':>{found.end('macro') - found.start()}}{found['title']}*", text)
    return text.replace("~", " ").replace("``", " “").replace("''", "” ")


def _read_before(text: str, citation: Citation, *, is_entry: bool) -> _NamedSource | None:
    """Read a title and a year, or authors and a year, that end at the citation; before a number authors alone."""
    paragraph = text.rfind("\n\n", 0, citation.span.start)
    low = max(0, citation.span.start - _REACH, paragraph + 2 if paragraph >= 0 else 0)
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
    authors = _AUTHORS.search(head) if dated or is_entry else None
    if not authors:
        return None
    names = tuple(_JOINED.split(authors["names"]))
    is_certain = bool(authors["more"]) or (len(names) > 1 and not is_entry)
    if not dated and len(names) == 1 and not authors["more"]:  # a name before a number may be that of a thing
        return None
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


def _compare(named: _NamedSource, work: _CitedWork, others: set[str]) -> str:
    """Return what is wrong about the words of the text; empty where they fit, or may mean something else."""
    has_other_year = bool(named.year and work.year and named.year != work.year and named.year not in work.text)
    if named.title:
        return _compare_title(named, work, is_other_year=has_other_year)
    cited = [name for author in named.authors for name in read_name(author).forms()]
    if not work.families or not cited:
        return ""
    if cited[0] in work.families:
        return f"{work.label} is from {work.year}, not {named.year}" if has_other_year else ""
    is_other = named.is_certain or any(name in others for name in cited[: None if work.is_entry else 1])
    if has_other_year or not is_other or any(name in work.words for name in cited):
        return ""
    writers = ", ".join(read_name(author).shown for author in work.authors[:3])
    return f"{work.label} is by {writers}, not by {' and '.join(named.authors)}"


def _may_be_printed_later(named: _NamedSource, work: _CitedWork) -> bool:
    """Check for years of an entry that are one apart: a paper may be printed a year after it appeared."""
    years = (named.year, work.year)
    return work.is_entry and all(map(str.isdigit, years)) and abs(int(years[0]) - int(years[1])) == 1


def _compare_title(named: _NamedSource, work: _CitedWork, *, is_other_year: bool) -> str:
    cited, real = _fold(named.title), _fold(work.title)
    if not cited or not real:
        return ""
    phrase, whole = f" {' '.join(cited)} ", f" {' '.join(real)} "
    if phrase in whole or whole in phrase:
        is_title = len(cited) > 1 or cited == real
        return f"{work.label} is from {work.year}, not {named.year}" if is_other_year and is_title else ""
    if phrase in f" {' '.join(_fold(work.text))} ":
        return ""
    alike = len(set(cited) & set(real)) / len(set(cited))
    is_altered = alike >= _ALIKE and len(cited) > _FEWEST and (named.is_certain or bool(named.year))
    is_other = named.is_certain and len(cited) >= _FEWEST and not _PERIODICAL.search(named.title)
    if not (is_altered or is_other):
        return ""
    return f'{work.label} is "{work.title}", not "{named.title}"'


def _fold(title: str) -> list[str]:
    return [word for word in fold_name(title[:_ENTRY]).split() if word not in _JOINING]
