"""EndNote's tagged text (.enw): a line per field, `%T Title`."""

from collections.abc import Iterator, Mapping

from citevet.model.library import LibraryItem
from citevet.patterns import lazy_pattern

_FIELD = lazy_pattern(r"%(\S) ?(.*)")
_YEAR = lazy_pattern(r"\d{4}")
_ISSN = lazy_pattern(r"\d{4}-?\d{3}[\dXx]")
# Tag → our field, by https://support.clarivate.com, EndNote's import filter.
_TAGS: Mapping[str, str] = {
    "0": "type",
    "T": "title",
    "J": "journal",
    "B": "booktitle",
    "R": "doi",
    "U": "url",
    "X": "abstract",
    "V": "volume",
    "N": "number",
    "P": "pages",
    "I": "publisher",
    "F": "key",
    "2": "pmcid",
    "@": "serial",
}


def read_tagged(text: str) -> Iterator[LibraryItem]:
    """Yield the records; each starts with %0."""
    record: dict[str, list[str]] = {}
    start, last = 0, ""
    for number, line in enumerate(text.splitlines(), start=1):
        found = _FIELD.match(line)
        if found and found[1] == "0":
            if record:
                yield _make_item(record, start)
            record, start = {}, number
        if found:
            last = found[1]
            record.setdefault(last, []).append(found[2].strip())
        elif line.strip() and last:
            record[last].append(line.strip()) if last == ">" else _continue(record[last], line.strip())
    if record:
        yield _make_item(record, start)


def _continue(values: list[str], words: str) -> None:
    values[-1] = f"{values[-1]} {words}"


def _make_item(record: Mapping[str, list[str]], line: int) -> LibraryItem:
    fields = {name: record[tag][0] for tag, name in _TAGS.items() if record.get(tag)}
    fields["author"] = " and ".join(record.get("A", ()))
    fields["editor"] = " and ".join(record.get("E", ()))
    serial = fields.pop("serial", "")
    fields["issn" if _ISSN.fullmatch(serial) else "isbn"] = serial
    year = _YEAR.search(" ".join((*record.get("D", ()), *record.get("8", ()))))
    fields["year"] = year[0] if year else ""
    files = tuple(each for each in record.get(">", ()) if each)
    key = fields.pop("key", "")
    return LibraryItem(key, {name: value for name, value in fields.items() if value}, files, line)
