"""Many faults of one rule that are one: at least ten, and most of the places of their form in the document.

Then a list is missing or is another one, or the document has a form that we do not read. One finding says that better
than fifty. It is a warning at most if the places were read from the page, since the reading may be at fault. A key is
certain: its macro and its bibliography file leave no doubt.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from citevet.contracts import Fault
from citevet.model import Extraction, Severity
from citevet.records import replace

_FEW = 10  # places that may each have a fault of their own
_NAMED = 10  # places in a message
_CODES = frozenset({"KEY001", "KEY002", "KEY003", "KEY009", "KEY011", "KEY012", "FMT006"})
# Numbers are compared with their list by KEY018; a marker that is never closed is no citation.
_NOUNS = {"key": "cited keys", "footnote": "notes", "author-year": "works cited by author and year", "": "markers"}
_Weighed = tuple[Fault, Severity]  # how severe it may be


def merge_floods(code: str, faults: Sequence[Fault], extraction: Extraction) -> Iterator[_Weighed]:
    """Yield the faults of a rule, of a flood the first alone, and how severe each may be."""
    is_lost = bool(extraction.document.metadata.get("missing_bibliography"))
    if code not in _CODES or len(faults) < (2 if is_lost else _FEW):
        yield from ((fault, Severity.ERROR) for fault in faults)
        return
    floods: dict[str, list[Fault]] = defaultdict(list)
    names: dict[str, dict[str, None]] = defaultdict(dict)  # without those that repeat
    for fault in faults:
        form, name = _find_place(fault)
        floods[form].append(fault)
        names[form][name] = None
    totals = _count_places(extraction)
    totals[""] += len(floods[""])
    reported: set[str] = set()
    for fault in faults:
        form, _ = _find_place(fault)
        count = len(names[form])
        is_flood = totals[form] > 0 and count >= _FEW and 2 * count > totals[form]
        if not (is_flood or (form == "key" and is_lost and count > 1)):  # the missing file may have every key
            yield fault, Severity.ERROR
        elif form not in reported:
            reported.add(form)
            yield _describe_flood(fault, floods[form], form, [*names[form]], totals[form])


def _describe_flood(fault: Fault, same: Sequence[Fault], form: str, names: Sequence[str], total: int) -> _Weighed:
    message = f"{fault.message}; {len(names)} of {total} {_NOUNS.get(form.strip(), 'entries')} have this fault"
    if form.strip() in _NOUNS and form:
        message += f": {', '.join(names[:_NAMED])}" + (" and others" if len(names) > _NAMED else "")
    most = Severity.ERROR if form == "key" else Severity.WARNING
    return replace(fault, message=message, fix=None, is_doubtful=all(each.is_doubtful for each in same)), most


def _find_place(fault: Fault) -> tuple[str, str]:
    """Return the form of the place that a fault is about, and what tells it from others of that form."""
    if fault.citation:
        form = "lost" if fault.citation.meant.is_lost else fault.citation.kind  # an "Ibid." is read by its neighbours
        return form, fault.citation.normal
    if fault.reference:
        return f"{fault.reference.origin} {fault.reference.path or ''}", fault.reference.key or fault.reference.id
    return "", str(fault.span)


def _count_places(extraction: Extraction) -> Counter[str]:
    """Return how many places of each form a document has; none of those whose faults are not merged."""
    works = {(each.kind, each.normal) for each in extraction.citations if not each.meant.is_lost}
    totals = Counter[str](kind for kind, _ in works if kind in _NOUNS)
    totals.update(f"{each.origin} {each.path or ''}" for each in extraction.references)
    totals[""] = len({each.group or each.id for each in extraction.citations})
    return totals
