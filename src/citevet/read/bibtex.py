r"""BibTeX and biblatex files: one mark per entry; a broken entry is marked at its head, with a note.

Also bibliography text in LaTeX: fields without braces and escapes, \bibitem entries, and .bbl files by Biber.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from citevet.errors import Damaged, TooComplex
from citevet.limits import BIBTEX_ENTRIES, BIBTEX_TEXT, BIBTEX_VALUE
from citevet.model import Document, Mark, Span
from citevet.patterns import lazy_pattern
from citevet.tables import read_words
from citevet.text.tex_letters import print_letters

_ADDRESS = lazy_pattern(r"\\(?:url|href|path)(?![A-Za-z])")
_MACRO = lazy_pattern(r"\\[A-Za-z@]+\*?\s?")
_ESCAPE = lazy_pattern(r"\\([^A-Za-z])")
_BRACES = str.maketrans("", "", "{}")
_ADDRESS_FIELDS = read_words("doi url eprint arxiv arxivid isbn issn pmid pmcid")
_RAW_FIELDS = read_words("file localfile local-url pdf")  # paths, each program with escapes of its own

# \bibitem entries
_MAX_ENTRY = 8_000  # characters of an entry that are read; its macros are about as long as its words
# A per cent sign in an address is one of its characters; an address that is not closed on its line is none.
_COMMENT = lazy_pattern(
    r"(\\(?:url|href|path|nolinkurl)\s{0,3}\{[^{}\r\n]{0,2000}+\})|(?<!\\)%[^\r\n]*(?:\r\n|\r|\n)?[ \t]*"
)
_LINK = lazy_pattern(r"(\\href\s{0,3}\{[^{}\r\n]{0,2000}+\})")  # its words follow its address without a space
_FIELD_NAME = lazy_pattern(r"\\bib(?:info|field)\s{0,3}\{[^{}]{0,30}\}")  # not printed
_INNER = r"\{(?:[^{}]|\{[^{}]{0,100}+\}){0,300}+\}"
_INSIDE = rf"((?:[^{{}}]|{_INNER}){{1,400}}+)\}}"
_ITALIC = lazy_pattern(
    rf"\\(?:emph|textit|textsl)\s{{0,3}}\{{{_INSIDE}|\{{\\(?:em|it|sl|itshape|slshape)\b\s{{0,3}}{_INSIDE}"
)
_QUOTED = lazy_pattern(r"``([^`']{1,400}(?:'[^`']{1,400}){0,9})''")
_BLOCK = lazy_pattern(r"\\newblock(?![A-Za-z])")
_SET_OFF = frozenset('*“”"')

# .bbl files
_BBL_ENTRY = lazy_pattern(r"\\entry\{(?P<key>[^{}\r\n]{1,400})\}\{(?P<type>[^{}\r\n]{0,60})\}|(?P<over>\\endentry)")
_BBL_FIELD = lazy_pattern(r"\\(?:field|strng|list)\{(?P<field>[A-Za-z]{1,40})\}(?:\{\d{1,4}\})?(?P<value>\{)")
_BBL_VERB = lazy_pattern(r"\\verb\{(?P<field>[A-Za-z]{1,40})\}\s{0,20}\\verb (?P<value>[^\r\n]*)")
_BBL_AUTHORS = lazy_pattern(r"\\name\{author\}\{\d{1,4}\}\{[^{}]{0,200}\}(?P<value>\{)")
_BBL_NAME = lazy_pattern(r"\b(?P<part>family|given)=(?P<value>\{)")
_BBL_FIELDS = read_words("""title subtitle booktitle journaltitle publisher volume number pages year month date eprint
    eprinttype eprintclass isbn issn edition howpublished note""")


def clean_field(value: str, field: str = "") -> str:
    """Return a field without LaTeX braces and escapes; addresses keep their tildes and dashes."""
    if field in _ADDRESS_FIELDS:
        return " ".join(_ESCAPE.sub(r"\1", _ADDRESS.sub("", _LINK.sub(r"\1 ", value))).translate(_BRACES).split())
    if "\\" in value:
        value = _ESCAPE.sub(_escaped_character, _MACRO.sub("", print_letters(value)))
    value = value.translate(_BRACES).replace("~", " ").replace("---", "—").replace("--", "–")
    return normalize("NFC", " ".join(value.split()))


def _escaped_character(found: re.Match[str]) -> str:
    return " " if found[1].isspace() or found[1] in ",;:/\\" else "" if found[1] in "-!" else found[1]


def clean_bibitem(text: str) -> str:
    r"""Return an entry without macros, with *italics* and “quotation marks”.

    BibTeX writes the authors before the first \newblock and the title after it, unmarked; the title is quoted here.
    """
    text = _FIELD_NAME.sub("", _LINK.sub(r"\1 ", _COMMENT.sub(r"\1", text[:_MAX_ENTRY])))
    text = _QUOTED.sub(r"“\1”", _ITALIC.sub(r"*\1\2*", text))
    authors, *rest = map(clean_field, _BLOCK.split(text))
    if not rest:
        return authors
    title, *others = rest
    words = title.strip(" .,")
    if words and _SET_OFF.isdisjoint(words):
        title = f"“{words}”."
    return " ".join((authors, title, *others))


def find_bbl_entries(text: str, pairs: Mapping[int, int]) -> Iterator[Mark]:
    r"""Yield a mark per \entry … \endentry of a .bbl file."""
    head = None
    for found in _BBL_ENTRY.finditer(text):
        if found["over"] and head:
            span = Span(head.start(), found.end())
            parts = {"type": head["type"], **_bbl_fields(text, span, pairs)}
            yield Mark("entry", span, head["key"].strip(), Span(head.end(), found.start()), parts)
            head = None
        elif not found["over"]:
            head = found


def _bbl_fields(text: str, span: Span, pairs: Mapping[int, int]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for found in _BBL_FIELD.finditer(text, span.start, span.end):
        end = pairs.get(found.start("value"))
        if end is not None and found["field"] in _BBL_FIELDS:
            fields.setdefault(found["field"], clean_field(text[found.end() : end], found["field"]))
    for found in _BBL_VERB.finditer(text, span.start, span.end):
        fields.setdefault(found["field"], found["value"].strip())
    if "journaltitle" in fields:
        fields["journal"] = fields.pop("journaltitle")
    if people := _BBL_AUTHORS.search(text, span.start, span.end):
        end = pairs.get(people.start("value"), people.end())
        fields["author"] = _bbl_authors(text, people.end(), end, pairs=pairs)
    return fields


def _bbl_authors(text: str, start: int, end: int, *, pairs: Mapping[int, int]) -> str:
    """Return "Family, Given and Family, Given"."""
    people: list[str] = []
    for found in _BBL_NAME.finditer(text, start, end):
        value = clean_field(text[found.end() : pairs.get(found.start("value"), found.end())])
        if found["part"] == "family":
            people.append(value)
        elif people:
            people[-1] += f", {value}"
    return " and ".join(people)


# Files

_BibtexBlock = Any  # the library has no common type for blocks
_TOKEN = lazy_pattern(r'\\.|[{}"#]')
_HEAD = lazy_pattern(r"""@(?P<type>\w{1,100})\s{0,100}[{(]\s{0,100}(?P<key>[^\s@,{}()="#%\\]{1,300})""")
_VALUE_TOKEN = lazy_pattern(r'\\.|[{}"]|\w++')
_NEXT_FIELD = lazy_pattern(r"\s{1,99}(?P<name>[A-Za-z][\w-]{0,40})\s{0,20}=\s{0,20}(?=[{\"\w])")
_NOT_ENTRIES = frozenset({"string", "preamble", "comment"})
_YEAR = lazy_pattern(r"\d{4}[a-z]?")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# A name in braces is an organization, not a person; the comma after it keeps its words together.
_ORGANIZATION = lazy_pattern(r"(?<![^\s])\{([^{}]{2,300})\}(?=\s+and\s|\s*$)")
_PEOPLE = frozenset({"author", "editor"})
_ESCAPED = lazy_pattern(r"""\\(?=[{}])|\\{1,2}(?="\s{0,9}[,}])""")  # a brace, or the quotation mark that ends a value
_REMARK = lazy_pattern(r"(?<=[,}])[ \t]{0,40}%[^\r\n@]*")  # after a field; Biber skips it


def read(text: str, path: str) -> Document:
    """Read a bibliography; entries with duplicate keys are all kept."""
    source, blocks = _parse_best(text)
    marks: list[Mark] = []
    notes: list[str] = []
    strings = {month: month for month in _MONTHS}
    at, room = 0, len(text) + BIBTEX_TEXT
    for block in blocks:
        start = source.find(block.raw, at) if block.raw else -1
        at = start + len(block.raw) if start >= 0 else at
        entry = _entry_of(block)
        if type(block).__name__ == "String":
            strings.setdefault(block.key.lower(), _join_value(block.value, strings))
        elif entry is not None and start >= 0 and len(marks) < BIBTEX_ENTRIES:
            mark, unended = _make_mark(entry, Span(start, at), strings)
            marks.append(mark)
            if unended:
                end = start + (head.end() if (head := _HEAD.match(block.raw)) else 1)
                marks.append(Mark("broken-entry", Span(start, end), mark.target, parts={"unended": unended}))
            room -= sum(map(len, mark.parts.values()))
            _require_room(room, path)
        elif start >= 0 and (head := _broken_head(block)) and len(marks) < BIBTEX_ENTRIES:
            marks.append(Mark("broken-entry", Span(start, start + head.end()), head["key"]))
        notes += _make_notes(block)
    _require_entries(text, path, found=any(mark.kind == "entry" for mark in marks), broken=bool(notes))
    if len(marks) == BIBTEX_ENTRIES:
        notes.append(f"Only the first {BIBTEX_ENTRIES} entries were read.")
    return Document(path, "bibtex", text, marks=tuple(marks), notes=tuple(notes))


def _parse_best(text: str) -> tuple[str, Sequence[Any]]:
    """Return the blocks and the text they are from, of the same length, in the reading with the fewest broken entries.

    The library honors escapes, but to BibTeX no backslash escapes a sign; and it reads remarks, which Biber skips.
    """
    blocks = _parse_blocks(text)
    for form in (_ESCAPED, _REMARK):
        broken = len(list(filter(_broken_head, blocks)))
        plain = form.sub(lambda found: " " * len(found[0]), text) if broken else text
        if plain == text:
            continue
        again = _parse_blocks(plain)
        if len(list(filter(_broken_head, again))) < broken:
            text, blocks = plain, again
    return text, blocks


def _parse_blocks(text: str) -> Sequence[Any]:
    import logging

    from bibtexparser.entrypoint import parse_string  # 200 ms, and most documents name no .bib file

    # The library logs every broken entry to the terminal; we report it in the notes.
    log = logging.getLogger("bibtexparser")
    if not log.handlers:
        log.addHandler(logging.NullHandler())
    blocks: Sequence[Any] = parse_string(text, parse_stack=[]).blocks
    return blocks


def _entry_of(block: _BibtexBlock) -> _BibtexBlock | None:
    """Return the entry, also of a block that the library set aside for a duplicate key or field."""
    block = getattr(block, "ignore_error_block", None) or block
    return block if type(block).__name__ == "Entry" else None


def _broken_head(block: _BibtexBlock) -> re.Match[str] | None:
    """Return the type and key of an entry that could not be read to its end; without a key it cannot be cited."""
    head = _HEAD.match(block.raw or "") if type(block).__name__ == "ParsingFailedBlock" else None
    return None if head is None or head["type"].lower() in _NOT_ENTRIES else head


def _make_notes(block: _BibtexBlock) -> Iterator[str]:
    kind = type(block).__name__
    line = (block.start_line or 0) + 1
    if kind == "DuplicateFieldKeyBlock":
        yield f"Line {line}: the entry names a field twice; the first counts."
    elif kind == "ParsingFailedBlock":
        yield f"Line {line}: the entry is broken and was left out."


def _require_entries(text: str, path: str, *, found: bool, broken: bool) -> None:
    lines = (line.strip() for line in text.splitlines())
    if found or ("@" not in text and all(not line or line.startswith("%") for line in lines)):
        return
    if broken or "@" not in text:
        raise Damaged("no entry could be understood", to=path, advice="Check that it is a BibTeX file.")


def _make_mark(entry: _BibtexBlock, span: Span, strings: Mapping[str, str]) -> tuple[Mark, str]:
    """Return the mark of an entry, and the first field without a comma after it."""
    parts = {"type": str(entry.entry_type).lower()}
    named = [(_read_field_name(str(field.key)), str(field.value)) for field in entry.fields]
    fields = [list(_split_fields(name, value)) for name, value in named if name]
    for name, raw in (pair for pairs in fields for pair in pairs):
        value = _join_value(raw, strings)
        if name in _RAW_FIELDS:
            parts.setdefault(name, value)
            continue
        parts.setdefault(name, clean_field(_ORGANIZATION.sub(r"\1,", value) if name in _PEOPLE else value, name))
    if "year" not in parts and (year := _YEAR.search(parts.get("date", ""))):
        parts["year"] = year[0]
    unended = next((pairs[0][0] for pairs in fields if len(pairs) > 1), "")
    return Mark("entry", span, str(entry.key).strip(), parts=parts), unended


def _read_field_name(key: str) -> str:
    """Return the name of a field without the remarks before it; a field behind a per cent sign has none."""
    *remarks, name = key.lower().splitlines() or [""]
    return "" if name.lstrip().startswith("%") else name.strip() if remarks else name


def _split_fields(name: str, raw: str) -> Iterator[tuple[str, str]]:
    """Yield a field, and those after it that no comma sets apart, which the library takes for its value."""
    start = 0
    for token in _find_outer_tokens(raw, _VALUE_TOKEN) if "=" in raw else ():
        if following := _NEXT_FIELD.match(raw, token.end()):
            yield name, raw[start : token.end()]
            name, start = following["name"].lower(), following.end()
    yield name, raw[start:]


def _find_outer_tokens(raw: str, form: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield what closes braces and quotation marks, and the tokens outside of both."""
    depth, quoted = 0, False
    for token in form.finditer(raw):
        depth += (token[0] == "{") - (token[0] == "}")
        quoted = quoted != (token[0] == '"' and depth <= 0)
        if depth <= 0 and not quoted and token[0] != "{":
            yield token


def _join_value(raw: str, strings: Mapping[str, str]) -> str:
    """Join the pieces of a value: {braced}, "quoted", a number, or the name of a @string."""
    pieces = map(str.strip, _split_pieces(raw))
    values = (piece[1:-1] if piece[:1] in {"{", '"'} else strings.get(piece.lower(), piece) for piece in pieces)
    return "".join(_keep_start(values, max(BIBTEX_VALUE, len(raw))))


def _keep_start(pieces: Iterable[str], room: int) -> Iterator[str]:
    """Yield pieces until there is no room: a @string that names another one twice doubles with every line."""
    for piece in pieces:
        yield piece[:room]
        room -= len(piece)
        if room <= 0:
            return


def _require_room(room: int, path: str) -> None:
    if room < 0:
        what = f"too large or too complex: its values unfold to {BIBTEX_TEXT:,} characters more than it has"
        raise TooComplex(what, to=path, advice="Shorten its @string values.")


def _split_pieces(raw: str) -> Iterator[str]:
    """Split at # outside of braces and quotes."""
    start = 0
    for token in _find_outer_tokens(raw, _TOKEN):
        if token[0] == "#":
            yield raw[start : token.start()]
            start = token.end()
    yield raw[start:]
