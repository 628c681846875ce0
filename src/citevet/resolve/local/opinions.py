"""Find the opinion of a case in the corpus: by its reporter or neutral citation, its ECLI or the number of its file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from citevet.model import Citation, CitationKind, Entry, Reference, Resolution
from citevet.resolve.local.context import LocalContext, source_of
from citevet.resolve.local.corpus import record_of
from citevet.resolve.local.pages import has_printed_pages
from citevet.text.patterns import lazy_pattern

CASE_KINDS: tuple[CitationKind, ...] = ("us-case", "uk-case", "eu-case", "echr-case", "de-case", "ecli")
_NUMBERED_CASES = frozenset({"eu-case", "echr-case", "de-case"})  # cited by the number of their file
_CASE_FIELDS = ("citation", "citations", "neutral_citation", "reporter", "ecli", "case_number", "docket", "number")
_COURT = lazy_pattern(r"court|tribunal|gericht|cour\b|house of lords|privy council|bench|chamber", re.IGNORECASE)
_CASE_TYPE = lazy_pattern(r"case|opinion|judge?ment|decision|ruling", re.IGNORECASE)
_CASE_NAME = lazy_pattern(
    r"(?!(?:see|under|as|following|citing|quoting|an?|on)\b|in (?!re\b|the matter\b))"
    r"(?:.*\svs?\.?\s|in (?:re|the matter)\b|re\b|ex parte\b)",
    re.IGNORECASE,
)
_PROSE = lazy_pattern(r"\b(?!others|another|parte|matter)[a-z]{4}")
_NUMBERS = lazy_pattern(r"\d+")
_HEAD, _HEAD_LINES = 2_000, 15  # characters and lines of an opinion in which its own citation is
_SHORT_LINE = 80  # characters around the number of a file
_MAX_AUTHORS = 100  # of an entry that are compared
_LONGEST_LINE = 300  # characters


def resolve_case(citation: Citation, reference: Reference | None, context: LocalContext) -> Resolution | None:
    """Resolve a case by its citation or number in the title, the fields or the head of an opinion in the corpus."""
    del reference
    if not context.corpus.exists:
        return None
    own = citation.parts.get("number", "") if citation.kind in _NUMBERED_CASES else citation.normal
    keys = [key for name in (own, *citation.parts.get("parallel", "").split("; ")) if (key := _fold_case(name))]
    known = _case_lines(context) if keys else {}
    lines = [(line, entry, key) for key in keys for line, entry in known.get(_last_number(key), ())]
    places = ((line, entry, at) for line, entry, key in lines if (at := _find_case(line, key)) is not None)
    found = {entry.path: (line[:at].strip(" ,;:(|-–"), entry) for line, entry, at in places}
    if len(found) != 1:
        return None
    from citevet.resolve.law.captions import compare_case  # 35 ms, with the clients of all services of law

    [(caption, entry)] = found.values()
    case = compare_case(citation, replace(record_of(entry), title=caption or entry.title))
    if not has_printed_pages(entry, citation.locator):  # a slip opinion has other pages than the reporter
        entry = replace(entry, pages=None, labels=())
    return Resolution(case.existence, source=source_of(entry), differences=case.differences, note=case.why)


def _case_lines(context: LocalContext) -> Mapping[str, Sequence[tuple[str, Entry]]]:
    """Collect title, fields and first lines of all entries that may be opinions by their numbers, on first use."""
    lines = context.cache.case_lines
    if "" in lines:
        return lines
    lines[""] = []  # a corpus without opinions is read once, too
    for entry in filter(_may_be_opinion, context.corpus.entries()):
        fields = (entry.metadata.get(name) for name in _CASE_FIELDS)
        stated = [str(one) for field in fields for one in (field if isinstance(field, list) else [field]) if one]
        pages = context.corpus.body(entry).pages[:1] if entry.file else ()
        head = [line for page in pages for line in page.text[:_HEAD].splitlines()[:_HEAD_LINES]]
        for line in (entry.title, *stated, *head):
            shown = " ".join(line.split())[:_LONGEST_LINE]
            for number in set(_NUMBERS.findall(_fold_case(shown))):
                lines[number].append((shown, entry))
    return lines


def _last_number(key: str) -> str:
    return next((number[0] for number in reversed([*_NUMBERS.finditer(key)])), "")


def _may_be_opinion(entry: Entry) -> bool:
    """Check that only a court wrote the source."""
    if entry.identifiers.keys() & {"doi", "arxiv", "isbn"}:
        return False
    is_case = bool(_CASE_TYPE.search(entry.source_type or ""))
    return is_case or all(_COURT.search(author) for author in entry.authors[:_MAX_AUTHORS])


def _find_case(line: str, key: str) -> int | None:
    """Return where in a line the citation of the case itself starts; a sentence cites another case."""
    folded = _fold_case(line)
    at = folded.find(key)
    end = at + len(key)
    if at < 0 or folded[at - 1 : at].isdigit() or folded[end : end + 1].isdigit():
        return None
    places = [index for index, char in enumerate(line) if char not in " ."]
    start, after = places[at], line[places[end - 1] + 1 :]
    is_named = not line[:start].strip(" (") or _CASE_NAME.match(line[:start])
    is_alone = is_named and not _PROSE.search(f"{line[:start]} {after}")
    return start if is_alone or (("/" in key or ":" in key) and len(line) <= _SHORT_LINE) else None


def _fold_case(name: str) -> str:
    return name.replace(" ", "").replace(".", "").lower()
