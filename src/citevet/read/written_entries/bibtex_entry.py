"""An entry of a BibTeX or biblatex file as it is written: its fields, and values in the style of that entry."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from citevet.contracts import FieldChange
from citevet.model import Edit, Span
from citevet.patterns import lazy_pattern
from citevet.read.bibtex import clean_field
from citevet.read.written_entries.listed_people import merge_people
from citevet.read.written_entries.title_words import merge_title
from citevet.records import dataclass
from citevet.text.tex_letters import protect_capitals, write_latex

# Field → the fields that may hold it, the best first.
_NAMES: Mapping[str, tuple[str, ...]] = {
    "journal": ("journal", "journaltitle"),
    "year": ("year", "date"),
    "number": ("number", "issue"),
    "pages": ("pages", "eid", "article-number", "articleno"),
}
_TYPE = "@type"
_BLANK = r"(?:[\s,]|%[^\r\n]*+(?=[\r\n]))*+"
_HEAD = lazy_pattern(r"@(?P<kind>\w+)\s*+(?P<open>[{(])\s*+[^\s,{}()=]++\s*+(?=,)")
_NAME = lazy_pattern(rf"{_BLANK}(?P<name>[A-Za-z][\w:.+/-]*+)\s*+=\s*+")
_TAIL = lazy_pattern(rf"{_BLANK}(?P<close>[}})])\Z")
_BARE = lazy_pattern(r"[^\s,#{}\"()=%@]++")
_JOINED = lazy_pattern(r"\s*+#\s*+")
_SIGN = lazy_pattern(r"[{}]")
_ESCAPED_SIGN = lazy_pattern(r"\\.|[{}]")
_YEAR = lazy_pattern(r"(?<!\d)\d{4}(?!\d)")
_REMARK = lazy_pattern(r"[ \t]*+(?P<comma>,)?[ \t]*+%[^\r\n]*+(?=[\r\n])")
_BETWEEN = lazy_pattern(r"\s*+,\s*+")
_AND = lazy_pattern(r"\s+and\s+")
_DASH = lazy_pattern(r"\s?[-‐-―−]{1,3}\s?")
_OTHERS = frozenset({"others", "et al", "et al."})
_ADDRESSES = frozenset({"doi", "url", "eprint"})
_ADDRESS = lazy_pattern(r"[^\s{}\\%#\"]+")
_MOST_FIELDS = 2_000


@dataclass(frozen=True, slots=True)
class BibtexField:
    """A field: its name, and its value with the signs around it."""

    name: Span
    value: Span
    pieces: int  # that are joined by #


@dataclass(frozen=True, slots=True)
class BibtexEntry:
    """The fields of an entry in their order; of two with one name the first counts."""

    text: str
    kind: Span  # the type of the entry
    head: int  # where the key ends
    fields: tuple[BibtexField, ...]
    named: Mapping[str, BibtexField]

    @property
    def values(self) -> Mapping[str, str]:
        """The source text of each field."""
        return {name: field.value.of(self.text) for name, field in self.named.items()}

    def has(self, name: str) -> bool:
        """Check for a field, also under the names that biblatex has for it."""
        return name == _TYPE or not self.named.keys().isdisjoint(_NAMES.get(name, (name,)))

    def change(self, change: FieldChange) -> tuple[Edit, ...] | None:
        """Return the edit of a field's value."""
        if change.name == _TYPE:
            is_same = self.kind.of(self.text).lower() == change.value
            return () if is_same else (Edit(self.kind, change.value),)
        names = _NAMES.get(change.name, (change.name,))
        fields = [self.named[name] for name in names if name in self.named]
        if not change.value and not change.people:
            edits = [self._remove(field) for field in self.fields if field.name.of(self.text).lower() in names]
        elif change.name == "year":  # in biblatex the date counts, and many files have both
            dated = [field for field in fields if len(_YEAR.findall(field.value.of(self.text))) == 1]
            edits = [self._edit(field, change) for field in dated or fields]
        else:
            edits = [self._edit(fields[0], change)]
        made = [edit for edit in edits if edit]
        return tuple(edit for edit in made if edit.text != edit.span.of(self.text)) if len(made) == len(edits) else None

    def _edit(self, field: BibtexField, change: FieldChange) -> Edit | None:
        new = self._rewrite(change, field.value.of(self.text), is_joined=field.pieces > 1)
        return Edit(field.value, new) if new else None

    def _remove(self, field: BibtexField) -> Edit | None:
        """Return the edit that takes a field away with the comma before it; none if a remark stands between."""
        place = self.fields.index(field)
        start = self.fields[place - 1].value.end if place else self.head
        is_plain = _BETWEEN.fullmatch(self.text, start, field.name.start)
        return Edit(Span(start, field.value.end), "") if is_plain else None

    def _rewrite(self, change: FieldChange, old: str, *, is_joined: bool) -> str | None:
        is_set_off = old[0] in '{"' and not is_joined
        inner, around = (old[1:-1], (old[0], old[-1])) if is_set_off else (old, ("{", "}"))
        if change.name == "title":
            new = merge_title(inner, change.value, self._write_words) if is_set_off else None
        elif change.name == "author":
            new = self._merge_authors(inner if is_set_off else "", change.people)
        elif change.name == "year" and change.kind != "exchange" and len(_YEAR.findall(old)) == 1:
            return _YEAR.sub(change.value, old)
        else:
            dash = next(iter(_DASH.findall(inner)), "--").strip()
            new = self._write_value(change, dash)
        if new is None or not new or (around[0] == '"' and '"' in _without_braces(new)):
            return None
        is_bare = old.isdecimal() and new.isdecimal()
        return new if is_bare else f"{around[0]}{new}{around[1]}"

    def _write_words(self, words: str) -> str:
        return protect_capitals(self._write(words))

    def _write(self, words: str) -> str:
        return write_latex(words, is_ascii=self.text.isascii())

    def _write_value(self, change: FieldChange, dash: str = "--") -> str | None:
        if change.name in _ADDRESSES:
            return change.value if _ADDRESS.fullmatch(change.value) else None
        if change.name == "author":
            return self._merge_authors("", change.people)
        if change.name == "title":
            return merge_title("", change.value, self._write_words)
        return _DASH.sub(dash, self._write(change.value)) if change.name == "pages" else self._write(change.value)

    def _merge_authors(self, old: str, recorded: Sequence[str]) -> str | None:
        if old.count("{") != old.count("}"):  # with an escaped one, of which names are part is not known
            return None
        names = list(_split_names(old))
        has_others = bool(names) and clean_field(names[-1]).casefold().strip(",") in _OTHERS
        names = names[:-1] if has_others else names
        merged, others = merge_people([_read_plain(name) for name in names], recorded, has_others=has_others)
        people = [outside for name in names if (outside := _without_braces(name)).strip()]
        is_inverted = not people or any("," in outside for outside in people)
        written = [
            names[each] if isinstance(each, int) else self._write_name(each, is_inverted=is_inverted) for each in merged
        ]
        if has_others and not others:
            others = len(merged) < len(recorded)
        return " and ".join([*written, *(["others"] if others else [])]) or None

    def _write_name(self, name: str, *, is_inverted: bool) -> str:
        """Write a person, and a group in braces that keep its words together."""
        family, comma, given = (part.strip() for part in name.partition(","))
        if not comma:
            return f"{{{self._write(name)}}}"
        given, suffix = (part.strip() for part in given.partition(",")[::2])
        if suffix:
            return self._write(f"{family}, {suffix}, {given}")  # the order of BibTeX
        is_straight = not is_inverted and given and " " not in family
        return self._write(f"{given} {family}" if is_straight else name)

    def can_add(self, change: FieldChange) -> bool:
        """Check that the value can be written, after another field."""
        return bool(self.fields and self._write_value(change))

    def add(self, changes: Sequence[FieldChange]) -> tuple[Edit, ...]:
        """Return one edit, which puts the new fields after the last one."""
        added = [(self._spell(change.name), self._write_value(change)) for change in changes]
        lines = [f"{self._separate()}{self._equate(name)}{self._enclose(value)}" for name, value in added if value]
        at = self.fields[-1].value.end if self.fields else self.head
        if not lines:
            return ()
        remark = _REMARK.match(self.text, at)
        if remark is None:
            return (Edit(Span(at, at), "".join(lines)),)
        end = Span(remark.end(), remark.end())  # the remark stays with the field before it
        first = lines[0].lstrip(", \t")
        text = "".join((first if first[:1] in "\r\n" else f"{self._newline}  {first}", *lines[1:]))
        return (Edit(end, f"{text},"),) if remark["comma"] else (Edit(Span(at, at), ","), Edit(end, text))

    @property
    def _newline(self) -> str:
        return "\r\n" if "\r\n" in self.text[self.kind.start : self.fields[-1].value.end] else "\n"

    def _spell(self, name: str) -> str:
        """Return a name in the capitals of the others, and as biblatex has it where they are of biblatex."""
        if name == "journal" and "date" in self.named:
            name = "journaltitle"
        names = [field.name.of(self.text) for field in self.fields]
        if all(map(str.isupper, names)):
            return name.upper()
        return name.capitalize() if all(each[:1].isupper() for each in names) else name

    def _separate(self) -> str:
        """Return what stands between two fields of the entry: a comma, a line break and the margin."""
        ends = [self.head, *(field.value.end for field in self.fields)]
        starts = [field.name.start for field in self.fields]
        between = [self.text[end:start] for end, start in zip(ends, starts, strict=False)]
        plain = [each for each in between if _BETWEEN.fullmatch(each)]
        return plain[-1] if plain else f",{self._newline}  "

    def _equate(self, name: str) -> str:
        """Return a name with the equals sign, below those of the other fields."""
        gaps = [self.text[field.name.end : field.value.start] for field in self.fields]
        before = [len(field.name) + gap.index("=") for field, gap in zip(self.fields, gaps, strict=True)]
        (column, count), *_ = Counter(before).most_common()
        is_aligned = 2 * count > len(before) and len({len(field.name) for field in self.fields}) > 1
        sign = gaps[-1][gaps[-1].index("=") :]
        if is_aligned:
            return f"{f'{name} ':<{column}}{sign}"
        ((gap, _),) = Counter(gaps).most_common(1)
        return f"{name}{gap}"

    def _enclose(self, value: str | None) -> str:
        signs = Counter(self.text[field.value.start] for field in self.fields)
        is_quoted = signs['"'] > signs["{"] and '"' not in _without_braces(value or "")
        return f'"{value}"' if is_quoted else f"{{{value}}}"


def open_entry(text: str, span: Span) -> BibtexEntry | None:
    """Read the fields of an entry by the rules of BibTeX, else with escaped braces; none if its end is elsewhere."""
    return _scan(text, span, _SIGN) or _scan(text, span, _ESCAPED_SIGN)


def _scan(text: str, span: Span, sign: re.Pattern[str]) -> BibtexEntry | None:
    raw, start = span.of(text), span.start
    head = _HEAD.match(raw)
    if head is None:
        return None
    fields: list[BibtexField] = []
    at = head.end()
    while (name := _NAME.match(raw, at)) and len(fields) < _MOST_FIELDS:
        end, pieces = _find_value_end(raw, name.end(), sign)
        if not pieces or "," not in raw[at : name.start("name")]:
            return None
        fields.append(BibtexField(Span(*name.span("name")).shift(start), Span(name.end(), end).shift(start), pieces))
        at = end
    tail = _TAIL.match(raw, at)
    if tail is None or (tail["close"] == "}") != (head["open"] == "{"):
        return None
    named: dict[str, BibtexField] = {}
    for field in fields:
        named.setdefault(field.name.of(text).lower(), field)
    return BibtexEntry(text, Span(*head.span("kind")).shift(start), start + head.end(), tuple(fields), named)


def _find_value_end(raw: str, at: int, sign: re.Pattern[str]) -> tuple[int, int]:
    """Return where a value ends, and how many pieces it is joined of; no pieces if it is broken."""
    pieces = 0
    while True:
        end = _find_piece_end(raw, at, sign)
        if end <= at:
            return at, 0
        pieces += 1
        joined = _JOINED.match(raw, end)
        if joined is None:
            return end, pieces
        at = joined.end()


def _find_piece_end(raw: str, at: int, sign: re.Pattern[str]) -> int:
    """Return where a {braced}, "quoted" or bare piece ends; -1 if it does not."""
    if raw[at : at + 1] not in {"{", '"'}:
        bare = _BARE.match(raw, at)
        return bare.end() if bare else -1
    if raw[at] == '"':
        return _find_quote_end(raw, at, sign)
    depth = 0
    for found in sign.finditer(raw, at):
        depth += (found[0] == "{") - (found[0] == "}")
        if depth == 0 and len(found[0]) == 1:
            return found.end()
    return -1


def _find_quote_end(raw: str, at: int, sign: re.Pattern[str]) -> int:
    """Return where the quotation mark outside of braces is."""
    depth, start = 0, at + 1
    for found in sign.finditer(raw, start):
        if depth == 0 and (end := raw.find('"', start, found.start())) >= 0:
            return end + 1
        depth += (found[0] == "{") - (found[0] == "}")
        start = found.end()
        if depth < 0:
            return -1
    end = raw.find('"', start)
    return end + 1 if depth == 0 and end >= 0 else -1


def _without_braces(value: str) -> str:
    """Return what stands outside of all braces."""
    outside, depth, start = list[str](), 0, 0
    for found in _SIGN.finditer(value):
        if depth == 0:
            outside.append(value[start : found.start()])
        depth += (found[0] == "{") - (found[0] == "}")
        start = found.end()
    return " ".join([*outside, value[start:] if depth == 0 else ""])


def _split_names(value: str) -> Iterator[str]:
    """Yield the names of a list, which "and" outside of braces separates, as they are written."""
    start = depth = at = 0
    for found in _AND.finditer(value):
        between = value[at : found.start()]
        depth += between.count("{") - between.count("}")
        at = found.end()
        if depth == 0:
            yield value[start : found.start()].strip()
            start = at
    if value[start:].strip():
        yield value[start:].strip()


def _read_plain(name: str) -> str:
    """Return a name without LaTeX; a group, which has braces around it, keeps them."""
    is_group = name[:1] == "{" and name[-1:] == "}" and not _without_braces(name).strip()
    return f"{{{clean_field(name)}}}" if is_group else clean_field(name)
