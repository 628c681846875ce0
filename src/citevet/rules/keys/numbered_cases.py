"""KEY016 for cases that are cited by the number of their file: of the European, German and Korean courts."""

from collections.abc import Iterator, Mapping

from citevet.contracts import Fault
from citevet.model import Citation, Extraction
from citevet.patterns import lazy_pattern
from citevet.text.case_words import are_other_names
from citevet.text.letters import fold_characters

_NUMBERED = frozenset({"eu-case", "echr-case", "de-case", "kr-case"})
# A file has one judgment, but may have many orders: BGH, Urt. v. …, 대법원 … 판결
_JUDGMENTS = ("Urt", "판결")
# The number of a file without the year in which it was lodged, and that year: C-311/18, VI ZR 1/16, 2017다226629
_SERIAL = lazy_pattern(r"(?P<serial>.*\d)/(?P<year>\d{2,4})|(?P<first>\d{4})(?P<rest>[가-힣]+\d+)")
# After the number of a file at the Court of Justice: *Schrems II*, Google v CNIL, Planet49
_CAPTION = lazy_pattern(
    r",?\s(?:[*_]{1,2}(?P<set>[^*_\n]{4,80})[*_]|(?P<plain>[^\W\d_a-z][\w'’-]{1,40}(?:\s(?:v|and|[^\W_a-z][\w'’-]*)){1,8}))"
)
_DATED = lazy_pattern(
    r"\b[Jj]udg(?:e)?ment\sof\s(?:the\sCourt\sof\s)?(?P<date>\d{1,2}\s[A-Z][a-z]{2,8}\s\d{4})\b[^.;]{0,80}$"
)
_YEAR = lazy_pattern(r"[*_]{0,2},?\s\(((?:19|20)\d\d)\)")
_BEFORE = 160  # characters before a number in which its judgment is dated
_VERSUS = " v "
_PHRASES = {"date": "of {} here and of {}", "name": '"{}" here and "{}"', "number": "{} here and {}"}


def compare_numbered_cases(extraction: Extraction) -> Iterator[Fault]:
    """Yield the cases that have another date, name or year of their file elsewhere in the document."""
    text = extraction.document.text
    first: dict[tuple[str, ...], tuple[Citation, str]] = {}
    for case in extraction.citations:
        if case.kind in _NUMBERED and not case.fault:
            for (what, *key), value in _list_facts(case, text).items():
                known, before = first.setdefault((case.kind, what, *key), (case, value))
                if _differ(what, before, value):
                    difference = f"{case.normal} is {_PHRASES[what].format(value, before)} elsewhere"
                    line = extraction.document.lines.position(known.span.start)[0]
                    yield Fault(case.span, f"{difference} (line {line})", case.normal, citation=case)
                    break


def _differ(what: str, one: str, other: str) -> bool:
    return are_other_names(one, other) if what == "name" else one != other


def _list_facts(case: Citation, text: str) -> Mapping[tuple[str, ...], str]:
    """Return what must be the same wherever a case is cited, by what it is a fact of."""
    caption = _read_caption(case, text)
    facts: dict[tuple[str, ...], str] = {
        ("name", case.normal): caption if _VERSUS in caption else "",
        ("date", case.normal): _read_date(case, text),
    }
    file = _SERIAL.fullmatch(case.law.number)
    serial = (file["serial"] or file["rest"]) if file else ""
    of_same_name = fold_characters(caption) or case.law.date
    if (
        case.kind == "eu-case"
        and caption
        and (year := _YEAR.match(text, text.find(caption, case.span.end) + len(caption)))
    ):
        facts["date", case.normal, fold_characters(caption)] = year[1]
    if file and serial and of_same_name:
        facts["number", case.law.court, serial, of_same_name] = case.law.number
    return {key: value for key, value in facts.items() if value}


def _read_caption(case: Citation, text: str) -> str:
    if named := case.law.case_name:
        return named
    found = _CAPTION.match(text, case.span.end) if case.kind == "eu-case" else None
    return (found["set"] or found["plain"]) if found else ""


def _read_date(case: Citation, text: str) -> str:
    if case.kind != "eu-case":
        return case.law.date if case.law.decision.startswith(_JUDGMENTS) else ""
    before = text[max(0, case.span.start - _BEFORE) : case.span.start]
    found = _DATED.search(before)
    return found["date"] if found else ""
